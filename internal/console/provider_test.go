package console

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/openid"
	"waybill/internal/openid/openidtest"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/telemetry"
)

// providerConsole is a console with an identity provider, and its log.
func providerConsole(t *testing.T, change ...func(*web.Config)) (*testConsole, *openidtest.Issuer, *lockedLog) {
	t.Helper()
	i, log := openidtest.New(t), new(lockedLog)
	return newTestConsole(t, append([]func(*web.Config){func(c *web.Config) {
		c.Provider = openid.New(openid.Config{
			Issuer: i.URL, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret, Name: "Example ID", Now: time.Now,
		})
		c.Log = telemetry.NewLogger(log, telemetry.LogOptions{})
	}}, change...)...), i, log
}

// lockedLog is a log that requests write to while a test reads it.
type lockedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// user makes a user with a role on the demo account, who has no password.
func (c *testConsole) user(email string) people.User {
	c.t.Helper()
	u, err := c.Store.People.CreateUser(c.t.Context(), people.User{Email: email, Name: "Ann"}, 0,
		people.Membership{AccountID: 1, Role: shipment.RoleViewer})
	if err != nil {
		c.t.Fatal(err)
	}
	return u.User
}

// begin begins a sign-in, and returns the address at the provider.
func (u *testUser) begin(next string) string {
	u.c.t.Helper()
	got := u.get("/console/sign-in/provider" + "?next=" + url.QueryEscape(next))
	if got.status != http.StatusSeeOther {
		u.c.t.Fatalf("%d %s", got.status, got.text)
	}
	return got.header.Get("Location")
}

// comeBack is the browser that comes back from the provider.
func (u *testUser) comeBack(response url.Values) testPage {
	u.c.t.Helper()
	return u.get("/console/sign-in/callback" + "?" + response.Encode())
}

// signInAt signs a browser in by the provider with the changed claims.
func (u *testUser) signInAt(i *openidtest.Issuer, change func(openidtest.Claims)) testPage {
	u.c.t.Helper()
	return u.comeBack(i.SignIn(u.begin(web.Home), change))
}

func sound(openidtest.Claims) {}

func TestSignInByTheProvider(t *testing.T) {
	t.Parallel()
	c, i, log := providerConsole(t)
	ann := c.user("ann@example.com")
	invite, reset := c.link(ann, people.LinkInvite), c.link(ann, people.LinkReset)
	byLink := c.as("")
	byLink.post(c.link(ann, people.LinkSignIn), nil).want(t, http.StatusSeeOther)
	u := c.as("")
	u.get(web.SignInPath+"?next=%2Fconsole%2Fme").
		want(t, http.StatusOK, "Sign in with Example ID", `href="/console/sign-in/provider?next=%2Fconsole%2Fme"`)
	response := i.SignIn(u.begin("/console/me"), func(c openidtest.Claims) { c["email"] = "Ann@Example.com" })
	got := u.comeBack(response)
	if got.status != http.StatusSeeOther || got.header.Get("Location") != "/console/me" || !u.isSignedIn() {
		t.Fatalf("%d %s %s", got.status, got.header.Get("Location"), got.text)
	}
	u.get("/console/me").want(t, http.StatusOK, "Single sign-on", "Example ID", "You have none.")
	c.as("").get(invite).want(t, http.StatusNotFound) // the invitation is accepted
	c.as("").get(reset).want(t, http.StatusNotFound)
	if byLink.isSignedIn() {
		t.Error("the session that a link began goes on")
	}
	c.as(shipment.RoleAdmin).get("/console/accounts/1/settings/users").want(t, http.StatusOK, "Single sign-on", "Active")
	if to := u.get("/console/sign-in/provider").header.Get("Location"); to != web.Home {
		t.Errorf("a user who is signed in is sent to %q", to)
	}
	u.comeBack(response).want(t, http.StatusBadRequest, "You were not signed in")

	// Later the subject counts, not the address.
	other := c.user("other@example.com")
	again := c.as("")
	again.signInAt(i, func(c openidtest.Claims) { c["email"], c["email_verified"] = other.Email, false }).want(t, http.StatusSeeOther)
	again.get("/console/me").want(t, http.StatusOK, ann.Email)
	if found, err := c.Store.People.User(t.Context(), other.UserID); err != nil || found.HasIdentity {
		t.Errorf("%+v, %v", found, err)
	}

	filter := audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(ann.UserID)}
	entries, _, err := c.Store.Audit.List(t.Context(), filter, "", 99)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&text, "%s %s %s\n", e.Action, e.Actor.Name, e.New)
	}
	for _, want := range []string{
		`link-identity ann@example.com {"issuer":"` + i.URL + `","subject":"7"}`,
		`sign-in ann@example.com {"address":"127.0.0.1","method":"identity provider"`,
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the audit log misses %q:\n%s", want, text.String())
		}
	}
	for _, secret := range []string{"code-1", response.Get("state"), openidtest.ClientSecret} {
		if strings.Contains(log.String(), secret) || strings.Contains(text.String(), secret) {
			t.Errorf("the log has %s:\n%s", secret, log)
		}
	}
}

