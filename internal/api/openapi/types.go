package openapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"waybill/internal/request"
)

// The schemas of values that clients send say how to write them. What else the server reads is in the description: choices in other
// letter case, blank choices, numbers for text, and text for booleans. Everything else that it reads they allow, and more: lengths are in
// the descriptions, since they count after trimming. The patterns mean the same in every dialect of regular expressions, and no text
// makes them slow. Every character that is not visible ASCII counts as whitespace.
const (
	patternSpace = `[^!-~]*`
	patternBlank = `^` + patternSpace + `$`
)

// textPatterns are the patterns of texts by the type that they are read as. They do not match blanks.
var textPatterns = map[request.TypeName]string{
	request.TypeEmail:      `@`,
	request.TypeDecimal:    around(`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([Ee][+-]?[0-9]+)?`),
	request.TypeInteger:    around(`[+-]?[0-9]+(\.0*)?`),
	request.TypeService:    around(`[+-]?[0-9]+(\.0*)?`),
	request.TypeDate:       `^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}$`,
	request.TypeMoment:     `^` + patternSpace + `[0-9]{4}`,
	request.TypePhone:      digits(7),
	request.TypeLocalPhone: digits(6),
	request.TypeCurrency:   around(`[A-Za-z]{3}`),
	request.TypeTrackingNo: `[A-Za-z0-9-]{6}`, // anywhere in the text
	request.TypeHSCode:     digits(6),
	request.TypeUNNumber:   digits(4),
	request.TypeURL:        `^` + patternSpace + `[Hh][Tt][Tt][Pp][Ss]?://`,
}

// mustBeSent reports whether every request needs the field: a return may leave it out when its
// forward order has it.
func mustBeSent(f request.Field) bool { return f.Required && !f.FromForward }

// sentSchema is the schema of a field's value in the body of a request.
func sentSchema(f request.Field) schema {
	values := readAs(f.Type, !mustBeSent(f))
	if strings.HasSuffix(f.Name, "postal") { // responses have numbers, too
		values = append(values, schema{Type: "number"})
	}
	s := values[0]
	if len(values) > 1 {
		s = schema{GoType: goType(f.Type), OneOf: values}
	}
	if f.Nullable || f.FromForward {
		s = orNull(s)
	}
	s.Description = aboutField(f)
	if f.Required && f.FromForward {
		s.Description += " Required unless the forward order has it."
	}
	s.Examples = typeExamples[f.Type.Name]
	return s
}

// orNull is the schema of what s allows, and of null.
func orNull(s schema) schema {
	null := schema{Type: "null"}
	if s.OneOf != nil {
		s.OneOf = append(s.OneOf, null)
		return s
	}
	return schema{OneOf: []schema{s, null}}
}

// readAs are the schemas of the values that a type accepts, one for each type of JSON. Blank says whether
// blank text is accepted.
func readAs(t request.Type, blank bool) []schema {
	switch t.Name {
	case request.TypeDecimal, request.TypeInteger, request.TypeService:
		return []schema{responseSchema(t), textSchema(t, blank)}
	case request.TypeBoolean, request.TypeItems, request.TypeMetadata:
		return []schema{responseSchema(t)}
	case request.TypeTaxIDs:
		return []schema{{Type: "array", MaxItems: t.Max, Items: new(schemaRef("TaxID"))}}
	default:
		return []schema{textSchema(t, blank)}
	}
}

// querySchema is the schema of a parameter of a query. An empty parameter counts as absent.
func querySchema(t request.Type) schema {
	switch t.Name {
	case request.TypeInteger:
		s := responseSchema(t)
		s.Format = "int64"
		return s
	case request.TypeNumberList, request.TypeBoolean, request.TypeMetadata:
		return responseSchema(t)
	default:
		return textSchema(t, true)
	}
}

// textSchema is the schema of text that is read as a type.
func textSchema(t request.Type, blank bool) schema {
	s := schema{Type: "string"}
	switch t.Name {
	case request.TypeText, request.TypeCountry:
		if !blank {
			s.MinLength = 1
		}
		return s
	case request.TypeChoice:
		s.Enum = t.Choices
		return s
	default:
		pattern, ok := textPatterns[t.Name]
		if !ok {
			panic("no schema for text of the type " + string(t.Name))
		}
		s.Pattern = pattern
	}
	if blank {
		s.Pattern += "|" + patternBlank
	}
	return s
}

// responseSchema is the schema of a value of a type in a response.
func responseSchema(t request.Type) schema {
	switch t.Name {
	case request.TypeBoolean:
		return schema{Type: "boolean"}
	case request.TypeDecimal:
		// No multipleOf: validators that divide doubles refuse 40.55 as a multiple of 0.01.
		return schema{Type: "number", Format: "double", Minimum: smallest(t), Maximum: largest(t)}
	case request.TypeInteger:
		if t.Min == 0 && t.Max == 0 { // no limits
			return schema{Type: "integer", Format: "int64"}
		}
		return schema{Type: "integer", Minimum: integerText(t.Min), Maximum: integerText(t.Max)}
	case request.TypeService:
		return schema{Type: "integer", Format: "int64", Minimum: "1"}
	case request.TypeNumberList:
		return schema{Type: "array", Items: &schema{Type: "string", Enum: t.Choices}}
	case request.TypeItems:
		return schema{Type: "array", MinItems: t.Min, MaxItems: t.Max, Items: new(schemaRef("Item"))}
	case request.TypeTaxIDs:
		return schema{Type: "array", MaxItems: t.Max, Items: new(schemaRef("ShownTaxID"))}
	case request.TypeMetadata:
		return schema{Type: "object", MaxProperties: t.Max, MoreProperties: &schema{Type: "string"}}
	default:
		return schema{Type: "string"}
	}
}

var goTypes = map[request.TypeName]string{
	request.TypeDecimal: "json.Number", request.TypeInteger: "int64", request.TypeService: "int64",
}

// goType is the type that oapi-codegen generates for a value of several types.
func goType(t request.Type) string { return cmp.Or(goTypes[t.Name], "string") }

// around is a pattern of text that is trimmed before it is read.
func around(pattern string) string {
	return `^` + patternSpace + `(` + pattern + `)` + patternSpace + `$`
}

// digits is a pattern of text with at least n digits; those of full width count, too.
func digits(n int) string {
	const digit = "0-9\uff10-\uff19"
	return fmt.Sprintf("^([^%s]*[%s]){%d}", digit, digit, n)
}

// aboutField says what a field means and how its values are written.
func aboutField(f request.Field) string {
	how := f.Type.HowWritten()
	if f.Type.Name == request.TypeChoice {
		how = "Letter case does not matter." // the schema has the choices
	}
	return strings.TrimSpace(f.About + " " + how)
}

// typeExamples are values of types whose schemas do not show them.
var typeExamples = map[request.TypeName][]any{
	request.TypePhone:    {"+6591234567"},
	request.TypeCountry:  {"Singapore", "SG"},
	request.TypeCurrency: {"SGD"},
	request.TypeDate:     {"2026-11-21"},
	request.TypeMoment:   {"2026-11-21T08:30:00Z"},
}

func integerText(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

// smallest is the least value of a decimal type.
func smallest(t request.Type) json.Number {
	return json.Number(strconv.FormatFloat(float64(t.Min)/math.Pow10(t.Places), 'f', -1, 64))
}

// largest is the greatest value of a decimal type: nothing but nines.
func largest(t request.Type) json.Number {
	return json.Number(strings.Repeat("9", t.Digits-t.Places) + "." + strings.Repeat("9", t.Places))
}
