package job

import (
	"slices"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestWhatMakesOrdersAlike: orders without a reference are alike if their consignees have the same name and address, however they are
// written, and if they have the same items. Another parcel to the same consignee is not left out.
func TestWhatMakesOrdersAlike(t *testing.T) {
	of := func(change func(*shipment.Order)) string {
		o := storetest.Order(1)
		o.ShipperOrderID, o.Items = "", slices.Clone(o.Items)
		change(&o)
		return fingerprint(&o)
	}
	was := of(func(*shipment.Order) {})
	for name, change := range map[string]func(*shipment.Order){
		"letters and spaces": func(o *shipment.Order) { o.Consignee.Name = " BUDI  🚚 santoso 1" },
		"another weight":     func(o *shipment.Order) { o.Weight++ },
		"another day":        func(o *shipment.Order) { o.PickupDate = "2026-02-06" },
	} {
		if of(change) != was {
			t.Errorf("%s: it is another order", name)
		}
	}
	for name, change := range map[string]func(*shipment.Order){
		"a reference":       func(o *shipment.Order) { o.ShipperOrderID = "REF" },
		"another name":      func(o *shipment.Order) { o.Consignee.Name = "Budi Santoso" },
		"another address":   func(o *shipment.Order) { o.Consignee.Address = "Jl. Sudirman 2" },
		"another postcode":  func(o *shipment.Order) { o.Consignee.Postal = "01235" },
		"another city":      func(o *shipment.Order) { o.Consignee.City = "Bandung" },
		"another state":     func(o *shipment.Order) { o.Consignee.State = "JB" },
		"another country":   func(o *shipment.Order) { o.Consignee.Country = "MY" },
		"one item more":     func(o *shipment.Order) { o.Items = append(o.Items, o.Items[0]) },
		"one item less":     func(o *shipment.Order) { o.Items = o.Items[:2] },
		"another item":      func(o *shipment.Order) { o.Items[1].Desc = "Socks" },
		"another number":    func(o *shipment.Order) { o.Items[1].Quantity = 2 },
		"another price":     func(o *shipment.Order) { o.Items[2].PriceValue = 2 },
		"a place elsewhere": func(o *shipment.Order) { o.Consignee.Name, o.Consignee.City = o.Consignee.City, o.Consignee.Name },
	} {
		if of(change) == was {
			t.Errorf("%s: the orders are alike", name)
		}
	}
}
