package api

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestAnAccountsKeyRulesNoOther: what an administrator of an operator's account, who is no operator, makes with the scope account
// manages this account, and no other one.
func TestAnAccountsKeyRulesNoOther(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		own, shipper := s.newAccount("operator", true), s.newAccount("shipper", false)
		for _, scopes := range [][]string{{"account"}, nil, {"account", "webhooks", "orders:read"}} {
			_, key, err := s.keyOfPerson(masterdata.Caller{AccountID: own}, scopes...)
			if err != nil {
				t.Fatal(err)
			}
			s.as(key, "GET", "/api/account/keys/", "", 200, nil)
			of := "/api/operator/accounts/" + strconv.FormatInt(shipper, 10) + "/"
			s.as(key, "GET", "/api/operator/accounts/", "", 403, nil)
			s.as(key, "PATCH", of, `{"name":"x"}`, 403, nil)
			s.as(key, "POST", of+"suspend/", `{}`, 403, nil)
			s.as(key, "POST", of+"keys/", `{"name":"x"}`, 403, nil)
			s.as(key, "GET", "/api/operator/users/", "", 403, nil)
			s.as(key, "POST", "/api/operator/users/", `{"email":"x@example.com","name":"X"}`, 403, nil)
			s.as(key, "POST", "/api/operator/partners/", `{}`, 403, nil)
			s.as(key, "POST", "/api/operator/tracking/", `{}`, 403, nil)
		}
	})
}

// TestOperatorsAloneGiveTheirScopes: an administrator of an operator's account could give a scope that is not named as the operators'.
func TestOperatorsAloneGiveTheirScopes(t *testing.T) {
	t.Parallel()
	ordinary := masterdata.Caller{AccountID: 1}.MayGive()
	for _, r := range startServer(t, storetest.SQLite(t), t.TempDir()).api.routes() {
		if r.Allow.OfOperators() && r.Allow.Scope()&ordinary != 0 {
			t.Errorf("%s %s needs %s, which others than operators give", r.Method, r.Path, r.Allow.Scope())
		}
	}
}

// TestExistingKeysKeepTheirRights: keys of operators' accounts as versions before stored them. A key with all scopes of its version
// gets no scope that was added later.
func TestExistingKeysKeepTheirRights(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	own := s.newAccount("operator", true)
	unnamed, err := s.api.Store.MasterData.ImportKey(t.Context(), masterdata.Key{AccountID: own, Name: "old"}, "of a version without scopes")
	if err != nil || unnamed.Scopes != 0 {
		t.Fatal(unnamed, err)
	}
	full := shipment.AllScopes &^ (shipment.ScopeAdministration | shipment.ScopeUsers)
	keys := map[string]shipment.Scopes{"of a version without scopes": shipment.DefaultScopes, s.keyWith(own, full, ""): full}
	for key, may := range keys {
		for _, r := range s.api.routes() {
			added := strings.HasPrefix(r.Path, "/api/operator/") && r.Allow.Scope()&full == 0
			s.wantRefusal(r, "a key with "+may.String(), key, r.Allow != shipment.Anyone && (added || r.Allow.Scope()&^may != 0), 403)
		}
	}
}

// TestAKeyWithoutScopesIsNotMore: a key that may only administer names no scope for a new key, and may give none of the default ones.
func TestAKeyWithoutScopesIsNotMore(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	own := s.newAccount("operator", true)
	administers := s.keyWith(own, shipment.ScopeAdministration, "")
	path := "/api/operator/accounts/" + strconv.FormatInt(s.newAccount("shipper", false), 10) + "/keys/"
	res, text := s.send("POST", path, `{"name":"x"}`, "Authorization", "Bearer "+administers, "Content-Type", "application/json")
	want := `{"scopes":["You do not have the scope orders:write, so you cannot give it to a key."]}`
	if res.StatusCode != http.StatusBadRequest || text != want {
		t.Errorf("%d %s", res.StatusCode, text)
	}
}
