package people

import (
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/openid"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

const (
	providerStartPath    = web.SignInPath + "/provider"
	providerCallbackPath = web.SignInPath + "/callback"
	// providerCookie has the token of a sign-in at the identity provider. Responses count in the browser that has it. The navigation
	// by which the provider sends the browser back has it, so it is not SameSite=Strict.
	providerCookie = "waybill_provider"
	// providerTime is how long a person may take at the identity provider.
	providerTime = 10 * time.Minute
)

// providerError is why nobody was signed in by the identity provider. cause goes to the log.
type providerError struct {
	status int
	text   string // in the user's language
	cause  error
}

func (e *providerError) Error() string { return e.cause.Error() }
func (e *providerError) Unwrap() error { return e.cause }

// startProvider sends the browser to the identity provider.
func startProvider(v *web.Visit) error {
	if v.Console.Provider == nil {
		return store.ErrNotFound
	}
	again := v.FormValue(web.SignInAgain) != ""
	if v.User.UserID != 0 && !again {
		return v.Redirect(next(v))
	}
	_, limited := v.Console.Client(v.Context())
	if err := v.Console.SignIns.Start(limited); err != nil {
		return showProviderError(v, err)
	}
	if err := v.Console.Provider.Discover(v.Context()); err != nil {
		return showProviderError(v, silentProvider(v, err))
	}
	token, err := v.Console.Store.People.StartProviderSignIn(v.Context(), next(v), providerTime)
	if err != nil {
		return err
	}
	address, err := v.Console.Provider.Address(v.Context(), v.Base()+providerCallbackPath, token, maxAge(again))
	if err != nil {
		return showProviderError(v, silentProvider(v, err))
	}
	v.SetHostCookie(providerCookie, token, web.SignInPath, providerTime)
	return v.Redirect(address)
}

// maxAge is how long ago a person may have signed in at the provider. A person who is to sign in again does so now.
func maxAge(again bool) time.Duration {
	if again {
		return 0
	}
	return people.SessionLife
}

// providerCallback is where the identity provider sends the browser back to.
func providerCallback(v *web.Visit) error {
	if v.Console.Provider == nil {
		return store.ErrNotFound
	}
	_, limited := v.Console.Client(v.Context())
	giveBack, err := v.Console.SignIns.TakeAddress(limited)
	if err != nil {
		return showProviderError(v, err)
	}
	u, next, on, err := finishProvider(v)
	if err != nil {
		return showProviderError(v, err)
	}
	giveBack()
	return enterAt(v, u, "identity provider", next, on)
}

// finishProvider returns the user whom the identity provider has sent back, the page that follows, and when the user signed in at the
// provider, if it says so. The sign-in is used up, unless the response belongs to another.
func finishProvider(v *web.Visit) (u people.User, next string, on time.Time, err error) {
	token, response := v.Cookie(v.HostCookie(providerCookie)), v.Request.URL.Query()
	if !openid.IsOf(response, token) {
		return u, "", on, otherSignIn(v, openid.ErrOtherSignIn)
	}
	v.SetHostCookie(providerCookie, "", web.SignInPath, -time.Second)
	next, err = v.Console.Store.People.EndProviderSignIn(v.Context(), token)
	if errors.Is(err, store.ErrNotFound) {
		return u, "", on, otherSignIn(v, errors.New("the sign-in was used or has expired"))
	}
	if err != nil {
		return u, "", on, err
	}
	identity, err := v.Console.Provider.Finish(v.Context(), v.Base()+providerCallbackPath, token, response)
	if err != nil {
		return u, "", on, refusedByProvider(v, err)
	}
	u, err = userOfIdentity(v, identity)
	return u, next, identity.SignedInOn, err
}

// userOfIdentity returns the user of an identity. The first time it links the identity to the user with its e-mail
// address, if the provider has verified that; later the address does not count.
func userOfIdentity(v *web.Visit, i openid.Identity) (people.User, error) {
	u, err := v.Console.Store.People.UserByIdentity(v.Context(), i.Issuer, i.Subject)
	if errors.Is(err, store.ErrNotFound) {
		return linkByEmail(v, i)
	}
	if err == nil && !u.DisabledOn.IsZero() {
		err = disabledUser(v)
	}
	return u, err
}

func linkByEmail(v *web.Visit, i openid.Identity) (people.User, error) {
	refuse := func(text, cause string) (people.User, error) {
		return people.User{}, &providerError{http.StatusForbidden, text, errors.New(cause)}
	}
	name := v.Console.Provider.Name()
	email, err := users.CleanEmail(i.Email)
	switch {
	case err != nil:
		return refuse(v.T("%s did not tell your e-mail address, by which Waybill finds you. Ask your administrator.", name),
			"the identity provider gives no e-mail address")
	case !i.EmailVerified:
		return refuse(v.T("%s has not verified that %s is your e-mail address. Verify it there, then sign in again.", name, email),
			"the identity provider has not verified the e-mail address")
	}
	u, err := v.Console.Store.People.UserByEmail(v.Context(), email)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && isASCII(email) != isASCII(i.Email): // K (U+212A) is no k
		return refuse(v.T("There is no user %s. Ask your administrator to invite this address.", email),
			"there is no user with the e-mail address")
	case err != nil:
		return u, err
	case !u.DisabledOn.IsZero():
		return u, disabledUser(v)
	}
	ctx := audit.WithActor(v.Context(), audit.Actor{Kind: audit.ActorUser, Name: u.Email})
	u, err = v.Console.Store.People.LinkIdentity(ctx, u.UserID, i.Issuer, i.Subject)
	if errors.Is(err, people.ErrIdentityTaken) {
		return refuse(v.T("%s is linked to another person at %s. Ask your administrator to remove the link.", email, name), err.Error())
	}
	return u, err
}

