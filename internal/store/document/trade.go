package document

import (
	"fmt"
	"slices"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// Trade data is in rest, as fields of the order and, for its items, as a list of objects under itemsField. Most
// orders have none.

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
		if t.TaxIDs != nil {
			b = appendList(b, taxIDsField, t.TaxIDs, func(b []byte, id *shipment.TaxID) []byte { return taxIDDocument.append(b, id, true) })
		}
		if t.Metadata != nil {
			b = append(b, `,"`+metadataField+`":`...)
			b = shipment.AppendMetadata(b, t.Metadata)
		}
	}
	if slices.ContainsFunc(o.Items, func(i shipment.Item) bool { return i.Trade != nil }) {
		b = appendList(b, itemsField, o.Items, func(b []byte, i *shipment.Item) []byte {
			return itemTradeDocument.append(b, i, true)
		})
	}
	return closeObject(b, start)
}

// appendList appends a list after its name and a comma.
func appendList[T any](b []byte, name string, list []T, element func([]byte, *T) []byte) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	return appendElements(append(b, `":`...), list, element)
}

func appendElements[T any](b []byte, list []T, element func([]byte, *T) []byte) []byte {
	b = append(b, '[')
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
		switch string(key) {
		case taxIDsField:
			return from.Arr(func(from *jx.Decoder) error {
				var id shipment.TaxID
				err := taxIDDocument.decode(from, &id)
				o.MakeTrade().TaxIDs = append(o.MakeTrade().TaxIDs, id)
				return err
			})
		case metadataField:
			return from.Obj(func(from *jx.Decoder, key string) error {
				value, err := from.Str()
				o.MakeTrade().Metadata = append(o.MakeTrade().Metadata, shipment.Metadata{Key: key, Value: value})
				return err
			})
		}
		if f := restDocument.byName[string(key)]; f != nil {
			return f.decode(from, o)
		}
		return from.Skip()
	})
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
			i++
			return itemTradeDocument.decode(from, &items[i-1])
		})
	})
	if err != nil {
		return fmt.Errorf("read trade data of items: %w", err)
	}
	return nil
}
