// Package document is what shippers send of an order, as its row has it: three JSON documents, record, rest and items. Only
// creates, edits and erasures write them.
//
// record has the fields of the interface's order record from shipper_sub_account_id to
// cod_amt_to_collect, in its order and as responses show them, so that a page of orders copies them
// without decoding. rest has the fields of the request that the record does not show; those without a
// value are left out. items has the items with the seven fields that a response shows. What else
// becomes known of an item must go to rest, because responses copy items too.
package document

import (
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// The fields of the record that it does not show as their types say.
var (
	nullForNone = strings.Fields("store_id consignee_city consignee_province pickup_city pickup_province")
	integerText = "consignee_postal" // an integer, if the text is a plain one
)

// document is the fields of a JSON object, in its order.
type document[T any] struct {
	fields []*field[T]
	byName map[string]*field[T]
}

type field[T any] struct {
	shipment.Field[T]
	start            string // ,"name":
	nullable, postal bool
}

// newDocument makes a document of the texts and numbers of a table.
func newDocument[T any](fields []shipment.Field[T]) *document[T] {
	d := &document[T]{byName: make(map[string]*field[T], len(fields))}
	for _, f := range fields {
		if !f.IsList() {
			d.byName[f.Name] = &field[T]{f, `,"` + f.Name + `":`, slices.Contains(nullForNone, f.Name), f.Name == integerText}
			d.fields = append(d.fields, d.byName[f.Name])
		}
	}
	return d
}

// The fields of an item that are in items come before the fields that are in rest.
var firstOfTrade = slices.IndexFunc(shipment.ItemFields, func(f shipment.Field[shipment.Item]) bool { return f.Part == shipment.OfTrade })

var (
	recordDocument    = newDocument(shipment.RecordFields)
	restDocument      = newDocument(shipment.RestFields)
	countriesDocument = newDocument(shipment.NamedFields("pickup_country", "consignee_country"))
	taxIDDocument     = newDocument(shipment.TaxIDFields)
	itemDocument      = newDocument(shipment.ItemFields[:firstOfTrade])
	itemTradeDocument = newDocument(shipment.ItemFields[firstOfTrade:])
)

// Documents are the three documents of an order.
type Documents struct{ Record, Rest, Items string }

// Of writes the documents of an order. It writes them to b first, and returns b for the next
// order.
func Of(o *shipment.Order, b []byte) (Documents, []byte) {
	b = recordDocument.append(b[:0], o, false)
	record := len(b)
	b = appendRest(b, o)
	rest := len(b)
	b = appendElements(b, o.Items, func(b []byte, i *shipment.Item) []byte { return itemDocument.append(b, i, false) })
	text := string(b) // one allocation for the three
	return Documents{text[:record], text[record:rest], text[rest:]}, b
}

// Record returns the record of an order.
func Record(o *shipment.Order) string { return string(recordDocument.append(nil, o, false)) }

// append appends the object of a value; sparse leaves out texts that are "" and numbers that are 0.
func (d *document[T]) append(b []byte, value *T, sparse bool) []byte {
	return closeObject(d.appendFields(b, value, sparse), len(b))
}

// appendFields appends the fields of a value but lists, each after a comma.
func (d *document[T]) appendFields(b []byte, value *T, sparse bool) []byte {
	for _, f := range d.fields {
		if sparse && f.IsZero(value) {
			continue
		}
		b = append(b, f.start...)
		switch {
		case f.nullable && f.IsZero(value):
			b = append(b, "null"...)
		case f.postal && isPlainInteger(f.Text(value)):
			b = append(b, f.Text(value)...)
		default:
			b = f.AppendJSON(b, value)
		}
	}
	return b
}

// closeObject makes an object of the fields that begin at start, each after a comma.
func closeObject(b []byte, start int) []byte {
	if len(b) == start {
		return append(b, '{', '}')
	}
	b[start] = '{' // in the place of the first comma
	return append(b, '}')
}

// maxPostalDigits is the most digits that a double holds exactly, which many JSON readers use for
// numbers.
const maxPostalDigits = 15

// isPlainInteger reports whether a postal code is shown as a JSON integer, as existing clients expect:
// digits that a JSON reader returns as they are.
func isPlainInteger(postal string) bool {
	if postal == "" || len(postal) > maxPostalDigits || postal[0] == '0' && postal != "0" {
		return false
	}
	return strings.Trim(postal, "0123456789") == ""
}
