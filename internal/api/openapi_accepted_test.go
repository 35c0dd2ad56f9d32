package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/shipment"
)

// TestOpenAPIAllowsWhatIsAccepted validates every request of the conformance cases that the
// service takes, as a gateway in front of it would.
func TestOpenAPIAllowsWhatIsAccepted(t *testing.T) {
	c, bench := openAPIContract(), newDecoderBench()
	bodies, queries := 0, 0
	for _, sent := range loadCases(t, "test-key") {
		if needsHTTP(sent) {
			continue
		}
		if sent.Op == "view" {
			if view(sent).status == http.StatusOK {
				queries++
				c.allowsQuery(t, sent)
			}
			continue
		}
		if got, _ := bench.post(t, sent); got.status == http.StatusCreated {
			bodies++
			c.allowsBody(t, sent.Name, sent.Path, sent.sentBody())
		}
	}
	if bodies < 400 || queries < 80 {
		t.Errorf("only %d bodies and %d queries were validated", bodies, queries)
	}
}

// allowsBody fails the test when the document does not allow the body of a POST.
func (c *contract) allowsBody(t *testing.T, name, path string, body []byte) {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	template, _ := c.template(path)
	schema, ok := c.at(c.root, "paths", template, "post", "requestBody", "content", "application/json", "schema")
	if !ok {
		t.Fatalf("%s: no schema of the body of POST %s", name, path)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := c.validate(schema, value); err != nil {
		t.Errorf("%s: %.600s: %v", name, body, err)
	}
}

// allowsQuery fails the test when the document does not allow a parameter of a view.
func (c *contract) allowsQuery(t *testing.T, sent conformanceCase) {
	t.Helper()
	_, query, _ := strings.Cut(sent.Path, "?")
	values := parseQuery(query)
	operation, _ := c.at(c.root, "paths", "/api/order/order/", "get")
	parameters, _ := c.at(operation, "parameters")
	for i, value := range parameters.value.([]any) {
		p, _ := c.at(place{parameters.pointer, map[string]any{fmt.Sprint(i): value}}, fmt.Sprint(i))
		name := p.value.(map[string]any)["name"].(string)
		if !values.Has(name) {
			continue
		}
		schema, _ := c.at(p, "schema")
		var value any = lastValue(values, name)
		if kind, _ := c.at(schema, "type"); kind.value == "array" {
			elements := []any{}
			for element := range strings.SplitSeq(value.(string), ",") {
				elements = append(elements, element)
			}
			value = elements
		}
		if err := c.validate(schema, value); err != nil {
			t.Errorf("%s: %s=%v: %v", sent.Name, name, value, err)
		}
	}
}

// FuzzOpenAPIAllowsWhatIsRead writes any JSON into any field: what the service takes, the
// document allows.
func FuzzOpenAPIAllowsWhatIsRead(f *testing.F) {
	for _, value := range []string{
		`"x"`, `""`, `" \u3000 "`, `null`, `640534`, `1.5`, `-0`, `1e400`, `true`, `"YES"`, `"PrePaid"`, `" idr "`, `"+65 9123-4567"`,
		`"\uff0b\uff16\uff15\uff19123456"`, `"12.50"`, `" .5 "`, `"5."`, `"1e2"`, `"007"`, `"2026-2-3"`, `"OWN-0001"`, `"a@b.co"`, `[]`, `{}`, `"\ud800"`,
	} {
		for _, object := range sentObjects() {
			for _, field := range object.fields {
				f.Add(object.schema, field.Name, []byte(value))
			}
		}
	}
	f.Fuzz(func(t *testing.T, schema, field string, value []byte) {
		if !json.Valid(value) || !utf8.Valid(value) || len(value) > 4096 {
			t.Skip()
		}
		for _, object := range sentObjects() {
			i := slices.IndexFunc(object.fields, func(f shipment.Field) bool { return f.Name == field })
			if object.schema != schema || i < 0 {
				continue
			}
			refused, problems := object.judge(t, object.fields[i], json.RawMessage(value))
			if problems == "" && refused != nil {
				t.Errorf("%s: the service takes %s, the document says %v", field, value, refused)
			}
		}
	})
}
