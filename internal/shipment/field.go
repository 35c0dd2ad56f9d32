package shipment

import (
	"fmt"
	"strings"
)

// TypeName names a type of field, as the validation rules do.
type TypeName string

// The types of fields.
const (
	TypeText       TypeName = "text"        // at most MaxLength code points
	TypeEmail      TypeName = "email"       // Text of the form local@domain
	TypeDecimal    TypeName = "decimal"     // Digits in all, Places of them after the point, at least Min / 10^Places
	TypeInteger    TypeName = "integer"     // from Min to Max
	TypeBoolean    TypeName = "boolean"     //
	TypeChoice     TypeName = "choice"      // one of Choices, ignoring case
	TypeDate       TypeName = "date"        // YYYY-MM-DD
	TypeMoment     TypeName = "moment"      // ISO 8601, to the microsecond
	TypePhone      TypeName = "phone"       // with a plus sign and the country code
	TypeLocalPhone TypeName = "local phone" // 6 to 15 digits
	TypeCountry    TypeName = "country"     // code or name, shown as the name
	TypeCurrency   TypeName = "currency"    // ISO 4217
	TypeTrackingNo TypeName = "tracking no" // 6 to 40 letters, digits or hyphens
	TypeNumberList TypeName = "number list" // tracking numbers with commas between, at most Max
	TypeService    TypeName = "service"     // the id of a live service
	TypeURL        TypeName = "url"         // http or https, at most MaxLength code points
	TypeHSCode     TypeName = "hs code"     // 6 to 12 digits; dots and spaces are left out
	TypeUNNumber   TypeName = "un number"   // 4 digits, perhaps after UN
	TypeItems      TypeName = "items"       // Min to Max items
	TypeTaxIDs     TypeName = "tax ids"     // at most Max objects of TaxIDFields
	TypeMetadata   TypeName = "metadata"    // an object of at most Max texts under keys of the shipper's own
)

// Type is the type of a field and its limits. A limit that the type does not have is 0.
type Type struct {
	Name           TypeName
	MaxLength      int
	Digits, Places int
	Min, Max       int64
	Choices        []string
	Impersonal     bool // a text that says nothing of a person
}

// writtenAs is how values of types without limits are written.
var writtenAs = map[TypeName]string{
	TypeDate:       "YYYY-MM-DD.",
	TypePhone:      "With a plus sign and the country code, 7 to 15 digits in all.",
	TypeLocalPhone: "6 to 15 digits.",
	TypeCountry:    "Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.",
	TypeCurrency:   "In any case.",
	TypeTrackingNo: "6 to 40 letters, digits or hyphens.",
	TypeUNNumber:   "4 digits, with or without UN before them.",
}

// HowWritten says how values of the type are written, as far as its kind of value does not show it.
func (t Type) HowWritten() string {
	switch t.Name {
	case TypeText, TypeURL:
		return fmt.Sprintf("At most %d characters.", t.MaxLength)
	case TypeDecimal:
		return fmt.Sprintf("At most %d digits, %d of them after the point.", t.Digits, t.Places)
	case TypeChoice:
		return "One of " + strings.Join(t.Choices, ", ") + ", in any case."
	case TypeTaxIDs, TypeNumberList:
		return fmt.Sprintf("At most %d.", t.Max)
	case TypeMetadata:
		return fmt.Sprintf("At most %d keys of at most %d characters, with texts of at most %d.",
			t.Max, MaxMetadataKey, MaxMetadataValue)
	default:
		return writtenAs[t.Name]
	}
}

// Presence says whether a request has a field.
type Presence uint8

// The presences.
const (
	NotSent Presence = iota
	Optional
	Required
)

// Sent says whether the create and the return operation have a field.
type Sent struct{ Create, Return Presence }

// OfCreate is whether create requests have the field.
func (s Sent) OfCreate() Presence { return s.Create }

// OfReturn is whether return requests have the field.
func (s Sent) OfReturn() Presence { return s.Return }

// Part is the object that a field belongs to.
type Part uint8

// The parts.
const (
	OfWhole Part = iota // of the order, the item or the tax id itself
	OfParty             // of the consignee or the pickup
	OfTrade             // of the trade data
)

// FieldInfo describes a field.
type FieldInfo struct {
	Name string
	Type Type
	Sent
	About string // what it means, with the unit
	Part  Part
}

