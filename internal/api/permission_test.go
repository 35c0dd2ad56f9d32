package api

import (
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestEveryRouteHasItsCallers calls each route as each kind of caller, and with a key of each scope. A handler that checks more
// than the table of routes is seen here, too.
func TestEveryRouteHasItsCallers(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	shipper, operator := s.newAccount("scopes", false), s.newAccount("operator", true)
	all := s.api.routes()
	for _, r := range all {
		want := r.Allow != shipment.Anyone
		if r.Allow == shipment.Nobody || want && r.Allow.Scope() == 0 {
			t.Errorf("%s %s has no permission", r.Method, r.Path)
		}
		s.wantRefusal(r, "nobody", "", want, 401)
		s.wantRefusal(r, "an account", testKey, r.Allow.OfOperators(), 403)
	}
	for _, name := range shipment.AllScopes.Names() {
		scope, _ := shipment.ScopesOf([]string{name})
		key, rest := s.keyWith(operator, scope, ""), s.keyWith(operator, shipment.AllScopes&^scope, "")
		for _, r := range all {
			s.wantRefusal(r, "an operator's account, "+name, key, r.Allow != shipment.Anyone && r.Allow.Scope() != scope, 403)
			s.wantRefusal(r, "an operator's account, all but "+name, rest, r.Allow != shipment.Anyone && r.Allow.Scope()&scope != 0, 403)
		}
		if scope&shipment.DefaultScopes == 0 {
			continue
		}
		key = s.keyWith(shipper, scope, "")
		for _, r := range all {
			s.wantRefusal(r, "an account, "+name, key, r.Allow != shipment.Anyone && (r.Allow.OfOperators() || r.Allow.Scope() != scope), 403)
		}
	}
}

type documentedPermission struct {
	paths          string
	reads, changes shipment.Permission
}

// documentedPermissions lists the permissions of the operations below each path, to read and to change. If several paths match, the first
// counts.
var documentedPermissions = []documentedPermission{
	{"/api/operator/users/", shipment.Administer, shipment.ManageUsers},
	{"/api/operator/rules/", shipment.SetRules, shipment.SetRules},
	{"/api/operator/audit-log/ /api/operator/requests/", shipment.ReadAuditLog, shipment.Nobody},
	{"/api/operator/tracking/ /api/operator/proof-of-delivery/", shipment.Nobody, shipment.ReportTracking},
	{"/api/operator/hubs/", shipment.ReadFloor, shipment.Administer},
	{"/api/operator/runs/", shipment.ReadFloor, shipment.ScanParcels},
	{"/api/operator/bags/ /api/operator/consignments/{id}/bags/", shipment.ReadFloor, shipment.ScanParcels},
	{"/api/operator/consignments/{id}/manifest/ /api/operator/consignments/{id}/inbound/", shipment.ReadFloor, shipment.ScanParcels},
	{"/api/operator/consignments/", shipment.ReadFloor, shipment.ChangeParcels},
	{"/api/operator/manifest-templates/", shipment.ReadFloor, shipment.ChangeParcels},
	{"/api/operator/scans/", shipment.ReadFloor, shipment.ScanParcels},
	{"/api/operator/orders/jobs/", shipment.ChangeParcels, shipment.Nobody},
	{"/api/operator/orders/", shipment.ReadFloor, shipment.ChangeParcels},
	{"/api/operator/stops/", shipment.ReadFloor, shipment.ChangeParcels},
	{"/api/operator/", shipment.Administer, shipment.Administer},
	{"/api/webhooks/", shipment.SetWebhooks, shipment.SetWebhooks},
	{"/api/account/requests/", shipment.ReadOrders, shipment.Nobody},
	{"/api/account/", shipment.SetAccount, shipment.SetAccount},
	{
		"/api/print/ /api/order/printed/ /api/order/not-printed/ /api/order/labels/ /api/order/manifest/ /api/handovers/{number}/pdf/ " +
			"/api/order/order/{tracking_no}/revoke-addresses/", shipment.PrintLabels, shipment.PrintLabels,
	},
	{"/api/handovers/ /api/packings/", shipment.ReadOrders, shipment.WriteParcels},
	{"/api/tracker/ /api/v2/tracker/ /api/data/ /api/partner/ /api/openapi.json", shipment.Anyone, shipment.Anyone},
	{"/api/", shipment.ReadOrders, shipment.WriteOrders},
	{"/", shipment.Anyone, shipment.Nobody},
}

// TestScopesAreNamedApart: "tracking:write floor:write" reads as one scope.
func TestScopesAreNamedApart(t *testing.T) {
	t.Parallel()
	_, document := startServer(t, storetest.SQLite(t), t.TempDir()).raw("GET", "/api/openapi.json", "")
	if !strings.Contains(document, "with the scopes `tracking:write` and `floor:write`") ||
		strings.Contains(document, "`tracking:write floor:write`") {
		t.Error("the document does not name both scopes of an operation")
	}
}

// TestEveryRouteNeedsItsDocumentedScope compares the table of routes, which TestEveryRouteHasItsCallers believes, with what
// docs/keys.md says about scopes.
func TestEveryRouteNeedsItsDocumentedScope(t *testing.T) {
	t.Parallel()
	for _, r := range startServer(t, storetest.SQLite(t), t.TempDir()).api.routes() {
		i := slices.IndexFunc(documentedPermissions, func(d documentedPermission) bool {
			return slices.ContainsFunc(strings.Fields(d.paths), func(path string) bool { return strings.HasPrefix(r.Path, path) })
		})
		want := documentedPermissions[i].changes
		if r.Method == http.MethodGet {
			want = documentedPermissions[i].reads
		}
		if r.Allow != want {
			t.Errorf("%s %s needs %+v, want %+v", r.Method, r.Path, r.Allow, want)
		}
	}
}

// placeholders make paths of the patterns of routes.
var placeholders = strings.NewReplacer("{tracking_no}", "WB123456", "{partner}", shipment.PartnerSimulated, "{id}", "999", "{name}", "x",
	"{file}", "WB123456.pdf", "{document}", "cn22", "{asset}", "x", "{number}", "WB123456", "{key_id}", "999", "{account_id}", "999")

// wantRefusal calls a route, and fails unless it is refused with a status for want of a permission, or not refused.
func (s *server) wantRefusal(r shell.Route, who, key string, want bool, status int) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), r.Method, s.url+placeholders.Replace(r.Path), strings.NewReader("{}"))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultTransport.RoundTrip(req) // also pages that are not in the OpenAPI document
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	text, refused := string(read), 0
	if strings.Contains(text, `"detail":"Authentication credentials`) || strings.Contains(text, `"detail":"Invalid secret key`) {
		refused = 401
	} else if res.StatusCode == http.StatusForbidden &&
		(strings.Contains(text, shell.ErrForbidden.Error()) || strings.Contains(text, problem.UsersScope.String())) {
		refused = 403
	}
	if want && refused != status || !want && refused != 0 {
		s.t.Errorf("%s %s as %s: %d %s, want a refusal: %t", r.Method, r.Path, who, res.StatusCode, text, want)
	}
}

