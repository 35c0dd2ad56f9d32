package console

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/openid"
	"waybill/internal/store"
	"waybill/internal/users"
)

const (
	providerStartPath    = signIn + "/provider"
	providerCallbackPath = signIn + "/callback"
	// providerCookie has the token of a sign-in at the identity provider. Responses count in the browser that has it.
	providerCookie = "waybill_provider"
	// providerTime is how long a person may take at the identity provider.
	providerTime = 10 * time.Minute
)

// providerRoutes are signing in by the identity provider, and removing the link to it.
func (c *Console) providerRoutes() []route {
	return []route{
		{"GET", providerStartPath, anyone, (*visit).startProvider, 0},
		{"GET", providerCallbackPath, anyone, (*visit).providerCallback, 0},
		{"POST", oneUserPath + "/identities/remove", administer, (*visit).unlinkUser, 0},
	}
}

// providerError is why nobody was signed in by the identity provider. cause goes to the log.
type providerError struct {
	status int
	text   string // in the user's language
	cause  error
}

func (e *providerError) Error() string { return e.cause.Error() }
func (e *providerError) Unwrap() error { return e.cause }

// startProvider sends the browser to the identity provider.
func (v *visit) startProvider() error {
	if v.console.Provider == nil {
		return store.ErrNotFound
	}
	if v.user.UserID != 0 {
		return v.redirect(v.next())
	}
	_, limited := v.console.Client(v.ctx())
	if err := v.console.signIns.Start(limited); err != nil {
		return v.showProviderError(err)
	}
	if err := v.console.Provider.Discover(v.ctx()); err != nil {
		return v.showProviderError(v.silentProvider(err))
	}
	token, err := v.console.Store.StartProviderSignIn(v.ctx(), v.next(), providerTime)
	if err != nil {
		return err
	}
	address, err := v.console.Provider.Address(v.ctx(), v.base()+providerCallbackPath, token)
	if err != nil {
		return v.showProviderError(v.silentProvider(err))
	}
	v.setProviderCookie(token, providerTime)
	return v.redirect(address)
}

// setProviderCookie sets the cookie of a sign-in; a negative life deletes it. It is sent with the navigation by which
// the provider sends the browser back, so it is not SameSite=Strict.
func (v *visit) setProviderCookie(token string, life time.Duration) {
	cookie := http.Cookie{ //nolint:gosec // it is secure where HTTPS is used
		Name: v.hostCookie(providerCookie), Value: token, Path: signIn, MaxAge: int(life.Seconds()), HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	if v.secure() {
		cookie.Path, cookie.Secure = "/", true
	}
	http.SetCookie(v.w, &cookie)
}

// providerCallback is where the identity provider sends the browser back to.
func (v *visit) providerCallback() error {
	if v.console.Provider == nil {
		return store.ErrNotFound
	}
	_, limited := v.console.Client(v.ctx())
	giveBack, err := v.console.signIns.TakeAddress(limited)
	if err != nil {
		return v.showProviderError(err)
	}
	u, next, err := v.finishProvider()
	if err != nil {
		return v.showProviderError(err)
	}
	giveBack()
	return v.enterAt(u, "identity provider", next)
}

// finishProvider returns the user whom the identity provider has sent back, and the page that follows. The sign-in is
// used up, unless the response belongs to another.
func (v *visit) finishProvider() (u store.User, next string, err error) {
	token, response := "", v.r.URL.Query()
	if cookie, err := v.r.Cookie(v.hostCookie(providerCookie)); err == nil {
		token = cookie.Value
	}
	if !openid.IsOf(response, token) {
		return u, "", v.otherSignIn(openid.ErrOtherSignIn)
	}
	v.setProviderCookie("", -time.Second)
	next, err = v.console.Store.EndProviderSignIn(v.ctx(), token)
	if errors.Is(err, store.ErrNotFound) {
		return u, "", v.otherSignIn(errors.New("the sign-in was used or has expired"))
	}
	if err != nil {
		return u, "", err
	}
	identity, err := v.console.Provider.Finish(v.ctx(), v.base()+providerCallbackPath, token, response)
	if err != nil {
		return u, "", v.refusedByProvider(err)
	}
	u, err = v.userOfIdentity(identity)
	return u, next, err
}

// userOfIdentity returns the user of an identity. The first time it links the identity to the user with its e-mail
// address, if the provider has verified that; later the address does not count.
func (v *visit) userOfIdentity(i openid.Identity) (store.User, error) {
	u, err := v.console.Store.UserByIdentity(v.ctx(), i.Issuer, i.Subject)
	if errors.Is(err, store.ErrNotFound) {
		return v.linkByEmail(i)
	}
	if err == nil && !u.DisabledOn.IsZero() {
		err = v.disabledUser()
	}
	return u, err
}

func (v *visit) linkByEmail(i openid.Identity) (store.User, error) {
	refuse := func(text, cause string) (store.User, error) {
		return store.User{}, &providerError{http.StatusForbidden, text, errors.New(cause)}
	}
	name := v.console.Provider.Name()
	email, err := users.CleanEmail(i.Email)
	switch {
	case err != nil:
		return refuse(v.t("%s did not tell your e-mail address, by which Waybill finds you. Ask your administrator.", name),
			"the identity provider gives no e-mail address")
	case !i.EmailVerified:
		return refuse(v.t("%s has not verified that %s is your e-mail address. Verify it there, then sign in again.", name, email),
			"the identity provider has not verified the e-mail address")
	}
	u, err := v.console.Store.UserByEmail(v.ctx(), email)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && isASCII(email) != isASCII(i.Email): // K (U+212A) is no k
		return refuse(v.t("There is no user %s. Ask your administrator to invite this address.", email),
			"there is no user with the e-mail address")
	case err != nil:
		return u, err
	case !u.DisabledOn.IsZero():
		return u, v.disabledUser()
	}
	ctx := store.WithActor(v.ctx(), store.Actor{Kind: store.ActorUser, Name: u.Email})
	u, err = v.console.Store.LinkIdentity(ctx, u.UserID, i.Issuer, i.Subject)
	if errors.Is(err, store.ErrIdentityTaken) {
		return refuse(v.t("%s is linked to another person at %s. Ask your administrator to remove the link.", email, name), err.Error())
	}
	return u, err
}

