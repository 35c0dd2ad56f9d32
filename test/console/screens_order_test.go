package console

import (
	"waybill/internal/shipment"
)

var orderScreens = []screen{
	{name: "order", role: "editor", path: "/console/accounts/1/orders/{created}", dark: true},
	{name: "order-delivered", role: "viewer", path: "/console/accounts/1/orders/{normal}"},
	{name: "order-refused", role: "operator", path: "/console/accounts/1/orders/{refused}"},
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