// newAccount stores an account, and returns its id.
func (s *server) newAccount(name string, operator bool) int64 {
	s.t.Helper()
	account, err := s.api.Store.MasterData.CreateAccount(s.t.Context(), masterdata.Account{Name: name, Operator: operator})
	if err != nil {
		s.t.Fatal(err)
	}
	return account.AccountID
}

// keyWith stores a key with some scopes and networks, and returns its secret.
func (s *server) keyWith(accountID int64, scopes shipment.Scopes, networks shipment.Networks) string {
	s.t.Helper()
	_, secret, err := s.api.Store.MasterData.CreateKey(s.t.Context(), masterdata.Key{
		AccountID: accountID, Name: rand.Text(), Scopes: scopes, Networks: networks, ExpiresOn: s.api.Now().Add(3 * time.Hour),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return secret
}

// keyOfPerson makes a key of an account as a person does, and returns its secret.
func (s *server) keyOfPerson(by masterdata.Caller, scopes ...string) (masterdata.Key, string, error) {
	s.t.Helper()
	k := masterdata.Key{AccountID: by.AccountID, Name: rand.Text()}
	k.Scopes, _ = shipment.ScopesOf(scopes)
	if err := k.MadeBy(by, s.api.Now()); err != nil {
		return k, "", err
	}
	return s.api.Store.MasterData.CreateKey(s.t.Context(), k)
}

// TestAScopeIsNeededBeforeValidation: who has no scope for an operation learns which one, and nothing of what was sent.
func TestAScopeIsNeededBeforeValidation(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		account := s.newAccount("shipper", false)
		reader, writer := s.keyWith(account, shipment.ScopeOrdersRead, ""), s.keyWith(account, shipment.ScopeOrdersWrite, "")
		res, text := s.send("POST", "/api/order/orders/", `{"orders":[{"consignee_email":1}],"secret_key":"`+reader+`"}`,
			"Content-Type", "application/json")
		if res.StatusCode != http.StatusForbidden || text != `{"detail":"You do not have permission to perform this action."}` ||
			res.Header.Get("WWW-Authenticate") != `Bearer error="insufficient_scope", scope="orders:write"` {
			t.Errorf("%d %s %s", res.StatusCode, text, res.Header)
		}
		s.as(writer, "POST", "/api/order/orders/", `{"orders":[{"consignee_email":1}]}`, 400, nil)
		s.as(writer, "GET", "/api/order/order/", "", 403, nil)
		s.as(reader, "GET", "/api/order/order/", "", 200, nil)
	})
}

