package request

import "waybill/internal/shipment"

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
	TypeHSCode     TypeName = "hs code"     // 6 to 10 digits; dots and spaces are left out
	TypeItems      TypeName = "items"       // Min to Max items
	TypeTaxIDs     TypeName = "tax ids"     // at most Max objects of TaxIDFields
	TypeMetadata   TypeName = "metadata"    // an object of at most Max texts under keys of the shipper's own
)

// Type is the type of a field and its limits; those that the type does not have are 0.
type Type struct {
	Name           TypeName
	MaxLength      int
	Digits, Places int
	Min, Max       int64
	Choices        []string
}

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
	// value is the inverse of read. Nil for items and for fields that no forward order fills.
	value func(from *T) Value
}

// check applies the rules that hold for every field, then those of its type.
func (c *column[T]) check(v Value, to *T) Node {
	switch {
	case v.Kind == Absent && c.Required:
		return msgRequired
	case v.Kind == Null && !c.Nullable:
		return msgNull
	case v.Kind == Absent || v.Kind == Null:
		return nil
	case c.readWhole != nil:
		return c.readWhole(v, to)
	}
	return c.read(v, to).node()
}

// bind makes a column of a field, the reader of its type and the place of its value.
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
		value: func(from *T) Value { return valueOf(*at(from)) },
	}
}

func field(name string, p presence, t Type, about string) Field {
	return Field{Name: name, Type: t, Required: bool(p), Nullable: !bool(p), About: about}
}

func text[T any](name string, p presence, maxLength int, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeText, MaxLength: maxLength}, about), readText, at)
}

func email[T any](name string, p presence, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeEmail, MaxLength: textMax}, about), readEmail, at)
}

func phone[T any](name string, p presence, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypePhone}, about), readPhone, at)
}

func localPhone[T any](name, about string, at func(*T) *string) column[T] {
	return bind(field(name, required, Type{Name: TypeLocalPhone}, about), readLocalPhone, at)
}

func country[T any](name string, p presence, about string, at func(*T) *shipment.Country) column[T] {
	return bind(field(name, p, Type{Name: TypeCountry}, about), readCountry, at)
}

func currency[T any](name string, p presence, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeCurrency}, about), readCurrency, at)
}

func choice[T any](name string, p presence, choices []string, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeChoice, Choices: choices}, about), readChoice, at)
}

func date[T any](name string, p presence, about string, at func(*T) *string) column[T] {
	return bind(field(name, p, Type{Name: TypeDate}, about), readDate, at)
}

func trackingNo[T any](name, about string, at func(*T) *string) column[T] {
	return bind(field(name, optional, Type{Name: TypeTrackingNo}, about), readTrackingNo, at)
}

func service[T any](name, about string, at func(*T) *int64) column[T] {
	return bind(field(name, required, Type{Name: TypeService}, about), readInt64, at)
}

func integer[T any](name string, low, high int64, about string, at func(*T) *int32) column[T] {
	return bind(field(name, required, Type{Name: TypeInteger, Min: low, Max: high}, about), readInteger, at)
}

// hundredths is a decimal with two places, at least 0.
func hundredths[T any](name string, p presence, digits int, about string, at func(*T) *shipment.Hundredths) column[T] {
	return bind(field(name, p, Type{Name: TypeDecimal, Digits: digits, Places: 2}, about), readDecimal[shipment.Hundredths], at)
}

// thousandths is a decimal with three places, at least low thousandths.
func thousandths[T any](name string, p presence, digits int, low int64, about string, at func(*T) *shipment.Thousandths) column[T] {
	f := field(name, p, Type{Name: TypeDecimal, Digits: digits, Places: 3, Min: low}, about)
	return bind(f, readDecimal[shipment.Thousandths], at)
}
