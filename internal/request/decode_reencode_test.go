package request_test

import (
	"encoding/json"
	"maps"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// namedValue is a field of an order as a client would send it.
type namedValue struct{ name, text string }

func valueOf(fields []namedValue, name string) (string, bool) {
	for _, f := range fields {
		if f.name == name {
			return f.text, true
		}
	}
	return "", false
}

// tableFields are the texts and numbers of an order, an item or a tax id as a client would send them.
func tableFields[T any](fields []shipment.Field[T], isSent func(shipment.FieldInfo) bool, of *T) []namedValue {
	var values []namedValue
	for _, f := range fields {
		switch {
		case !isSent(f.FieldInfo) || f.IsList():
		case f.TextAt != nil:
			values = append(values, namedValue{f.Name, f.Shown(of)})
		case f.Part == shipment.OfTrade && f.IsZero(of):
			values = append(values, namedValue{f.Name, ""})
		default:
			values = append(values, namedValue{f.Name, string(f.AppendJSON(nil, of))})
		}
	}
	return values
}

func always(shipment.FieldInfo) bool { return true }

// orderFields are the request fields that a stored order came from, but its items; absent ones are "".
func orderFields(o shipment.Order) []namedValue {
	return tableFields(shipment.OrderFields, func(f shipment.FieldInfo) bool {
		return o.Return && f.Return != shipment.NotSent || !o.Return && f.Create != shipment.NotSent
	}, &o)
}

func itemFields(i shipment.Item) []namedValue { return tableFields(shipment.ItemFields, always, &i) }

// wholeFields are the fields of an order that are lists or objects, but its items.
func wholeFields(o shipment.Order) map[string]any {
	fields := make(map[string]any)
	if o.Trade == nil {
		return fields
	}
	var ids []map[string]any
	for _, id := range o.Trade.TaxIDs {
		ids = append(ids, object(tableFields(shipment.TaxIDFields, always, &id)))
	}
	metadata := make(map[string]string)
	for _, m := range o.Trade.Metadata {
		metadata[m.Key] = m.Value
	}
	fields["tax_ids"], fields["metadata"] = ids, metadata
	return fields
}

// reencode is a request body that asks for the orders again.
func reencode(a request.Orders) []byte {
	var orders []map[string]any
	for _, o := range a.Orders {
		order := object(orderFields(o))
		var items []map[string]any
		for _, i := range o.Items {
			items = append(items, object(itemFields(i)))
		}
		order["items"] = items
		maps.Copy(order, wholeFields(o))
		orders = append(orders, order)
	}
	body, err := json.Marshal(map[string]any{"blocking": a.Blocking, "orders": orders})
	if err != nil {
		panic(err)
	}
	return body
}

func object(fields []namedValue) map[string]any {
	m := make(map[string]any, len(fields))
	for _, f := range fields {
		if f.text != "" {
			m[f.name] = f.text
		}
	}
	return m
}