// TestNoKeyMakesAWiderOne: keys and people give keys what they may do themselves, and no more.
func TestNoKeyMakesAWiderOne(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		const path = "/api/account/keys/"
		s.api.Proxies = localProxy
		account, operator := s.newAccount("shipper", false), s.newAccount("operator", true)
		office := shipment.Networks("203.0.113.0/24")
		maker := s.keyWith(account, shipment.ScopeAccount|shipment.ScopeLabels, office)
		for body, want := range map[string]string{
			`"scopes":["labels","orders:read"]`:        `{"scopes":["You do not have the scope orders:read, so you cannot give it to a key."]}`,
			`"preset":"shop"`:                          `{"scopes":["You do not have the scope orders:write, so you cannot give it to a key."]}`,
			`"scopes":["rules"]`:                       `{"scopes":["You do not have the scope rules, so you cannot give it to a key."]}`,
			`"scopes":["administration"]`:              `{"scopes":["You do not have the scope administration, so you cannot give it to a key."]}`,
			`"scopes":[]`:                              `{"scopes":["Name at least one scope, or leave them out."]}`,
			`"scopes":"labels"`:                        `{"scopes":["Expected a list of items but got type \"str\"."]}`,
			`"scopes":["labels","everything"]`:         `{"scopes":["\"everything\" is not a valid choice."]}`,
			`"scopes":["labels"],"preset":"warehouse"`: `{"scopes":["Send scopes or a preset, not both."]}`,
			`"preset":"kiosk"`:                         `{"preset":["\"kiosk\" is not a valid choice."]}`,
			`"networks":["everywhere"]`: `{"networks":["\"everywhere\" is no network: enter one such as 203.0.113.0/24, ` +
				`or an address."]}`,
			`"networks":["203.0.112.0/23"]`: `{"networks":["Your key may be used from 203.0.113.0/24 only: name networks within these."]}`,
		} {
			res, text := s.send("POST", path, `{"name":"x",`+body+`}`, "Authorization", "Bearer "+maker, "Content-Type", "application/json",
				"X-Forwarded-For", "203.0.113.7")
			if res.StatusCode != http.StatusBadRequest || text != want {
				t.Errorf("%s: %d %s", body, res.StatusCode, text)
			}
		}
		person := masterdata.Caller{AccountID: operator}
		made := func(as masterdata.Caller, want bool, scopes ...string) shipment.Scopes {
			t.Helper()
			k, _, err := s.keyOfPerson(as, scopes...)
			if (err == nil) != want {
				t.Errorf("%v: %v", scopes, err)
			}
			return k.May()
		}
		if may := made(person, true); may.String() != "orders:write orders:read labels webhooks account parcels:write" {
			t.Errorf("an administrator of an operator's account gives %q", may)
		}
		for _, scopes := range [][]string{{"tracking:write"}, {"administration"}, {"account", "users"}} {
			made(person, false, scopes...)
		}
		person.Operator = true
		if may := made(person, true); may != shipment.DefaultScopes {
			t.Errorf("an operator gives %q", may)
		}
		made(person, true, "audit", "administration", "users")
		person.AccountID = account
		for _, scope := range shipment.OperatorKeyScopes.Names() {
			made(person, false, scope)
		}
	})
}

