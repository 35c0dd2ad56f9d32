package people

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// hashTimeout is how long a request waits for others that hash passwords.
const hashTimeout = 5 * time.Second

// signInPage shows the form to sign in. A user who is signed in goes on.
func signInPage(v *web.Visit) error {
	if v.User.UserID != 0 && v.FormValue(web.SignInAgain) == "" {
		return v.Redirect(next(v))
	}
	return renderSignIn(v, http.StatusOK, signInForm(v), "")
}

// renderSignIn shows the form, with the text of a problem that is not one of the form, "" for none.
func renderSignIn(v *web.Visit, status int, f *web.Form, trouble string) error {
	if status != http.StatusOK && v.Console.SignInFailed != nil {
		v.Console.SignInFailed(status)
	}
	rp, _ := relyingParty(v) // without one there are no passkeys
	data := map[string]any{
		"Form": f, "Next": next(v), "Again": v.FormValue(web.SignInAgain), "Problem": trouble, "Passkeys": rp.Origin,
	}
	if p := v.Console.Provider; p != nil {
		data["Provider"], data["ProviderURL"] = p.Name(), providerStartPath+"?next="+url.QueryEscape(next(v))
		if v.FormValue(web.SignInAgain) != "" {
			data["ProviderURL"] = fmt.Sprint(data["ProviderURL"], "&", web.SignInAgain, "=1")
		}
	}
	return v.Render(status, "signin.html", data)
}

func signInForm(v *web.Visit) *web.Form {
	return web.NewForm(url.Values{"email": {v.FormValue("email")}}).Label("email", v.T("E-mail address")).Label("password", v.T("Password"))
}

// next is the page that the user wanted before signing in: one of the console.
func next(v *web.Visit) string {
	next := v.FormValue("next")
	to, err := url.Parse(next)
	if err != nil || to.Scheme != "" || to.Host != "" || !strings.HasPrefix(next, web.Home) || strings.HasPrefix(next, web.SignInPath) {
		return web.Home
	}
	return next
}

// SignInPath signs a user in by password.
func signIn(v *web.Visit) error {
	f := signInForm(v)
	email, err := users.CleanEmail(v.FormValue("email"))
	if err != nil {
		v.Refuse(f, "email", problem.Of(err))
	}
	if v.FormValue("password") == "" {
		f.Fail("password", v.T("Enter your password."))
	}
	status := http.StatusUnprocessableEntity
	if !f.Failed() {
		u, method, err := identify(v, email)
		if err == nil {
			return enterAs(v, u, method)
		}
		if status, err = signInProblem(v, f, err); err != nil {
			return err
		}
	}
	return renderSignIn(v, status, f, "")
}

// identify returns the user with an e-mail address by the password, or by a recovery code in its place, and by which.
func identify(v *web.Visit, email string) (u people.User, method string, err error) {
	if people.IsRecoveryCode(v.FormValue("password")) {
		u, left, err := v.Console.SignIns.CheckCode(v.Context(), attemptOf(v, email, v.FormValue("password")))
		if err == nil {
			notify(v, u, usedCode, left)
		}
		return u, "recovery code", err
	}
	u, err = checkPassword(v, email, v.FormValue("password"))
	if err == nil {
		err = mayUsePassword(v, u)
	}
	return u, "password", err
}

// mayUsePassword refuses the password of an operator who has a better way to sign in, if the settings say so.
func mayUsePassword(v *web.Visit, u people.User) error {
	if v.Console.OperatorPasswords || u.OperatorRole == shipment.NoRole {
		return nil
	}
	rp, _ := relyingParty(v)
	passkeys, err := v.Console.Store.People.Passkeys(v.Context(), u.UserID)
	if err != nil {
		return err
	}
	text := ""
	if slices.ContainsFunc(passkeys, func(k people.Passkey) bool { return k.RelyingParty == rp.ID }) {
		text = v.T("Operators with a passkey sign in with it. If you have lost it, enter a recovery code, or ask for a link.")
	} else if p := v.Console.Provider; p != nil && u.HasIdentity {
		text = v.T("Operators who are linked to %s sign in by it. If that is not possible, another administrator can remove the link.", p.Name())
	}
	if text == "" {
		return nil
	}
	return v.NotDone(http.StatusForbidden, text)
}

// checkPassword returns the user with an e-mail address and a password, see users.SignIn.Check.
func checkPassword(v *web.Visit, email, password string) (people.User, error) {
	var u people.User
	err := hashing(v, v.Console.SignIns.Knows(v.Device(), email), func(ctx context.Context) (err error) {
		u, err = v.Console.SignIns.Check(ctx, attemptOf(v, email, password))
		return err
	})
	return u, err
}