// AboutShown returns what the field means in a response.
func (f *FieldInfo) AboutShown() string {
	switch {
	case f.Type.Name == TypeDecimal && f.Create != Required:
		return f.About + " 0 if it was not sent."
	case f.Create == NotSent && f.Return != NotSent:
		return f.About + " Only a return has it."
	case f.Type.Name == TypeDate:
		return f.About + " YYYY-MM-DD, or empty."
	default:
		return f.About
	}
}

// Field is a field and its value in a T, which is a text, a number or a list.
type Field[T any] struct {
	FieldInfo
	// TextAt and NumberAt are the place of the value. They make the part of T that has it.
	TextAt   func(*T) *string
	NumberAt func(*T) *int64 // the integer of a decimal
	count    func(*T) int    // the length of a list
	absent   func(*T) bool   // the part that has the value; nil if it is always there
}

// Text is the value of a text, such as the code of a country.
func (f *Field[T]) Text(of *T) string {
	if f.absent != nil && f.absent(of) {
		return ""
	}
	return *f.TextAt(of)
}

// Number is the value of a number.
func (f *Field[T]) Number(of *T) int64 {
	if f.absent != nil && f.absent(of) {
		return 0
	}
	return *f.NumberAt(of)
}

// IsList reports whether the value is a list, which has neither a text nor a number.
func (f *Field[T]) IsList() bool { return f.count != nil }

// IsZero reports whether there is no value: the text is "", the number 0, the list empty.
func (f *Field[T]) IsZero(of *T) bool {
	switch {
	case f.TextAt != nil:
		return f.Text(of) == ""
	case f.NumberAt != nil:
		return f.Number(of) == 0
	default:
		return f.Len(of) == 0
	}
}

// AppendJSON appends the value of a text or a number as responses show it.
func (f *Field[T]) AppendJSON(b []byte, of *T) []byte {
	if f.NumberAt != nil {
		return AppendScaled(b, f.Number(of), f.Type.Places)
	}
	return AppendJSONString(b, f.Shown(of))
}

// Shown is a text as responses show it: a country by its name.
func (f *Field[T]) Shown(of *T) string {
	if f.Type.Name == TypeCountry {
		return Country(f.Text(of)).Name()
	}
	return f.Text(of)
}

// Len is the length of a list.
func (f *Field[T]) Len(of *T) int {
	if f.absent != nil && f.absent(of) {
		return 0
	}
	return f.count(of)
}

func text[T any](name string, t Type, sent Sent, about string, at func(*T) *string) Field[T] {
	return Field[T]{FieldInfo: FieldInfo{Name: name, Type: t, Sent: sent, About: about}, TextAt: at}
}

func number[T any](name string, t Type, sent Sent, about string, at func(*T) *int64) Field[T] {
	return Field[T]{FieldInfo: FieldInfo{Name: name, Type: t, Sent: sent, About: about}, NumberAt: at}
}

func list[T any](name string, t Type, sent Sent, about string, count func(*T) int) Field[T] {
	return Field[T]{FieldInfo: FieldInfo{Name: name, Type: t, Sent: sent, About: about}, count: count}
}

// within returns the field of a part as a field of the whole.
func within[W, P any](f Field[P], part func(*W) *P) Field[W] {
	w := Field[W]{FieldInfo: f.FieldInfo}
	switch {
	case f.TextAt != nil:
		w.TextAt = func(of *W) *string { return f.TextAt(part(of)) }
	case f.NumberAt != nil:
		w.NumberAt = func(of *W) *int64 { return f.NumberAt(part(of)) }
	default:
		w.count = func(of *W) int { return f.count(part(of)) }
	}
	return w
}

// behind returns the fields of trade data as fields of the order or item that has them.
func behind[W, P any](part Part, trade func(*W) **P, fields ...Field[P]) []Field[W] {
	all := make([]Field[W], len(fields))
	for i, f := range fields {
		all[i] = within(f, func(of *W) *P { return made(trade(of)) })
		all[i].Part, all[i].absent = part, func(of *W) bool { return *trade(of) == nil }
	}
	return all
}

// made returns the value at a place, and creates it if there is none.
func made[P any](at **P) *P {
	if *at == nil {
		*at = new(P)
	}
	return *at
}

// MakeTrade is the trade data of an order, which is made when there is none.
func (o *Order) MakeTrade() *OrderTrade { return made(&o.Trade) }