// TestWhoTheProviderDoesNotLetIn: the reason is on the page and in the log, and nobody is linked.
func TestWhoTheProviderDoesNotLetIn(t *testing.T) {
	t.Parallel()
	c, i, log := providerConsole(t)
	c.user("ann@example.com")
	c.user("k@example.com")
	disabled := c.user("disabled@example.com")
	if err := c.Store.People.DisableUser(t.Context(), disabled.UserID); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]struct {
		change            func(openidtest.Claims)
		status            int
		text, reason, not string
	}{
		"not verified": {
			func(c openidtest.Claims) { c["email_verified"] = false }, http.StatusForbidden,
			"Example ID has not verified that ann@example.com is your e-mail address.", "has not verified", "",
		},
		"no e-mail address": {
			func(c openidtest.Claims) { c["email"] = "<b>eve@example.com" }, http.StatusForbidden,
			"by which Waybill finds you", "gives no e-mail address", "<b>",
		},
		"not invited": {
			func(c openidtest.Claims) { c["email"] = "eve@example.com" }, http.StatusForbidden,
			"There is no user eve@example.com. Ask your administrator to invite this address.", "there is no user", "",
		},
		"looks alike": {
			func(c openidtest.Claims) { c["email"] = "\u212a@example.com" }, http.StatusForbidden, "There is no user", "there is no user", "",
		},
		"no claim": {
			func(c openidtest.Claims) { delete(c, "email"); c["userinfo"] = `{"sub": "7"}` }, http.StatusForbidden,
			"by which Waybill finds you", "gives no e-mail address", "",
		},
		"disabled": {
			func(c openidtest.Claims) { c["email"] = disabled.Email }, http.StatusForbidden, "Your user is disabled.", "the user is disabled", "",
		},
		"wrong token": {
			func(c openidtest.Claims) { c["nonce"] = "x" }, http.StatusBadGateway, "What Example ID answered cannot be used.", "nonce", "",
		},
	} {
		u := c.as("")
		got := u.signInAt(i, p.change)
		got.want(t, p.status, p.text, "current-password")
		if u.isSignedIn() || !strings.Contains(log.String(), p.reason) || p.not != "" && strings.Contains(got.text, p.not) {
			t.Errorf("%s: signed in %v, %s\n%s", name, u.isSignedIn(), got.text, log)
		}
	}
	all, _, err := c.Store.People.Users(t.Context(), "", 99)
	for _, u := range all {
		if err != nil || u.HasIdentity {
			t.Errorf("%s is linked, %v", u.Email, err)
		}
	}
}

