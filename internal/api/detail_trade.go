package api

import (
	"cmp"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// writeDetailItems writes all fields of an order's items. A view shows only the fields of the interface document.
func writeDetailItems(w *rows, items []shipment.Item) {
	w.FieldStart("items")
	w.ArrStart()
	for i := range items {
		w.ObjStart()
		writeFields(w.Encoder, shipment.ItemFields, &items[i])
		w.ObjEnd()
		w.flush()
	}
	w.ArrEnd()
}

// writeFields writes the texts and numbers of a table under their names in requests.
func writeFields[T any](e *jx.Encoder, fields []shipment.Field[T], of *T) {
	var value []byte
	for i := range fields {
		if f := &fields[i]; !f.IsList() {
			value = f.AppendJSON(value[:0], of)
			e.FieldStart(f.Name)
			e.Raw(value)
		}
	}
}

// writeTradeLists writes what an order lists for customs and for the shipper's records, as it was sent.
func writeTradeLists(e *jx.Encoder, o *shipment.Order) {
	t := cmp.Or(o.Trade, new(shipment.OrderTrade))
	e.FieldStart("tax_ids")
	e.ArrStart()
	for i := range t.TaxIDs {
		e.ObjStart()
		writeFields(e, shipment.TaxIDFields, &t.TaxIDs[i])
		e.ObjEnd()
	}
	e.ArrEnd()
	e.FieldStart("metadata")
	e.Raw(shipment.AppendMetadata(nil, t.Metadata))
}
