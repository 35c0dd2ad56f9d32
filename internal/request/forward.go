package request

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"waybill/internal/shipment"
)

// fromForward marks the columns that a forward order fills when a return leaves them out: all of the interface document
// except the service type and the number of the forward order. Trade data belong to one export and are not copied.
func fromForward(t table[shipment.Order]) table[shipment.Order] {
	for _, f := range shipment.OrderFields {
		if slot, known := t.slots[f.Name]; known {
			t.columns[slot].FromForward = f.Name != "service_type" && f.Name != forwardField && f.Part != shipment.OfTrade
		}
	}
	return t
}

// findForwards finds the forward orders of returns, by the index of the return, with the parties
// swapped. A return that names no order of the account has none.
func (v *validator) findForwards(ctx context.Context) (map[int]*shipment.Order, error) {
	refs := v.forwardRefs()
	found := make(map[int]*shipment.Order, len(refs))
	if len(refs) == 0 {
		return found, nil
	}
	orders, err := v.Forward(ctx, slices.Collect(maps.Values(refs)))
	if err != nil {
		return nil, fmt.Errorf("look up forward orders: %w", err)
	}
	for _, o := range orders {
		o.Consignee, o.Pickup = o.Pickup, o.Consignee
		if t := o.Trade; t != nil { // senders have no spelling in Latin letters
			t.ConsigneeCompany, t.ShipperCompany, t.ConsigneeNameLatin, t.ConsigneeAddressLatin = t.ShipperCompany, t.ConsigneeCompany, "", ""
		}
	}
	for i, ref := range refs {
		found[i] = orders[ref.TrackingNo]
	}
	return found, nil
}

// forwardRefs are the forward orders that returns name, by the index of the return. Texts that cannot
// be tracking numbers are left out.
func (v *validator) forwardRefs() map[int]shipment.ForwardRef {
	if !v.isReturn() {
		return nil
	}
	slot := v.table.slots[forwardField]
	refs := make(map[int]shipment.ForwardRef)
	for i := range v.orders.elements {
		number, problems := readText(v.orders.value(i, slot), &v.table.columns[slot].Field)
		if problems == nil && shipment.IsTrackingNo(number) {
			refs[i] = shipment.ForwardRef{TrackingNo: shipment.TrackingKey(number), Items: !v.orders.lists[i].given()}
		}
	}
	return refs
}

// inherit fills the fields that a return leaves out from its forward order, whose parties are swapped.
func (r *row) inherit(t *table[shipment.Order], forward *shipment.Order) {
	for i := range shipment.OrderFields {
		f := &shipment.OrderFields[i]
		slot, known := t.slots[f.Name]
		switch {
		case !known || !t.columns[slot].FromForward || r[slot].given():
		case f.NumberAt != nil:
			r[slot] = Value{Number, string(shipment.AppendScaled(nil, f.Number(forward), f.Type.Places))}
		case f.TextAt != nil:
			if r[slot] = Text(f.Text(forward)); r[slot].Text == "" {
				r[slot] = Value{}
			}
		}
	}
}
