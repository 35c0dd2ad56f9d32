package store

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// decodeOrder reads the documents of an order but its items into it.
func decodeOrder(o *shipment.Order, record, rest string) error {
	if err := recordDocument.decode(jx.DecodeStr(record), o); err != nil {
		return fmt.Errorf("order %d: read its record: %w", o.OrderID, err)
	}
	if err := decodeRest(jx.DecodeStr(rest), o); err != nil {
		return fmt.Errorf("order %d: read the rest of it: %w", o.OrderID, err)
	}
	return nil
}

// decodeItems reads the items of an order; an error of keep ends it.
func decodeItems(items string, keep func(*shipment.Item) error) error {
	err := jx.DecodeStr(items).Arr(func(d *jx.Decoder) error {
		var item shipment.Item
		if err := itemDocument.decode(d, &item); err != nil {
			return err
		}
		return keep(&item)
	})
	if err != nil {
		return fmt.Errorf("read items: %w", err)
	}
	return nil
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

func (f *field[T]) decode(from *jx.Decoder, value *T) error {
	if f.number != nil {
		return f.decodeNumber(from, f.number(value))
	}
	return f.decodeText(from, f.text(value))
}

func (f *field[T]) decodeText(from *jx.Decoder, text *string) (err error) {
	switch from.Next() {
	case jx.Null:
		return from.Null()
	case jx.Number:
		number, err := from.Num()
		*text = number.String()
		return err
	default:
	}
	if *text, err = from.Str(); err != nil || f.form != formCountry || *text == "" {
		return err
	}
	country, known := shipment.CountryByName(*text)
	if !known {
		return fmt.Errorf("%s: no country is named %q", f.name, *text)
	}
	*text = string(country)
	return nil
}

func (f *field[T]) decodeNumber(from *jx.Decoder, number *int64) error {
	written, err := from.Num()
	if err != nil {
		return err
	}
	if *number, err = unscale(written, f.places()); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

// places is how many decimal places a number has.
func (f *field[T]) places() int {
	switch f.form {
	case formHundredths:
		return 2
	case formThousandths:
		return 3
	default:
		return 0
	}
}

// unscale is the inverse of Append of Hundredths and Thousandths: it returns number × 10^places.
func unscale(number jx.Num, places int) (v int64, err error) {
	digits, negative := bytes.CutPrefix(number, []byte("-"))
	whole, fraction, _ := bytes.Cut(digits, []byte("."))
	if len(fraction) > places {
		return 0, fmt.Errorf("%s has more than %d decimal places", number, places)
	}
	scaled := append(slices.Clone(whole), fraction...)
	for range places - len(fraction) {
		scaled = append(scaled, '0')
	}
	if v, err = strconv.ParseInt(string(scaled), 10, 64); err != nil {
		return 0, fmt.Errorf("%s is no decimal with %d places", number, places)
	}
	if negative {
		v = -v
	}
	return v, nil
}
