package api

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// relaxSchemas allows choices in any letter case with whitespace around them, blanks in the place of choices and lists, numbers in the
// place of text, and words and numbers in the place of booleans.
func relaxSchemas(document map[string]any) {
	walk(place{value: document}, func(p place) {
		object, _ := p.value.(map[string]any)
		if strings.Contains(p.pointer, "/examples/") || path.Base(p.pointer) == "properties" {
			return
		}
		if alternatives := object["oneOf"]; alternatives != nil { // now several may fit
			object["anyOf"] = alternatives
			delete(object, "oneOf")
		}
		choices, _ := object["enum"].([]any)
		switch object["type"] {
		case "string":
			if object["type"] = []any{"string", "number"}; choices != nil {
				words := each.Of(choices, func(choice any) string { return regexp.QuoteMeta(choice.(string)) })
				object["type"], object["pattern"] = "string", `(?i)^[^!-~]*(`+strings.Join(words, "|")+`)?[^!-~]*$`
				delete(object, "enum")
			}
		case "boolean":
			object["type"] = []any{"boolean", "integer", "string"}
		case "integer":
			if choices == nil {
				object["type"] = []any{"integer", "string"} // of a query
			}
		case "array":
			object["type"] = []any{"array", "string"}
		}
	})
	schemas := document["components"].(map[string]any)["schemas"].(map[string]any)
	schemas["SecretKey"] = map[string]any{} // a wrong one counts as none
	view, _ := (&contract{}).at(place{value: document}, "paths", "/api/order/order/", "get")
	for _, p := range view.value.(map[string]any)["parameters"].([]any) {
		parameter := p.(map[string]any)
		if slices.ContainsFunc(request.CursorFilterFields(), func(f request.Field) bool { return f.Name == parameter["name"] }) {
			parameter["schema"] = map[string]any{} // by page another value selects nothing
		}
	}
}

// plainDocument is the document as it is served.
func plainDocument(t *testing.T) *contract {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(bareAPI().openAPIDocument()))
	if err != nil {
		t.Fatal(err)
	}
	return &contract{root: place{value: document}}
}

