package console

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// TestOnlyOperatorAdministratorsGiveTheirScopes: an administrator of an operator's account, who is no operator, makes keys of this account
// alone.
func TestOnlyOperatorAdministratorsGiveTheirScopes(t *testing.T) {
	c := newTestConsole(t)
	_, err := c.Store.MasterData.UpdateAccount(t.Context(), 1, func(a *masterdata.Account) error { a.Operator = true; return nil })
	if err != nil {
		t.Fatal(err)
	}
	ordinary, administrator, keys := c.as(shipment.RoleAdmin), c.as(shipment.RoleOperatorAdmin), settingsPath+"/keys"
	administer := func(page testPage) error {
		sdk, err := client.New(c.url+"/api", secretOf(t, page), client.WithMaxRetries(0))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sdk.Keys(t.Context()); err != nil {
			t.Errorf("keys of its own account: %v", err)
		}
		_, err = client.NewAdministration(sdk).Account(t.Context(), c.other.AccountID)
		return err
	}
	for name, form := range map[string]url.Values{"account": {"scopes": {"account"}}, "everything": {}} {
		form.Set("name", name)
		if err := administer(ordinary.post(keys, form)); !errors.Is(err, client.ErrForbidden) {
			t.Errorf("%s: %v, want 403", name, err)
		}
	}
	offered := ordinary.get(keys)
	for _, scope := range []string{"administration", "users"} {
		if strings.Contains(offered.text, `value="`+scope+`"`) {
			t.Errorf("an administrator is offered %s", scope)
		}
		ordinary.post(keys, url.Values{"name": {scope}, "scopes": {scope}}).
			want(t, http.StatusUnprocessableEntity, "so you cannot give it to a key: "+scope)
	}
	administrator.get(keys).want(t, http.StatusOK, `value="administration"`, "Manage all accounts, services and partners, and see users")
	made := administrator.post(keys, url.Values{"name": {"system"}, "scopes": {"account", "administration"}})
	if err := administer(made); err != nil {
		t.Errorf("given by an operator administrator: %v", err)
	}
}
