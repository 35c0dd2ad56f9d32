package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/console/web"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// TestNoticesByMail: users learn of new browsers, passkeys and passwords.
func TestNoticesByMail(t *testing.T) {
	t.Parallel()
	sent := make(chan string, 9)
	p := newPasskeyConsole(t, func(c *web.Config) {
		c.Mail = func(_ context.Context, to, _, text string) error { sent <- to + "\n" + text; return nil }
	})
	u := p.user(web.Editor)
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
	browser.steal(page)
	for _, c := range (&http.Response{Header: page.header}).Cookies() {
		c.Secure = false // the test's server has no HTTPS
		browser.http.Jar.SetCookies(mustURL(t, p.url+web.Home), []*http.Cookie{c})
	}
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
	if len(sent) != 0 {
		t.Errorf("there is another mail: %s", <-sent)
	}
}
