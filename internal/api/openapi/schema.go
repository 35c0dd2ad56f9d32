package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// schema is the part of JSON Schema that the field tables need, in the order in which it is written.
type schema struct {
	Ref         string `json:"$ref,omitempty"`
	Description string `json:"description,omitempty"`
	// GoType is the type that oapi-codegen generates for a value of several types. Without it that
	// is a union with a method for each type.
	GoType     string      `json:"x-go-type,omitempty"`
	Type       string      `json:"type,omitempty"`
	Format     string      `json:"format,omitempty"`
	Enum       []string    `json:"enum,omitempty"`
	Known      []string    `json:"x-extensible-enum,omitempty"` // of a response: see newValues
	Pattern    string      `json:"pattern,omitempty"`
	MinLength  int         `json:"minLength,omitempty"`
	Minimum    json.Number `json:"minimum,omitempty"`
	Maximum    json.Number `json:"maximum,omitempty"`
	MinItems   int64       `json:"minItems,omitempty"`
	MaxItems   int64       `json:"maxItems,omitempty"`
	Items      *schema     `json:"items,omitempty"`
	OneOf      []schema    `json:"oneOf,omitempty"`
	AnyOf      []schema    `json:"anyOf,omitempty"`
	Required   []string    `json:"required,omitempty"`
	Properties members     `json:"properties,omitempty"`
	// MoreProperties is the schema of properties with other names, MinProperties and MaxProperties how many there may be.
	MoreProperties *schema `json:"additionalProperties,omitempty"`
	MinProperties  int64   `json:"minProperties,omitempty"`
	MaxProperties  int64   `json:"maxProperties,omitempty"`
	Examples       []any   `json:"examples,omitempty"`
}

// schemaRef refers to a schema by its name.
func schemaRef(name string) schema { return componentRef("schemas", name) }

// members are the members of an object, in order.
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

// UnmarshalJSON implements json.Unmarshaler. It keeps the order of the members.
func (m *members) UnmarshalJSON(text []byte) error {
	tokens := json.NewDecoder(bytes.NewReader(text))
	if _, err := tokens.Token(); err != nil {
		return err
	}
	for tokens.More() {
		name, err := tokens.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := tokens.Decode(&value); err != nil {
			return err
		}
		*m = append(*m, member{name.(string), value})
	}
	return nil
}

// as is the member of another object that has a name and these members.
func (m members) as(name string) member { return member{name, m} }

// parameter is a parameter of a query.
type parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
	Deprecated  bool   `json:"deprecated,omitempty"`
	Style       string `json:"style,omitempty"`
	Explode     *bool  `json:"explode,omitempty"`
	AllowEmpty  bool   `json:"allowEmptyValue,omitempty"`
	Schema      schema `json:"schema"`
}

