package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/shipment"
)

// sentObject is a kind of object that clients send: its fields, and a request with one of it.
type sentObject struct {
	schema  string
	fields  []shipment.Field
	parse   func([]byte) (*submission, error)
	example string
	inItems bool
}

// TestOpenAPIAgreesWithValidation tries values at the limits of every field: what the
// document allows is accepted, and what lies beyond is refused by both.
func TestOpenAPIAgreesWithValidation(t *testing.T) {
	objects := []sentObject{
		{"CreateOrder", shipment.CreateFields(), parseCreate, "examples/create.json", false},
		{"ReturnOrder", shipment.ReturnFields(), parseReturn, "examples/return.json", false},
		{"Item", shipment.ItemFields(), parseCreate, "examples/create.json", true},
	}
	for _, object := range objects {
		for _, f := range object.fields {
			t.Run(object.schema+"/"+f.Name, func(t *testing.T) {
				good, bad := valuesAtLimits(f)
				for _, value := range good {
					object.try(t, f, value, true)
				}
				for _, value := range bad {
					object.try(t, f, value, false)
				}
			})
		}
	}
}

// absent stands for a field that is not sent.
type absent struct{}

// valuesAtLimits are values just within the limits of a field, and just beyond.
func valuesAtLimits(f shipment.Field) (good, bad []any) {
	good, bad = valuesOfType(f.Type)
	switch {
	case f.Required && f.FromForward:
		return good, bad // whether it must be sent depends on the forward order, which no schema knows
	case f.Required:
		return good, append(bad, nil, absent{}, "")
	}
	return append(good, nil, absent{}), bad
}

func valuesOfType(t shipment.Type) (good, bad []any) {
	long := strings.Repeat("x", t.MaxLength)
	nines := strings.Repeat("9", t.Digits-t.Places)
	switch t.Name {
	case shipment.TypeText:
		return []any{"x", long}, []any{long + "x", true}
	case shipment.TypeEmail:
		return []any{"susan123@email.com"}, []any{"susan", "susan@email.com" + long}
	case shipment.TypeDecimal:
		least := fmt.Sprintf("%d.%0*d", 0, t.Places, t.Min)
		return []any{json.Number(least), json.Number(nines + ".9")}, []any{json.Number("-" + least + "1"), json.Number("1" + nines), "wide"}
	case shipment.TypeInteger:
		return []any{t.Min, t.Max}, []any{t.Min - 1, t.Max + 1, "three"}
	case shipment.TypeChoice:
		for _, choice := range t.Choices {
			good = append(good, choice)
		}
		return good, []any{"nonsense"}
	case shipment.TypeDate:
		return []any{"2028-02-29"}, []any{"2026-02-29", "today"}
	case shipment.TypePhone:
		return []any{"+6591234567", "+65 (9) 123-45.67", "+1234567", "+123456789012345"}, []any{"6591234567", "+0591234567", "+123456", "+1234567890123456"}
	case shipment.TypeLocalPhone:
		return []any{"612345", "+6123-4567", "123456789012345"}, []any{"61234", "1234567890123456", "+"}
	case shipment.TypeCountry:
		return []any{"Singapore", "ID"}, []any{"", false}
	case shipment.TypeCurrency:
		return []any{"IDR", "usd"}, []any{"IDRX", "S$"}
	case shipment.TypeTrackingNo:
		return []any{"OWN-01", strings.Repeat("A", 40)}, []any{"OWN-1", strings.Repeat("A", 41), "OWN 001"}
	case shipment.TypeService:
		return []any{1}, []any{"one", 1.5}
	case shipment.TypeItems:
		return []any{}, []any{[]any{}, "none"}
	}
	panic("no values for the type " + string(t.Name))
}

// try sends a value in a field and compares what the document and the service say to it.
func (o sentObject) try(t *testing.T, f shipment.Field, value any, good bool) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(openAPIFile(o.example), &body); err != nil {
		t.Fatal(err)
	}
	order := body["orders"].([]any)[0].(map[string]any)
	object := order
	if o.inItems {
		object = order["items"].([]any)[0].(map[string]any)
	}
	object[f.Name] = value
	if value == (absent{}) {
		delete(object, f.Name)
	}
	c := openAPIContract()
	schema, _ := c.at(c.root, "components", "schemas", o.schema)
	refused := c.validate(schema, again(t, object))
	if allowed := refused == nil; allowed != good {
		t.Errorf("%.80v: allowed by the document %v, want %v: %v", value, allowed, good, refused)
	}
	// The rules across fields, which no schema has, run for orders without another problem.
	other := "consignee_email"
	if f.Name == other {
		other = "order_width"
	}
	order[other] = true
	if problems := o.problems(t, body, f); (problems == "") != good {
		t.Errorf("%.80v: the service says %q, good is %v", value, problems, good)
	}
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
func (o sentObject) problems(t *testing.T, body any, f shipment.Field) string {
	t.Helper()
	sub, err := o.parse([]byte(toText(t, body)))
	if err != nil {
		t.Fatal(err)
	}
	_, problems, err := sub.validate(t.Context(), newDecoderBench().rules())
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
