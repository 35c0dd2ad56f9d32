package web

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
)

// Visit is a request for a page. It is used by one goroutine, and ends with the request.
type Visit struct {
	Console  *Console
	Writer   http.ResponseWriter
	Request  *http.Request
	User     people.User            // zero: not signed in
	Session  people.Session         // of the user
	Members  []people.MemberAccount // the accounts in which the user has a role
	Account  masterdata.Account     // of the path; zero: the path has none
	roles    []shipment.Role        // of the user on the account, and everywhere
	Language *Language
	Zone     *time.Location
	keys     map[int64]string // see KeyNamed
}

// NoStore keeps the page out of every cache, because it shows a secret.
func (v *Visit) NoStore() { v.Writer.Header().Set("Cache-Control", "no-store") }

// Context is the context of calls of the store. The audit log names the user as the actor of their changes.
func (v *Visit) Context() context.Context {
	return audit.WithActor(v.Request.Context(), audit.Actor{Kind: audit.ActorUser, Name: v.User.Email, SessionID: v.Session.SessionID})
}

// Caller is who calls the API: the account of the page, or the operator.
func (v *Visit) Caller() masterdata.Caller {
	if v.Account.AccountID == 0 {
		return masterdata.Caller{Operator: v.Can(shipment.Operate)}
	}
	return v.Account.Caller()
}

// Can reports whether the user has a permission on this page.
func (v *Visit) Can(p shipment.Permission) bool {
	switch p {
	case shipment.Anyone:
		return true
	case shipment.SignedIn:
		return v.User.UserID != 0
	}
	return slices.ContainsFunc(v.roles, func(r shipment.Role) bool { return slices.Contains(p.Roles(), r) })
}

// T is a text in the user's language, with its arguments in the format of that language; "" for "".
func (v *Visit) T(key string, args ...any) string { return v.Language.say(key, args...) }

// URL is the path of a page of the account, such as /console/accounts/7/orders for orders. Each part of a path that
// is not written in the code must come from url.PathEscape.
func (v *Visit) URL(path string) string {
	return AccountHome(v.Account.AccountID) + path
}

// Link is the path of the page with its query, without the named value or with another in its place, from the first page on. An empty value
// is left out.
func (v *Visit) Link(name, value string) string {
	query := v.Request.URL.Query()
	query.Del("after")
	query.Set(name, value)
	maps.DeleteFunc(query, func(_ string, values []string) bool { return len(values) == 0 || values[0] == "" })
	if len(query) == 0 {
		return v.Request.URL.Path
	}
	return v.Request.URL.Path + "?" + query.Encode()
}

// FormValue is a value of the form that was sent, or of the query.
func (v *Visit) FormValue(name string) string { return v.Request.FormValue(name) }

// parse reads the form that was sent, with its files. Returns an error that is shown as a page if it is too large or
// no form.
func (v *Visit) parse() error {
	err := v.Request.ParseMultipartForm(maxMultipart)
	if err == http.ErrNotMultipart { //nolint:errorlint // as net/http returns it
		err = nil
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok { // a temporary file for a part of the form
		return fmt.Errorf("%w: keep a form on disk: %w", store.ErrUnavailable, err)
	}
	if err != nil {
		return &BadFormError{err}
	}
	return nil
}

// File is the content of a file of the form, nil if there is none.
func (v *Visit) File(name string) ([]byte, error) {
	file, _, err := v.Request.FormFile(name)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return nil, nil
	}
	if err != nil {
		return nil, &BadFormError{err}
	}
	defer func() { _ = file.Close() }() // it was read
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, &BadFormError{err}
	}
	return content, nil
}

// Send sends what is no page, for the browser to keep as cache says.
func (v *Visit) Send(media, cache string, body []byte) error {
	header := v.Writer.Header()
	header.Set("Content-Type", media)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", cache)
	header.Set("X-Content-Type-Options", "nosniff")
	_, _ = v.Writer.Write(body) // a client that has gone away is not an error
	return nil
}

// Redirect sends the browser to another page, which it gets. Path begins with a slash.
func (v *Visit) Redirect(path string) error {
	v.Writer.Header().Set("Location", path)
	v.Writer.WriteHeader(http.StatusSeeOther)
	return nil
}

// toastCookie has the text of a toast, which the next page shows.
const toastCookie = "waybill_toast"

// maxToast is how many bytes of a toast are kept: a cookie has 4 KB.
const maxToast = 1000

// Toast shows a text once, on the next page. It must be called before redirect.
func (v *Visit) Toast(text string) {
	text = strings.ToValidUTF8(text[:min(len(text), maxToast)], "")
	v.SetCookie(toastCookie, base64.RawURLEncoding.EncodeToString([]byte(text)), time.Minute)
}

