package request

import (
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Type is the type of a field and its limits.
type Type = shipment.Type

// TypeName names a type of field.
type TypeName = shipment.TypeName

// The types of fields.
const (
	TypeText       = shipment.TypeText
	TypeEmail      = shipment.TypeEmail
	TypeDecimal    = shipment.TypeDecimal
	TypeInteger    = shipment.TypeInteger
	TypeBoolean    = shipment.TypeBoolean
	TypeChoice     = shipment.TypeChoice
	TypeDate       = shipment.TypeDate
	TypeMoment     = shipment.TypeMoment
	TypePhone      = shipment.TypePhone
	TypeLocalPhone = shipment.TypeLocalPhone
	TypeCountry    = shipment.TypeCountry
	TypeCurrency   = shipment.TypeCurrency
	TypeTrackingNo = shipment.TypeTrackingNo
	TypeNumberList = shipment.TypeNumberList
	TypeService    = shipment.TypeService
	TypeURL        = shipment.TypeURL
	TypeHSCode     = shipment.TypeHSCode
	TypeUNNumber   = shipment.TypeUNNumber
	TypeItems      = shipment.TypeItems
	TypeTaxIDs     = shipment.TypeTaxIDs
	TypeMetadata   = shipment.TypeMetadata
)

// Field is a line of a field table: what a client may send under a name.
type Field struct {
	Name     string
	Type     Type
	Required bool   // the key must be there, and its text must not be blank
	Nullable bool   // null counts as absent
	Alias    string // another key, read when Name is absent; "" for none
	About    string // what it means, with the unit
	// FromForward: a return that leaves the field out gets it from its forward order. Required
	// then means that one of the two must have it.
	FromForward bool
}

// presence says whether a field must be sent.
type presence bool

const (
	required presence = true
	optional presence = false // may be absent, null or blank
)

// column is a field, with the functions that store its value in a T and get it back.
type column[T any] struct {
	Field
	// read checks and stores a value that is neither absent nor null. It is nil for items, which
	// have a table of their own.
	read func(v Value, to *T) Messages
	// readWhole is read for a list or an object: its value has the JSON text.
	readWhole func(v Value, to *T) Node
}

// check applies the rules for every field, then the rules of its type.
func (c *column[T]) check(v Value, to *T) Node {
	switch {
	case v.Kind == Absent && c.Required:
		return Messages{problem.Required}
	case v.Kind == Null && !c.Nullable:
		return Messages{problem.Null}
	case v.Kind == Absent || v.Kind == Null:
		return nil
	case c.readWhole != nil:
		return c.readWhole(v, to)
	}
	return asNode(c.read(v, to))
}

// bind makes a column of a field, the reader of its type and the place of its value. Like those below it is not inlined, because
// package variables are made by some hundred calls.
//
//go:noinline
func bind[T, V any](f Field, read func(Value, *Field) (V, Messages), at func(*T) *V) column[T] {
	return column[T]{
		Field: f,
		read: func(v Value, to *T) Messages {
			got, problems := read(v, &f)
			if problems == nil {
				*at(to) = got
			}
			return problems
		},
	}
}

//go:noinline
func field(name string, p presence, t Type, about string) Field {
	return Field{Name: name, Type: t, Required: bool(p), Nullable: !bool(p), About: about}
}

//go:noinline
func text[T any](name string, p presence, maxLength int, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeText, MaxLength: maxLength}, about), readText, at)
}

//go:noinline
func boolean[T any](name, about string, at func(*T) *bool) column[T] {
	return bind(field(name, optional, Type{Name: TypeBoolean}, about), readBoolean, at)
}

// tristate is a boolean that may be left out.
func tristate[T any](name, about string, at func(*T) **bool) column[T] {
	return bind(field(name, optional, Type{Name: TypeBoolean}, about), readFilterBoolean, at)
}

// texts are choices of a type of their own.
func texts[T ~string](choices []T) []string {
	return each.Of(choices, func(c T) string { return string(c) })
}

//go:noinline
func choice[T any](name string, p presence, choices []string, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeChoice, Choices: choices}, about), readChoice, at)
}
