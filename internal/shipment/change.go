package shipment

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Change is a change of an order after it was created.
type Change struct {
	Version   int64 // of the order after it; rises by 1, from 1 on
	ChangedOn time.Time
	ActorKind string // key, user or command
	Actor     string // the number of the key, the e-mail address of the user, or the name of the command
	Refusal   string // why the partner had refused the order, which was submitted again; "": it had not
	Fields    []FieldChange
}

// FieldChange is the change of one field. From and To are JSON as responses show the value; null is none.
type FieldChange struct {
	Field string          `json:"field"`
	From  json.RawMessage `json:"from"`
	To    json.RawMessage `json:"to"`
}

// finalFields are the fields of an order that never change.
var finalFields = strings.Fields(`tracking_no forward_tracking_no`)

// IsFinal reports whether the field of an order never changes.
func (f *FieldInfo) IsFinal() bool { return slices.Contains(finalFields, f.Name) }

// unprintedFields are on no label or customs paper. A change of any other field makes a label that was printed stale.
var unprintedFields = strings.Fields(`metadata pickup_date pickup_notes`)

// IsPrinted reports whether the field of an order may be on its label or on a customs paper.
func (f *FieldChange) IsPrinted() bool { return !slices.Contains(unprintedFields, f.Field) }

// ChangesBetween are the fields whose values differ, in the order of OrderFields.
func ChangesBetween(before, after *Order) []FieldChange {
	var changes []FieldChange
	for i := range OrderFields {
		f := &OrderFields[i]
		if from, to := appendValue(nil, f, before), appendValue(nil, f, after); !bytes.Equal(from, to) {
			changes = append(changes, FieldChange{f.Name, from, to})
		}
	}
	return changes
}

// orderField is the field of an order with a name, nil if there is none.
func orderField(name string) *Field[Order] {
	if i := slices.IndexFunc(OrderFields, func(f Field[Order]) bool { return f.Name == name }); i >= 0 {
		return &OrderFields[i]
	}
	return nil
}

// AppendValue appends the value of a field as a request would send it, null for none. Returns b alone if an order has no such field.
func (o *Order) AppendValue(b []byte, name string) []byte {
	if f := orderField(name); f != nil {
		return appendValue(b, f, o)
	}
	return b
}

func appendValue(b []byte, f *Field[Order], o *Order) []byte {
	switch {
	case f.IsZero(o):
		return append(b, "null"...)
	case !f.IsList():
		return f.AppendJSON(b, o)
	case f.Type.Name == TypeItems:
		return appendObjects(b, ItemFields, o.Items)
	case f.Type.Name == TypeTaxIDs:
		return appendObjects(b, TaxIDFields, o.Trade.TaxIDs)
	default:
		return AppendMetadata(b, o.Trade.Metadata)
	}
}

// appendObjects appends an array of objects with the fields that have a value.
func appendObjects[T any](b []byte, fields []Field[T], list []T) []byte {
	b = append(b, '[')
	for i := range list {
		b = AppendObject(AppendComma(b), fields, &list[i])
	}
	return append(b, ']')
}

// AppendObject appends an object with the fields that have a value.
func AppendObject[T any](b []byte, fields []Field[T], of *T) []byte {
	b = append(b, '{')
	for i := range fields {
		if f := &fields[i]; !f.IsZero(of) {
			b = f.AppendJSON(AppendKey(b, f.Name), of)
		}
	}
	return append(b, '}')
}

// CopyField makes the value of a field that of another order. It shares lists with it.
func (o *Order) CopyField(name string, from *Order) {
	switch f := orderField(name); {
	case f == nil:
	case f.TextAt != nil:
		if text := f.Text(from); text != f.Text(o) {
			*f.TextAt(o) = text
		}
	case f.NumberAt != nil:
		if number := f.Number(from); number != f.Number(o) {
			*f.NumberAt(o) = number
		}
	case f.Type.Name == TypeItems:
		o.Items = from.Items
	case f.Type.Name == TypeTaxIDs && f.Len(o)+f.Len(from) > 0:
		o.MakeTrade().TaxIDs = from.MakeTrade().TaxIDs
	case f.Type.Name == TypeMetadata && f.Len(o)+f.Len(from) > 0:
		o.MakeTrade().Metadata = from.MakeTrade().Metadata
	}
}

// Clone is a copy that shares no trade data with the order. Items are shared.
func (o *Order) Clone() *Order {
	clone := *o
	if o.Trade != nil {
		clone.Trade = new(*o.Trade)
	}
	return &clone
}
