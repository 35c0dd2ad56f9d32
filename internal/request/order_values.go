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
	b := []byte(`{"` + ordersField + `":[`)
	for _, o := range all {
		b = appendValues(shipment.AppendComma(b), o.Fields)
		b = append(shipment.AppendKey(b, itemsField), '[')
		for _, item := range o.Items {
			b = append(appendValues(shipment.AppendComma(b), item), '}')
		}
		b = append(b, "]}"...)
	}
	form, err := Decode(append(b, "]}"...), createShape)
	if err != nil {
		panic("no values of orders: " + err.Error())
	}
	return form
}

// appendValues appends the begin of an object.
func appendValues(b []byte, fields []FieldValue) []byte {
	b = append(b, '{')
	for _, f := range fields {
		b = shipment.AppendKey(b, f.Field)
		if f.Value.Kind == String {
			b = shipment.AppendJSONString(b, f.Value.Text)
		} else {
			b = append(b, f.Value.Text...)
		}
	}
	return b
}
