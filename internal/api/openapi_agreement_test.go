package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
)

// sentObject is a kind of object that clients send: its fields, and a request with one of it.
type sentObject struct {
	schema    string
	fields    []request.Field
	kind      requesttest.Kind
	operation string
	example   string // of its requests
	inItems   bool
}

func sentObjects() []sentObject {
	return []sentObject{
		{"CreateOrder", request.CreateFields(), requesttest.Create, "create_orders", "One order", false},
		{"ReturnOrder", request.ReturnFields(), requesttest.Return, "create_return_orders", "One return order", false},
		{"Item", request.ItemFields(), requesttest.Create, "create_orders", "One order", true},
	}
}

// TestOpenAPIAgreesWithValidation tries values at the limits of every field, in every way
// that they may be written: what the service takes the document allows or has in words, and what lies
// beyond both refuse, or the service alone when no schema can say so.
func TestOpenAPIAgreesWithValidation(t *testing.T) {
	for _, object := range sentObjects() {
		for _, f := range object.fields {
			t.Run(object.schema+"/"+f.Name, func(t *testing.T) {
				values := valuesAtLimits(f)
				for _, value := range values.good {
					object.try(t, openAPIContract(), f, value, true, true)
				}
				for _, value := range values.inWords {
					object.try(t, openAPIContract(), f, value, false, true)
					object.try(t, requestContract(), f, value, true, true)
				}
				for _, value := range values.bad {
					object.try(t, openAPIContract(), f, value, false, false)
				}
				for _, value := range values.beyond {
					object.try(t, openAPIContract(), f, value, true, false)
				}
			})
		}
	}
}

// many is n times a value.
func many(v any, n int64) []any {
	return slices.Repeat([]any{v}, int(n))
}

// absent stands for a field that is not sent.
type absent struct{}

// tried are values of a field: those that are taken, those that are not, those that
// only the service refuses, and those that it takes as the description says, and no schema.
type tried struct{ good, bad, beyond, inWords []any }

// valuesAtLimits are values just within the limits of a field, and just beyond.
func valuesAtLimits(f request.Field) tried {
	values := valuesOfType(f.Type)
	if strings.HasSuffix(f.Name, "postal") {
		values.good, values.inWords = append(values.good, values.inWords...), nil
	}
	switch {
	case f.Required && f.FromForward:
		// Whether it must be sent depends on the forward order, which no schema knows.
		values.beyond = append(values.beyond, nil, absent{})
		if f.Type.Name == request.TypeItems {
			values.bad = append(values.bad, "")
		} else {
			values.beyond = append(values.beyond, "")
		}
		return values
	case f.Required:
		values.bad = append(values.bad, nil, absent{}, "")
		return values
	}
	values.good = append(values.good, nil, absent{})
	switch f.Type.Name {
	case request.TypeTaxIDs, request.TypeMetadata:
	case request.TypeChoice, request.TypeItems:
		values.inWords = append(values.inWords, "", " \u3000")
	default:
		values.good = append(values.good, "", " \u3000")
	}
	return values
}