func isASCII(text string) bool { return len(text) == utf8.RuneCountInString(text) }

func (v *visit) disabledUser() error {
	return &providerError{
		http.StatusForbidden, v.t("Your user is disabled. Ask your administrator."), errors.New("the user is disabled"),
	}
}

func (v *visit) silentProvider(err error) error {
	text := v.t("%s does not answer. Sign in with your password, or try again in a few minutes.", v.console.Provider.Name())
	return &providerError{http.StatusServiceUnavailable, text, err}
}

func (v *visit) otherSignIn(err error) error {
	text := v.t("You were not signed in: it took longer than %d minutes, or it was begun elsewhere. Sign in again.",
		int(providerTime/time.Minute))
	return &providerError{http.StatusBadRequest, text, err}
}

// refusedByProvider explains an error of openid.Provider.Finish.
func (v *visit) refusedByProvider(err error) error {
	name := v.console.Provider.Name()
	_, refused := errors.AsType[*openid.RefusedError](err)
	switch {
	case errors.Is(err, openid.ErrNoAnswer):
		return v.silentProvider(err)
	case errors.Is(err, openid.ErrOtherSignIn):
		return v.otherSignIn(err)
	case refused:
		return &providerError{http.StatusForbidden, v.t("%s did not sign you in.", name), err}
	}
	return &providerError{
		http.StatusBadGateway, v.t("What %s answered cannot be used. Sign in again. If it goes on, tell your operator.", name), err,
	}
}

// showProviderError shows the page to sign in with the reason why nobody was, and writes it to the log. Other errors
// it returns.
func (v *visit) showProviderError(err error) error {
	if many, ok := errors.AsType[*users.TooManyError](err); ok {
		return v.renderSignIn(http.StatusTooManyRequests, v.signInForm(), v.tooMany(many))
	}
	problem, ok := errors.AsType[*providerError](err)
	if !ok {
		return err
	}
	address, _ := v.console.Client(v.ctx())
	v.console.Log.WarnContext(v.r.Context(), "nobody is signed in by the identity provider", "reason", problem.cause,
		"issuer", v.console.Provider.Issuer(), "address", addressText(address), "request_id", v.console.RequestID(v.r.Context()))
	return v.renderSignIn(problem.status, v.signInForm(), problem.text)
}

// unlinkUser removes the link of a user to the identity provider, and ends the user's other sessions.
func (v *visit) unlinkUser() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	question := v.t("Remove the link of %s to the identity provider? All sessions of the user end.", u.Email)
	if ok, err := v.confirm(question, v.t("Remove the link")); !ok {
		return err
	}
	if err := v.console.Store.UnlinkIdentities(v.ctx(), u.UserID, v.session.SessionID); err != nil {
		return err
	}
	v.toast(v.t("The link is removed."))
	return v.redirect(userPath(u.UserID))
}

// identityView is an identity as pages show it.
type identityView struct {
	Provider string // its name for people, or its URL
	LinkedOn time.Time
}

// identitiesOf are the identities of a user.
func (v *visit) identitiesOf(ctx context.Context, userID int64) ([]identityView, error) {
	all, err := v.console.Store.Identities(ctx, userID)
	views := make([]identityView, len(all))
	for n, i := range all {
		views[n] = identityView{strings.TrimPrefix(i.Issuer, "https://"), i.LinkedOn}
		if p := v.console.Provider; p != nil && p.Issuer() == i.Issuer {
			views[n].Provider = p.Name()
		}
	}
	return views, err
}