func isASCII(text string) bool { return len(text) == utf8.RuneCountInString(text) }

func disabledUser(v *web.Visit) error {
	return &providerError{
		http.StatusForbidden, v.T("Your user is disabled. Ask your administrator."), errors.New("the user is disabled"),
	}
}

func silentProvider(v *web.Visit, err error) error {
	text := v.T("%s does not answer. Sign in with your password, or try again in a few minutes.", v.Console.Provider.Name())
	return &providerError{http.StatusServiceUnavailable, text, err}
}

func otherSignIn(v *web.Visit, err error) error {
	text := v.T("You were not signed in: it took longer than %d minutes, or it was begun elsewhere. Sign in again.",
		int(providerTime/time.Minute))
	return &providerError{http.StatusBadRequest, text, err}
}

// refusedByProvider explains an error of openid.Provider.Finish.
func refusedByProvider(v *web.Visit, err error) error {
	name := v.Console.Provider.Name()
	_, refused := errors.AsType[*openid.RefusedError](err)
	switch {
	case errors.Is(err, openid.ErrNoAnswer):
		return silentProvider(v, err)
	case errors.Is(err, openid.ErrOtherSignIn):
		return otherSignIn(v, err)
	case refused:
		return &providerError{http.StatusForbidden, v.T("%s did not sign you in.", name), err}
	}
	return &providerError{
		http.StatusBadGateway, v.T("What %s answered cannot be used. Sign in again. If it goes on, tell your operator.", name), err,
	}
}

// showProviderError shows the page to sign in with the reason why nobody was, and writes it to the log. Other errors
// it returns.
func showProviderError(v *web.Visit, err error) error {
	if many, ok := errors.AsType[*users.TooManyError](err); ok {
		return renderSignIn(v, http.StatusTooManyRequests, signInForm(v), tooMany(v, many))
	}
	problem, ok := errors.AsType[*providerError](err)
	if !ok {
		return err
	}
	address, _ := v.Console.Client(v.Context())
	v.Console.Log.WarnContext(v.Request.Context(), "nobody is signed in by the identity provider", "reason", problem.cause,
		"issuer", v.Console.Provider.Issuer(), "address", addressText(address), "request_id", v.Console.RequestID(v.Request.Context()))
	return renderSignIn(v, problem.status, signInForm(v), problem.text)
}

// unlinkUser removes the link of a user to the identity provider, and ends the user's other sessions.
func unlinkUser(v *web.Visit, u people.User) error {
	question := v.T("Remove the link of %s to the identity provider? All sessions of the user end.", u.Email)
	if ok, err := v.Confirm(question, v.T("Remove the link")); !ok {
		return err
	}
	return v.Done(v.Console.Store.People.UnlinkIdentities(v.Context(), u.UserID, v.Session.SessionID),
		v.T("The link is removed."), userPath(u.UserID))
}

// identityView is an identity as pages show it.
type identityView struct {
	Provider string // its name for people, or its URL
	LinkedOn time.Time
}

// identitiesOf are the identities of a user.
func identitiesOf(v *web.Visit, userID int64) ([]identityView, error) {
	all, err := v.Console.Store.People.Identities(v.Context(), userID)
	views := make([]identityView, len(all))
	for n, i := range all {
		views[n] = identityView{strings.TrimPrefix(i.Issuer, "https://"), i.LinkedOn}
		if p := v.Console.Provider; p != nil && p.Issuer() == i.Issuer {
			views[n].Provider = p.Name()
		}
	}
	return views, err
}
