package rules

import (
	"cmp"

	"waybill/internal/shipment"
)

// field is a field of a create request that rules can name: of the order, or of its items.
type field struct {
	shipment.FieldInfo
	order *shipment.Field[order]
	item  *shipment.Field[item]
}

func (f *field) isText() bool { return f.isOfOrderText() || f.isOfItem() && f.item.TextAt != nil }

func (f *field) isOfOrderText() bool { return f.order != nil && f.order.TextAt != nil }

func (f *field) isOfItem() bool { return f.item != nil }

// each checks each value of a field: one gets the index of its item, -1 if it is of the order.
func (f *field) each(one func(v *visit, i int)) check {
	if !f.isOfItem() {
		return func(v *visit) { one(v, -1) }
	}
	return eachItem(func(v *visit, i int, _ *item) { one(v, i) })
}

// shown is the text that each finds at an index.
func (f *field) shown(o *order, i int) string {
	if f.isOfItem() {
		return f.item.Shown(&o.Items[i])
	}
	return f.order.Shown(o)
}

// isZero reports whether each finds no value at an index.
func (f *field) isZero(o *order, i int) bool {
	if f.isOfItem() {
		return f.item.IsZero(&o.Items[i])
	}
	return f.order.IsZero(o)
}

// The names of fields that several kinds use by themselves.
const (
	fieldIDNumber      = "consignee_identifcation_number"
	fieldPickupName    = "pickup_contact_name"
	fieldPickupPhone   = "pickup_contact_number"
	fieldConsigneeName = "consignee_name"
	fieldItems         = "items"
	fieldTaxIDs        = "tax_ids"
	fieldItemPrice     = "item_price_value"
	fieldItemHSCode    = "item_hs_code"
)

type (
	order = shipment.Order
	item  = shipment.Item
)

// fieldsByName are all fields of a create request but service_id, which is part of the scope.
var fieldsByName = func() map[string]*field {
	all := make(map[string]*field)
	for i := range shipment.OrderFields {
		if f := &shipment.OrderFields[i]; f.Create != shipment.NotSent && f.Name != "service_id" {
			all[f.Name] = &field{FieldInfo: f.FieldInfo, order: f}
		}
	}
	for i := range shipment.ItemFields {
		f := &shipment.ItemFields[i]
		all[f.Name] = &field{FieldInfo: f.FieldInfo, item: f}
	}
	return all
}()

var noTrade shipment.OrderTrade

// tradeOf is the trade data of an order, which is only read.
func tradeOf(o *order) *shipment.OrderTrade { return cmp.Or(o.Trade, &noTrade) }
