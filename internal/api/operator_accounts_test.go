package api

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// asKeyOf is a client with a key of an account.
func (s *server) asKeyOf(accountID int64, scopes shipment.Scopes) client.Administration {
	s.t.Helper()
	sdk, err := client.New(s.url+"/api", s.keyWith(accountID, scopes, ""))
	if err != nil {
		s.t.Fatal(err)
	}
	return client.NewAdministration(sdk)
}

// TestOperatorManagesAccounts: an account is created, found, changed, suspended and resumed, and each change is in the audit log.
func TestOperatorManagesAccounts(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, operator := t.Context(), s.asAdministrator()
		made, err := operator.CreateAccount(ctx, client.NewAccount{
			Name: " Acme Exports ", TrackingPrefix: "AX", RateLimit: 200, EraseAfterDays: 90,
		})
		if err != nil || made.Name != "Acme Exports" || made.TrackingPrefix != "AX" || made.RateBurst != 400 || !made.SuspendedOn.IsZero() {
			t.Fatalf("created %+v, %v", made, err)
		}
		for field, a := range map[string]client.NewAccount{
			"name": {Name: "Acme Exports"}, "tracking_prefix": {Name: "B", TrackingPrefix: "bx"}, "rate_burst": {Name: "B", RateBurst: 1},
			"erase_after_days": {Name: "B", EraseAfterDays: 1}, "delete_after_days": {Name: "B", EraseAfterDays: 90, DeleteAfterDays: 60},
			"rate_limit": {Name: "B", RateLimit: -1},
		} {
			_, err := operator.CreateAccount(ctx, a)
			if wrong, ok := errors.AsType[*client.ValidationError](err); !ok || !strings.Contains(wrong.Error(), field) {
				t.Errorf("%s: %v", field, err)
			}
		}
		for _, f := range []client.AccountFilter{{Search: "aCME"}, {Search: strconv.FormatInt(made.AccountID, 10)}} {
			if got := accountsOf(t, operator, f); len(got) != 1 || got[0] != "Acme Exports" {
				t.Errorf("%+v selects %v", f, got)
			}
		}

		renamed, err := operator.ChangeAccount(ctx, made.AccountID, client.AccountChange{Name: new("Acme")})
		if err != nil || renamed.Name != "Acme" || renamed.RateBurst != 400 || renamed.EraseAfterDays != 90 {
			t.Errorf("renamed %+v, %v", renamed, err)
		}
		slower, err := operator.ChangeAccount(ctx, made.AccountID, client.AccountChange{RateLimit: new(int64(50)), EraseAfterDays: new(int64)})
		if err != nil || slower.RateLimit != 50 || slower.RateBurst != 100 || slower.EraseAfterDays != 0 || slower.Name != "Acme" {
			t.Errorf("slower %+v, %v", slower, err)
		}
		alone := client.AccountChange{RateLimit: new(int64(0)), RateBurst: new(int64(1))}
		if _, err = operator.ChangeAccount(ctx, made.AccountID, alone); err == nil {
			t.Error("a burst without a rate")
		}
		key := s.keyWith(s.newAccount("second operator", true), shipment.ScopeAdministration, "")
		path := "/api/operator/accounts/" + strconv.FormatInt(made.AccountID, 10) + "/"
		s.as(key, "PATCH", path, `{"rate_limit":null,"operator":null}`, 200, nil)
		s.as(key, "PATCH", path, `{"tracking_prefix":"BX"}`, 400, nil)
		s.as(key, "PATCH", path, `{"name":null}`, 400, nil)

		suspended, err := operator.SuspendAccount(ctx, made.AccountID)
		if err != nil || suspended.SuspendedOn.IsZero() {
			t.Errorf("suspended %+v, %v", suspended, err)
		}
		if got := accountsOf(t, operator, client.AccountFilter{Suspended: true}); len(got) != 1 || got[0] != "Acme" {
			t.Errorf("suspended: %v", got)
		}
		if resumed, err := operator.ResumeAccount(ctx, made.AccountID); err != nil || !resumed.SuspendedOn.IsZero() {
			t.Errorf("resumed %+v, %v", resumed, err)
		}
		_, err = operator.Account(ctx, 999)
		if !errors.Is(err, client.ErrNotFound) {
			t.Errorf("no account: %v", err)
		}
		if _, err = client.NewAdministration(s.sdk).Account(ctx, made.AccountID); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("a shipper: %v", err)
		}
		entries, _, err := s.api.Store.Audit.List(ctx, audit.Filter{
			SubjectKind: "account", Subject: strconv.FormatInt(made.AccountID, 10), ActorKind: audit.ActorKey,
		}, "", 10)
		if err != nil || len(entries) != 6 || entries[5].Action != "create" {
			t.Errorf("audit log %+v, %v", entries, err)
		}
	})
}

// accountsOf are the names of a list.
func accountsOf(t *testing.T, sdk client.Administration, f client.AccountFilter) (names []string) {
	t.Helper()
	for a, err := range sdk.Accounts(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, a.Name)
	}
	return names
}

// TestListOfAccountsGoesOn by cursor.
func TestListOfAccountsGoesOn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		operator := s.asAdministrator()
		var want []string
		for i := range 51 {
			want = append(want, "account "+strconv.Itoa(i))
			s.newAccount(want[i], false)
		}
		if got := accountsOf(t, operator, client.AccountFilter{Search: "account "}); !slices.Equal(got, want) {
			t.Errorf("%v", got)
		}
		key := s.keyWith(s.newAccount("second operator", true), shipment.ScopeAdministration, "")
		for _, query := range []string{"cursor=x", "cursor=-1", "suspended=perhaps", "q=acme"} {
			s.as(key, "GET", "/api/operator/accounts/?"+query, "", 400, nil)
		}
	})
}

