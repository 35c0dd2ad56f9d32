package console

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"waybill/internal/store/audit"
)

// authenticator gives a window an authenticator that stores passkeys, and whose user touches it and is verified at once.
func (w *window) authenticator() webauthn.AuthenticatorID {
	w.s.t.Helper()
	if _, err := chromedp.Call(w.Context, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		w.s.t.Fatalf("give the browser an authenticator: %v", err)
	}
	added, err := chromedp.Call(w.Context, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		},
	})
	if err != nil {
		w.s.t.Fatalf("give the browser an authenticator: %v", err)
	}
	return added.AuthenticatorID
}

// signOut leaves the window at the page to sign in.
func (w *window) signOut() {
	w.s.t.Helper()
	w.click(".user button")
	w.seeText("You are signed out.")
	w.see(passkeyButton) // the page may still be read
}

// addPasskey adds a passkey with a name on the user's own page.
func (w *window) addPasskey(name string) {
	w.s.t.Helper()
	w.open("/console/me")
	w.write("#f-passkey_name", name)
	w.click("form[data-passkey] button")
	w.seeText("The passkey is added")
}

const passkeyButton = `button[form="passkey"]`

// TestLongPasskey adds a passkey, signs in with it, renames and removes it; afterwards it is refused.
func TestLongPasskey(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.authenticator()
	w.open("/console/me")
	if proposed := evaluate[string](w, `document.querySelector("#f-passkey_name").value`); proposed != "Chrome, Linux" {
		t.Errorf("the proposed name is %q", proposed)
	}
	w.addPasskey("Laptop <script>document.title='broken'</script>")
	w.seeText("Laptop <script>")

	w.signOut()
	w.open("/console/sign-in?next=" + url.QueryEscape(s.home+"orders"))
	w.click(passkeyButton)
	w.see(".side")
	if now := w.path(); now != s.home+"orders" {
		t.Errorf("signing in leads to %s", now)
	}

	// The device has a passkey of the user: it makes no second one.
	w.open("/console/me")
	w.click("form[data-passkey] button")
	w.seeText("This device has a passkey for you already.")

	w.click(`th a[href^="/console/me/passkeys/"]`)
	w.write("#f-passkey_name", "Old laptop")
	w.click(`form.panel:not([data-confirm]) button`)
	w.seeText("Your changes are saved.")
	w.click(`th a[href^="/console/me/passkeys/"]`)
	w.click("form[data-confirm] button")
	w.click("#ask-yes")
	w.seeText("The passkey is removed.")

	w.signOut()
	w.click(passkeyButton)
	w.seeText("This passkey was not accepted.")
	if now := w.path(); now != "/console/sign-in/passkey" {
		t.Errorf("a removed passkey leads to %s", now)
	}
}

// TestLongPasskeyWithoutOne: the page says what went wrong, in the language of the user.
func TestLongPasskeyWithoutOne(t *testing.T) {
	s := newSite(t)
	w := s.browser("")
	w.authenticator()
	w.open("/console/sign-in")
	w.click(passkeyButton)
	w.seeText("Nothing was done: it was cancelled")

	plain := s.withoutScripts("")
	plain.open("/console/sign-in")
	plain.see("#f-password")
	if text := plain.text("main"); strings.Contains(text, "passkey") {
		t.Errorf("without scripts the page offers passkeys: %s", text)
	}
}

// TestLongPasskeyOfADisabledUser: disabling refuses passkeys at once.
func TestLongPasskeyOfADisabledUser(t *testing.T) {
	s := newSite(t)
	w := s.browser("viewer")
	w.authenticator()
	w.addPasskey("Phone")
	w.signOut()
	if err := s.store.People.DisableUser(t.Context(), w.user.UserID); err != nil {
		t.Fatal(err)
	}
	w.click(passkeyButton)
	w.seeText("This passkey was not accepted.")
}

// TestLongPasskeyIsNotReplayed sends the response of an authenticator twice.
func TestLongPasskeyIsNotReplayed(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.authenticator()
	w.addPasskey("Phone")
	w.signOut()
	const steal = `(async () => {
		const form = document.querySelector("form[data-passkey]");
		const options = await (await fetch(form.dataset.passkey, {method: "POST"})).json();
		const made = await navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)});
		return JSON.stringify(made);
	})()`
	stolen := evaluate[string](w, steal)
	cookies := w.cookies()
	send := func() string {
		return evaluate[string](w, fmt.Sprintf(`(async () => {
			const body = new URLSearchParams({credential: %q, next: %q});
			const answer = await fetch("/console/sign-in/passkey", {method: "POST", body});
			return answer.status + " " + new URL(answer.url).pathname;
		})()`, stolen, s.home+"orders"))
	}
	if got := send(); got != "200 "+s.home+"orders" {
		t.Fatalf("the first time: %s", got)
	}
	w.restore(cookies)
	if got := send(); got != "422 /console/sign-in/passkey" {
		t.Errorf("the second time: %s", got)
	}
	ofUser := audit.Filter{SubjectKind: audit.SubjectUser, Subject: strconv.FormatInt(w.user.UserID, 10)}
	entries, _, err := s.store.Audit.List(t.Context(), ofUser, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	signIns := 0
	for _, e := range entries {
		if e.Action == "sign-in" && strings.Contains(e.New, `"method":"passkey"`) {
			signIns++
		}
	}
	if signIns != 1 {
		t.Errorf("%d sign-ins by passkeys are in the log", signIns)
	}
}

// cookies are those of the site.
func (w *window) cookies() []*network.Cookie {
	w.s.t.Helper()
	all, err := chromedp.Call(w.Context, network.GetCookies, network.GetCookiesParams{URLs: []string{w.s.base + "/console/"}})
	if err != nil {
		w.s.t.Fatalf("read the cookies: %v", err)
	}
	return all.Cookies
}

// restore replaces the cookies of the site by earlier ones.
func (w *window) restore(cookies []*network.Cookie) {
	w.s.t.Helper()
	if _, err := chromedp.Call(w.Context, network.ClearBrowserCookies, cdp.Empty{}); err != nil {
		w.s.t.Fatalf("forget the cookies: %v", err)
	}
	for _, c := range cookies {
		_, err := chromedp.Call(w.Context, network.SetCookie, network.SetCookieParams{
			Name: c.Name, Value: c.Value, URL: w.s.base + "/console/", Path: c.Path,
		})
		if err != nil {
			w.s.t.Fatalf("restore a cookie: %v", err)
		}
	}
}
