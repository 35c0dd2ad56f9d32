package store

import (
	"fmt"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// Trade data is in rest, as fields of the order and, for its items, as a list of objects under itemsField. Most
// orders have none.

type orderTrade = shipment.OrderTrade

var tradeDocument = newDocument(
	field[orderTrade]{name: "export_reason", text: func(t *orderTrade) *string { return &t.ExportReason }},
	field[orderTrade]{name: "invoice_no", text: func(t *orderTrade) *string { return &t.InvoiceNo }},
	field[orderTrade]{name: "invoice_date", text: func(t *orderTrade) *string { return &t.InvoiceDate }},
	field[orderTrade]{
		name: "freight_amount", form: formHundredths, number: func(t *orderTrade) *int64 { return (*int64)(&t.FreightAmount) },
	},
	field[orderTrade]{
		name: "insurance_amount", form: formHundredths, number: func(t *orderTrade) *int64 { return (*int64)(&t.InsuranceAmount) },
	},
	field[orderTrade]{name: "amount_currency", text: func(t *orderTrade) *string { return &t.AmountCurrency }},
)

var taxIDDocument = newDocument(
	field[shipment.TaxID]{name: "party", text: func(t *shipment.TaxID) *string { return &t.Party }},
	field[shipment.TaxID]{name: "type", text: func(t *shipment.TaxID) *string { return &t.Type }},
	field[shipment.TaxID]{name: "country", form: formCountry, text: func(t *shipment.TaxID) *string { return (*string)(&t.Country) }},
	field[shipment.TaxID]{name: "number", text: func(t *shipment.TaxID) *string { return &t.Number }},
)

var itemTradeDocument = newDocument(
	field[shipment.ItemTrade]{name: "item_hs_code", text: func(t *shipment.ItemTrade) *string { return &t.HSCode }},
	field[shipment.ItemTrade]{
		name: "item_origin_country", form: formCountry, text: func(t *shipment.ItemTrade) *string { return (*string)(&t.OriginCountry) },
	},
	field[shipment.ItemTrade]{
		name: "item_weight", form: formThousandths, number: func(t *shipment.ItemTrade) *int64 { return (*int64)(&t.Weight) },
	},
	field[shipment.ItemTrade]{name: "item_customs_desc", text: func(t *shipment.ItemTrade) *string { return &t.CustomsDesc }},
	field[shipment.ItemTrade]{name: "item_url", text: func(t *shipment.ItemTrade) *string { return &t.URL }},
	field[shipment.ItemTrade]{name: "item_image_url", text: func(t *shipment.ItemTrade) *string { return &t.ImageURL }},
)

// The keys of rest that are lists or objects.
const (
	taxIDsField   = "tax_ids"
	metadataField = "metadata"
	itemsField    = "items"
)

// appendRest appends the document of the fields that the record does not show.
func appendRest(b []byte, o *shipment.Order) []byte {
	start := len(b)
	b = restDocument.appendFields(b, o, true)
	if t := o.Trade; t != nil {
		b = tradeDocument.appendFields(b, t, true)
		if t.TaxIDs != nil {
			b = appendList(b, taxIDsField, t.TaxIDs, func(b []byte, id *shipment.TaxID) []byte { return taxIDDocument.append(b, id, true) })
		}
		if t.Metadata != nil {
			b = append(b, `,"`+metadataField+`":`...)
			b = shipment.AppendMetadata(b, t.Metadata)
		}
	}
	if hasItemTrade(o.Items) {
		b = appendList(b, itemsField, o.Items, func(b []byte, i *shipment.Item) []byte {
			if i.Trade == nil {
				return append(b, '{', '}')
			}
			return itemTradeDocument.append(b, i.Trade, true)
		})
	}
	return closeObject(b, start)
}

func hasItemTrade(items []shipment.Item) bool {
	for i := range items {
		if items[i].Trade != nil {
			return true
		}
	}
	return false
}

// appendList appends a list after its name and a comma.
func appendList[T any](b []byte, name string, list []T, element func([]byte, *T) []byte) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":[`...)
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = element(b, &list[i])
	}
	return append(b, ']')
}

// decodeRest is the inverse of appendRest, but for the items, which are not read yet: see decodeItemTrade. It skips
// fields that it does not know.
func decodeRest(from *jx.Decoder, o *shipment.Order) error {
	return from.ObjBytes(func(from *jx.Decoder, key []byte) error {
		if f := restDocument.byName[string(key)]; f != nil {
			return f.decode(from, o)
		}
		if f := tradeDocument.byName[string(key)]; f != nil {
			return f.decode(from, tradeOf(o))
		}
		switch string(key) {
		case taxIDsField:
			return from.Arr(func(from *jx.Decoder) error {
				var id shipment.TaxID
				err := taxIDDocument.decode(from, &id)
				tradeOf(o).TaxIDs = append(tradeOf(o).TaxIDs, id)
				return err
			})
		case metadataField:
			return from.Obj(func(from *jx.Decoder, key string) error {
				value, err := from.Str()
				tradeOf(o).Metadata = append(tradeOf(o).Metadata, shipment.Metadata{Key: key, Value: value})
				return err
			})
		default:
			return from.Skip()
		}
	})
}

// tradeOf is the trade data of an order, which is made when there is none.
func tradeOf(o *shipment.Order) *orderTrade {
	if o.Trade == nil {
		o.Trade = new(orderTrade)
	}
	return o.Trade
}

// decodeItemTrade reads the trade data of the items of an order from its rest.
func decodeItemTrade(rest string, items []shipment.Item) error {
	err := jx.DecodeStr(rest).ObjBytes(func(from *jx.Decoder, key []byte) error {
		if string(key) != itemsField {
			return from.Skip()
		}
		i := 0
		return from.Arr(func(from *jx.Decoder) error {
			if i == len(items) {
				return fmt.Errorf("there are %d items", len(items))
			}
			var trade shipment.ItemTrade
			err := itemTradeDocument.decode(from, &trade)
			if trade != (shipment.ItemTrade{}) {
				items[i].Trade = &trade
			}
			i++
			return err
		})
	})
	if err != nil {
		return fmt.Errorf("read trade data of items: %w", err)
	}
	return nil
}
