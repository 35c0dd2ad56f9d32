package console

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

const testPassword = "correct horse battery"

// withPassword is a user with testPassword, signed in.
func (c *testConsole) withPassword(r shipment.Role) *testUser {
	c.t.Helper()
	u := c.as(r)
	hash, err := c.Hasher.Hash(c.t.Context(), testPassword)
	if err != nil {
		c.t.Fatal(err)
	}
	sessions, err := c.Store.People.Sessions(c.t.Context(), u.user.UserID)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.Store.People.SetPassword(c.t.Context(), u.user.UserID, hash, sessions[0].SessionID); err != nil {
		c.t.Fatal(err)
	}
	return u
}

// secure is as, for a console that people use by HTTPS.
func (c *testConsole) secure(r shipment.Role) *testUser {
	c.t.Helper()
	u := c.as(r)
	base := mustURL(c.t, c.url+web.Home)
	token := u.http.Jar.Cookies(base)[0].Value
	u.http.Jar.SetCookies(base, []*http.Cookie{{Name: "__Host-" + web.SessionCookie, Value: token, Path: web.Home}})
	return u
}

// link makes a one-time link of a user, and returns its path.
func (c *testConsole) link(u people.User, purpose people.LinkPurpose) string {
	c.t.Helper()
	_, token, err := c.Store.People.CreateLink(c.t.Context(), u.UserID, purpose, time.Hour)
	if err != nil {
		c.t.Fatal(err)
	}
	return users.LinkPath + token
}

// isSignedIn reports whether a browser has a live session.
func (u *testUser) isSignedIn() bool {
	u.c.t.Helper()
	return !strings.HasPrefix(u.get(web.Home).header.Get("Location"), web.SignInPath)
}

// cookieOf is the cookie that a response sets for the session.
func cookieOf(p testPage) *http.Cookie {
	set := (&http.Response{Header: p.header}).Cookies()
	if i := slices.IndexFunc(set, func(c *http.Cookie) bool { return strings.HasSuffix(c.Name, web.SessionCookie) }); i >= 0 {
		return set[i]
	}
	return nil
}

func TestSignInAndOut(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	known := c.withPassword(shipment.RoleEditor).user
	u := c.as("")
	u.get("/console/accounts/1/").want(t, http.StatusSeeOther)
	u.get(web.SignInPath+"?next=%2Fconsole%2Faccounts%2F1%2F").
		want(t, http.StatusOK, `name="next" value="/console/accounts/1/"`, "current-password")

	wrong := u.post(web.SignInPath, url.Values{"email": {known.Email}, "password": {"wrong horse battery"}})
	wrong.want(t, http.StatusUnprocessableEntity, "The e-mail address or the password is wrong.", known.Email)
	unknown := u.post(web.SignInPath, url.Values{"email": {"nobody@example.com"}, "password": {"wrong horse battery"}})
	if got := strings.ReplaceAll(unknown.text, "nobody@example.com", known.Email); got != wrong.text || unknown.status != wrong.status {
		t.Errorf("an unknown user gets\n%s\nand a known one\n%s", got, wrong.text)
	}
	if strings.Contains(wrong.text, "wrong horse") || cookieOf(wrong) != nil {
		t.Error("a failed attempt repeats the password or has a session")
	}
	u.post(web.SignInPath, url.Values{"email": {"Ann"}}).
		want(t, http.StatusUnprocessableEntity, "This is no e-mail address", "Enter your password.")

	ok := u.post(web.SignInPath, url.Values{
		"email": {" " + strings.ToUpper(known.Email)}, "password": {testPassword}, "next": {"/console/accounts/1/"},
	})
	if ok.status != http.StatusSeeOther || ok.header.Get("Location") != "/console/accounts/1/" {
		t.Fatalf("%d %s %s", ok.status, ok.header.Get("Location"), ok.text)
	}
	cookie := cookieOf(ok)
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Name != web.SessionCookie ||
		cookie.MaxAge != int(people.SessionLife.Seconds()) {
		t.Errorf("the cookie is %+v", cookie)
	}
	u.get("/console/accounts/1/").want(t, http.StatusOK, "Sign out")
	if to := u.get(web.SignInPath).header.Get("Location"); to != web.Home {
		t.Errorf("a user who is signed in is sent to %q", to)
	}

	out := u.post("/console/sign-out", nil)
	if out.status != http.StatusSeeOther || cookieOf(out).MaxAge >= 0 || out.header.Get("Clear-Site-Data") != `"cache"` || u.isSignedIn() {
		t.Errorf("sign out: %d %v", out.status, cookieOf(out))
	}
	req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url+web.Home, http.NoBody)
	req.AddCookie(&http.Cookie{Name: cookie.Name, Value: cookie.Value})
	if got := c.as("").do(req); got.header.Get("Location") == "/console/accounts/1/" {
		t.Error("the session lives on after signing out")
	}
	u.post("/console/sign-out", nil).want(t, http.StatusSeeOther)
}

