package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/clientaddr"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// TestGuessesTakeNoPlaceOfKnownBrowsers: while guesses use all memory of callers without a key, a user signs in in a known browser, and
// by a link.
func TestGuessesTakeNoPlaceOfKnownBrowsers(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, browser := c.withPassword(shipment.RoleEditor), c.as("")
	credentials := url.Values{"email": {u.user.Email}, "password": {testPassword}}
	browser.post(web.SignInPath, credentials).want(t, http.StatusSeeOther)
	pool := admission.NewPool(c.api.Budget.Anonymous.Stats().Size, 0)
	c.api.Budget.Anonymous = pool
	guesses := pool.Hold(admission.Owner{Address: netip.MustParseAddr("2001:db8::")})
	if err := guesses.GrowTo(t.Context(), pool.Stats().Size); err != nil {
		t.Fatal(err)
	}
	defer guesses.Release()
	c.as("").post(web.SignInPath, credentials).want(t, http.StatusServiceUnavailable)
	browser.post(web.SignInPath, credentials).want(t, http.StatusSeeOther)
	c.as("").post(c.link(u.user, people.LinkReset), url.Values{"password": {"another good long password"}}).want(t, http.StatusSeeOther)
}

// TestGuessesOfANetwork: after 60 from one network of 48 bits others in it wait, but not known browsers.
func TestGuessesOfANetwork(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := newTestConsole(t, func(c *web.Config) { c.Now = func() time.Time { return now } }) // so that no attempt comes back
	u := c.withPassword(shipment.RoleEditor)
	c.api.Proxies = clientaddr.Proxies{netip.MustParsePrefix("127.0.0.1/32")}
	from := func(b *testUser, address string) testPage {
		t.Helper()
		b.http.Transport = sentFor(address)
		return b.post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {testPassword}})
	}
	browser := c.as("")
	from(browser, "2001:db8:1::1").want(t, http.StatusSeeOther)
	for i := range byte(60) { // recovery codes, which are not hashed slowly
		guess := users.Attempt{Email: fmt.Sprint(i), Limited: netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, 1, i, i})}
		if _, _, err := c.SignIns.CheckCode(t.Context(), guess); !errors.Is(err, users.ErrWrong) {
			t.Fatal(i, err)
		}
	}
	from(c.as(""), "2001:db8:1:ffff::1").want(t, http.StatusTooManyRequests)
	from(c.as(""), "2001:db8:2::1").want(t, http.StatusSeeOther)
	from(browser, "2001:db8:1:ffff::1").want(t, http.StatusSeeOther)
}

// sentFor sends requests as a proxy does for a client.
type sentFor string

func (address sentFor) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Forwarded-For", string(address))
	return http.DefaultTransport.RoundTrip(req)
}
