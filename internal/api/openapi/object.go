package openapi

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// Object is an object of a response. One function writes the keys of an object and describes them: it is called for each
// response, and once for the document, with the zero value. So it says every key each time, after If when the key may be absent.
type Object struct {
	e     *jx.Encoder // nil: the keys are described
	flush func()      // is called after each object of a list; may be nil
	// The next key is left out, or its value is null. Described: it may be.
	isAbsent, isNull bool
	hasSecret        bool

	extends    string // the name of a schema
	required   []string
	properties members
}

// Write writes an object, and says whether it has a secret. It calls flush, unless that is nil, after each object of a list.
func Write[T any](e *jx.Encoder, flush func(), value *T, write func(*Object, *T)) (hasSecret bool) {
	o := Object{e: e, flush: flush}
	e.ObjStart()
	write(&o, value)
	e.ObjEnd()
	return o.hasSecret
}

// Keys writes the keys of an object that was begun.
func Keys[T any](e *jx.Encoder, value *T, write func(*Object, *T)) { write(&Object{e: e}, value) }

// EventOf makes the data of an event about a value: one key with the object.
func EventOf[T any](name string, value *T, write func(*Object, *T)) func() ([]byte, error) {
	return func() ([]byte, error) {
		var e jx.Encoder
		Write(&e, nil, value, func(o *Object, value *T) { Nested(o, name, value, write) })
		return e.Bytes(), nil
	}
}

// Describe is the schema of the objects that write writes. about may be "".
func Describe[T any](about string, write func(*Object, *T)) *Property {
	var o Object
	write(&o, new(T))
	return &Property{about: about, schema: o.described()}
}

// described is not inlined, because Describe has a copy for each type.
//
//go:noinline
func (o *Object) described() members {
	schema := members{{"type", "object"}, {"properties", o.properties}}
	if o.required != nil {
		schema = slices.Insert(schema, 1, member{"required", o.required})
	}
	if o.extends != "" {
		schema = members{{"allOf", []any{schemaRef(o.extends), schema}}}
	}
	return schema
}

// Extend writes the keys of an object whose schema has a name. The schema that is described extends it.
func Extend[T any](o *Object, name string, value *T, write func(*Object, *T)) {
	if o.extends = name; o.e != nil {
		write(o, value)
	}
}

// If leaves out the next key unless isThere.
func (o *Object) If(isThere bool) *Object {
	o.isAbsent = !isThere || o.e == nil
	return o
}

// OrNull makes the value of the next key null unless isThere.
func (o *Object) OrNull(isThere bool) *Object {
	o.isNull = !isThere || o.e == nil
	return o
}

// Value is a key with a value that write writes: kind is its type, "" for any.
func (o *Object) Value(name, kind string, write func(*jx.Encoder)) *Property {
	isOptional, isNullable := o.isAbsent, o.isNull
	o.isAbsent, o.isNull = false, false
	if o.e != nil {
		switch {
		case isOptional: // absent
		case isNullable: // null
			o.e.FieldStart(name)
			o.e.Null()
		default:
			o.e.FieldStart(name)
			write(o.e)
		}
		return nil
	}
	p := &Property{isNullable: isNullable && kind != ""}
	if kind != "" {
		p.set("type", kind)
	}
	if !isOptional {
		o.required = append(o.required, name)
	}
	o.properties = append(o.properties, member{name, p})
	return p
}

// Text is a key with a text.
func (o *Object) Text(name, value string) *Property {
	return o.Value(name, "string", func(e *jx.Encoder) { e.Str(value) })
}

// TextOrNull is a key with a text, or null for the empty one.
func (o *Object) TextOrNull(name, value string) *Property {
	return o.OrNull(value != "").Text(name, value)
}

// Secret is a key with a secret.
func (o *Object) Secret(name, secret string) *Property {
	o.hasSecret = o.hasSecret || secret != ""
	return o.If(secret != "").Text(name, secret)
}