// TestNextStaysInTheConsole: nothing leads to another site after signing in.
func TestNextStaysInTheConsole(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	for next, want := range map[string]string{
		"/console/accounts/1/orders?q=a": "/console/accounts/1/orders?q=a",
		"":                               web.Home, "https://evil.example/console/": web.Home,
		"//evil.example/console/": web.Home, "/\\evil.example": web.Home,
		"javascript:alert(1)": web.Home, "/console/sign-in?next=x": web.Home, "/api/order/order/": web.Home,
		"/console": web.Home, "\r\nSet-Cookie: a=b": web.Home,
		"/console/\r\nSet-Cookie: a=b": web.Home,
	} {
		if got := u.get(web.SignInPath + "?next=" + url.QueryEscape(next)).header.Get("Location"); got != want {
			t.Errorf("%q leads to %q", next, got)
		}
	}
}

func TestCookieOfHTTPS(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t, func(c *web.Config) { c.PublicURL = "https://ship.example.com" })
	known := c.withPassword(shipment.RoleViewer).user
	got := c.as("").post(web.SignInPath, url.Values{"email": {known.Email}, "password": {testPassword}})
	cookie := cookieOf(got)
	if cookie == nil || cookie.Name != "__Host-waybill_session" || !cookie.Secure || !cookie.HttpOnly ||
		cookie.Path != "/" || cookie.Domain != "" {
		t.Fatalf("the cookie is %v", cookie)
	}
	if set := strings.Join(got.header.Values("Set-Cookie"), "\n"); !regexp.MustCompile(
		`(?m)^__Host-waybill_device=[\w-]{74,}; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$`).MatchString(set) {
		t.Errorf("cookies:\n%s", set)
	}
	for name, signedIn := range map[string]bool{cookie.Name: true, web.SessionCookie: false} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url+"/console/accounts/1/", http.NoBody)
		req.Header.Set("Cookie", name+"="+cookie.Value)
		if got := c.as("").do(req); (got.status == http.StatusOK) != signedIn {
			t.Errorf("%s: %d", name, got.status)
		}
	}
}

// TestSessionsThatWereStolenOrEnded: a cookie is worth nothing once its session has ended.
func TestSessionsThatWereStolenOrEnded(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c *testConsole, u *testUser, sessionID int64) error{
		"revoked": func(c *testConsole, u *testUser, id int64) error {
			return c.Store.People.RevokeSession(c.t.Context(), u.user.UserID, id)
		},
		"disabled": func(c *testConsole, u *testUser, _ int64) error {
			return c.Store.People.DisableUser(c.t.Context(), u.user.UserID)
		},
		"password": func(c *testConsole, u *testUser, _ int64) error {
			return c.Store.People.SetPassword(c.t.Context(), u.user.UserID, "x", 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newTestConsole(t)
			u := c.as(shipment.RoleAdmin)
			if !u.isSignedIn() {
				t.Fatal("not signed in")
			}
			sessions, err := c.Store.People.Sessions(t.Context(), u.user.UserID)
			if err != nil {
				t.Fatal(err)
			}
			if err := end(c, u, sessions[0].SessionID); err != nil {
				t.Fatal(err)
			}
			if u.isSignedIn() {
				t.Error("still signed in")
			}
		})
	}
	c := newTestConsole(t)
	for _, forged := range []string{"x", "wbs_", "wbs_0", strings.Repeat("a", 5000), "1", "' OR 1=1 --"} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url+"/console/accounts/1/", http.NoBody)
		req.Header.Set("Cookie", web.SessionCookie+"="+forged)
		c.as("").do(req).want(t, http.StatusSeeOther)
	}
}