// TestOnlyAKeyWithUsersMakesOperators: another key would give itself, by a key of that account, what it may not do.
func TestOnlyAKeyWithUsersMakesOperators(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, own, shipper := t.Context(), s.newAccount("operator", true), s.newAccount("shipper", false)
		most, all := s.asKeyOf(own, shipment.AllScopes&^shipment.ScopeUsers), s.asKeyOf(own, shipment.ScopeAdministration|shipment.ScopeUsers)
		yes := client.AccountChange{Operator: new(true)}
		_, err := most.ChangeAccount(ctx, shipper, yes)
		wantUsersScope(t, err)
		_, err = most.CreateAccount(ctx, client.NewAccount{Name: "depot", Operator: true})
		wantUsersScope(t, err)
		limited := s.keyWith(own, shipment.AllScopes, "127.0.0.0/8 ::1/128")
		s.as(limited, "PATCH", "/api/operator/accounts/"+strconv.FormatInt(shipper, 10)+"/", `{"operator": true}`, http.StatusForbidden, nil)
		if changed, err := all.ChangeAccount(ctx, shipper, yes); err != nil || !changed.Operator {
			t.Errorf("with both scopes: %+v, %v", changed, err)
		}
		if _, err := most.ChangeAccount(ctx, own, client.AccountChange{Name: new("operators"), Operator: new(true)}); err != nil {
			t.Errorf("no change of the right: %v", err)
		}
		if changed, err := most.ChangeAccount(ctx, shipper, client.AccountChange{Operator: new(false)}); err != nil || changed.Operator {
			t.Errorf("taken from another account: %+v, %v", changed, err)
		}

		_, demoted := all.ChangeAccount(ctx, own, client.AccountChange{Operator: new(false)})
		_, suspended := all.SuspendAccount(ctx, own)
		for _, err := range []error{demoted, suspended} {
			if !errors.Is(err, client.ErrForbidden) || !strings.Contains(err.Error(), "its own account") {
				t.Errorf("its own account: %v", err)
			}
		}
	})
}

func wantUsersScope(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, client.ErrForbidden) || !strings.Contains(err.Error(), "has the scope users") {
		t.Errorf("without a scope: %v", err)
	}
}

// TestOperatorManagesKeysOfAccounts: the operator's key gives no more than it has, and is revoked with the keys of other accounts that
// it made.
func TestOperatorManagesKeysOfAccounts(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		ctx, own, shipper := t.Context(), s.newAccount("operator", true), s.newAccount("shipper", false)
		const both = shipment.ScopeAdministration | shipment.ScopeAccount
		maker, other := s.asKeyOf(own, both|shipment.ScopeLabels), s.asKeyOf(own, both)
		made, err := maker.CreateKeyOfAccount(ctx, shipper, client.NewKey{Name: "printer", Scopes: []string{"labels"}})
		if err != nil || made.Secret == "" || made.CreatedByKey == 0 {
			t.Fatalf("created %+v, %v", made, err)
		}
		_, err = maker.CreateKeyOfAccount(ctx, shipper, client.NewKey{Name: "shop", Scopes: []string{"orders:write"}})
		if _, ok := errors.AsType[*client.ValidationError](err); !ok {
			t.Errorf("a wider key: %v", err)
		}
		if _, err = maker.CreateKeyOfAccount(ctx, 999, client.NewKey{Name: "x"}); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("of no account: %v", err)
		}
		if _, err = maker.KeysOfAccount(ctx, 999); !errors.Is(err, client.ErrNotFound) {
			t.Errorf("keys of no account: %v", err)
		}
		stateOf := func() string {
			keys, err := other.KeysOfAccount(ctx, shipper)
			if err != nil || len(keys) != 1 {
				t.Fatalf("keys %+v, %v", keys, err)
			}
			return keys[0].State
		}
		if got := stateOf(); got != client.KeyLive {
			t.Errorf("created %s", got)
		}
		for _, account := range []int64{own, 999} { // the key is not of this account
			if err := other.RevokeKeyOfAccount(ctx, account, made.ID, false); !errors.Is(err, client.ErrNotFound) {
				t.Errorf("revoked in account %d: %v", account, err)
			}
		}
		err = other.RevokeKeyOfAccount(ctx, own, made.CreatedByKey, true)
		if !errors.Is(err, client.ErrNotFound) {
			t.Errorf("another key of its own account: %v", err)
		}
		s.as(made.Secret, "GET", "/api/order/labels/status/?tracking_no=WB1", "", http.StatusOK, nil)
		if err := maker.RevokeKeyOfAccount(ctx, own, made.CreatedByKey, true); err != nil {
			t.Errorf("itself: %v", err)
		}
		if got := stateOf(); got != client.KeyRevoked {
			t.Errorf("the key that it made is %s", got)
		}

		second, err := other.CreateKeyOfAccount(ctx, s.newAccount("another", false), client.NewKey{Name: "x", Scopes: []string{"account"}})
		if err != nil {
			t.Fatal(err)
		}
		third := s.asKeyOf(own, shipment.ScopeAdministration)
		accounts := accountsOf(t, third, client.AccountFilter{Search: "another"})
		if len(accounts) != 1 {
			t.Fatal(accounts)
		}
		for a, err := range third.Accounts(ctx, client.AccountFilter{Search: "another"}) {
			if err = errors.Join(err, third.RevokeKeyOfAccount(ctx, a.AccountID, second.ID, false)); err != nil {
				t.Errorf("a key that another one made: %v", err)
			}
		}
	})
}
