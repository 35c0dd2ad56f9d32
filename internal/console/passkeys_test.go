package console

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

const passkeySite = "https://ship.example.com"

// passkeyConsole is a console that people use at passkeySite, with a clock that can be advanced and its log.
type passkeyConsole struct {
	*testConsole
	ahead atomic.Int64
	log   bytes.Buffer
}

func newPasskeyConsole(t *testing.T, change ...func(*web.Config)) *passkeyConsole {
	t.Helper()
	p := new(passkeyConsole)
	p.testConsole = newTestConsole(t, append(change, func(c *web.Config) {
		c.PublicURL = passkeySite
		c.Now = func() time.Time { return time.Now().Add(time.Duration(p.ahead.Load())) }
		c.Log = slog.New(slog.NewTextHandler(&p.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})...)
	return p
}

// user is a user with testPassword, signed in by HTTPS.
func (p *passkeyConsole) user(r shipment.Role) *testUser {
	p.t.Helper()
	u := p.withPassword(r)
	base := mustURL(p.t, p.url+web.Home)
	token := u.http.Jar.Cookies(base)[0].Value
	u.http.Jar.SetCookies(base, []*http.Cookie{{Name: "__Host-" + web.SessionCookie, Value: token, Path: web.Home}})
	var err error
	if u.user, err = p.Store.People.User(p.t.Context(), u.user.UserID); err != nil {
		p.t.Fatal(err)
	}
	return u
}

// usedNow notes that all sessions are used now, by the clock of the console.
func (p *passkeyConsole) usedNow() {
	p.t.Helper()
	err := p.Store.DB.Execute(p.t.Context(), "use", `UPDATE sessions SET last_used_on = $1`, p.Now().UnixMicro())
	if err != nil {
		p.t.Fatal(err)
	}
}

// steal gives a browser the cookies that a response has set.
func (u *testUser) steal(page testPage) {
	u.http.Jar.SetCookies(mustURL(u.c.t, u.c.url+web.Home), (&http.Response{Header: page.header}).Cookies())
}

// add adds a passkey to the user.
func (u *testUser) add(a *authenticator) testPage {
	u.c.t.Helper()
	form := url.Values{"passkey_name": {"Phone <b>"}}
	o := a.read(u.post("/console/me/passkeys/options", form))
	form.Set("credential", a.create(o))
	return u.post("/console/me/passkeys", form)
}

// passkeySignIn signs in by a passkey.
func (u *testUser) passkeySignIn(a *authenticator) testPage {
	u.c.t.Helper()
	o := a.read(u.post("/console/sign-in/passkey"+"/options", nil))
	return u.post("/console/sign-in/passkey", url.Values{"credential": {a.get(o)}, "next": {"/console/accounts/1/"}})
}

const notAccepted = "This passkey was not accepted."

func TestPasskeySignIn(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u := p.user(shipment.RoleEditor)
	a := newAuthenticator(t, passkeySite)
	u.get("/console/me").want(t, http.StatusOK, "Add a passkey", "data-no-passkeys")
	page := u.post("/console/me/passkeys/options", url.Values{"passkey_name": {"Phone"}})
	if got := page.header; got.Get("Cache-Control") != "no-store" || !strings.HasPrefix(got.Get("Content-Type"), "application/json") {
		t.Errorf("the headers are %v", got)
	}
	o := a.read(page)
	handle, err := base64.RawURLEncoding.DecodeString(o.User.ID)
	if err != nil || len(handle) != 32 || o.RP.ID != "ship.example.com" || o.Timeout != 300_000 || !strings.Contains(page.text, `"required"`) {
		t.Errorf("the options are %s", page.text)
	}
	if got := u.add(a); got.status != http.StatusSeeOther {
		t.Fatalf("%d %s", got.status, got.text)
	}
	stored, err := p.Store.People.Passkeys(t.Context(), u.user.UserID)
	if err != nil || len(stored) != 1 || stored[0].Transports != "internal" || stored[0].RelyingParty != "ship.example.com" {
		t.Fatal(stored, err)
	}
	u.get("/console/me").want(t, http.StatusOK, "Phone &lt;b&gt;")
	o = a.read(u.post("/console/me/passkeys/options", url.Values{"passkey_name": {"x"}}))
	if len(o.Exclude) != 1 || o.Exclude[0].ID != encoded(a.id) {
		t.Errorf("a second passkey on the device is not excluded: %+v", o)
	}
	u.add(a).want(t, http.StatusUnprocessableEntity, "This passkey was added already.")

	p.as("").get(web.SignInPath).want(t, http.StatusOK, "Sign in with a passkey", "current-password")
	for range 2 { // the counter grows
		got := p.as("").passkeySignIn(a)
		if got.status != http.StatusSeeOther || got.header.Get("Location") != "/console/accounts/1/" {
			t.Fatalf("%d %s", got.status, got.text)
		}
		if cookie := cookieOf(got); cookie == nil || !cookie.HttpOnly || !cookie.Secure || cookie.MaxAge != int(people.SessionLife.Seconds()) {
			t.Errorf("the cookie is %+v", cookie)
		}
	}
	entries, _, err := p.Store.Audit.List(t.Context(), audit.Filter{Actor: u.user.Email}, "", 9)
	if err != nil || entries[0].Action != "sign-in" || !strings.Contains(entries[0].New, `"method":"passkey"`) {
		t.Errorf("the log has %+v, %v", entries[0], err)
	}
}

// TestPasskeysThatAreRefused: whatever is wrong, the answer is the same.
func TestPasskeysThatAreRefused(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	refusals := map[string]func(t *testing.T, u, guest *testUser, a *authenticator) testPage{
		"unknown": func(t *testing.T, _, guest *testUser, _ *authenticator) testPage {
			return guest.passkeySignIn(newAuthenticator(t, passkeySite))
		},
		"nonsense": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			a.read(guest.post("/console/sign-in/passkey"+"/options", nil))
			return guest.post("/console/sign-in/passkey", url.Values{"credential": {`{"id":"x"}`}})
		},
		"other origin": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			a.origin = "https://evil.example.com"
			return guest.passkeySignIn(a)
		},
		"other key": func(t *testing.T, _, guest *testUser, a *authenticator) testPage {
			a.key = newAuthenticator(t, passkeySite).key
			return guest.passkeySignIn(a)
		},
		"other user": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			a.handle = encoded(make([]byte, 32))
			return guest.passkeySignIn(a)
		},
		"not verified": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			a.flags &^= 4
			return guest.passkeySignIn(a)
		},
		"no challenge": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			o := a.read(p.as("").post("/console/sign-in/passkey"+"/options", nil))
			return guest.post("/console/sign-in/passkey", url.Values{"credential": {a.get(o)}})
		},
		"challenge to add": func(_ *testing.T, u, _ *testUser, a *authenticator) testPage {
			o := a.read(u.post("/console/me/passkeys/options", url.Values{"passkey_name": {"x"}}))
			o.RPID = o.RP.ID
			return u.post("/console/sign-in/passkey", url.Values{"credential": {a.get(o)}})
		},
		"other challenge": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			first := a.read(guest.post("/console/sign-in/passkey"+"/options", nil))
			a.read(guest.post("/console/sign-in/passkey"+"/options", nil))
			return guest.post("/console/sign-in/passkey", url.Values{"credential": {a.get(first)}})
		},
		"expired": func(_ *testing.T, _, guest *testUser, a *authenticator) testPage {
			o := a.read(guest.post("/console/sign-in/passkey"+"/options", nil))
			p.ahead.Add(int64(users.ChallengeLife))
			return guest.post("/console/sign-in/passkey", url.Values{"credential": {a.get(o)}})
		},
		"copied": func(t *testing.T, u, guest *testUser, a *authenticator) testPage {
			guest.passkeySignIn(a).want(t, http.StatusSeeOther)
			a.count--
			got := guest.passkeySignIn(a)
			if !strings.Contains(p.log.String(), "level=WARN msg=\"refused a passkey\"") {
				t.Errorf("the log has no warning:\n%s", p.log.String())
			}
			entries, _, err := p.Store.Audit.List(t.Context(), audit.Filter{Actor: u.user.Email}, "", 1)
			if err != nil || len(entries) != 1 || entries[0].Action != "refuse-passkey" {
				t.Errorf("the audit log has %+v, %v", entries, err)
			}
			return got
		},
		"disabled": func(t *testing.T, u, guest *testUser, a *authenticator) testPage {
			if err := p.Store.People.DisableUser(t.Context(), u.user.UserID); err != nil {
				t.Fatal(err)
			}
			return guest.passkeySignIn(a)
		},
	}
	for name, refuse := range refusals { // one after the other: they share the clock and the log
		t.Run(name, func(t *testing.T) {
			u, guest, a := p.user(shipment.RoleViewer), p.as(""), newAuthenticator(t, passkeySite)
			u.add(a).want(t, http.StatusSeeOther)
			got := refuse(t, u, guest, a)
			got.want(t, http.StatusUnprocessableEntity, notAccepted)
			if cookieOf(got) != nil {
				t.Error("there is a session")
			}
		})
	}
}

