package console

import (
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

func TestOverviewLeadsToTheFirstOrder(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const title = "To the first order"
	page := c.as(shipment.RoleOperatorAdmin).get(web.OperatorPath)
	page.want(t, http.StatusOK, title, "/console/operator/accounts/new", "/console/operator/services/new", "/console/accounts/1/orders/new",
		"/console/accounts/1/settings/keys")
	if n := strings.Count(page.text, ">Done<"); n != 4 { // the demo data has all but the order
		t.Errorf("%d steps are done, want 4", n)
	}
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}}); err != nil {
		t.Fatal(err)
	}
	if page := c.as(shipment.RoleOperatorAdmin).get(web.OperatorPath); strings.Contains(page.text, title) {
		t.Error("the steps are shown after the first order")
	}
}