// TestRemovedRoleEndsAtOnce: the pages ask for the roles each time.
func TestRemovedRoleEndsAtOnce(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleAdmin)
	u.get("/console/accounts/1/").want(t, http.StatusOK)
	if err := c.Store.People.RemoveMembership(t.Context(), 1, u.user.UserID); err != nil {
		t.Fatal(err)
	}
	u.get("/console/accounts/1/").want(t, http.StatusNotFound)
}

func TestSignInBeginsAnotherSession(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.withPassword(shipment.RoleViewer)
	before := u.http.Jar.Cookies(mustURL(t, c.url+web.Home))[0].Value
	u.post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {testPassword}}).want(t, http.StatusSeeOther)
	if after := u.http.Jar.Cookies(mustURL(t, c.url+web.Home))[0].Value; after == before {
		t.Error("the token is the same after signing in")
	}
	sessions, err := c.Store.People.Sessions(t.Context(), u.user.UserID)
	if err != nil || len(sessions) != 1 || sessions[0].Address != "127.0.0.1" || !strings.HasPrefix(sessions[0].Agent, "Go-http-client") {
		t.Errorf("sessions: %+v, %v", sessions, err)
	}
}

func mustURL(t testing.TB, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestTooManyAttempts(t *testing.T) {
	t.Parallel()
	failed, started := map[int]int{}, time.Now()
	var looks atomic.Int64 // at the clock, which moves a millisecond at each, so that no attempt comes back
	c := newTestConsole(t, func(c *web.Config) {
		c.Now = func() time.Time { return started.Add(time.Duration(looks.Add(1)) * time.Millisecond) }
		c.Client = func(context.Context) (address, limited netip.Addr) { return netip.Addr{}, netip.Addr{} }
		c.SignInFailed = func(status int) { failed[status]++ }
	})
	known := c.withPassword(shipment.RoleViewer).user
	own, right := c.as(""), url.Values{"email": {known.Email}, "password": {testPassword}}
	own.post(web.SignInPath, right).want(t, http.StatusSeeOther)
	own.post("/console/sign-out", nil).want(t, http.StatusSeeOther)
	u := c.as("")
	for range 10 {
		u.post(web.SignInPath, url.Values{"email": {known.Email}, "password": {"wrong"}}).want(t, http.StatusUnprocessableEntity)
	}
	got := u.post(web.SignInPath, url.Values{"email": {known.Email}, "password": {testPassword}})
	got.want(t, http.StatusTooManyRequests, "Too many attempts have failed. Try again in 1 minute,")
	if after := got.header.Get("Retry-After"); after == "" || cookieOf(got) != nil {
		t.Errorf("Retry-After: %s", after)
	}
	own.post(web.SignInPath, right).want(t, http.StatusSeeOther) // the user has signed in there before
	// A link still lets the user in.
	u.post(c.link(known, people.LinkSignIn), nil).want(t, http.StatusSeeOther)
	u.get(web.SignInPath)
	if failed[http.StatusUnprocessableEntity] != 10 || failed[http.StatusTooManyRequests] != 1 || len(failed) != 2 {
		t.Errorf("counted as failed: %v", failed)
	}
}

func TestHashingTakesFromTheBudget(t *testing.T) {
	t.Parallel()
	var charged int64
	var log bytes.Buffer
	c := newTestConsole(t, func(c *web.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		c.Charge = func(_ context.Context, n int64) error {
			charged += n
			return admission.ErrBusy
		}
	})
	known := c.withPassword(shipment.RoleViewer).user
	got := c.as("").post(web.SignInPath, url.Values{"email": {known.Email}, "password": {testPassword}})
	got.want(t, http.StatusServiceUnavailable, "Waybill is busy")
	if charged != users.PasswordMemory {
		t.Errorf("%d bytes were charged", charged)
	}
	if log.Len() > 0 { // the log of requests has a line for it
		t.Errorf("log: %s", log.String())
	}
}

func TestLinksOfInvitesAndResets(t *testing.T) {
	t.Parallel()
	for _, purpose := range []people.LinkPurpose{people.LinkInvite, people.LinkReset} {
		t.Run(string(purpose), func(t *testing.T) {
			t.Parallel()
			c := newTestConsole(t)
			elsewhere := c.withPassword(shipment.RoleEditor)
			path := c.link(elsewhere.user, purpose)
			u := c.as("")
			for range 3 { // what opens links in mails does not use them up
				u.get(path).want(t, http.StatusOK, elsewhere.user.Email, "new-password")
			}
			u.post(path, url.Values{"password": {"short"}}).want(t, http.StatusUnprocessableEntity, "The password has 5 characters: it needs 12.")
			u.post(path, url.Values{"password": {elsewhere.user.Email}}).want(t, http.StatusUnprocessableEntity, "too easy to guess")
			got := u.post(path, url.Values{"password": {"another horse battery"}})
			if got.status != http.StatusSeeOther || !u.isSignedIn() || elsewhere.isSignedIn() {
				t.Fatalf("%d %s", got.status, got.text)
			}
			for _, again := range []testPage{u.get(path), u.post(path, url.Values{"password": {"a third horse battery"}})} {
				again.want(t, http.StatusNotFound, "This link is not valid any more")
			}
			out := c.as("")
			out.post(web.SignInPath, url.Values{"email": {elsewhere.user.Email}, "password": {testPassword}}).want(t, http.StatusUnprocessableEntity)
			out.post(web.SignInPath, url.Values{"email": {elsewhere.user.Email}, "password": {"another horse battery"}}).want(t, http.StatusSeeOther)
		})
	}
}

func TestLinkToSignIn(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, other := c.withPassword(shipment.RoleViewer), c.as(shipment.RoleEditor)
	path := c.link(u.user, people.LinkSignIn)
	other.get(path).want(t, http.StatusOK, "You will be signed in as "+u.user.Email, "That session ends.")
	other.post(path, url.Values{"password": {"ignored ignored"}}).want(t, http.StatusSeeOther)
	other.get("/console/accounts/1/").want(t, http.StatusOK, u.user.Name)
	if sessions, err := c.Store.People.Sessions(t.Context(), other.user.UserID); err != nil || len(sessions) != 0 {
		t.Errorf("the session of the other user lives on: %v, %v", sessions, err)
	}
	other.post(path, nil).want(t, http.StatusNotFound)
	c.as("").post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {"ignored ignored"}}).want(t, http.StatusUnprocessableEntity)
	for _, wrong := range []string{"x", "wbl_", strings.Repeat("y", 3000), "%00", "%ff"} {
		c.as("").get(users.LinkPath+wrong).want(t, http.StatusNotFound)
	}
}

