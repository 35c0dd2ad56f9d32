package console

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/message"

	"waybill/internal/store"
)

// visit is a request for a page. It is used by one goroutine, and ends with the request.
type visit struct {
	console *Console
	w       http.ResponseWriter
	r       *http.Request
	user    store.User            // zero: not signed in
	session store.Session         // of the user
	members []store.MemberAccount // the accounts in which the user has a role
	account store.Account         // of the path; zero: the path has none
	roles   []role                // of the user on the account, and everywhere
	lang    *language
	zone    *time.Location
}

// ctx is the context of calls of the store. Their changes are recorded as those of the user.
func (v *visit) ctx() context.Context { return store.WithActor(v.r.Context(), v.actor()) }

func (v *visit) actor() store.Actor {
	return store.Actor{Kind: store.ActorUser, Name: v.user.Email, SessionID: v.session.SessionID}
}

// caller is who calls the interface: the account of the page, or the operator.
func (v *visit) caller() store.Caller {
	if v.account.AccountID == 0 {
		return store.Caller{Operator: v.can(operate)}
	}
	return v.account.Caller()
}

// can reports whether the user has a permission on this page.
func (v *visit) can(p permission) bool {
	switch p {
	case anyone:
		return true
	case signedIn:
		return v.user.UserID != 0
	}
	return slices.ContainsFunc(v.roles, func(r role) bool { return slices.Contains(allowed[p], r) })
}

// t is a text in the user's language, with its arguments in the format of that language.
func (v *visit) t(key string, args ...any) string {
	return v.lang.printer.Sprintf(message.Key(key, key), args...)
}

// url is the path of a page of the account, such as /console/accounts/7/orders for orders. Each part of a path that
// is not written in the code must come from url.PathEscape.
func (v *visit) url(path string) string {
	return fmt.Sprintf("/console/accounts/%d/%s", v.account.AccountID, path)
}

// form is a value of the form that was sent, or of the query.
func (v *visit) form(name string) string { return v.r.FormValue(name) }

// parse reads the form that was sent, with its files. Returns an error that is shown as a page if it is too large or
// no form.
func (v *visit) parse() error {
	err := v.r.ParseMultipartForm(maxMultipart)
	if err == http.ErrNotMultipart { //nolint:errorlint // as net/http returns it
		err = nil
	}
	if err != nil {
		return &badFormError{err}
	}
	return nil
}

// redirect sends the browser to another page, which it gets. Path begins with a slash.
func (v *visit) redirect(path string) error {
	v.w.Header().Set("Location", path)
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// toastCookie has the text of a toast, which the next page shows.
const toastCookie = "waybill_toast"

// maxToast is how many bytes of a toast are kept: a cookie has 4 KB.
const maxToast = 1000

// toast shows a text once, on the next page. It must be called before redirect.
func (v *visit) toast(text string) {
	text = strings.ToValidUTF8(text[:min(len(text), maxToast)], "")
	v.setCookie(toastCookie, base64.RawURLEncoding.EncodeToString([]byte(text)), time.Minute)
}

// takeToast returns the text of toast, "" for none, and forgets it.
func (v *visit) takeToast() string {
	text, err := base64.RawURLEncoding.DecodeString(v.takeCookie(toastCookie))
	if err != nil {
		return ""
	}
	return string(text[:min(len(text), maxToast)])
}

// takeCookie returns the value of a cookie of the console, "" for none, and deletes it.
func (v *visit) takeCookie(name string) string {
	cookie, err := v.r.Cookie(name)
	if err != nil {
		return ""
	}
	v.setCookie(name, "", -time.Second)
	return cookie.Value
}

// setCookie sets a cookie of the console; a negative life deletes it.
func (v *visit) setCookie(name, value string, life time.Duration) {
	http.SetCookie(v.w, &http.Cookie{ //nolint:gosec // Secure would keep it from development, which has no TLS
		Name: name, Value: value, Path: home, MaxAge: int(life.Seconds()), HttpOnly: true, Secure: v.secure(), SameSite: http.SameSiteLaxMode,
	})
}

// secure reports whether the browser reached the server by HTTPS.
func (v *visit) secure() bool {
	if base, err := url.Parse(v.console.PublicURL); err == nil && v.console.PublicURL != "" {
		return base.Scheme == "https"
	}
	return v.r.TLS != nil
}

// confirm reports whether the user has confirmed an action that cannot be undone. If not, it shows a page that asks
// the question, and repeats the form when the user answers with the button; the page must then do nothing. A form
// with data-confirm asks by script, and skips the page.
func (v *visit) confirm(question, button string) (confirmed bool, err error) {
	if err := v.parse(); err != nil {
		return false, err
	}
	if v.r.PostForm.Get("confirmed") == "1" {
		return true, nil
	}
	back := v.url("")
	if referrer, err := url.Parse(v.r.Referer()); err == nil && referrer.Path != "" {
		back = referrer.RequestURI()
	}
	return false, v.render(http.StatusOK, "confirm.html", map[string]any{
		"Question": question, "Button": button, "Values": v.r.PostForm, "Back": back,
	})
}