func valuesOfType(t request.Type) tried {
	long := strings.Repeat("x", t.MaxLength)
	nines := strings.Repeat("9", t.Digits-t.Places)
	switch t.Name {
	case request.TypeText:
		return tried{
			[]any{"x", long, " " + long + "\u0085"},
			[]any{true, []any{}, map[string]any{}},
			[]any{long + "x"},
			[]any{json.Number("640534"), json.Number("1.5")},
		}
	case request.TypeEmail:
		return tried{[]any{"susan123@email.com", " a@[127.0.0.1] "}, []any{"susan", 1}, []any{"susan@email.com" + long}, nil}
	case request.TypeDecimal:
		least := fmt.Sprintf("%d.%0*d", 0, t.Places, t.Min)
		return tried{
			[]any{json.Number(least), json.Number(nines + ".9"), json.Number("1e2"), least, " +1.50 ", ".5", "5.", "1e2", nines + ".9"},
			[]any{json.Number("-" + least + "1"), json.Number("1" + nines), "wide", "1,5", "1kg", true},
			[]any{"-" + least + "1", "1" + nines},
			nil,
		}
	case request.TypeInteger:
		return tried{
			[]any{t.Min, t.Max, json.Number("2.0"), json.Number("1e3"), fmt.Sprint(t.Max), " +3 ", "5.", "007.00"},
			[]any{t.Min - 1, t.Max + 1, json.Number("1.5"), "three", "1e3", "1.5", true},
			[]any{fmt.Sprint(t.Min - 1)},
			nil,
		}
	case request.TypeChoice:
		values := tried{bad: []any{"nonsense", 1, true}}
		for _, choice := range t.Choices {
			values.good = append(values.good, choice)
			values.inWords = append(values.inWords, choice+" ", " "+strings.ToUpper(choice)+"\t", "\u3000"+strings.ToLower(choice))
		}
		return values
	case request.TypeDate:
		return tried{[]any{"2028-02-29", "2028-2-9"}, []any{"today", 20280229, "2028-02-29T00:00"}, []any{"2026-02-29"}, nil}
	case request.TypePhone:
		return tried{
			[]any{"+6591234567", "+65 (9) 123-45.67", "+1234567", "+123456789012345"},
			[]any{"+123456", true},
			[]any{"6591234567", "+0591234567", "+1234567890123456"},
			nil,
		}
	case request.TypeLocalPhone:
		return tried{
			[]any{"612345", "+6123-4567", "123456789012345"}, []any{"61234", "+", true}, []any{"1234567890123456"}, []any{61234567},
		}
	case request.TypeCountry:
		return tried{[]any{"Singapore", "ID", "idn", " hong kong "}, []any{false, 65}, []any{"Atlantis"}, nil}
	case request.TypeCurrency:
		return tried{[]any{"IDR", "usd", " Sgd "}, []any{"IDRX", "S$", 360}, []any{"XYZ"}, nil}
	case request.TypeTrackingNo:
		return tried{
			[]any{"OWN-01", " own-02 ", strings.Repeat("A", 40)},
			[]any{"OWN-1", true},
			[]any{strings.Repeat("A", 41), "OWN 001-002"},
			[]any{123456},
		}
	case request.TypeService:
		return tried{[]any{1, "1", " 1.0 ", json.Number("1.0")}, []any{"one", 1.5, true}, []any{99}, nil}
	case request.TypeURL:
		return tried{[]any{"https://shop.example/1", " HTTP://a "}, []any{"shop.example", 7, true}, []any{"http://u:p@a/"}, nil}
	case request.TypeHSCode:
		return tried{
			[]any{"610910", " 6109.10 00 ", "610910000011"},
			[]any{"61091", "shirt", true},
			[]any{"6109100000x", "6109100000110"},
			[]any{61091000},
		}
	case request.TypeUNNumber:
		return tried{[]any{"UN3481", " un 3480 "}, []any{"UN348", "battery", true}, []any{"UN34811"}, []any{3091}}
	case request.TypeTaxIDs:
		id := map[string]any{"party": "shipper", "type": "VAT", "number": "1"}
		return tried{
			[]any{[]any{}, []any{id}}, []any{"VAT", id, []any{"VAT"}, []any{map[string]any{"party": "shipper"}}, many(id, t.Max+1)}, nil, nil,
		}
	case request.TypeMetadata:
		return tried{
			[]any{map[string]any{}, map[string]any{"a": "b"}},
			[]any{"a", []any{"a"}, map[string]any{"a": true}, map[string]any{"a": map[string]any{}}},
			[]any{map[string]any{"": "x"}, map[string]any{"a": strings.Repeat("x", 501)}},
			[]any{map[string]any{"n": 7}},
		}
	case request.TypeItems:
		return tried{nil, []any{[]any{}, "none"}, nil, nil}
	}
	panic("no values for the type " + string(t.Name))
}

// try sends a value in a field and compares what the document and the service say to it.
func (o sentObject) try(t *testing.T, c *contract, f request.Field, value any, inDocument, inService bool) {
	t.Helper()
	problems, refused := o.judge(t, c, f, value)
	if allowed := refused == nil; allowed != inDocument {
		t.Errorf("%.80v: allowed by the document %v, want %v: %v", value, allowed, inDocument, refused)
	}
	if (problems == "") != inService {
		t.Errorf("%.80v: the service says %q, want it taken: %v", value, problems, inService)
	}
}

// judge sends a value in a field, and returns the objections of the service and of the document.
func (o sentObject) judge(t *testing.T, c *contract, f request.Field, value any) (problems string, refused error) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(recordedExamples(t, o.operation)["request"][o.example].Value, &body); err != nil {
		t.Fatal(err)
	}
	order := body["orders"].([]any)[0].(map[string]any)
	object := order
	if o.inItems {
		object = order["items"].([]any)[0].(map[string]any)
	}
	object[f.Name] = value
	if value == any(absent{}) {
		delete(object, f.Name)
	}
	schema, _ := c.at(c.root, "components", "schemas", o.schema)
	refused = c.validate(schema, again(t, object))
	// The rules across fields, which no schema has, run for orders without another problem.
	other := "consignee_email"
	if f.Name == other {
		other = "order_width"
	}
	order[other] = true
	return o.problems(t, body, f), refused
}

// again is v as it is read from JSON.
func again(t *testing.T, v any) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(toText(t, v)))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func toText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// problems are what the service says to a field of the first order, or of its first item.
func (o sentObject) problems(t *testing.T, body any, f request.Field) string {
	t.Helper()
	sub, err := o.kind.Decode([]byte(toText(t, body)))
	if err != nil {
		t.Fatal(err)
	}
	_, problems, err := o.kind.Read(t.Context(), sub, requesttest.NewDecoder().Lookups())
	if err != nil {
		t.Fatal(err)
	}
	var answer struct{ Orders []map[string]json.RawMessage }
	if err := json.Unmarshal(problems.AppendJSON(nil), &answer); err != nil {
		t.Fatal(err)
	}
	of := answer.Orders[0]
	if o.inItems && of["items"] != nil {
		var items []map[string]json.RawMessage
		if err := json.Unmarshal(of["items"], &items); err != nil {
			t.Fatal(err)
		}
		of = items[0]
	}
	return string(bytes.TrimSpace(of[f.Name]))
}
