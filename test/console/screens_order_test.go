package console

import (
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/test/browser"
	"waybill/test/harness"
)

var orderScreens = []screen{
	{name: "order", role: "editor", path: "/console/accounts/1/orders/{created}", dark: true},
	{name: "order-delivered", role: "viewer", path: "/console/accounts/1/orders/{normal}"},
	{name: "order-refused", role: "operator", path: "/console/accounts/1/orders/{refused}"},
	{name: "order-waits", role: "editor", path: "/console/accounts/1/orders/{waits}", dark: true, prepare: ofAPartnerThatIsDown},
	{name: "orders-near", role: "editor", path: "/console/accounts/1/orders?q=budi+santosa"},
	{name: "order-held", role: "editor", path: "/console/accounts/1/orders/{held}"},
	{name: "order-hold", role: "editor", path: "/console/accounts/1/orders/{created}/hold"},
	{name: "order-hostile", role: "editor", path: "/console/accounts/1/orders/{hostile}"},
	{name: "order-new", role: "editor", path: "/console/accounts/1/orders/new", dark: true, prepare: func(s *site, _ map[string]string) {
		template := shipment.Entry{Name: "T-shirts to Jakarta", Value: `{"order_weight":"0.3"}`}
		if err := s.store.MasterData.PutEntries(s.t.Context(), 1, shipment.Templates, template); err != nil {
			s.t.Fatal(err)
		}
	}},
	{name: "order-copy", role: "editor", path: "/console/accounts/1/orders/new?from={hostile}"},
	{name: "order-edit", role: "editor", path: "/console/accounts/1/orders/{refused}/edit"},
	{name: "order-card", role: "editor", path: "/console/accounts/1/orders/{created}/edit?card=consignee", dark: true},
	{
		name: "order-pasted", role: "editor",
		path: "/console/accounts/1/orders/new?paste=Budi+Santoso,+0813+9876+5432,+Jl.+Asia+Afrika+8,+Bandung+40111,+Indonesia",
	},
	{name: "order-return", role: "editor", path: "/console/accounts/1/returns/new?of={normal}"},
}

// ofAPartnerThatIsDown makes two orders of a partner that has taken nothing for an hour.
func ofAPartnerThatIsDown(s *site, names map[string]string) {
	_, _, err := s.store.MasterData.CreatePartner(s.t.Context(), masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.invalid", Concurrency: 1, CallTimeout: time.Second,
	})
	if err == nil {
		_, err = s.store.MasterData.CreateService(s.t.Context(), shipment.Service{
			ServiceID: 90, Name: "Lane", Category: shipment.CategoryPickup, COD: true, Partner: "acme",
		})
	}
	if err == nil {
		err = s.store.Ledger.RecordOutage(s.t.Context(), "acme", time.Now().Add(-time.Hour))
	}
	if err != nil {
		s.t.Fatal(err)
	}
	deadline := time.Now().Add(browser.Patience)
	for names["waits"] == "" { // the server reads its services again within a second
		orders := []client.NewOrder{harness.NewOrder(90), harness.NewOrder(90)}
		made, err := s.sdk.CreateOrders(s.t.Context(), client.CreateRequest{Orders: orders})
		if err == nil {
			names["waits"] = made.Orders[0].TrackingNo
		} else if time.Now().After(deadline) {
			s.t.Fatal(err)
		}
	}
}
