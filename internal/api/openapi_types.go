package api

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"waybill/internal/shipment"
)

// The schemas of values that clients send allow all that is read, so that a gateway that
// validates requests refuses nothing that the server takes. They may allow more. Lengths are
// in the descriptions, since they count after trimming. The patterns mean the same in every
// dialect of regular expressions, and no text makes them slow: letters are listed in both
// cases, and what is no visible character of ASCII counts as whitespace.
const (
	patternSpace = `[^!-~]*`
	patternBlank = `^` + patternSpace + `$`
)

// textPatterns are those of text that is read as a type, not blank.
var textPatterns = map[shipment.TypeName]string{
	shipment.TypeEmail:      `@`,
	shipment.TypeDecimal:    around(`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([Ee][+-]?[0-9]+)?`),
	shipment.TypeInteger:    around(`[+-]?[0-9]+(\.0*)?`),
	shipment.TypeService:    around(`[+-]?[0-9]+(\.0*)?`),
	shipment.TypeBoolean:    around(anyCase("t", "y", "yes", "true", "on", "1", "f", "n", "no", "false", "off", "0")),
	shipment.TypeDate:       `^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}$`,
	shipment.TypeMoment:     `^` + patternSpace + `[0-9]{4}`,
	shipment.TypePhone:      digits(7),
	shipment.TypeLocalPhone: digits(6),
	shipment.TypeCurrency:   around(`[A-Za-z]{3}`),
	shipment.TypeTrackingNo: `[A-Za-z0-9-]{6}`, // anywhere in the text
	shipment.TypeURL:        `^` + patternSpace + `[Hh][Tt][Tt][Pp][Ss]?://`,
}

// mustBeSent reports whether every request needs the field: a return may leave it out when its
// forward order has it.
func mustBeSent(f shipment.Field) bool { return f.Required && !f.FromForward }

// sentSchema is the schema of a field's value in the body of a request.
func sentSchema(f shipment.Field) schema {
	values := readAs(f.Type, !mustBeSent(f))
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
	s.Examples = examplesOf(f.Type)
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

// readAs are the schemas of what is read as a type, one for each type of JSON. Blank
// says whether blank text is read, too.
func readAs(t shipment.Type, blank bool) []schema {
	anyNumber := schema{Type: "number"}
	switch t.Name {
	case shipment.TypeText, shipment.TypeLocalPhone, shipment.TypeTrackingNo:
		return []schema{textSchema(t, blank), anyNumber}
	case shipment.TypeDecimal, shipment.TypeInteger, shipment.TypeService:
		return []schema{answerSchema(t), textSchema(t, blank)}
	case shipment.TypeBoolean:
		return []schema{answerSchema(t), {Type: "integer", Minimum: "0", Maximum: "1"}, textSchema(t, false)}
	case shipment.TypeItems:
		if blank {
			return []schema{answerSchema(t), textSchema(t, true)}
		}
		return []schema{answerSchema(t)}
	default:
		return []schema{textSchema(t, blank)}
	}
}

// querySchema is the schema of a parameter of a query, which is always text; programs may
// write a number or a boolean where that is meant. An empty parameter is an absent one.
func querySchema(t shipment.Type) schema {
	switch t.Name {
	case shipment.TypeNumberList:
		return answerSchema(t)
	case shipment.TypeBoolean, shipment.TypeInteger:
		return schema{GoType: goType(t), AnyOf: []schema{answerSchema(t), textSchema(t, true)}}
	default:
		return textSchema(t, true)
	}
}

// textSchema is the schema of text that is read as a type.
func textSchema(t shipment.Type, blank bool) schema {
	s := schema{Type: "string"}
	switch t.Name {
	case shipment.TypeText, shipment.TypeCountry:
		if !blank {
			s.MinLength = 1
		}
		return s
	case shipment.TypeItems: // only when blank
		s.Pattern = patternBlank
		return s
	case shipment.TypeChoice:
		s.Pattern = around(anyCase(t.Choices...))
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

// answerSchema is the schema of a value of a type as answers have it.
func answerSchema(t shipment.Type) schema {
	switch t.Name {
	case shipment.TypeBoolean:
		return schema{Type: "boolean"}
	case shipment.TypeDecimal:
		// No multipleOf: validators that divide doubles refuse 40.55 as a multiple of 0.01.
		return schema{Type: "number", Format: "double", Minimum: smallest(t), Maximum: largest(t)}
	case shipment.TypeInteger:
		if t.Min == 0 && t.Max == 0 { // no limits
			return schema{Type: "integer", Format: "int64"}
		}
		return schema{Type: "integer", Minimum: integerText(t.Min), Maximum: integerText(t.Max)}
	case shipment.TypeService:
		return schema{Type: "integer", Format: "int64", Minimum: "1"}
	case shipment.TypeNumberList:
		return schema{Type: "array", Items: &schema{Type: "string"}}
	case shipment.TypeItems:
		return schema{Type: "array", MinItems: t.Min, MaxItems: t.Max, Items: new(schemaRef("Item"))}
	default:
		return schema{Type: "string"}
	}
}

// goType is what oapi-codegen makes of a value of several types.
func goType(t shipment.Type) string {
	switch t.Name {
	case shipment.TypeDecimal:
		return "json.Number"
	case shipment.TypeInteger, shipment.TypeService:
		return "int64"
	case shipment.TypeBoolean:
		return "bool"
	case shipment.TypeItems:
		return "[]Item"
	default:
		return "string"
	}
}

// around is a pattern of text that is trimmed before it is read.
func around(pattern string) string {
	return `^` + patternSpace + `(` + pattern + `)` + patternSpace + `$`
}

// anyCase is a pattern of words in any case.
func anyCase(words ...string) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteByte('|')
		}
		for _, c := range []byte(word) {
			lower, upper := c|0x20, c&^0x20
			if lower < 'a' || lower > 'z' {
				b.WriteString(regexp.QuoteMeta(string(c)))
				continue
			}
			b.WriteString("[" + string(upper) + string(lower) + "]")
		}
	}
	return b.String()
}