// TestKeysOfTheSDK: a key that a key makes without a word has what its maker has.
func TestKeysOfTheSDK(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		home := shipment.Networks("127.0.0.0/8")
		sdk := s.client(s.keyWith(s.newAccount("shipper", false), shipment.ScopeAccount|shipment.ScopeOrdersRead, home))
		same, err := sdk.CreateKey(t.Context(), "same", time.Time{})
		if err != nil || strings.Join(same.Scopes, " ") != "orders:read account" || strings.Join(same.Networks, " ") != string(home) {
			t.Errorf("%+v, %v", same, err)
		}
		less, err := sdk.CreateLimitedKey(t.Context(), client.NewKey{Name: "less", Preset: "read-only", Networks: []string{"127.0.0.1"}})
		if err != nil || strings.Join(less.Scopes, " ") != client.ScopeOrdersRead || strings.Join(less.Networks, " ") != "127.0.0.1/32" {
			t.Errorf("%+v, %v", less, err)
		}
		if _, err := s.client(less.Secret).Orders(t.Context(), client.Filter{}); err != nil {
			t.Error(err)
		}
		if _, err := s.client(less.Secret).Keys(t.Context()); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("%v, want 403", err)
		}
	})
}

// TestKeysOfNetworks: a key is refused from elsewhere, however often, without use of its limit, and does not count as used.
func TestKeysOfNetworks(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.Proxies, s.api.FailedKeyLimit = localProxy, shell.RateLimit{PerSecond: 1, Burst: 3}
		s.api.RateLimit = shell.RateLimit{PerSecond: 1, Burst: 1}
		account := s.newAccount("shipper", false)
		key := s.keyWith(account, shipment.AllScopes&shipment.DefaultScopes, "203.0.113.0/24 2001:db8::/32")
		for range 3 {
			res, text := s.send("GET", "/api/order/order/?secret_key="+key, "", "X-Forwarded-For", "198.51.100.7")
			if res.StatusCode != http.StatusForbidden || text != `{"detail":"This key may not be used from the address 198.51.100.7."}` {
				t.Errorf("%d %s", res.StatusCode, text)
			}
		}
		res, text := s.send("POST", "/api/tracker/query-by-tracking-nos/", `{"tracking_nos":["WB1234567"],"secret_key":"`+key+`"}`,
			"Content-Type", "application/json", "X-Forwarded-For", "198.51.100.8")
		if res.StatusCode != http.StatusOK {
			t.Errorf("tracking, which needs no key: %d %s", res.StatusCode, text)
		}
		res, text = s.send("GET", "/api/order/order/?secret_key="+key, "", "X-Forwarded-For", "198.51.100.7")
		if res.StatusCode != http.StatusTooManyRequests {
			t.Errorf("again: %d %s", res.StatusCode, text)
		}
		s.clock.advance(masterdata.NoteUseEvery / 2) // within which another use would not be stored
		res, text = s.send("GET", "/api/order/order/?secret_key="+key, "", "X-Forwarded-For", "203.0.113.7")
		if res.StatusCode != http.StatusOK {
			t.Errorf("from its network: %d %s", res.StatusCode, text)
		}
		for used := (time.Time{}); used.IsZero(); { // it is stored in the background
			keys, err := s.api.Store.MasterData.Keys(t.Context(), account)
			if err != nil {
				t.Fatal(err)
			}
			if used = keys[0].LastUsedOn; !used.IsZero() && !used.Equal(s.clock.now().Truncate(time.Microsecond)) {
				t.Errorf("used on %v, when it was refused, not on %v", used, s.clock.now())
			}
		}
	})
}
