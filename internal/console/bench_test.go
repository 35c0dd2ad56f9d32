package console

import (
	"fmt"
	"net/http"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

// BenchmarkPages measures the pages that people open most, with 1,000 orders and pages of 50, over a connection.
func BenchmarkPages(b *testing.B) {
	c := newTestConsole(b)
	orders := make([]client.NewOrder, 1000)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
		orders[i].ShipperOrderID = fmt.Sprintf("SO-%d", i)
	}
	made, err := c.sdk.CreateOrders(b.Context(), client.CreateRequest{Orders: orders})
	if err != nil {
		b.Fatal(err)
	}
	u := c.as(shipment.RoleEditor)
	for name, path := range map[string]string{
		"home": "", "orders": "orders", "order": "orders/" + made.Orders[0].TrackingNo, "new order": "orders/new",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if got := u.get(accountPathOf(1) + path); got.status != http.StatusOK {
					b.Fatalf("%d: %s", got.status, got.text)
				}
			}
		})
	}
}

// accountPathOf is the home of an account.
func accountPathOf(id int64) string { return fmt.Sprintf("/console/accounts/%d/", id) }