// Flag is a key with a boolean.
func (o *Object) Flag(name string, value bool) *Property {
	return o.Value(name, "boolean", func(e *jx.Encoder) { e.Bool(value) })
}

// Int is a key with an integer that every client can hold.
func (o *Object) Int(name string, value int64) *Property {
	return o.Value(name, "integer", func(e *jx.Encoder) { e.Int64(value) })
}

// Int64 is a key with an integer of 64 bits.
func (o *Object) Int64(name string, value int64) *Property { return o.Int(name, value).Format("int64") }

// Decimal is a key with a number.
func (o *Object) Decimal(name string, value interface{ Append(b []byte) []byte }) *Property {
	return o.Raw(name, "number", value.Append(nil))
}

// Time is a key with a time.
func (o *Object) Time(name string, value time.Time) *Property {
	return o.Text(name, shipment.FormatTime(value)).Is("Timestamp")
}

// TimeOrNull is a key with a time, or null for the zero time.
func (o *Object) TimeOrNull(name string, value time.Time) *Property {
	return o.OrNull(!value.IsZero()).Time(name, value).IsOrNull("NullableTimestamp")
}

// Raw is a key with a value that is JSON already: kind is its type, "" for any.
func (o *Object) Raw(name, kind string, value []byte) *Property {
	return o.Value(name, kind, func(e *jx.Encoder) { e.Raw(value) })
}

// RawOrNull is a key with a value that is JSON already, or null for none.
func (o *Object) RawOrNull(name, kind, value string) *Property {
	return o.OrNull(value != "").Raw(name, kind, []byte(value))
}

// Others writes keys that are described elsewhere.
func (o *Object) Others(write func(*jx.Encoder)) {
	if o.e != nil {
		write(o.e)
	}
}

// Encoded is a key with a value that encoding/json encodes, which escapes <, > and &: kind is its type.
func (o *Object) Encoded(name, kind string, value any) *Property {
	return o.Value(name, kind, func(e *jx.Encoder) {
		text, err := json.Marshal(value)
		if err != nil {
			panic("the value is not JSON: " + err.Error())
		}
		e.Raw(text)
	})
}

// Texts is a key with a list of texts.
func Texts[S ~string](o *Object, name string, texts []S) *Property {
	return o.Value(name, "array", func(e *jx.Encoder) {
		e.ArrStart()
		for _, text := range texts {
			e.Str(string(text))
		}
		e.ArrEnd()
	}).OfTexts()
}

// List is a key with a list of objects.
func List[T any](o *Object, name string, elements []T, write func(*Object, *T)) *Property {
	if o.e == nil {
		elements = make([]T, 1)
	}
	return o.list(name, len(elements), func(o *Object, i int) { write(o, &elements[i]) })
}

// list is List without a type: the program has one copy of it, and not one for each type. So is nested.
func (o *Object) list(name string, n int, write func(o *Object, i int)) *Property {
	p := o.Value(name, "array", func(e *jx.Encoder) {
		e.ArrStart()
		for i := range n {
			e.ObjStart()
			write(&Object{e: e, flush: o.flush}, i)
			e.ObjEnd()
			if o.flush != nil {
				o.flush()
			}
		}
		e.ArrEnd()
	})
	if p != nil {
		var element Object
		write(&element, 0)
		p.set("items", element.described())
	}
	return p
}

// Nested is a key with an object.
func Nested[T any](o *Object, name string, value *T, write func(*Object, *T)) *Property {
	if o.e == nil {
		value = new(T)
	}
	return o.nested(name, func(o *Object) { write(o, value) })
}

func (o *Object) nested(name string, write func(*Object)) *Property {
	inner := Object{e: o.e, flush: o.flush}
	p := o.Value(name, "object", func(e *jx.Encoder) {
		e.ObjStart()
		write(&inner)
		e.ObjEnd()
	})
	if p != nil {
		write(&inner)
		p.schema = inner.described()
	}
	return p
}

// Property describes the value of a key, or a schema. It is nil, and its methods do nothing, while an object is written.
type Property struct {
	about      string
	schema     members
	isNullable bool
}

