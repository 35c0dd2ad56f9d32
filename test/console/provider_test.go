package console

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/people"
	"waybill/test/harness"
)

// person is what the identity provider says of a login.
type person struct {
	Email    string `json:"email"`
	Verified bool   `json:"email_verified"`
}

// identityProvider is oidc-provider of npm.
type identityProvider struct {
	t             *testing.T
	modules, file string // its packages, and who its people are
	port          string
}

// newIdentityProvider finds the packages of the identity provider, and a port for it. It does not start it.
func newIdentityProvider(t *testing.T) *identityProvider {
	t.Helper()
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	modules := os.Getenv("WAYBILL_TEST_IDENTITY_PROVIDER")
	if modules == "" && os.Getenv("CI") == "true" {
		t.Fatal("WAYBILL_TEST_IDENTITY_PROVIDER is not set, and CI=true forbids to skip it")
	}
	if modules == "" {
		t.Skip("SKIPPED: WAYBILL_TEST_IDENTITY_PROVIDER is not set: make test-long sets it")
	}
	address, err := harness.FreeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	return &identityProvider{t, modules, filepath.Join(t.TempDir(), "people.json"), port}
}

// settings are those of a server that uses the provider.
func (p *identityProvider) settings() []string {
	return []string{
		"WAYBILL_OIDC_ISSUER=http://localhost:" + p.port, "WAYBILL_OIDC_CLIENT_ID=waybill",
		"WAYBILL_OIDC_CLIENT_SECRET=provider-secret", "WAYBILL_OIDC_NAME=Test ID",
	}
}

// has says who the persons are, by their logins, from the next sign-in on.
func (p *identityProvider) has(persons map[string]person) {
	p.t.Helper()
	text, err := json.Marshal(persons)
	if err == nil {
		err = os.WriteFile(p.file, text, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// start starts the provider for a site, until the test ends.
func (p *identityProvider) start(s *site) {
	p.t.Helper()
	output := new(harness.Log)
	started, err := harness.Start(harness.Program{
		Argv: []string{
			"node", filepath.Join("provider", "provider.mjs"), p.modules, p.file, p.port, s.base + "/console/sign-in/callback",
		},
		Environ: []string{"PATH=" + os.Getenv("PATH")}, Output: output,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { started.End(os.Kill) })
	if started.FirstLine() == "" {
		p.t.Fatalf("the identity provider does not start:\n%s", output.String())
	}
}

// signInAt follows the button of the page to sign in, and fills in the form of the provider.
func (w *window) signInAt(login string) {
	w.s.t.Helper()
	w.open("/console/sign-in")
	w.click("a[href^='/console/sign-in/provider']")
	w.write("input[name=login]", login)
	w.write("input[name=password]", "any")
	w.click("button[type=submit]")
}

// TestLongPeopleSignInByTheirProvider signs people in by the form of an identity provider, which is down at first.
func TestLongPeopleSignInByTheirProvider(t *testing.T) {
	p := newIdentityProvider(t)
	s := newServer(t, p.settings()...)
	users := map[string]people.User{}
	for _, name := range []string{"ann", "bob", "carl"} {
		u, err := s.store.People.CreateUser(t.Context(), people.User{Email: name + "@example.com", Name: name}, 0,
			people.Membership{AccountID: 1, Role: shipment.RoleViewer})
		if err != nil {
			t.Fatal(err)
		}
		users[name] = u.User
	}
	if err := s.store.People.DisableUser(t.Context(), users["carl"].UserID); err != nil {
		t.Fatal(err)
	}
	p.has(map[string]person{
		"ann": {"Ann@Example.com", true}, "bob": {"bob@example.com", false}, "carl": {"carl@example.com", true}, "eve": {"eve@example.com", true},
	})

	// Before the provider is up, the page says so, and a password lets in.
	_, token, err := s.store.People.CreateLink(t.Context(), users["bob"].UserID, people.LinkInvite, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	bob := s.browser("")
	bob.open("/console/link/" + token)
	bob.write("#f-password", "correct horse battery")
	bob.click("form button")
	bob.see(".side")
	bob.click(".user button")
	bob.seeText("You are signed out.")
	bob.click("a[href^='/console/sign-in/provider']")
	bob.seeText("Test ID does not answer.")
	bob.write("#f-email", "bob@example.com")
	bob.write("#f-password", "correct horse battery")
	bob.click("form button")
	bob.see(".side")
	p.start(s)

	// The first sign-in links the user, and accepts the invitation.
	ann := s.browser("")
	ann.signInAt("ann")
	ann.see(".side")
	if now := ann.path(); now != s.home {
		t.Errorf("signing in leads to %s", now)
	}
	ann.open("/console/me")
	ann.seeText("Single sign-on")
	ann.seeText("ann@example.com")

	// Later the subject counts. The person is signed in at the provider.
	p.has(map[string]person{
		"ann": {"bob@example.com", false}, "bob": {"bob@example.com", false}, "carl": {"carl@example.com", true},
		"eve": {"eve@example.com", true},
	})
	ann.click(".user button")
	ann.seeText("You are signed out.")
	ann.click("a[href^='/console/sign-in/provider']")
	ann.see(".side")
	ann.open("/console/me")
	ann.seeText("ann@example.com")

	for login, want := range map[string]string{
		"bob": "Test ID has not verified that bob@example.com is your e-mail address.", "carl": "Your user is disabled.",
		"eve": "There is no user eve@example.com. Ask your administrator to invite this address.",
	} {
		w := s.browser("")
		w.signInAt(login)
		w.seeText(want)
		response := w.path()
		if !strings.HasPrefix(response, "/console/sign-in/callback?code=") {
			t.Fatalf("the page is %s", response)
		}
		w.open(response) // a response counts once
		w.seeText("You were not signed in")
		other := s.browser("") // and in its browser alone
		other.open(response)
		other.seeText("You were not signed in")
	}
}