// reached are the places below a place, and below what they refer to, except examples.
func (c *contract) reached(from place, seen map[string]bool, visit func(place)) {
	walk(from, func(p place) {
		if strings.Contains(p.pointer, "/examples/") || path.Base(p.pointer) == "properties" {
			return
		}
		visit(p)
		if ref, ok := refOf(p.value); ok && !seen[ref] {
			seen[ref] = true
			target, _ := c.at(c.root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
			c.reached(target, seen, visit)
		}
	})
}

// TestOpenAPIValuesAreOpenInResponses: an enum in a response would break the types of clients when a version adds a value; in a request it
// is what may be sent. A receiver of webhooks gets them as others get responses.
func TestOpenAPIValuesAreOpenInResponses(t *testing.T) {
	c, known, choices := plainDocument(t), map[string]bool{}, map[string]bool{}
	responses, requests := map[string]bool{}, map[string]bool{}
	eachOperation(c, func(name string, operation place) {
		answers, _ := c.at(operation, "responses")
		sent := map[string]any{"parameters": operation.value.(map[string]any)["parameters"]}
		if body, _ := c.at(operation, "requestBody"); strings.Contains(name, "/") {
			sent["body"] = body.value
		} else {
			c.reached(body, responses, func(p place) { wantOpen(t, p, known) })
		}
		c.reached(answers, responses, func(p place) { wantOpen(t, p, known) })
		if !strings.Contains(name, "/") {
			return
		}
		c.reached(place{operation.pointer + "/sent", sent}, requests, func(p place) {
			object, _ := p.value.(map[string]any)
			if object["enum"] != nil {
				choices[p.pointer] = true
			}
			if object["x-extensible-enum"] != nil && !strings.HasPrefix(p.pointer, "/components/schemas/RuleKeys/") { // RuleRequest closes them
				t.Errorf("%s %s: a request may have values that nobody knows", name, p.pointer)
			}
		})
	})
	if len(known) < 60 || len(choices) < 50 {
		t.Errorf("only %d enumerations of responses and %d of requests", len(known), len(choices))
	}
}

func wantOpen(t *testing.T, p place, known map[string]bool) {
	t.Helper()
	object, _ := p.value.(map[string]any)
	ofGoods := strings.HasPrefix(p.pointer, "/components/schemas/GoodsEntry/") // as the account has stored it
	if object["enum"] != nil && !ofGoods {
		t.Errorf("%s is closed: %v", p.pointer, object["enum"])
	}
	if object["x-extensible-enum"] == nil {
		return
	}
	known[p.pointer] = true
	// The description of a value that may be null is beside its alternatives.
	if about := fmt.Sprint(object["description"]); !strings.Contains(about, "New values may be added: ") && path.Dir(p.pointer) != "oneOf" &&
		!strings.HasSuffix(p.pointer, "/oneOf/0") {
		t.Errorf("%s does not say what programs do with a new value: %s", p.pointer, about)
	}
}

// TestOpenAPIChoicesAreThoseOfTheServer: what a schema lets a client send is what the field tables take.
func TestOpenAPIChoicesAreThoseOfTheServer(t *testing.T) {
	c, compared := plainDocument(t), 0
	same := func(p place, want []string) {
		compared++
		found, ok := c.at(p, "enum")
		if alternative, isNull := c.at(p, "oneOf"); !ok && isNull {
			found.value = alternative.value.([]any)[0].(map[string]any)["enum"]
		}
		got, _ := found.value.([]any)
		if texts := each.Of(got, func(v any) string { return fmt.Sprint(v) }); !slices.Equal(texts, want) {
			t.Errorf("%s: %q, and the server takes %q", p.pointer, texts, want)
		}
	}
	fields := func(schema place, table []request.Field) {
		for _, f := range table {
			if f.Type.Name == request.TypeChoice {
				property, _ := c.at(schema, "properties", f.Name)
				same(property, f.Type.Choices)
			}
		}
	}
	for _, object := range sentObjects() {
		schema, _ := c.at(c.root, "components", "schemas", object.schema)
		fields(schema, object.fields)
	}
	for _, r := range bareAPI().routes() {
		if r.Body != nil {
			schema, _ := c.at(c.root, "paths", r.Path, strings.ToLower(r.Method), "requestBody", "content", "application/json", "schema")
			fields(schema, r.Body.Fields())
		}
	}
	queries := map[string][]request.Field{
		"/api/order/order/": request.FilterFields(), "/api/order/export/": request.ExportFields(),
		"/api/order/manifest/": request.ManifestFields(), "/api/operator/parcels/": request.ParcelQuery.Fields(),
		"/api/operator/submissions/": request.SubmissionQuery.Fields(),
	}
	for template, table := range queries {
		operation, _ := c.at(c.root, "paths", template, "get")
		for _, p := range c.parameters(operation) {
			name := p.value.(map[string]any)["name"]
			i := slices.IndexFunc(table, func(f request.Field) bool { return f.Name == name && f.Type.Name == request.TypeChoice })
			if schema, _ := c.at(p, "schema"); i >= 0 {
				same(schema, table[i].Type.Choices)
			}
		}
	}
	names := func(documents []label.Document) []string {
		return each.Of(documents, func(d label.Document) string { return string(d) })
	}
	for name, want := range map[string][]string{
		"Size": shipment.LabelSizes(), "Document": names(label.Documents()),
	} {
		schema, _ := c.at(c.root, "components", "parameters", name, "schema")
		same(schema, want)
	}
	if compared < 50 {
		t.Errorf("only %d choices were compared", compared)
	}
}

// TestOpenAPIHasTypes: a list has the type of its elements, and a name is text.
func TestOpenAPIHasTypes(t *testing.T) {
	c := plainDocument(t)
	walk(c.root, func(p place) {
		object, _ := p.value.(map[string]any)
		if strings.Contains(p.pointer, "/example") || path.Base(p.pointer) == "properties" {
			return
		}
		if object["type"] == "array" && object["items"] == nil {
			t.Errorf("%s has elements of any type", p.pointer)
		}
		if object != nil && len(object) == 0 && slices.Contains([]string{"schema", "items", "content"}, path.Base(path.Dir(p.pointer))) {
			t.Errorf("%s says nothing", p.pointer)
		}
	})
	for _, object := range sentObjects() {
		for _, f := range object.fields {
			schema, _ := c.at(c.root, "components", "schemas", object.schema, "properties", f.Name)
			text := maps.Clone(schema.value.(map[string]any))
			if all, ok := text["oneOf"].([]any); ok && len(all) == 2 {
				text = all[0].(map[string]any)
			}
			if f.Type.Name == request.TypeText && !strings.HasSuffix(f.Name, "postal") && text["type"] != "string" {
				t.Errorf("%s.%s is %v", object.schema, f.Name, schema.value)
			}
		}
	}
}

// TestOpenAPIHasTheScopes of each operation, as the table of routes has them. Only where a key is not needed may it be left out.
func TestOpenAPIHasTheScopes(t *testing.T) {
	c, secured := plainDocument(t), 0
	for _, r := range bareAPI().routes() {
		operation, ok := c.at(c.root, "paths", r.Path, strings.ToLower(r.Method))
		if !ok {
			continue
		}
		security, _ := operation.value.(map[string]any)["security"].([]any)
		if security == nil {
			t.Errorf("%s %s does not say whether it needs a key", r.Method, r.Path)
		}
		if r.Allow != shipment.Anyone && len(security) == 0 {
			t.Errorf("%s %s needs no key", r.Method, r.Path)
		}
		for _, way := range security {
			scopes := way.(map[string]any)
			if len(scopes) == 0 && r.Allow != shipment.Anyone {
				t.Errorf("%s %s: the key may be left out", r.Method, r.Path)
			}
			for scheme, names := range scopes {
				secured++
				if got := fmt.Sprint(names); got != fmt.Sprint(r.Allow.Scope().Names()) {
					t.Errorf("%s %s: %s has the scopes %s, want %v", r.Method, r.Path, scheme, got, r.Allow.Scope().Names())
				}
			}
		}
	}
	if secured < 150 {
		t.Errorf("only %d ways to send a key", secured)
	}
}

// TestOpenAPIDescribesItsTags: a page lists the operations below their tags.
func TestOpenAPIDescribesItsTags(t *testing.T) {
	c, described := plainDocument(t), map[any]bool{}
	tags, _ := c.at(c.root, "tags")
	for _, tag := range tags.value.([]any) {
		described[tag.(map[string]any)["name"]] = true
	}
	eachOperation(c, func(name string, operation place) {
		used, _ := c.at(operation, "tags")
		list, _ := used.value.([]any)
		for _, tag := range list {
			if !described[tag] {
				t.Errorf("%s has the tag %s, which the document does not describe", name, tag)
			}
		}
	})
}