// Base is the URL of the server, as the browser knows it.
func (v *Visit) Base() string {
	scheme := "http://"
	if v.Request.TLS != nil {
		scheme = "https://"
	}
	return cmp.Or(v.Console.PublicURL, scheme+v.Request.Host)
}

// Word is a word of the data as texts say it, or the word itself if they do not know it.
func Word[K ~string](v *Visit, texts map[K]string, word K) string {
	if text, known := texts[word]; known {
		return v.T(text)
	}
	return string(word)
}

// Done ends an action: with its error, or with a toast, "" for none, on the page that follows.
func (v *Visit) Done(err error, toast, path string) error {
	if err != nil {
		return err
	}
	if toast != "" {
		v.Toast(toast)
	}
	return v.Redirect(path)
}

// Show ends a page: with the error of what it reads, or as Render does.
func (v *Visit) Show(err error, status int, file string, data any) error {
	if err != nil {
		return err
	}
	return v.Render(status, file, data)
}

// takeToast returns the text of toast, "" for none, and forgets it.
func (v *Visit) takeToast() string {
	text, err := base64.RawURLEncoding.DecodeString(v.TakeCookie(toastCookie))
	if err != nil {
		return ""
	}
	return shipment.CutText(string(text), maxToast)
}

// TakeCookie returns the value of a cookie of the console, "" for none, and deletes it.
func (v *Visit) TakeCookie(name string) string {
	value := v.Cookie(name)
	if value != "" {
		v.SetCookie(name, "", -time.Second)
	}
	return value
}

// Cookie is the value of a cookie, "" for none.
func (v *Visit) Cookie(name string) string {
	cookie, err := v.Request.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// SetCookie sets a cookie of the console; a negative life deletes it.
func (v *Visit) SetCookie(name, value string, life time.Duration) {
	http.SetCookie(v.Writer, &http.Cookie{ //nolint:gosec // Secure would keep it from development, which has no TLS
		Name: name, Value: value, Path: Home, MaxAge: int(life.Seconds()), HttpOnly: true, Secure: v.Secure(), SameSite: http.SameSiteLaxMode,
	})
}

// Secure reports whether the browser reached the server by HTTPS.
func (v *Visit) Secure() bool {
	if base, err := url.Parse(v.Console.PublicURL); err == nil && v.Console.PublicURL != "" {
		return base.Scheme == "https"
	}
	return v.Request.TLS != nil
}

// Confirm reports whether the user has confirmed an action that cannot be undone. If not, it shows a page that asks
// the question, and repeats the form when the user answers with the button; the page must then do nothing. A form
// with data-confirm asks by script, and skips the page.
func (v *Visit) Confirm(question, button string) (confirmed bool, err error) {
	if v.Request.PostForm.Get("confirmed") == "1" {
		return true, nil
	}
	back := v.URL("")
	if referrer, err := url.Parse(v.Request.Referer()); err == nil && referrer.Path != "" {
		back = referrer.RequestURI()
	}
	return false, v.Render(http.StatusOK, "confirm.html", map[string]any{
		"Question": question, "Button": button, "Values": v.Request.PostForm, "Back": back,
	})
}

// AccountNames are the names of all accounts by id.
func (v *Visit) AccountNames() (map[int64]string, error) {
	accounts, err := v.Console.Store.MasterData.Accounts(v.Context())
	return each.Pairs(accounts, func(a masterdata.Account) (int64, string) { return a.AccountID, a.Name }), err
}

// KeyNames are the names of the keys of the page's account by id, and of all keys on pages of the operator.
func (v *Visit) KeyNames() (map[int64]string, error) {
	keys, err := v.Console.Store.MasterData.Keys(v.Context(), v.Account.AccountID)
	return each.Pairs(keys, func(k masterdata.Key) (int64, string) { return k.KeyID, k.Name }), err
}

// KeyNamed is the key with an id by its name. On pages of an account, keys of others are the operator's.
func (v *Visit) KeyNamed(id string) string {
	if v.keys == nil {
		names, err := v.KeyNames()
		if err != nil {
			return v.T("key %s", id)
		}
		v.keys = names
	}
	number, _ := strconv.ParseInt(id, 10, 64)
	if name, has := v.keys[number]; has {
		return v.T("key %s", name)
	}
	return v.T("a key of the operator")
}

// PathID is a number in the path. Returns store.ErrNotFound for anything else.
func (v *Visit) PathID(name string) (int64, error) {
	id, err := strconv.ParseInt(v.Request.PathValue(name), 10, 64)
	if err != nil || id < 1 {
		return 0, store.ErrNotFound
	}
	return id, nil
}
