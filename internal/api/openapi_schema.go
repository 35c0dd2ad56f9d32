package api

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"waybill/internal/shipment"
)

// schema is as much of a JSON Schema as the field tables need, in the order in which it
// is written.
type schema struct {
	Ref                  string      `json:"$ref,omitempty"`
	Description          string      `json:"description,omitempty"`
	Type                 any         `json:"type,omitempty"` // a string, or several
	Format               string      `json:"format,omitempty"`
	Enum                 []any       `json:"enum,omitempty"`
	Pattern              string      `json:"pattern,omitempty"`
	MinLength            int         `json:"minLength,omitempty"`
	MaxLength            int         `json:"maxLength,omitempty"`
	Minimum              json.Number `json:"minimum,omitempty"`
	Maximum              json.Number `json:"maximum,omitempty"`
	MinItems             int64       `json:"minItems,omitempty"`
	MaxItems             int64       `json:"maxItems,omitempty"`
	Items                *schema     `json:"items,omitempty"`
	AdditionalProperties any         `json:"additionalProperties,omitempty"`
	Required             []string    `json:"required,omitempty"`
	Properties           members     `json:"properties,omitempty"`
}

// members are an object that keeps its order.
type members []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (m members) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, member := range m {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, plainJSON(member.name)...)
		text = append(text, ':')
		text = append(text, plainJSON(member.value)...)
	}
	return append(text, '}'), nil
}

// parameter is a parameter of a query.
type parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Style       string `json:"style,omitempty"`
	Explode     *bool  `json:"explode,omitempty"`
	Schema      schema `json:"schema"`
}

// requestSchema is the schema of an object whose fields a client sends. It is open:
// unknown fields are ignored.
func requestSchema(fields []shipment.Field) schema {
	s := schema{Type: "object"}
	for _, f := range fields {
		value := sentSchema(f)
		s.Properties = append(s.Properties, member{f.Name, value})
		if mustBeSent(f) {
			s.Required = append(s.Required, f.Name)
		}
		if f.Alias != "" {
			value.Description = fmt.Sprintf("Read in the place of %s when that is absent.", f.Name)
			s.Properties = append(s.Properties, member{f.Alias, value})
		}
	}
	return s
}

// withNumbers is the schema of a request that has tracking numbers beside its fields.
func withNumbers(fields []shipment.Field, limit int64) schema {
	s := requestSchema(fields)
	s.Properties = append(members{{"tracking_nos", schema{
		Description: "Tracking numbers, each as text or as an object that has it.",
		Type:        "array", MinItems: 1, MaxItems: limit, Items: &schema{Ref: "#/components/schemas/NumberElement"},
	}}}, s.Properties...)
	s.Required = append(s.Required, "tracking_nos")
	return s
}

// withSecretKey adds the key to the schema of a request.
func withSecretKey(s schema) schema {
	s.Properties = append(members{{"secret_key", schema{Ref: "#/components/schemas/SecretKey"}}}, s.Properties...)
	return s
}

// withList adds a field that is a list to the schema of a request or its problems, and, to
// a request, the key.
func withList(s schema, name string, list schema) schema {
	s.Properties = append(s.Properties, member{name, list})
	if s.AdditionalProperties == nil {
		s.Properties = append(members{{"secret_key", schema{Ref: "#/components/schemas/SecretKey"}}}, s.Properties...)
	}
	return s
}

func eventTypesSchema() schema {
	return schema{
		Description: "Types of the events to be told of; null or absent: all, also those of later versions.",
		Type:        []any{"array", "null"}, MinItems: 1, MaxItems: int64(len(shipment.EventTypes())),
		Items: &schema{Ref: "#/components/schemas/EventType"},
	}
}

func eventIDsSchema() schema {
	return schema{
		Description: "Ids of the events, instead of a time.",
		Type:        []any{"array", "null"}, MinItems: 1, MaxItems: shipment.MaxReplayed, Items: &schema{Type: "string"},
	}
}

// listProblems is the schema of the messages about a list of values.
func listProblems() schema { return schema{Ref: "#/components/schemas/ListProblems"} }

// mustBeSent reports whether every request needs the field: a return may leave it out when its
// forward order has it.
func mustBeSent(f shipment.Field) bool { return f.Required && !f.FromForward }

// sentSchema is the schema of a field's value in a request.
func sentSchema(f shipment.Field) schema {
	s := describedSchema(f)
	if f.FromForward && f.Required {
		s.Description += " Required unless the forward order has it."
	}
	if mustBeSent(f) && s.MaxLength > 0 {
		s.MinLength = 1
	}
	if f.Nullable || f.FromForward {
		s.Type = []any{s.Type, "null"}
		if s.Enum != nil {
			s.Enum = append(s.Enum, nil)
		}
	}
	return s
}

// recordSchema is the schema of an object that the service answers with: all fields are
// there, and no other.
func recordSchema(fields []shipment.Field) schema {
	s := schema{Type: "object", AdditionalProperties: false}
	for _, f := range fields {
		s.Properties = append(s.Properties, member{f.Name, describedSchema(f)})
		s.Required = append(s.Required, f.Name)
	}
	return s
}

