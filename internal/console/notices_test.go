package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// keep gives a browser the cookies that a response has set for HTTPS, which the test's server does not have.
func (u *testUser) keep(page testPage) {
	cookies := (&http.Response{Header: page.header}).Cookies()
	for _, c := range cookies {
		c.Secure, c.Path = false, web.Home
	}
	u.http.Jar.SetCookies(mustURL(u.c.t, u.c.url+web.Home), cookies)
}

// TestNoticesByMail: users learn of new browsers, passkeys and passwords.
func TestNoticesByMail(t *testing.T) {
	t.Parallel()
	sent, outgoing := make(chan string, 9), new(fulfil.Outgoing)
	p := newPasskeyConsole(t, func(c *web.Config) {
		c.Outgoing = outgoing
		c.Mail = func(_ context.Context, to, _, text string) error { sent <- to + "\n" + text; return nil }
	})
	u := p.user(shipment.RoleEditor)
	wantMail := func(text string) {
		t.Helper()
		if got := <-sent; !strings.HasPrefix(got, u.user.Email+"\n"+text) || !strings.Contains(got, "127.0.0.1") {
			t.Errorf("the mail is %s, not %q", got, text)
		}
	}
	credentials := url.Values{"email": {u.user.Email}, "password": {testPassword}}
	browser := p.as("")
	page := browser.post(web.SignInPath, credentials)
	page.want(t, http.StatusSeeOther)
	wantMail("Somebody signed in as you from a browser")
	browser.keep(page)
	browser.post(web.SignInPath, credentials).want(t, http.StatusSeeOther) // known: no mail
	u.add(newAuthenticator(t, passkeySite)).want(t, http.StatusSeeOther)
	wantMail("The passkey Phone <b> was added")
	const other = "another good long password"
	u.post("/console/me/password", url.Values{"current": {testPassword}, "password": {other}}).want(t, http.StatusSeeOther)
	wantMail("Your password was set or changed.")
	_, token, err := p.Store.People.CreateLink(t.Context(), u.user.UserID, people.LinkReset, users.ValidFor(people.LinkReset))
	if err != nil {
		t.Fatal(err)
	}
	browser.post(users.LinkPath+token, url.Values{"password": {testPassword}}).want(t, http.StatusSeeOther)
	wantMail("Your password was set or changed.")
	outgoing.SetPaused(true) // as a copy of the data does, whose people have done nothing there
	u = p.user(shipment.RoleEditor)
	u.post("/console/me/password", url.Values{"current": {testPassword}, "password": {other}}).want(t, http.StatusSeeOther)
	outgoing.SetPaused(false)
	p.as("").post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {other}}).want(t, http.StatusSeeOther)
	wantMail("Somebody signed in as you from a browser")
	if len(sent) != 0 {
		t.Errorf("there is another mail: %s", <-sent)
	}
}

// TestRecentSignIn: who signed in too long ago signs in again before making what lets others in, and the form is kept.
func TestRecentSignIn(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u := p.user(shipment.RoleAdmin)
	const keys = "/console/accounts/1/settings/keys"
	form := url.Values{"name": {"Shop <1>"}, "preset": {"shop"}, "new_password": {"hunter22"}}
	p.ahead.Store(int64(web.RecentSignIn))
	p.usedNow() // that the session is in use does not count
	refused := u.post(keys, form)
	refused.want(t, http.StatusForbidden, "Confirm that it is you", "Shop &lt;1&gt;", "Send it again", "again=1")
	refused.wantNoStore(t)
	if strings.Contains(refused.text, "hunter22") || strings.Contains(refused.text, "wb_live") {
		t.Error("the page has a password, or a key was made")
	}
	u.get(keys).want(t, http.StatusOK) // looking is free
	u.post("/console/me", url.Values{"name": {"Ann"}}).want(t, http.StatusSeeOther)
	u.get(web.SignInPath+"?next="+web.SignedInPath).want(t, http.StatusSeeOther)
	again := url.Values{"email": {u.user.Email}, "password": {"wrong password"}, "next": {web.SignedInPath}, "again": {"1"}}
	u.get(web.SignInPath+"?next="+web.SignedInPath+"&again=1").want(t, http.StatusOK, `name="again"`)
	u.post(web.SignInPath, again).want(t, http.StatusUnprocessableEntity, `name="again"`)
	u.post(keys, form).want(t, http.StatusForbidden)
	again.Set("password", testPassword)
	p.ahead.Store(int64(5*time.Minute - 30*time.Second))
	u.post(keys, url.Values{"name": {"In time"}, "preset": {"shop"}}).want(t, http.StatusCreated)
	p.ahead.Store(0) // the database's clock, by which sessions begin
	entered := u.post(web.SignInPath, again)
	entered.want(t, http.StatusSeeOther)
	if got := entered.header.Get("Location"); got != web.SignedInPath {
		t.Errorf("the window goes on to %s", got)
	}
	u.keep(entered)
	u.post(keys, form).want(t, http.StatusCreated)
}

// TestAPasskeyNeedsThePasswordAfterTenMinutes, and one with a wrong password is never added.
func TestAPasskeyNeedsThePasswordAfterTenMinutes(t *testing.T) {
	t.Parallel()
	p := newPasskeyConsole(t)
	u := p.user(shipment.RoleViewer)
	for _, c := range []struct {
		ahead    time.Duration
		password string
		want     int
	}{
		{0, "", http.StatusOK},
		{10*time.Minute - 30*time.Second, "", http.StatusOK},
		{10 * time.Minute, "", http.StatusUnprocessableEntity},
		{10 * time.Minute, "wrong password", http.StatusUnprocessableEntity},
		{10 * time.Minute, testPassword, http.StatusOK},
	} {
		p.ahead.Store(int64(c.ahead))
		p.usedNow()
		page := u.post("/console/me/passkeys/options", url.Values{"passkey_name": {"x"}, "passkey_password": {c.password}})
		if page.status != c.want {
			t.Errorf("after %v with %q: %d, want %d: %s", c.ahead, c.password, page.status, c.want, page.text)
		}
	}
}

// TestOperatorsWithPasskeys cannot sign in by password alone where the settings say so; others, and those without, can.
func TestOperatorsWithPasskeys(t *testing.T) {
	t.Parallel()
	for _, allowed := range []bool{false, true} {
		p := newPasskeyConsole(t, func(c *web.Config) { c.OperatorPasswords = allowed })
		for role, stopped := range map[shipment.Role]bool{
			shipment.RoleOperator: !allowed, shipment.RoleOperatorAdmin: !allowed, shipment.RoleAdmin: false,
		} {
			u := p.user(role)
			credentials := url.Values{"email": {u.user.Email}, "password": {testPassword}}
			p.as("").post(web.SignInPath, credentials).want(t, http.StatusSeeOther)
			a := newAuthenticator(t, passkeySite)
			u.add(a).want(t, http.StatusSeeOther)
			page := p.as("").post(web.SignInPath, credentials)
			if stopped {
				page.want(t, http.StatusForbidden, "Operators with a passkey sign in with it.")
			} else {
				page.want(t, http.StatusSeeOther)
			}
			p.as("").passkeySignIn(a).want(t, http.StatusSeeOther)
		}
	}
}