// requestSchema is the schema of an object whose fields a client sends. It is open:
// unknown fields are ignored.
func requestSchema(fields []request.Field) schema {
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
func withNumbers(fields []request.Field, limit int64) schema {
	s := requestSchema(fields)
	numbers := listOf("Tracking numbers, each as text or as an object that has it.", 1, limit, schemaRef("NumberElement"))
	s.Properties = append(members{{"tracking_nos", numbers}}, s.Properties...)
	s.Required = append(s.Required, "tracking_nos")
	return s
}

// withSecretKey adds the key to the schema of a request.
func withSecretKey(s schema) schema {
	s.Properties = append(members{{"secret_key", schemaRef("SecretKey")}}, s.Properties...)
	return s
}

// withList adds a field that is a list to the schema of a request or its problems.
func withList(s schema, name string, list schema) schema {
	s.Properties = append(s.Properties, member{name, list})
	return s
}

// uploadSchema is the schema of a form with a file.
func uploadSchema(fields []request.Field) schema {
	s := schema{Type: "object", Required: []string{"file"}, Properties: members{{"file", schema{
		Description: "CSV or XLSX, at most 32 MiB and 50,000 rows.", Type: "string", Format: "binary",
	}}}}
	for _, f := range fields {
		value := querySchema(f.Type)
		value.Description = aboutField(f)
		s.Properties = append(s.Properties, member{f.Name, value})
	}
	return s
}

func eventTypesSchema() schema {
	types := each.Of(shipment.EventTypes(), func(t shipment.EventType) string { return string(t) })
	s := orNull(listOf("", 1, int64(len(types)), schema{Type: "string", Enum: types}))
	s.Description = "Types of events that the endpoint subscribes to. null or absent: all, including those of later versions."
	return s
}

func scopesSchema() schema {
	all := shipment.AllScopes.Names()
	s := orNull(listOf("", 1, int64(len(all)), schema{Type: "string", Enum: all}))
	s.Description = "What the key may do. Without scopes and preset it may do all that its maker may, but rules, audit, administration and " +
		"users. These are for keys of an operator's account."
	return s
}

func eventIDsSchema() schema {
	s := orNull(listOf("", 1, request.MaxReplayed, schema{Type: "string"}))
	s.Description = "Ids of the events, instead of a time."
	return s
}

// recordSchema is the schema of an object in a response: all fields are present.
func recordSchema(fields []request.Field) schema {
	s := schema{Type: "object"}
	for _, f := range fields {
		value := responseSchema(f.Type)
		if f.Type.Name == request.TypeDecimal && !f.Required {
			value.Minimum = "0" // it was not sent
		}
		value.Description = f.About
		if f.Type.Name == request.TypeChoice {
			value.Known = slices.Clone(f.Type.Choices)
			if !f.Required {
				value.Known = append(value.Known, "")
			}
			value.Description += " " + newValues
		}
		s.Properties = append(s.Properties, member{f.Name, value})
		s.Required = append(s.Required, f.Name)
	}
	return s
}

// restFields are the fields that the detail of an order has in addition to its record.
func restFields() []request.Field {
	return each.Of(shipment.RestFields, func(f shipment.Field[shipment.Order]) request.Field {
		return request.Field{Name: f.Name, Type: f.Type, About: f.AboutShown()}
	})
}

// problemsSchema is the schema of the messages about the fields of an object.
func problemsSchema(fields []request.Field) schema {
	s := schema{Type: "object"}
	for _, f := range fields {
		value := schemaRef("Messages")
		switch f.Type.Name {
		case request.TypeItems:
			value = schemaRef("ItemsProblems")
		case request.TypeTaxIDs:
			value = listOf("", 1, 0, schemaRef("TaxIDProblems"))
		case request.TypeMetadata:
			value = orMessages(withUnknownNames(schema{Type: "object"}))
		default:
		}
		s.Properties = append(s.Properties, member{f.Name, value})
	}
	return s
}

// objectProblemsSchema is problemsSchema for an object of a body, which may be wrong as a whole.
func objectProblemsSchema(fields []request.Field) schema {
	s := problemsSchema(fields)
	s.Properties = append(s.Properties, member{"non_field_errors", schemaRef("Messages")})
	return s
}

// numbersProblems is objectProblemsSchema for a body that has tracking numbers beside its fields.
func numbersProblems(about string, fields []request.Field) schema {
	return withFirst(about, "tracking_nos", schemaRef("NumbersProblems"), fields)
}

// elementsProblems is the schema of the messages about a body that has a list of objects under a name, and perhaps fields.
func elementsProblems(about, name string, element schema, fields ...request.Field) schema {
	return withFirst(about, name, orMessages(schemaRef("NonFieldErrors"), listOf("", 1, 0, element)), fields)
}

// listProblems is elementsProblems with the text of a request for something that has such objects, and with unknown names.
func listProblems(of, object, name string, element schema, fields ...request.Field) schema {
	about := fmt.Sprintf("The problems of a request %s: one element for each %s, empty for a valid one.", of, object)
	return withUnknownNames(elementsProblems(about, name, element, fields...))
}

// listOf is the schema of a list of at least and at most so many elements; 0: any number.
func listOf(about string, least, most int64, element schema) schema {
	return schema{Description: about, Type: "array", MinItems: least, MaxItems: most, Items: &element}
}

// orMessages is the schema of messages, or of something else.
func orMessages(others ...schema) schema {
	return schema{AnyOf: append([]schema{schemaRef("Messages")}, others...)}
}

// withFirst is objectProblemsSchema with a value before those of the fields.
func withFirst(about, name string, first schema, fields []request.Field) schema {
	s := objectProblemsSchema(fields)
	s.Description, s.MinProperties, s.Properties = about, 1, append(members{{name, first}}, s.Properties...)
	return s
}

// parametersOf are the parameters of a query that fields describe: all, or those named.
func parametersOf(fields []request.Field, names ...string) []parameter {
	var parameters []parameter
	for _, f := range fields {
		if len(names) > 0 && !slices.Contains(names, f.Name) {
			continue
		}
		p := parameter{Name: f.Name, In: "query", Description: aboutField(f), Schema: querySchema(f.Type)}
		switch f.Type.Name {
		case request.TypeNumberList:
			p.Style, p.Explode, p.AllowEmpty = "form", new(bool), true
		case request.TypeMetadata:
			p.Style, p.Explode, p.Schema = "deepObject", new(true), responseSchema(f.Type)
		default:
		}
		parameters = append(parameters, p)
	}
	return parameters
}
