package document

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// Decode reads the documents of an order but its items into it.
func Decode(o *shipment.Order, record, rest string) error {
	if err := recordDocument.decode(jx.DecodeStr(record), o); err != nil {
		return fmt.Errorf("order %d: read its record: %w", o.OrderID, err)
	}
	if err := decodeRest(jx.DecodeStr(rest), o); err != nil {
		return fmt.Errorf("order %d: read the rest of it: %w", o.OrderID, err)
	}
	return nil
}

// DecodeCountries reads the countries of a record into an order.
func DecodeCountries(o *shipment.Order, record string) error {
	if err := countriesDocument.decode(jx.DecodeStr(record), o); err != nil {
		return fmt.Errorf("order %d: read the countries of its record: %w", o.OrderID, err)
	}
	return nil
}

// DecodeItems reads the items of an order into it, with their trade data from its rest. It calls take with each item; an
// error of take ends it.
func DecodeItems(o *shipment.Order, rest, items string, take func(*shipment.Item) error) error {
	err := jx.DecodeStr(items).Arr(func(d *jx.Decoder) error {
		var item shipment.Item
		if err := itemDocument.decode(d, &item); err != nil {
			return err
		}
		o.Items = append(o.Items, item)
		return take(&item)
	})
	if err != nil {
		return fmt.Errorf("read items: %w", err)
	}
	if !strings.Contains(rest, `"`+itemsField+`":`) { // quotes in a text are escaped
		return nil
	}
	return decodeItemTrade(rest, o.Items)
}

// decode reads an object into value. It skips fields that it does not know.
func (d *document[T]) decode(from *jx.Decoder, value *T) error {
	return from.ObjBytes(func(from *jx.Decoder, key []byte) error {
		if f := d.byName[string(key)]; f != nil {
			return f.decode(from, value)
		}
		return from.Skip()
	})
}

func (f *field[T]) decode(from *jx.Decoder, of *T) (err error) {
	if f.NumberAt != nil {
		err = decodeNumber(from, f.Type.Places, f.NumberAt(of))
	} else {
		err = decodeText(from, f.Type.Name == shipment.TypeCountry, f.TextAt(of))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return nil
}

func decodeText(from *jx.Decoder, isCountry bool, text *string) (err error) {
	switch from.Next() {
	case jx.Null:
		return from.Null()
	case jx.Number:
		number, err := from.Num()
		*text = number.String()
		return err
	default:
	}
	if *text, err = from.Str(); err != nil || !isCountry || *text == "" {
		return err
	}
	country, known := shipment.CountryByName(*text)
	if !known {
		return fmt.Errorf("no country is named %q", *text)
	}
	*text = string(country)
	return nil
}

func decodeNumber(from *jx.Decoder, places int, number *int64) error {
	written, err := from.Num()
	if err == nil {
		*number, err = unscale(written, places)
	}
	return err
}

// unscale is the inverse of Append of Hundredths and Thousandths: it returns number × 10^places.
func unscale(number jx.Num, places int) (v int64, err error) {
	whole, fraction, _ := strings.Cut(string(number), ".")
	if len(fraction) > places {
		return 0, fmt.Errorf("%s has more than %d decimal places", number, places)
	}
	if v, err = strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64); err != nil {
		return 0, fmt.Errorf("%s is no decimal with %d places", number, places)
	}
	return v, nil
}