// TestTheLogHasTheUser: the audit log names who signed in and how, and no token.
func TestTheLogHasTheUser(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.withPassword(shipment.RoleViewer)
	u.post(c.link(u.user, people.LinkReset), url.Values{"password": {"another horse battery"}}).want(t, http.StatusSeeOther)
	filter := audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(u.user.UserID)}
	entries, _, err := c.Store.Audit.List(t.Context(), filter, "", 99)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&text, "%s %s %s %s\n", e.Action, e.Actor.Kind, e.Actor.Name, e.New)
	}
	for _, want := range []string{
		`set-password user ` + u.user.Email, `sign-in user ` + u.user.Email + ` {"address":"127.0.0.1","method":"reset link"`,
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the log misses %q:\n%s", want, text.String())
		}
	}
	if regexp.MustCompile(`wb[ls]_|argon2|horse`).MatchString(text.String()) {
		t.Errorf("the log has a secret:\n%s", text.String())
	}
}

// TestAFormWithoutASessionIsKeptInItsPage: it can be sent again, but for passwords, and what is too large.
func TestAFormWithoutASessionIsKeptInItsPage(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as("")
	page := u.post("/console/accounts/1/orders/new",
		url.Values{"consignee_name": {`"Sari"`}, "action": {"create"}, "basic_password": {"secret-1"}})
	page.want(t, http.StatusUnauthorized, "You are signed out", "Send it again",
		`name="consignee_name" value="&#34;Sari&#34;"`, `name="action" value="create"`)
	if strings.Contains(page.text, "secret-1") {
		t.Error("the page has a password")
	}
	page = u.post("/console/accounts/1/orders/new", url.Values{"consignee_name": {strings.Repeat("x", 600<<10)}})
	page.want(t, http.StatusUnauthorized, "You are signed out", "send it again.")
	if len(page.text) > 10<<10 {
		t.Errorf("the page has %d bytes", len(page.text))
	}
}