// problemsSchema is the schema of the messages about the fields of an object.
func problemsSchema(fields []shipment.Field) schema {
	s := schema{Type: "object", AdditionalProperties: false}
	for _, f := range fields {
		value := schema{Ref: "#/components/schemas/Messages"}
		if f.Type.Name == shipment.TypeItems {
			value.Ref = "#/components/schemas/ItemsProblems"
		}
		s.Properties = append(s.Properties, member{f.Name, value})
	}
	return s
}

// topProblemsSchema is problemsSchema for the fields of a body.
func topProblemsSchema(fields []shipment.Field) schema {
	s := problemsSchema(fields)
	s.Properties = append(s.Properties, member{"non_field_errors", schema{Ref: "#/components/schemas/Messages"}})
	return s
}

// parametersOf are the parameters of a query that fields describe.
func parametersOf(fields []shipment.Field) []parameter {
	parameters := make([]parameter, len(fields))
	for i, f := range fields {
		p := parameter{Name: f.Name, In: "query", Description: f.About, Schema: typeSchema(f.Type)}
		if f.Type.Name == shipment.TypeNumberList {
			p.Style, p.Explode = "form", new(bool)
		}
		parameters[i] = p
	}
	return parameters
}

func describedSchema(f shipment.Field) schema {
	s := typeSchema(f.Type)
	s.Description = f.About
	switch f.Type.Name {
	case shipment.TypeDecimal:
		// No multipleOf: validators that divide doubles refuse 40.55 as a multiple of 0.01.
		s.Description += fmt.Sprintf(" At most %d digits, %d of them after the point.", f.Type.Digits, f.Type.Places)
	case shipment.TypeCountry:
		s.Description += " Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code."
	}
	return s
}

// separated is what may stand before, between and after the digits of a phone number.
const separated = `[ .()-]*`

// plainSchemas are those of the types that have no limits of their own.
var plainSchemas = map[shipment.TypeName]schema{
	shipment.TypeBoolean:    {Type: "boolean"},
	shipment.TypeDate:       {Type: "string", Format: "date"},
	shipment.TypeMoment:     {Type: "string", Pattern: `^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([T ].+)?$`},
	shipment.TypePhone:      {Type: "string", Pattern: `^` + separated + `\+` + separated + `[1-9](` + separated + `[0-9]){6,14}` + separated + `$`},
	shipment.TypeLocalPhone: {Type: "string", Pattern: `^` + separated + `\+?(` + separated + `[0-9]){6,15}` + separated + `$`},
	shipment.TypeCountry:    {Type: "string", MinLength: 2},
	shipment.TypeCurrency:   {Type: "string", Pattern: `^[A-Za-z]{3}$`},
	shipment.TypeTrackingNo: {Type: "string", Pattern: `^[A-Za-z0-9-]{6,40}$`},
	shipment.TypeURL:        {Type: "string", Pattern: `^([Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+([/?][^#]*)?)?$`, MaxLength: shipment.MaxURL},
	shipment.TypeService:    {Type: "integer", Format: "int64", Minimum: "1"},
}

// typeSchema is the schema of a type: what clients ought to send, which is less than
// what is read.
func typeSchema(t shipment.Type) schema {
	switch t.Name {
	case shipment.TypeText:
		return schema{Type: "string", MaxLength: t.MaxLength}
	case shipment.TypeEmail:
		return schema{Type: "string", Format: "email", MaxLength: t.MaxLength}
	case shipment.TypeDecimal:
		return schema{Type: "number", Minimum: smallest(t), Maximum: largest(t)}
	case shipment.TypeInteger:
		return integerSchema(t)
	case shipment.TypeChoice:
		return schema{Type: "string", Enum: anyOf(t.Choices)}
	case shipment.TypeNumberList:
		return schema{Type: "array", MaxItems: t.Max, Items: &schema{Type: "string"}}
	case shipment.TypeItems:
		return schema{Type: "array", MinItems: t.Min, MaxItems: t.Max, Items: &schema{Ref: "#/components/schemas/Item"}}
	}
	plain, ok := plainSchemas[t.Name]
	if !ok {
		panic("no schema for the type " + string(t.Name))
	}
	return plain
}

func anyOf(choices []string) []any {
	values := make([]any, len(choices))
	for i, choice := range choices {
		values[i] = choice
	}
	return values
}

// integerSchema has no limits when the type has none.
func integerSchema(t shipment.Type) schema {
	if t.Min == 0 && t.Max == 0 {
		return schema{Type: "integer", Format: "int64"}
	}
	return schema{Type: "integer", Minimum: integerText(t.Min), Maximum: integerText(t.Max)}
}

func integerText(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

// smallest is the least value of a decimal type.
func smallest(t shipment.Type) json.Number {
	return json.Number(strconv.FormatFloat(float64(t.Min)/math.Pow10(t.Places), 'f', -1, 64))
}

// largest is the greatest value of a decimal type: nothing but nines.
func largest(t shipment.Type) json.Number {
	return json.Number(strings.Repeat("9", t.Digits-t.Places) + "." + strings.Repeat("9", t.Places))
}