// TestLinkedUsers: who is disabled or unlinked later does not enter by the link, and another subject takes nobody's place.
func TestLinkedUsers(t *testing.T) {
	t.Parallel()
	c, i, _ := providerConsole(t)
	ann, boss := c.user("ann@example.com"), c.as(shipment.RoleOperatorAdmin)
	u := c.as("")
	u.signInAt(i, sound).want(t, http.StatusSeeOther)
	c.as("").signInAt(i, func(c openidtest.Claims) { c["sub"] = "8" }).
		want(t, http.StatusForbidden, "ann@example.com is linked to another person at Example ID.")

	page := userPath(ann.UserID)
	boss.get(page).want(t, http.StatusOK, "Single sign-on", "Example ID", "Remove the link")
	boss.post(page+"/identities/remove", nil).want(t, http.StatusOK, "Remove the link of ann@example.com")
	boss.post(page+"/identities/remove", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	if got := boss.get(page); u.isSignedIn() || strings.Contains(got.text, "Remove the link") {
		t.Error("the link was not removed, or its session lives on")
	}
	boss.post(page+"/identities/remove", url.Values{"confirmed": {"1"}}).want(t, http.StatusNotFound)
	c.as("").signInAt(i, func(c openidtest.Claims) { c["sub"] = "8" }).want(t, http.StatusSeeOther)
	if err := c.Store.People.DisableUser(t.Context(), ann.UserID); err != nil {
		t.Fatal(err)
	}
	c.as("").signInAt(i, func(c openidtest.Claims) { c["sub"] = "8" }).want(t, http.StatusForbidden, "Your user is disabled.")
}

// TestResponsesOfOthers: a response counts once, in the browser that began the sign-in, in time.
func TestResponsesOfOthers(t *testing.T) {
	t.Parallel()
	c, i, _ := providerConsole(t)
	c.user("ann@example.com")
	const refused = "You were not signed in"
	victim, thief := c.as(""), c.as("")
	response := i.SignIn(thief.begin(web.Home), sound)
	victim.comeBack(response).want(t, http.StatusBadRequest, refused) // which would sign the victim in as the thief
	_ = victim.begin(web.Home)
	victim.comeBack(response).want(t, http.StatusBadRequest, refused)
	victim.get("/console/sign-in/callback").want(t, http.StatusBadRequest, refused)
	forged := url.Values{"code": response["code"], "state": {response.Get("state")[1:]}}
	thief.comeBack(forged).want(t, http.StatusBadRequest, refused)
	if victim.isSignedIn() || thief.isSignedIn() {
		t.Fatal("signed in")
	}

	// A copy of the cookie does not let a response count twice.
	copied := thief.http.Jar.Cookies(mustURL(t, c.url+web.SignInPath))
	thief.comeBack(response).want(t, http.StatusSeeOther)
	second := c.as("")
	second.http.Jar.SetCookies(mustURL(t, c.url+web.SignInPath), copied)
	second.comeBack(response).want(t, http.StatusBadRequest, refused)

	// The person went back at the provider.
	u := c.as("")
	state := mustURL(t, u.begin(web.Home)).Query().Get("state")
	u.comeBack(url.Values{"error": {"access_denied"}, "state": {state}}).want(t, http.StatusForbidden, "Example ID did not sign you in.")
}

// TestProviderIsDown: the page says so, and the password lets in.
func TestProviderIsDown(t *testing.T) {
	t.Parallel()
	c, i, log := providerConsole(t)
	known := c.withPassword(shipment.RoleViewer).user
	i.Document(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	u := c.as("")
	u.get(web.SignInPath).want(t, http.StatusOK, "Sign in with Example ID")
	u.get("/console/sign-in/provider").
		want(t, http.StatusServiceUnavailable, "Example ID does not answer. Sign in with your password", "current-password")
	if !strings.Contains(log.String(), "502") {
		t.Errorf("the log has no reason: %s", log)
	}
	u.post(web.SignInPath, url.Values{"email": {known.Email}, "password": {testPassword}}).want(t, http.StatusSeeOther)

	i.Document(nil) // it is up again, and goes while a person is there
	c.user("ann@example.com")
	u = c.as("")
	response := i.SignIn(u.begin(web.Home), sound)
	i.Close()
	u.comeBack(response).want(t, http.StatusServiceUnavailable, "Example ID does not answer.")
}

func TestWithoutAProvider(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as("")
	if got := u.get(web.SignInPath); strings.Contains(got.text, "Sign in with") {
		t.Error("the page offers a provider")
	}
	u.get("/console/sign-in/provider").want(t, http.StatusNotFound)
	u.get("/console/sign-in/callback"+"?code=1&state=2").want(t, http.StatusNotFound)
}

// TestCookieOfTheProvider: no script reads it, and by HTTPS no other host sets it.
func TestCookieOfTheProvider(t *testing.T) {
	t.Parallel()
	c, _, _ := providerConsole(t, func(c *web.Config) { c.PublicURL = "https://ship.example.com" })
	got := c.as("").get("/console/sign-in/provider")
	cookies := (&http.Response{Header: got.header}).Cookies()
	if len(cookies) != 1 || cookies[0].Name != "__Host-waybill_provider" || !cookies[0].Secure || !cookies[0].HttpOnly ||
		cookies[0].Path != "/" || cookies[0].SameSite != http.SameSiteLaxMode || cookies[0].MaxAge != 600 {
		t.Errorf("%+v", cookies)
	}
	if to := mustURL(t, got.header.Get("Location")).Query().Get("redirect_uri"); to != "https://ship.example.com/console/sign-in/callback" {
		t.Errorf("the provider sends people to %s", to)
	}
}

// TestLimitsOfTheProvider: responses that fail count as passwords that are wrong, and sign-ins that begin are limited.
func TestLimitsOfTheProvider(t *testing.T) {
	t.Parallel()
	here := netip.MustParseAddr("192.0.2.1")
	c, i, _ := providerConsole(t, func(c *web.Config) {
		c.Client = func(context.Context) (address, limited netip.Addr) { return here, here }
		c.Now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	})
	c.user("ann@example.com")
	for range 40 { // those that succeed do not count
		c.as("").signInAt(i, sound).want(t, http.StatusSeeOther)
	}
	u := c.as("")
	for range 30 {
		u.get("/console/sign-in/callback"+"?code=1&state=2").want(t, http.StatusBadRequest)
	}
	for _, path := range []string{"/console/sign-in/callback" + "?code=1&state=2", "/console/sign-in/provider"} {
		got := u.get(path)
		if got.want(t, http.StatusTooManyRequests, "Too many attempts have failed."); got.header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", path)
		}
	}
}

// TestASignInAtTheProviderIsAsOldAsItSays: who signed in there an hour ago, and comes back without a password, has not signed in recently.
func TestASignInAtTheProviderIsAsOldAsItSays(t *testing.T) {
	t.Parallel()
	c, i, _ := providerConsole(t)
	admin := c.user("ann@example.com")
	if err := c.Store.People.SetMembership(t.Context(), 1, admin.UserID, shipment.RoleAdmin); err != nil {
		t.Fatal(err)
	}
	keyOf := func(ago time.Duration) testPage {
		u := c.as("")
		u.signInAt(i, func(claims openidtest.Claims) { claims["auth_time"] = time.Now().Add(-ago).Unix() }).want(t, http.StatusSeeOther)
		return u.post("/console/accounts/1/settings/keys", url.Values{"name": {"Shop"}, "preset": {"shop"}})
	}
	for _, ago := range []time.Duration{time.Hour, people.SessionIdle + time.Minute, people.SessionLife - time.Minute} {
		keyOf(ago).want(t, http.StatusForbidden, "Confirm that it is you")
	}
	if i.Asked().Get("max_age") != "604800" || i.Asked().Has("prompt") {
		t.Errorf("the provider is asked %v", i.Asked())
	}
	if page := keyOf(-time.Minute); page.status == http.StatusForbidden { // its clock is ahead
		t.Errorf("%d %s", page.status, page.text)
	}
	u := c.as("")
	u.signInAt(i, sound).want(t, http.StatusSeeOther)
	u.get("/console/sign-in/provider?again=1&next="+web.SignedInPath).want(t, http.StatusSeeOther)
	again := u.get("/console/sign-in/provider?again=1&next=" + web.SignedInPath).header.Get("Location")
	if !strings.Contains(again, "max_age=0") || !strings.Contains(again, "prompt=login") {
		t.Errorf("the provider is asked %s", again)
	}
}