// attemptOf is an attempt of the browser to sign in.
func attemptOf(v *web.Visit, email, password string) users.Attempt {
	address, limited := v.Console.Client(v.Context())
	return users.Attempt{Email: email, Password: password, Device: v.Device(), Address: addressText(address), Limited: limited}
}

// hashing runs what hashes a password, for which the request is charged. Somebody who is known, by the browser or a link, is charged as
// callers with a key are: guesses of others cannot take this memory. Returns admission.ErrBusy, or context.DeadlineExceeded if others take
// too long.
func hashing(v *web.Visit, known bool, hash func(context.Context) error) error {
	if known {
		if _, err := v.Console.Admit(v.Context(), v.Caller()); err != nil {
			return err
		}
	}
	if err := v.Console.Charge(v.Context(), users.PasswordMemory); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.Context(), hashTimeout)
	defer cancel()
	return hash(ctx)
}

// signInProblem adds the reason why a user is not signed in to the form, and returns the status. Other errors it returns.
func signInProblem(v *web.Visit, f *web.Form, err error) (status int, other error) {
	if errors.Is(err, users.ErrWrong) {
		f.Fail("", v.T("The e-mail address or the password is wrong."))
		return http.StatusUnprocessableEntity, nil
	}
	if notice, ok := errors.AsType[*web.NoticeError](err); ok {
		f.Fail("", notice.Text)
		return notice.Status, nil
	}
	many, ok := errors.AsType[*users.TooManyError](err)
	if !ok {
		return 0, err
	}
	f.Fail("", tooMany(v, many))
	return http.StatusTooManyRequests, nil
}

// tooMany says when the next attempt may be made.
func tooMany(v *web.Visit, many *users.TooManyError) string {
	v.Writer.Header().Set("Retry-After", strconv.Itoa(int(many.After/time.Second)+1))
	minutes := int(many.After/time.Minute) + 1
	return v.T("Too many attempts have failed. Try again in %d minutes, or ask your administrator for a link.", minutes)
}

// enterAs begins a session of a user, in the place of the one that the browser has, and goes on.
func enterAs(v *web.Visit, u people.User, method string) error {
	return enterAt(v, u, method, next(v), time.Time{})
}

// enterAt is enterAs, and goes on to a page of the console. on is when the user proved who it is; zero is now.
func enterAt(v *web.Visit, u people.User, method, next string, on time.Time) error {
	if err := v.Console.SignIns.Spend(users.Sessions, u.Email); err != nil {
		return err
	}
	address, _ := v.Console.Client(v.Context())
	ctx := audit.WithActor(v.Context(), audit.Actor{Kind: audit.ActorUser, Name: u.Email})
	session, token, err := v.Console.Store.People.CreateSession(ctx, u, method, addressText(address), v.Request.UserAgent(), on)
	if err != nil {
		return err
	}
	return startSession(v, u, session, token, next)
}

// addressText is an address as sessions have it, "" without one.
func addressText(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return address.String()
}

// startSession gives the browser a session, in the place of the one that it has, and goes on to a page of the console.
func startSession(v *web.Visit, u people.User, session people.Session, token, next string) error {
	if v.Session.SessionID != 0 {
		err := v.Console.Store.People.RevokeSession(v.Context(), v.User.UserID, v.Session.SessionID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	v.SetSession(token, min(session.ExpiresOn.Sub(session.CreatedOn), people.SessionLife))
	if !u.LastSignInOn.IsZero() && !v.Console.SignIns.Knows(v.Device(), u.Email) {
		notify(v, u, newDevice)
	}
	v.KnowDevice(u.Email)
	return v.Redirect(next)
}

// signedIn is the end of a window in which a user signed in to go on in another one.
func signedIn(v *web.Visit) error {
	return v.Render(http.StatusOK, "error.html", map[string]any{
		"Title": v.T("You are signed in"), "Text": v.T("Close this window, and go on in the one where you were: what you typed is still there."),
		"SignedOut": false, "Again": false, "ID": "",
	})
}

// signOut ends the session. Without one it does nothing.
func signOut(v *web.Visit) error {
	if v.Session.SessionID != 0 {
		err := v.Console.Store.People.RevokeSession(v.Context(), v.User.UserID, v.Session.SessionID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	v.SetSession("", -time.Second)
	v.Writer.Header().Set("Clear-Site-Data", `"cache"`) // the pages that Back would show
	return v.Done(nil, v.T("You are signed out."), web.SignInPath)
}