// TestPasskeyChallengeIsUsedOnce sends a response again, with the cookie that it had.
func TestPasskeyChallengeIsUsedOnce(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u, a := p.user(shipment.RoleViewer), newAuthenticator(t, passkeySite)
	a.count = 0 // only the challenge tells the second time
	u.add(a).want(t, http.StatusSeeOther)
	guest := p.as("")
	options := guest.post("/console/sign-in/passkey"+"/options", nil)
	o := a.read(options)
	form := url.Values{"credential": {a.get(o)}}
	guest.post("/console/sign-in/passkey", form).want(t, http.StatusSeeOther)
	thief := p.as("")
	thief.steal(options)
	got := thief.post("/console/sign-in/passkey", form)
	got.want(t, http.StatusUnprocessableEntity, notAccepted)
	if cookieOf(got) != nil {
		t.Error("there is a session")
	}
}

// TestPasskeyAttemptsAreLimited: by the limit of the address, which passwords share.
func TestPasskeyAttemptsAreLimited(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t, func(c *web.Config) {
		c.Client = func(context.Context) (address, limited netip.Addr) {
			return netip.Addr{}, netip.MustParseAddr("192.0.2.7")
		}
	})
	u := p.user(shipment.RoleViewer)
	a := newAuthenticator(t, passkeySite)
	u.add(a).want(t, http.StatusSeeOther)
	guest := p.as("")
	for range 30 {
		guest.post("/console/sign-in/passkey", url.Values{"credential": {"x"}}).want(t, http.StatusUnprocessableEntity, notAccepted)
	}
	got := guest.passkeySignIn(a)
	got.want(t, http.StatusTooManyRequests, "Too many attempts have failed.")
	if got.header.Get("Retry-After") == "" {
		t.Error("there is no Retry-After")
	}
	guest.post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {testPassword}}).want(t, http.StatusTooManyRequests)
}

