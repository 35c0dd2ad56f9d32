package console

import (
	"net/http"

	"waybill/internal/store"
)

// newestOrders is how many orders the home of an account lists.
const newestOrders = 8

// accountHome shows an account at a glance.
func (v *visit) accountHome() error {
	page, err := v.console.Store.ListOrders(v.ctx(), store.OrderFilter{AccountID: v.account.AccountID, PageSize: newestOrders}, 1)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "home.html", map[string]any{"Count": page.Count, "Orders": page.Records})
}

// overview shows the operator all accounts.
func (v *visit) overview() error {
	accounts, err := v.console.Store.Accounts(v.ctx())
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "overview.html", map[string]any{
		"Count": len(accounts), "Accounts": accounts[:min(len(accounts), maxSwitches)],
	})
}
