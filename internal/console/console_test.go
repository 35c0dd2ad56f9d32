package console

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"waybill/client"
	"waybill/internal/api"
	"waybill/internal/api/shell"
	"waybill/internal/console/web"
	"waybill/internal/erasure"
	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/partner/simulated"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/storetest"
	"waybill/test/backend"
)

func TestMain(m *testing.M) { partnerlabeltest.Main(m) }

// testKey is the secret key of the demo account, which has id 1.
const testKey = backend.Key

// testConsole is a console as it is served: a real database, a real listener, real workers.
type testConsole struct {
	*web.Console
	Store     *store.Store // the whole of it
	t         testing.TB
	api       *api.API
	url       string         // of the server, without a slash at its end
	sdk       *client.Client // of the demo account
	partner   *simulated.Partner
	fulfiller *fulfil.Fulfiller
	rules     *inforce.Source
	other     masterdata.Account // another account, on which none of the test's users has a role
}

// newTestConsole serves a console with the demo account, on SQLite, until the test ends. Change makes the
// configuration another one.
func newTestConsole(t testing.TB, change ...func(*web.Config)) *testConsole {
	t.Helper()
	return newCountedConsole(t, nil, change...)
}

// newCountedConsole is newTestConsole whose reads of orders are counted.
func newCountedConsole(t testing.TB, reads *storetest.Reads, change ...func(*web.Config)) *testConsole {
	t.Helper()
	folder, logger := t.TempDir(), slog.New(slog.DiscardHandler)
	parts := backend.New(t, backend.Options{Folder: folder, Log: logger, Drawing: api.DrawingNeeds(2), Reads: reads})
	s := parts.Store
	c := &testConsole{t: t, Store: s}
	c.partner, c.fulfiller, c.rules = parts.Partner, parts.Fulfiller, parts.Rules
	var err error
	check := func() {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c.other, err = s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Other shipper"})
	check()
	c.api, err = api.New(t.Context(), shell.New(shell.Config{
		Store: s, Budget: parts.Budget, Spool: parts.Spool, Now: time.Now, Log: logger, Metrics: backend.NoMetrics{}, Version: "test",
		BlockingBudget: time.Minute,
	}), api.Config{
		Orders: parts.Orders,
		Labels: parts.Labels, Endpoints: parts.Endpoints,
		Simulate: true, Features: parts.Features,
	})
	check()
	secrets, err := s.Secrets(t.Context())
	check()
	config := web.Config{
		Secret: secrets.LabelKey[:],
		Eraser: &erasure.Eraser{Store: s, Blobs: parts.Blobs, Log: logger},
		Store:  s, Orders: parts.Orders, Share: c.api.Share, Printing: c.api.Printing,
		SendDocument: c.api.SendDocument,
		EventBody:    c.api.EventBody, Endpoints: parts.Endpoints, ReadLogo: parts.Labels.ReadLogo,
		Admit: c.api.Admit, Charge: c.api.Charge, Hold: c.api.Hold, Client: c.api.Client, RequestID: shell.RequestID,
		PartnerState: parts.Fulfiller.PartnerState, System: web.System{Started: time.Now(), Database: "test.db", Folder: folder},
		Now: time.Now, Log: logger, Version: "test", Development: true,
	}
	for _, fn := range change {
		fn(&config)
	}
	c.Console, err = New(config, c.api.Core(), c.api.Features)
	check()
	c.api.Mount(web.Home, "console", c.Handler())
	server := httptest.NewServer(c.api.Handler())
	t.Cleanup(server.Close)
	c.url = server.URL
	c.sdk, err = client.New(server.URL+"/api", testKey, client.WithMaxRetries(0))
	check()
	return c
}

// testUser is a browser without scripts, in which a user is signed in.
type testUser struct {
	c    *testConsole
	http *http.Client
	user people.User
}

// as signs in a new user with a role: an operator's, or one on the demo account; "" is nobody, "none" a user without a
// role. Its client does not follow redirects.
func (c *testConsole) as(r shipment.Role) *testUser {
	c.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		c.t.Fatal(err)
	}
	u := &testUser{c: c, http: &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if r == "" {
		return u
	}
	made := people.User{Email: strings.ToLower(fmt.Sprintf("%s-%d@example.com", r, time.Now().UnixNano())), Name: "Ann " + string(r)}
	if slices.Contains(shipment.OperatorRoles(), string(r)) {
		made.OperatorRole = r
	}
	var roles []people.Membership
	if r == shipment.RoleViewer || r == shipment.RoleEditor || r == shipment.RoleAdmin {
		roles = []people.Membership{{AccountID: 1, Role: r}}
	}
	created, err := c.Store.People.CreateUser(c.t.Context(), made, 0, roles...)
	if err != nil {
		c.t.Fatal(err)
	}
	u.user = created.User
	_, token, err := c.Store.People.CreateSession(c.t.Context(), u.user, "test", "192.0.2.1", "test", time.Time{})
	if err != nil {
		c.t.Fatal(err)
	}
	base, err := url.Parse(c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	jar.SetCookies(base, []*http.Cookie{{Name: web.SessionCookie, Value: token, Path: web.Home}})
	return u
}

// testPage is a response that was read.
type testPage struct {
	status int
	header http.Header
	text   string
}

// get gets a path, such as /console/accounts/1/.
func (u *testUser) get(path string) testPage {
	u.c.t.Helper()
	return u.send(http.MethodGet, path, "", nil)
}

// post sends a form.
func (u *testUser) post(path string, form url.Values) testPage {
	u.c.t.Helper()
	return u.send(http.MethodPost, path, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

// send sends a request and reads the response.
func (u *testUser) send(method, path, contentType string, body io.Reader) testPage {
	u.c.t.Helper()
	req, err := http.NewRequestWithContext(u.c.t.Context(), method, u.c.url+path, body)
	if err != nil {
		u.c.t.Fatal(err)
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return u.do(req)
}

func (u *testUser) do(req *http.Request) testPage {
	u.c.t.Helper()
	res, err := u.http.Do(req)
	if err != nil {
		u.c.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		u.c.t.Fatal(err)
	}
	if utf8.Valid(text) && strings.ContainsAny(string(text), "\uFDD0\uFDD1") { // a picture may have the bytes
		u.c.t.Errorf("%s %s shows the codes of a message: %s", req.Method, req.URL, text)
	}
	return testPage{res.StatusCode, res.Header, string(text)}
}

// wantNoStore checks that a page with a secret stays out of every cache.
func (p testPage) wantNoStore(t *testing.T) {
	t.Helper()
	if got := p.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("a page with a secret has Cache-Control: %s", got)
	}
}

// want checks the status of a page, and that it has the texts.
func (p testPage) want(t *testing.T, status int, texts ...string) {
	t.Helper()
	if p.status != status {
		t.Errorf("status %d, want %d: %s", p.status, status, p.text)
	}
	for _, text := range texts {
		if !strings.Contains(p.text, text) {
			t.Errorf("the page has no %q: %s", text, p.text)
		}
	}
}
