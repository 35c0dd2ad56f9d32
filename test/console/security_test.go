package console

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/people"
	"waybill/test/harness"
)

const password = "correct horse battery"

// person makes a user of the account who chooses password by a one-time link in a window of their own, and returns
// that window: the person is signed in.
func (s *site) person(email string) (*window, people.User) {
	s.t.Helper()
	u, err := s.store.People.CreateUser(s.t.Context(), people.User{Email: email, Name: "Ann Tan"}, time.Hour,
		people.Membership{AccountID: s.account, Role: shipment.RoleEditor})
	if err != nil {
		s.t.Fatal(err)
	}
	w := s.browser("")
	w.open("/console/link/" + u.Token)
	w.write("#f-password", password)
	w.click("form button")
	w.see(".side")
	return w, u.User
}

// enter signs a person in by the form.
func (w *window) enter(email string) {
	w.s.t.Helper()
	w.open("/console/sign-in")
	w.write("#f-email", email)
	w.write("#f-password", password)
	w.click("form button")
	w.see(".side")
}

// cookie is the cookie of the session, as the browser keeps it.
func (w *window) cookie() *network.Cookie {
	w.s.t.Helper()
	all, err := chromedp.Call(w.Context, network.GetCookies, network.GetCookiesParams{URLs: []string{w.s.base + "/console/"}})
	if err != nil {
		w.s.t.Fatal(err)
	}
	for _, c := range all.Cookies {
		if c.Name == "waybill_session" {
			return c
		}
	}
	w.s.t.Fatalf("the browser has no session: %v", all.Cookies)
	return nil
}

// works reports whether a stolen cookie opens the orders of the account.
func (s *site) works(token string) bool {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.base+s.home+"orders", http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	req.AddCookie(&http.Cookie{Name: "waybill_session", Value: token})
	res, err := http.DefaultTransport.RoundTrip(req) // redirects are not followed
	if err != nil {
		s.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// TestLongStolenSessionsEnd takes the cookie of a browser after each sign-in, and uses it elsewhere once the session was
// ended: by signing out, from another browser, and by a change of the password.
func TestLongStolenSessionsEnd(t *testing.T) {
	s := newSite(t)
	email := s.email("ann")
	w, u := s.person(email)
	other := s.browser("")
	other.enter(email)
	for _, way := range []struct {
		name string
		end  func()
	}{
		{"signing out", func() { w.click(".user button"); w.seeText("You are signed out.") }},
		{"ending it from another browser", func() {
			other.open("/console/me")
			other.click(`tbody form[action$="/end"] button`)
			other.see("#toast p")
		}},
		{"a new password", func() {
			other.open("/console/me")
			other.write("#f-current", password)
			other.write("#f-password", password)
			other.click(`form[action$="/password"] button`)
			other.see("#toast p")
		}},
		{"disabling the user", func() {
			if err := s.store.People.DisableUser(t.Context(), u.UserID); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		if way.name != "signing out" {
			w.enter(email)
		}
		stolen := w.cookie()
		if !stolen.HTTPOnly || stolen.SameSite != network.CookieSameSiteLax || stolen.Path != "/console/" {
			t.Errorf("the cookie is %+v", stolen)
		}
		if script := evaluate[string](w, "document.cookie"); strings.Contains(script, stolen.Value) {
			t.Errorf("scripts read %q", script)
		}
		if !s.works(stolen.Value) {
			t.Fatalf("the cookie does not work before %s", way.name)
		}
		way.end()
		if s.works(stolen.Value) {
			t.Errorf("the cookie works after %s", way.name)
		}
		w.open(s.home + "orders")
		if now := w.path(); !strings.HasPrefix(now, "/console/sign-in") {
			t.Errorf("after %s the browser shows %s", way.name, now)
		}
	}
}

// TestLongFormsOfOtherPagesAreRefused sends a form from pages of another host, and of another port of this host, for
// which browsers send the cookie, too.
func TestLongFormsOfOtherPagesAreRefused(t *testing.T) {
	s := newSite(t)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	no := made.Orders[0].TrackingNo
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<form method="post" action="%sorders/%s/cancel">`+
			`<input name="confirmed" value="1"><button>Win</button></form>`, s.base+s.home, no)
	}))
	t.Cleanup(evil.Close)
	w := s.browser("editor")
	for _, origin := range []string{evil.URL, strings.Replace(evil.URL, "127.0.0.1", "localhost", 1)} {
		w.Do("open "+origin, chromedp.Navigate(origin))
		w.click("button")
		w.seeText("This came from another site")
	}
	o, err := s.sdk.Order(t.Context(), no)
	if err != nil || o.TrackerStatusCode == "CANCELLED" {
		t.Errorf("the order has status %s, %v", o.TrackerStatusCode, err)
	}
	w.open(s.home + "orders/" + no)
	w.click("main .button.bad")
	w.click("#ask-yes")
	w.seeText("The order is cancelled.") // the form of the page itself
}