// MarshalJSON implements json.Marshaler.
func (p *Property) MarshalJSON() ([]byte, error) {
	schema, about := p.schema, p.about
	if slices.ContainsFunc(schema, func(m member) bool { return m.name == "x-extensible-enum" }) {
		about = strings.TrimSpace(about + " " + newValues)
	}
	if p.isNullable {
		schema = members{{"oneOf", []members{schema, {{"type", "null"}}}}}
	}
	if about != "" {
		schema = append(members{{"description", about}}, schema...)
	}
	return schema.MarshalJSON()
}

// set sets a keyword of the schema.
func (p *Property) set(keyword string, value any) *Property {
	if p != nil {
		p.schema = append(slices.DeleteFunc(p.schema, func(m member) bool { return m.name == keyword }), member{keyword, value})
	}
	return p
}

// About describes the key in words.
func (p *Property) About(text string) *Property {
	if p != nil {
		p.about = text
	}
	return p
}

// Is names the schema of the value.
func (p *Property) Is(name string) *Property {
	if p != nil {
		p.schema = members{{"$ref", schemaRef(name).Ref}}
	}
	return p
}

// IsOrNull names the schema of the value and of null.
func (p *Property) IsOrNull(name string) *Property {
	if p != nil {
		p.isNullable = false
	}
	return p.Is(name)
}

// Maybe names the schema of the value, which may be another object.
func (p *Property) Maybe(name string) *Property {
	if p != nil {
		p.schema = members{{"anyOf", []any{schemaRef(name), schema{Type: "object"}}}}
	}
	return p
}

// Of names the schema of the elements of a list.
func (p *Property) Of(name string) *Property {
	if p == nil {
		return nil
	}
	return p.set("items", schemaRef(name))
}

// OfTexts says that the elements of a list are texts.
func (p *Property) OfTexts() *Property { return p.set("items", members{{"type", "string"}}) }

// Elements describes the elements of a list of texts.
func (p *Property) Elements() *Property {
	if p == nil {
		return nil
	}
	element := &Property{schema: members{{"type", "string"}}}
	p.set("items", element)
	return element
}

// MapOfTexts says that the values of an object are texts.
func (p *Property) MapOfTexts() *Property {
	return p.set("additionalProperties", members{{"type", "string"}})
}

// OfRows says that the elements of a list are lists of texts.
func (p *Property) OfRows() *Property {
	return p.set("items", members{{"type", "array"}, {"items", members{{"type", "string"}}}})
}

// newValues says in the descriptions of x-extensible-enum what programs do with values that the document does not have. A closed enum
// would break them when a version adds one.
const newValues = "New values may be added: show an unknown one as it is."

// Enum lists the values that there are. Later versions may have more.
func (p *Property) Enum(values ...string) *Property {
	if p == nil {
		return nil
	}
	return p.set("x-extensible-enum", slices.Clone(values)) // a copy, so that the values of a call need no heap
}

// Format is the format of a text or a number.
func (p *Property) Format(format string) *Property { return p.set("format", format) }

// Pattern is a regular expression that a text matches.
func (p *Property) Pattern(pattern string) *Property { return p.set("pattern", pattern) }

// Minimum is the smallest number.
func (p *Property) Minimum(n int64) *Property { return p.set("minimum", n) }

// Maximum is the greatest number.
func (p *Property) Maximum(n int64) *Property { return p.set("maximum", n) }

// MinLength is the shortest length of a text.
func (p *Property) MinLength(n int64) *Property { return p.set("minLength", n) }

// MaxLength is the greatest length of a text.
func (p *Property) MaxLength(n int64) *Property { return p.set("maxLength", n) }

// MinItems is the smallest length of a list.
func (p *Property) MinItems(n int64) *Property { return p.set("minItems", n) }

// MaxItems is the greatest length of a list.
func (p *Property) MaxItems(n int64) *Property { return p.set("maxItems", n) }
