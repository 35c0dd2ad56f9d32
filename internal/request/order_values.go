package request

import (
	"cmp"
	"context"

	"waybill/internal/shipment"
)

// FieldValue is the value that was sent for a field.
type FieldValue struct {
	Field string // the key, as in CreateFields and ItemFields
	Value Value
}

// OrderValues are the values of an order that does not come as JSON, for example from a spreadsheet. The list of
// items may be empty; then the order has none.
type OrderValues struct {
	Fields []FieldValue
	Items  [][]FieldValue
}

// ReadOrderValues validates orders as in a create request. It returns an order and a node of the list for
// each of them, at its place: the node is an empty Problems if the order is valid, and the order counts only then.
// There may be 1 to MaxOrders orders with at most MaxItems items each. Fields that are not those of an order or an
// item are ignored. The error is that of Lookups.Taken, or says that there are too few or too many orders.
func ReadOrderValues(ctx context.Context, all []OrderValues, lookups Lookups) ([]shipment.Order, List, error) {
	orders, list, problems, err := CheckCreate(ctx, formOf(all), lookups)
	return orders, list, cmp.Or(err, problems.Err())
}

// formOf makes the form of a create request with these orders.
func formOf(all []OrderValues) *Form {
	var size Size
	for i := range all {
		size.add(&all[i])
	}
	f := newForm(createShape, size)
	f.levels[0].elements[0].Kind = Object
	f.begin(0, Value{Kind: Array})
	for i := range all {
		if !f.add(1, Value{Kind: Object}) {
			break
		}
		f.setAll(1, all[i].Fields)
		f.begin(1, Value{Kind: Array})
		for _, item := range all[i].Items {
			if f.add(2, Value{Kind: Object}) {
				f.setAll(2, item)
			}
		}
	}
	return f
}

// setAll stores the values of the last element of a level.
func (f *Form) setAll(at int, values []FieldValue) {
	for _, v := range values {
		if slot, known := f.levels[at].shape.slots[v.Field]; known && slot != f.levels[at].shape.listSlot {
			f.set(at, slot, v.Value)
		}
	}
}