// TestPasskeyNeedsProof: adding and removing a passkey asks for the password, unless the user signed in just now.
func TestPasskeyNeedsProof(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u, a := p.user(shipment.RoleViewer), newAuthenticator(t, passkeySite)
	u.add(a).want(t, http.StatusSeeOther)
	stored, err := p.Store.People.Passkeys(t.Context(), u.user.UserID)
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/console/me/passkeys/%d", stored[0].PasskeyID)
	u.post(path+"/remove", nil).want(t, http.StatusOK, "Remove the passkey Phone &lt;b&gt;?", `name="confirmed"`)

	p.ahead.Add(int64(10 * time.Minute))
	u.get("/console/me").want(t, http.StatusOK, `name="passkey_password"`)
	u.get(path).want(t, http.StatusOK, `name="passkey_password"`, "Phone &lt;b&gt;")
	form := url.Values{"passkey_name": {"x"}, "confirmed": {"1"}, "passkey_password": {"wrong horse battery"}}
	for _, wrong := range []string{"/console/me/passkeys" + "/options", path + "/remove"} {
		got := u.post(wrong, form)
		got.want(t, http.StatusUnprocessableEntity, "This is not your password.")
		if strings.Contains(got.text, "wrong horse") || strings.Contains(got.header.Get("Set-Cookie"), "waybill_passkey") {
			t.Errorf("%s: the answer has the password or a challenge: %v", wrong, got.header)
		}
	}
	form.Set("passkey_password", testPassword)
	a.read(u.post("/console/me/passkeys/options", form))
	u.post(path+"/remove", form).want(t, http.StatusSeeOther)

	// A user without a password signs in again.
	other := p.secure(shipment.RoleViewer)
	other.get("/console/me").want(t, http.StatusOK, "Add a passkey")
	other.post("/console/me/passkeys/options", url.Values{"passkey_name": {"x"}}).
		want(t, http.StatusUnprocessableEntity, "Sign out and in again first")
}

