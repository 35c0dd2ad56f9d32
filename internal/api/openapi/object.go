package openapi

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// Object is an object of a response. One function writes the keys of an object and describes them: it is called for each
// response, and once for the document, with the zero value. So it says every key each time, after If when the key may be absent.
type Object struct {
	e       *jx.Encoder // nil: the keys are described
	flush   func()      // is called after each object of a list; may be nil
	schema  schema
	extends string // the name of a schema
	// The next key is left out, or its value is null. Described: it may be.
	isAbsent, isNull bool
}

// Write writes an object. It calls flush, unless that is nil, after each object of a list.
func Write[T any](e *jx.Encoder, flush func(), value *T, write func(*Object, *T)) {
	e.ObjStart()
	write(&Object{e: e, flush: flush}, value)
	e.ObjEnd()
}

// Describe is the schema of the objects that write writes. The description may be "".
func Describe[T any](description string, write func(*Object, *T)) any {
	var o Object
	write(&o, new(T))
	o.schema.Type = "object"
	if o.extends != "" {
		o.schema = schema{AllOf: []schema{schemaRef(o.extends), o.schema}}
	}
	o.schema.Description = description
	return o.schema
}

// Extend writes the keys of an object whose schema has a name. This schema extends it.
func Extend[T any](o *Object, name string, value *T, write func(*Object, *T)) {
	if o.e == nil {
		o.extends = name
		return
	}
	write(o, value)
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

// key writes or describes a key, and value writes its value.
func (o *Object) key(name, kind string, value func()) *Property {
	isAbsent, isNull := o.isAbsent, o.isNull
	o.isAbsent, o.isNull = false, false
	switch {
	case o.e == nil:
		return o.describe(name, kind, isAbsent, isNull)
	case isAbsent:
		return nil
	}
	o.e.FieldStart(name)
	if isNull {
		o.e.Null()
	} else {
		value()
	}
	return nil
}

func (o *Object) describe(name, kind string, isOptional, isNullable bool) *Property {
	p := &Property{schema{Type: kind}}
	if !isOptional {
		o.schema.Required = append(o.schema.Required, name)
	}
	if isNullable {
		p.schema = orNull(p.schema)
	}
	o.schema.Properties = append(o.schema.Properties, member{name, &p.schema})
	return p
}

// Text is a key with a text.
func (o *Object) Text(name, value string) *Property {
	return o.key(name, "string", func() { o.e.Str(value) })
}

// TextOrNull is a key with a text, or null for the empty one.
func (o *Object) TextOrNull(name, value string) *Property {
	return o.OrNull(value != "").Text(name, value)
}

// Flag is a key with a boolean.
func (o *Object) Flag(name string, value bool) *Property {
	return o.key(name, "boolean", func() { o.e.Bool(value) })
}

// Int is a key with an integer that every client can hold.
func (o *Object) Int(name string, value int64) *Property {
	return o.key(name, "integer", func() { o.e.Int64(value) })
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
	return o.key(name, kind, func() { o.e.Raw(value) })
}

// Texts is a key with a list of texts.
func Texts[S ~string](o *Object, name string, texts []S) *Property {
	p := o.key(name, "array", func() {
		o.e.ArrStart()
		for _, text := range texts {
			o.e.Str(string(text))
		}
		o.e.ArrEnd()
	})
	return p.of(func() schema { return schema{Type: "string"} })
}

// List is a key with a list of objects.
func List[T any](o *Object, name string, elements []T, write func(*Object, *T)) *Property {
	p := o.key(name, "array", func() {
		o.e.ArrStart()
		for i := range elements {
			Write(o.e, o.flush, &elements[i], write)
			if o.flush != nil {
				o.flush()
			}
		}
		o.e.ArrEnd()
	})
	return p.of(func() schema { return Describe("", write).(schema) })
}

// Nested is a key with an object.
func Nested[T any](o *Object, name string, value *T, write func(*Object, *T)) *Property {
	p := o.key(name, "object", func() { Write(o.e, o.flush, value, write) })
	return p.set(func(s *schema) { *s = Describe("", write).(schema) })
}

// Property describes a key. Its methods add to the schema of the value; if that is a list of texts, to that of a text. It is
// nil, and the methods do nothing, while an object is written.
type Property struct{ schema schema }

func (p *Property) set(change func(*schema)) *Property {
	if p == nil {
		return nil
	}
	s := &p.schema
	if len(s.OneOf) > 0 { // or null
		s = &s.OneOf[0]
	}
	change(s)
	return p
}

// of sets the schema of the elements of a list.
func (p *Property) of(elements func() schema) *Property {
	return p.set(func(s *schema) { s.Items = new(elements()) })
}

// value changes the schema of a value, or of the texts of a list.
func (p *Property) value(change func(*schema)) *Property {
	return p.set(func(s *schema) {
		if s.Items != nil {
			s = s.Items
		}
		change(s)
	})
}

// About describes the key in words.
func (p *Property) About(text string) *Property {
	if p != nil {
		p.schema.Description = text
	}
	return p
}

// Is names the schema of the value.
func (p *Property) Is(name string) *Property { return p.set(func(s *schema) { *s = schemaRef(name) }) }

// IsOrNull names the schema of the value and of null.
func (p *Property) IsOrNull(name string) *Property {
	if p != nil {
		p.schema = schemaRef(name)
	}
	return p
}

// Of names the schema of the elements of a list.
func (p *Property) Of(name string) *Property { return p.of(func() schema { return schemaRef(name) }) }

// Enum lists the values.
func (p *Property) Enum(values ...string) *Property {
	if p == nil {
		return nil
	}
	values = slices.Clone(values)
	return p.value(func(s *schema) { s.Enum = values })
}

// Minimum is the smallest value.
func (p *Property) Minimum(n int64) *Property {
	return p.value(func(s *schema) { s.Minimum = json.Number(strconv.FormatInt(n, 10)) })
}

// Format is the format of the value.
func (p *Property) Format(format string) *Property {
	return p.value(func(s *schema) { s.Format = format })
}

// Pattern is a regular expression that the text matches.
func (p *Property) Pattern(pattern string) *Property {
	return p.value(func(s *schema) { s.Pattern = pattern })
}

// Length limits the length of a text; 0: there is no limit.
func (p *Property) Length(least, most int) *Property {
	return p.value(func(s *schema) { s.MinLength, s.MaxLength = least, most })
}

// MaxItems is the most elements of a list.
func (p *Property) MaxItems(n int64) *Property { return p.set(func(s *schema) { s.MaxItems = n }) }
