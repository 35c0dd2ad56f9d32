package console

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"waybill/internal/store"
	"waybill/internal/users"
)

// hashTimeout is how long a request waits for others that hash passwords.
const hashTimeout = 5 * time.Second

// signInPage shows the form to sign in. A user who is signed in goes on.
func (v *visit) signInPage() error {
	if v.user.UserID != 0 {
		return v.redirect(v.next())
	}
	return v.renderSignIn(http.StatusOK, v.signInForm(), "")
}

// renderSignIn shows the form, with a problem that is not one of the form, "" for none.
func (v *visit) renderSignIn(status int, f *form, problem string) error {
	rp, _ := v.relyingParty() // without one there are no passkeys
	data := map[string]any{
		"Form": f, "Next": v.next(), "Problem": problem, "Passkeys": rp.Origin, "Provider": "", "ProviderURL": "",
	}
	if p := v.console.Provider; p != nil {
		data["Provider"], data["ProviderURL"] = p.Name(), providerStartPath+"?next="+url.QueryEscape(v.next())
	}
	return v.render(status, "signin.html", data)
}

func (v *visit) signInForm() *form {
	return newForm(url.Values{"email": {v.form("email")}}).label("email", v.t("E-mail address")).label("password", v.t("Password"))
}

// next is the page that the user wanted before signing in: one of the console.
func (v *visit) next() string {
	next := v.form("next")
	to, err := url.Parse(next)
	if err != nil || to.Scheme != "" || to.Host != "" || !strings.HasPrefix(next, home) || strings.HasPrefix(next, signIn) {
		return home
	}
	return next
}

// signIn signs a user in by password.
func (v *visit) signIn() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.signInForm()
	email, err := users.CleanEmail(v.form("email"))
	if err != nil {
		f.fail("email", v.problem(err))
	}
	if v.form("password") == "" {
		f.fail("password", v.t("Enter your password."))
	}
	status := http.StatusUnprocessableEntity
	if !f.failed() {
		u, err := v.checkPassword(email, v.form("password"))
		if err == nil {
			return v.enterAs(u, "password")
		}
		if status, err = v.signInProblem(f, err); err != nil {
			return err
		}
	}
	return v.renderSignIn(status, f, "")
}

// checkPassword returns the user with an e-mail address and a password, see users.SignIn.Check.
func (v *visit) checkPassword(email, password string) (store.User, error) {
	var u store.User
	err := v.hashing(func(ctx context.Context) (err error) {
		_, limited := v.console.Client(ctx)
		u, err = v.console.signIns.Check(ctx, email, password, limited)
		return err
	})
	return u, err
}

// hashing runs what hashes a password, for which the request is charged. Returns admission.ErrBusy, or
// context.DeadlineExceeded if others take too long.
func (v *visit) hashing(hash func(context.Context) error) error {
	if err := v.console.Charge(v.ctx(), users.PasswordMemory); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(v.ctx(), hashTimeout)
	defer cancel()
	return hash(ctx)
}

// signInProblem adds the reason why a user is not signed in to the form, and returns the status. Other errors it returns.
func (v *visit) signInProblem(f *form, err error) (status int, other error) {
	if errors.Is(err, users.ErrWrong) {
		f.fail("", v.t("The e-mail address or the password is wrong."))
		return http.StatusUnprocessableEntity, nil
	}
	many, ok := errors.AsType[*users.TooManyError](err)
	if !ok {
		return 0, err
	}
	f.fail("", v.tooMany(many))
	return http.StatusTooManyRequests, nil
}

// tooMany says when the next attempt may be made.
func (v *visit) tooMany(many *users.TooManyError) string {
	v.w.Header().Set("Retry-After", strconv.Itoa(int(many.After/time.Second)+1))
	minutes := int(many.After/time.Minute) + 1
	return v.t("Too many attempts have failed. Try again in %d minutes, or ask your administrator for a link.", minutes)
}

// enterAs begins a session of a user, in the place of the one that the browser has, and goes on.
func (v *visit) enterAs(u store.User, method string) error { return v.enterAt(u, method, v.next()) }

// enterAt is enterAs, and goes on to a page of the console.
func (v *visit) enterAt(u store.User, method, next string) error {
	address, _ := v.console.Client(v.ctx())
	ctx := store.WithActor(v.ctx(), store.Actor{Kind: store.ActorUser, Name: u.Email})
	session, token, err := v.console.Store.CreateSession(ctx, u, method, addressText(address), v.r.UserAgent())
	if err != nil {
		return err
	}
	return v.startSession(session, token, next)
}

// addressText is an address as sessions have it, "" without one.
func addressText(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return address.String()
}

// startSession gives the browser a session, in the place of the one that it has, and goes on to a page of the console.
func (v *visit) startSession(session store.Session, token, next string) error {
	if v.session.SessionID != 0 {
		if err := v.console.Store.RevokeSession(v.ctx(), v.user.UserID, v.session.SessionID); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	v.setSession(token, session.ExpiresOn.Sub(session.CreatedOn))
	return v.redirect(next)
}

// signOut ends the session. Without one it does nothing.
func (v *visit) signOut() error {
	if v.session.SessionID != 0 {
		err := v.console.Store.RevokeSession(v.ctx(), v.user.UserID, v.session.SessionID)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	v.setSession("", -time.Second)
	v.w.Header().Set("Clear-Site-Data", `"cache"`) // the pages that Back would show
	v.toast(v.t("You are signed out."))
	return v.redirect(signIn)
}

// setSession sets the cookie of the session; a negative life deletes it.
func (v *visit) setSession(token string, life time.Duration) {
	cookie := http.Cookie{ //nolint:gosec // it is secure where HTTPS is used
		Name: v.sessionCookie(), Value: token, Path: home, MaxAge: int(life.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if v.secure() {
		cookie.Path, cookie.Secure = "/", true
	}
	http.SetCookie(v.w, &cookie)
}

// sessionCookie is the name of the cookie with the token of the session.
func (v *visit) sessionCookie() string { return v.hostCookie(sessionCookie) }

// hostCookie is the name of a cookie that is a secret. With HTTPS browsers take one with this prefix from this host alone
// (RFC 6265bis, section 4.1.3.2).
func (v *visit) hostCookie(name string) string {
	if v.secure() {
		return "__Host-" + name
	}
	return name
}

// sessionToken is the token of the session, "" without one.
func (v *visit) sessionToken() string {
	cookie, err := v.r.Cookie(v.sessionCookie())
	if err != nil {
		return ""
	}
	return cookie.Value
}