// digits is a pattern of text with at least n digits; those of full width count, too.
func digits(n int) string {
	const digit = "0-9\uff10-\uff19"
	return fmt.Sprintf("^([^%s]*[%s]){%d}", digit, digit, n)
}

// aboutField is what a field means and how its values are written.
func aboutField(f shipment.Field) string {
	if how := howWritten(f.Type); how != "" {
		return f.About + " " + how
	}
	return f.About
}

// howWritten tells of a type what its schema does not.
func howWritten(t shipment.Type) string {
	switch t.Name {
	case shipment.TypeText, shipment.TypeURL:
		return fmt.Sprintf("At most %d characters.", t.MaxLength)
	case shipment.TypeDecimal:
		return fmt.Sprintf("At most %d digits, %d of them after the point.", t.Digits, t.Places)
	case shipment.TypeChoice:
		return "One of " + strings.Join(t.Choices, ", ") + ", in any case."
	case shipment.TypeDate:
		return "YYYY-MM-DD."
	case shipment.TypePhone:
		return "With a plus sign and the country code, 7 to 15 digits in all."
	case shipment.TypeLocalPhone:
		return "6 to 15 digits."
	case shipment.TypeCountry:
		return "Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."
	case shipment.TypeCurrency:
		return "In any case."
	case shipment.TypeTrackingNo:
		return "6 to 40 letters, digits or hyphens."
	case shipment.TypeNumberList:
		return fmt.Sprintf("At most %d.", t.Max)
	default:
		return ""
	}
}

// examplesOf are values of a type whose schema does not show them.
func examplesOf(t shipment.Type) []any {
	switch t.Name {
	case shipment.TypeChoice:
		examples := make([]any, len(t.Choices))
		for i, choice := range t.Choices {
			examples[i] = choice
		}
		return examples
	case shipment.TypePhone:
		return []any{"+6591234567"}
	case shipment.TypeCountry:
		return []any{"Singapore", "SG"}
	case shipment.TypeCurrency:
		return []any{"SGD"}
	case shipment.TypeDate:
		return []any{"2026-11-21"}
	case shipment.TypeMoment:
		return []any{"2026-11-21T08:30:00Z"}
	default:
		return nil
	}
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
