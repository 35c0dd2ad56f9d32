package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/users"
)

const (
	// SessionCookie has the token of the session.
	SessionCookie = "waybill_session"
	// MaxForm is how many bytes a form may have.
	MaxForm = 1 << 20
	// maxMultipart is how many bytes of a form with files are in memory; the rest is in temporary files.
	maxMultipart = 1 << 20

	// RecentSignIn is how long after signing in a user may do what lets others in: see Route.Recent.
	RecentSignIn = 5 * time.Minute

	// Home leads to where the user works.
	Home = "/console/"
	// SignInPath is the page where users sign in.
	SignInPath = "/console/sign-in"
	// SignedInPath is where a window that was opened to sign in ends.
	SignedInPath = "/console/signed-in"
	// SignInAgain is the query of SignInPath for a user who is signed in.
	SignInAgain = "again"
)

// Handler serves everything below /console/.
func (c *Console) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, r := range c.Routes {
		serve := c.serve(r)
		bare, isHome := strings.CutSuffix(r.Path, "/")
		if !isHome {
			mux.Handle(r.Method+" "+r.Path, serve)
			continue
		}
		mux.Handle(r.Method+" "+r.Path+"{$}", serve)
		if r.Path != Home {
			mux.HandleFunc(r.Method+" "+bare, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", r.URL.EscapedPath()+"/")
				w.WriteHeader(http.StatusSeeOther)
			})
		}
	}
	mux.Handle("GET /console/static/{hash}/{file}", c.Assets)
	mux.Handle(Home, c.serve(Route{Allow: shipment.Anyone, streams: true, serve: func(*Visit) error { return store.ErrNotFound }}))
	return c.sameOrigin(mux)
}

// sameOrigin refuses what pages of other origins send.
func (c *Console) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if origin, err := url.Parse(c.PublicURL); err == nil && c.PublicURL != "" {
		_ = protection.AddTrustedOrigin(origin.Scheme + "://" + origin.Host) // the settings have checked it
	}
	protection.SetDenyHandler(c.serve(Route{Allow: shipment.Anyone, streams: true, serve: func(*Visit) error { return errCrossOrigin }}))
	return protection.Handler(next)
}

// serve serves a route: it finds the user and the account, checks the permission, and shows errors as pages.
func (c *Console) serve(r Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		v := &Visit{Console: c, Writer: w, Request: req, Language: c.LanguageOf("", req), Zone: ZoneOf("")}
		defer func() {
			p := recover()
			if p == http.ErrAbortHandler { //nolint:errorlint // the sentinel itself, compared as net/http does
				panic(p)
			}
			if p != nil {
				v.fail(fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
			}
		}()
		err := v.enter(r)
		if err == nil && req.Method == http.MethodPost && !r.streams {
			err = v.parse()
		}
		if err == nil {
			err = r.serve(v)
		}
		if err != nil {
			v.fail(err)
		}
	})
}

// enter finds the user and the account of a visit, and checks that the user may be there.
func (v *Visit) enter(r Route) error {
	v.Request.Body = http.MaxBytesReader(v.Writer, v.Request.Body, cmp.Or(r.maxBody, MaxForm))
	if err := v.findUser(); err != nil {
		return err
	}
	if r.Allow == shipment.Anyone {
		return nil
	}
	if v.User.UserID == 0 {
		return errSignedOut
	}
	if v.Request.Method == http.MethodPost {
		if err := v.Console.SignIns.Spend(users.Forms, v.User.Email); err != nil {
			return err
		}
	}
	if err := v.findAccount(); err != nil {
		return err
	}
	if v.Account.Timezone != "" {
		v.Zone = ZoneOf(v.Account.Timezone)
	}
	ctx, err := v.Console.Admit(v.Request.Context(), v.Caller())
	if err != nil {
		return err
	}
	v.Request = v.Request.WithContext(ctx)
	if !v.Can(r.Allow) {
		return &refusalError{r.Allow}
	}
	if r.letsIn == recent && v.Console.Now().Sub(v.Session.CreatedOn) >= RecentSignIn {
		return errNotRecent
	}
	return nil
}

// findUser finds the user by the session's cookie, if there is one.
func (v *Visit) findUser() error {
	token := v.Cookie(v.HostCookie(SessionCookie))
	if token == "" {
		return nil
	}
	session, found, err := v.Console.Store.People.SessionOf(v.Request.Context(), token)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	v.User, v.Session, v.Language, v.Zone = found, session, v.Console.LanguageOf(found.Language, v.Request), ZoneOf(found.Timezone)
	if found.OperatorRole != shipment.NoRole {
		v.roles = append(v.roles, found.OperatorRole)
	}
	v.Members, err = v.Console.Store.People.AccountsOf(v.Request.Context(), found.UserID)
	return err
}

// findAccount finds the account of the path, if it has one. For a user who has no role on it there is none.
func (v *Visit) findAccount() error {
	text := v.Request.PathValue("account")
	if text == "" {
		return nil
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != text {
		return store.ErrNotFound
	}
	account, role, err := v.AccountByID(id)
	if err != nil {
		return err
	}
	v.Account = account
	if role != "" {
		v.roles = append(v.roles, role)
	}
	v.AdoptLocale()
	return nil
}

// AccountByID returns an account with the role of the user in it, "" for operators. Returns store.ErrNotFound if the user may not see it.
func (v *Visit) AccountByID(id int64) (masterdata.Account, shipment.Role, error) {
	for _, m := range v.Members {
		if m.AccountID == id {
			return m.Account, m.Role, nil
		}
	}
	if !v.Can(shipment.Operate) {
		return masterdata.Account{}, "", store.ErrNotFound
	}
	account, err := v.Console.Store.MasterData.Account(v.Context(), id)
	return account, "", err
}

// AdoptLocale shows the page in the zone and the language of the account to a user who has none.
func (v *Visit) AdoptLocale() {
	if v.User.Timezone == "" {
		v.Zone = ZoneOf(v.Account.Timezone)
	}
	if v.User.Language == "" && v.Account.Language != "" {
		v.Language = v.Console.LanguageOf(v.Account.Language, v.Request)
	}
}

// SetSession sets the cookie of the session; a negative life deletes it.
func (v *Visit) SetSession(token string, life time.Duration) {
	v.SetHostCookie(SessionCookie, token, Home, life)
}

// deviceCookie is the cookie of a browser in which a user has signed in, see users.SignIn.
const deviceCookie = "waybill_device"

// Device is the cookie of the browser, "" without one.
func (v *Visit) Device() string { return v.Cookie(v.HostCookie(deviceCookie)) }

// KnowDevice makes the browser one of a user who has signed in.
func (v *Visit) KnowDevice(email string) {
	v.SetHostCookie(deviceCookie, v.Console.SignIns.NewDevice(email), Home, users.DeviceLife)
}

// SetHostCookie sets a cookie that is a secret, see HostCookie; a negative life deletes it. Without HTTPS it is sent below path only.
func (v *Visit) SetHostCookie(name, value, path string, life time.Duration) {
	cookie := http.Cookie{ //nolint:gosec // it is secure where HTTPS is used
		Name: v.HostCookie(name), Value: value, Path: path, MaxAge: int(life.Seconds()), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if v.Secure() {
		cookie.Path, cookie.Secure = "/", true
	}
	http.SetCookie(v.Writer, &cookie)
}

// HostCookie is the name of a cookie that is a secret. With HTTPS browsers take one with this prefix from this host alone
// (RFC 6265bis, section 4.1.3.2).
func (v *Visit) HostCookie(name string) string {
	if v.Secure() {
		return "__Host-" + name
	}
	return name
}