func TestOwnPasskeys(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u, other := p.user(shipment.RoleViewer), p.user(shipment.RoleViewer)
	u.post("/console/me/passkeys/options", nil).want(t, http.StatusUnprocessableEntity, "1 to 100 printable characters", `id="passkey-fields"`)
	u.add(newAuthenticator(t, "https://evil.example.com")).want(t, http.StatusUnprocessableEntity, "The passkey was not added")
	first := newAuthenticator(t, passkeySite)
	u.add(first).want(t, http.StatusSeeOther)
	stored, err := p.Store.People.Passkeys(t.Context(), u.user.UserID)
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/console/me/passkeys/%d", stored[0].PasskeyID)
	u.post(path, url.Values{"passkey_name": {" "}}).want(t, http.StatusUnprocessableEntity, "Enter 1 to 100 printable characters.")
	u.post(path, url.Values{"passkey_name": {"Laptop"}}).want(t, http.StatusSeeOther)
	u.get("/console/me").want(t, http.StatusOK, "Laptop")
	for _, stranger := range []string{path, fmt.Sprintf("/console/me/passkeys/%d", 99), "/console/me/passkeys" + "/x"} {
		other.get(stranger).want(t, http.StatusNotFound)
		other.post(stranger, url.Values{"passkey_name": {"x"}}).want(t, http.StatusNotFound)
		other.post(stranger+"/remove", url.Values{"confirmed": {"1"}}).want(t, http.StatusNotFound)
	}

	// The challenge is of the session that proved who the user is.
	a := newAuthenticator(t, passkeySite)
	options := u.post("/console/me/passkeys/options", url.Values{"passkey_name": {"x"}})
	other.steal(options)
	other.post("/console/me/passkeys", url.Values{"passkey_name": {"x"}, "credential": {a.create(a.read(options))}}).
		want(t, http.StatusUnprocessableEntity, "The passkey was not added")

	for range people.MaxPasskeys - 1 {
		u.add(newAuthenticator(t, passkeySite)).want(t, http.StatusSeeOther)
	}
	u.get("/console/me").want(t, http.StatusOK, "You have 10 passkeys, which are the most.")
	u.post("/console/me/passkeys/options", url.Values{"passkey_name": {"x"}}).want(t, http.StatusUnprocessableEntity, "You have 10 passkeys")

	o := p.user(shipment.RoleOperatorAdmin)
	one := userPath(u.user.UserID)
	o.get(one).want(t, http.StatusOK, `Passkeys <span class="muted">10</span>`, "Laptop")
	o.post(one+"/passkeys/remove", nil).want(t, http.StatusOK, "Remove all passkeys of "+u.user.Email)
	o.post(one+"/passkeys/remove", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	p.as("").passkeySignIn(first).want(t, http.StatusUnprocessableEntity, notAccepted)
}

// TestPasskeysAreOff where browsers do not allow them: the page says why, and how passwords work is the same.
func TestPasskeysAreOff(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t) // at 127.0.0.1, without a public URL
	u := c.as(shipment.RoleViewer)
	u.get("/console/me").want(t, http.StatusOK, "Passkeys are off: the server has no WAYBILL_PUBLIC_URL")
	u.post("/console/me/passkeys"+"/options", url.Values{"passkey_name": {"x"}}).want(t, http.StatusConflict, "Passkeys are off")
	guest := c.as("")
	if page := guest.get(web.SignInPath); strings.Contains(page.text, "passkey") {
		t.Errorf("the page offers passkeys: %s", page.text)
	}
	guest.post("/console/sign-in/passkey"+"/options", nil).want(t, http.StatusConflict, "Passkeys are off")
	guest.post("/console/sign-in/passkey", nil).want(t, http.StatusConflict, "Passkeys are off")
}
