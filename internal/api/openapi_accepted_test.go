package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
)

// TestOpenAPIAllowsWhatIsAccepted validates every request of the conformance cases that the
// service takes: the document allows it, or says in words that the server reads it.
func TestOpenAPIAllowsWhatIsAccepted(t *testing.T) {
	c, bench := requestContract(), requesttest.NewDecoder()
	bodies, queries := 0, 0
	for _, sent := range requesttest.Cases(t, "test-key") {
		if requesttest.NeedsHTTP(sent) {
			continue
		}
		path, query, _ := strings.Cut(sent.Path, "?")
		var err error
		switch {
		case sent.Op == "view" && requesttest.View(sent).Status == http.StatusOK:
			queries++
			err = c.checkRequest(http.MethodGet, path, query, nil)
		case sent.Op != "view":
			if got, _ := bench.Post(t, sent); got.Status == http.StatusCreated {
				bodies++
				err = c.checkRequest(http.MethodPost, path, "", sent.SentBody())
			}
		}
		if err != nil {
			t.Errorf("%s: %s %.600s: %v", sent.Name, query, sent.SentBody(), err)
		}
	}
	if bodies < 400 || queries < 80 {
		t.Errorf("only %d bodies and %d queries were validated", bodies, queries)
	}
}

// checkRequest says why a request is not in the document.
func (c *contract) checkRequest(method, path, query string, body []byte) error {
	template, _ := c.template(path, http.StatusOK)
	operation, ok := c.at(c.root, "paths", template, strings.ToLower(method))
	if !ok {
		return nil // a page, or a partner's message
	}
	if err := c.checkQuery(operation, request.ParseQuery(query)); err != nil {
		return err
	}
	for _, file := range []string{"multipart/form-data", "text/csv"} {
		if _, isFile := c.at(operation, "requestBody", "content", file); isFile {
			return nil
		}
	}
	schema, ok := c.at(operation, "requestBody", "content", "application/json", "schema")
	if !ok || len(bytes.TrimSpace(body)) == 0 {
		if required, _ := c.at(operation, "requestBody", "required"); isTrue(required.value) {
			return errors.New("there is no body")
		}
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return c.validate(schema, value)
}

func (c *contract) checkQuery(operation place, values url.Values) error {
	for _, p := range c.parameters(operation) {
		parameter := p.value.(map[string]any)
		name := parameter["name"].(string)
		text := request.LastValue(values, name)
		if parameter["in"] != "query" || !values.Has(name) || text == "" && isTrue(parameter["allowEmptyValue"]) {
			continue
		}
		schema, _ := c.at(p, "schema")
		if err := c.validate(schema, c.decodeParameter(schema, text)); err != nil {
			return fmt.Errorf("%s=%s: %w", name, text, err)
		}
	}
	return nil
}

// parameters are those of an operation.
func (c *contract) parameters(operation place) []place {
	all, _ := c.at(operation, "parameters")
	return c.elements(all)
}

// elements are those of a list.
func (c *contract) elements(of place) []place {
	list, _ := of.value.([]any)
	elements := make([]place, len(list))
	for i, value := range list {
		elements[i], _ = c.at(place{of.pointer, map[string]any{fmt.Sprint(i): value}}, fmt.Sprint(i))
	}
	return elements
}

// decodeParameter is the text of a parameter as the type of its schema.
func (c *contract) decodeParameter(schema place, text string) any {
	switch kind, _ := c.at(schema, "type"); kind.value {
	case "array":
		elements := []any{}
		for element := range strings.SplitSeq(text, ",") {
			elements = append(elements, element)
		}
		return elements
	case "integer":
		return json.Number(text)
	default:
		return text
	}
}

// FuzzOpenAPIAllowsWhatIsRead writes any JSON into any field: what the service takes, the
// document allows, or has in words.
func FuzzOpenAPIAllowsWhatIsRead(f *testing.F) {
	for _, value := range []string{
		`"x"`, `""`, `" \u3000 "`, `null`, `640534`, `1.5`, `-0`, `1e400`, `true`, `"YES"`, `"PrePaid"`, `" idr "`, `"+65 9123-4567"`,
		`"\uff0b\uff16\uff15\uff19123456"`, `"12.50"`, `" .5 "`, `"5."`, `"1e2"`, `"007"`, `"2026-2-3"`, `"OWN-0001"`, `"a@b.co"`, `[]`, `{}`,
		`"\ud800"`,
	} {
		seeded := map[request.TypeName]bool{} // the first field of each type
		for _, object := range sentObjects() {
			for _, field := range object.fields {
				if !seeded[field.Type.Name] {
					f.Add(object.schema, field.Name, []byte(value))
				}
				seeded[field.Type.Name] = true
			}
		}
	}
	f.Fuzz(func(t *testing.T, schema, field string, value []byte) {
		if !json.Valid(value) || !utf8.Valid(value) || len(value) > 4096 {
			t.Skip()
		}
		for _, object := range sentObjects() {
			i := slices.IndexFunc(object.fields, func(f request.Field) bool { return f.Name == field })
			if object.schema != schema || i < 0 {
				continue
			}
			problems, refused := object.judge(t, requestContract(), object.fields[i], json.RawMessage(value))
			if problems == "" && refused != nil {
				t.Errorf("%s: the service takes %s, the document says %v", field, value, refused)
			}
		}
	})
}
