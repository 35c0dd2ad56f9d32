package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
)

// TestOpenAPIIsValid checks the document against the schema of OpenAPI 3.1, and that
// each of its own schemas is one.
func TestOpenAPIIsValid(t *testing.T) {
	file, err := os.Open("testdata/openapi/oas31-schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rules, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("oas31-schema.json", rules); err != nil {
		t.Fatal(err)
	}
	c := openAPIContract()
	if err := compiler.MustCompile("oas31-schema.json").Validate(c.root.value); err != nil {
		t.Error(err)
	}
	schemas := 0
	walk(c.root, func(p place) {
		if isSchema(p.pointer) {
			schemas++
			if _, err := c.compiler.Compile("openapi.json#" + p.pointer); err != nil {
				t.Error(err)
			}
		}
		if ref, ok := refOf(p.value); ok {
			if _, ok := c.at(c.root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...); !ok {
				t.Errorf("%s refers to %s, which is not there", p.pointer, ref)
			}
		}
	})
	if schemas < 50 {
		t.Errorf("only %d schemas were compiled", schemas)
	}
}

// walk visits a place and all below it.
func walk(p place, visit func(place)) {
	visit(p)
	switch value := p.value.(type) {
	case map[string]any:
		for key, below := range value {
			walk(place{p.pointer + "/" + strings.ReplaceAll(key, "/", "~1"), below}, visit)
		}
	case []any:
		for i, below := range value {
			walk(place{p.pointer + "/" + strconv.Itoa(i), below}, visit)
		}
	}
}

func isSchema(pointer string) bool {
	folder, name := filepath.Split(pointer)
	return folder == "/components/schemas/" || name == "schema" && !strings.Contains(pointer, "/examples/")
}

func TestOpenAPIExamplesFitTheirSchemas(t *testing.T) {
	c := answerContract()
	checked := 0
	walk(c.root, func(p place) {
		schema, ok := c.at(p, "schema")
		if !ok {
			return
		}
		if example, ok := c.at(p, "example"); ok {
			checked++
			if err := c.validate(schema, example.value); err != nil {
				t.Errorf("%s: %v", example.pointer, err)
			}
		}
		examples, _ := c.at(p, "examples")
		named, _ := examples.value.(map[string]any)
		for name := range named {
			checked++
			value, _ := c.at(examples, name, "value")
			if err := c.validate(schema, value.value); err != nil {
				t.Errorf("%s/%s: %v", examples.pointer, name, err)
			}
		}
	})
	if checked < 25 {
		t.Errorf("only %d examples were checked", checked)
	}
}

func TestOpenAPIRequestExamplesAreAccepted(t *testing.T) {
	accepted := 0
	for operation, parser := range map[string]requesttest.Kind{
		"create_orders": requesttest.Create, "create_return_orders": requesttest.Return,
	} {
		for name, example := range recordedExamples(t, operation)["request"] {
			sub, err := parser.Decode(example.Value)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			_, problems, err := parser.Read(t.Context(), sub, requesttest.NewDecoder().Lookups())
			if err != nil {
				t.Fatal(err)
			}
			if problems != nil {
				t.Errorf("%s: %s", name, problems.AppendJSON(nil))
			}
			accepted++
		}
	}
	if accepted != 4 {
		t.Errorf("%d request examples, want 4", accepted)
	}
}

// TestOpenAPIAllowsEveryRefusal: each error of the conformance cases is one that the
// document has for the operation.
func TestOpenAPIAllowsEveryRefusal(t *testing.T) {
	c := answerContract()
	checked := 0
	for _, sent := range requesttest.Cases(t, "test-key") {
		path, _, _ := strings.Cut(sent.Path, "?")
		for _, want := range sent.Answers() {
			if want.Expect == nil || want.Compare == "keys" {
				continue
			}
			checked++
			response, err := c.response(sent.Method, path, want.Status)
			if err != nil {
				t.Errorf("%s: %v", sent.Name, err)
				continue
			}
			if err := c.checkBody(sent.Method, response, "application/json", want.Expect); err != nil {
				t.Errorf("%s: %s: %v", sent.Name, want.Expect, err)
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d errors were checked", checked)
	}
}

// TestOpenAPIKeepsTheOrderOfFields: readers of the document see the fields as the
// interface lists them.
func TestOpenAPIKeepsTheOrderOfFields(t *testing.T) {
	var document struct {
		Components struct {
			Schemas map[string]struct{ Properties json.RawMessage }
		}
	}
	if err := json.Unmarshal(bareAPI().openAPIDocument(), &document); err != nil {
		t.Fatal(err)
	}
	tables := map[string][]request.Field{
		"CreateOrder": request.CreateFields(), "ReturnOrder": request.ReturnFields(), "Item": request.ItemFields(),
		"RecordItem": request.RecordItemFields(), "DetailItem": request.ItemFields(), "FilterProblems": request.FilterFields(),
	}
	for name, fields := range tables {
		keys := slices.DeleteFunc(keysOf(t, document.Components.Schemas[name].Properties), func(key string) bool {
			return slices.ContainsFunc(fields, func(f request.Field) bool { return f.Alias == key })
		})
		var want []string
		for _, f := range fields {
			want = append(want, f.Name)
		}
		if !slices.Equal(keys, want) {
			t.Errorf("%s has %q, want %q", name, keys, want)
		}
	}
}

// keysOf are the keys of an object in their order.
func keysOf(t *testing.T, object []byte) []string {
	t.Helper()
	tokens := json.NewDecoder(bytes.NewReader(object))
	var keys []string
	if _, err := tokens.Token(); err != nil {
		t.Fatal(err)
	}
	for tokens.More() {
		key, err := tokens.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := tokens.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

// TestOpenAPIHasEveryFilter: the parameters of the view come from its table.
func TestOpenAPIHasEveryFilter(t *testing.T) {
	c := openAPIContract()
	parameters, _ := c.at(c.root, "paths", "/api/order/order/", "get", "parameters")
	byName := map[any]map[string]any{}
	for _, p := range parameters.value.([]any) {
		parameter := p.(map[string]any)
		byName[parameter["name"]] = parameter
	}
	for _, f := range request.FilterFields() {
		if p := byName[f.Name]; p["in"] != "query" || !strings.HasPrefix(fmt.Sprint(p["description"]), f.About) || isTrue(p["required"]) {
			t.Errorf("parameter %s is %v", f.Name, p)
		}
	}
}

// TestOpenAPIHasTheStatusesOfRecords: those of the domain, and no other.
func TestOpenAPIHasTheStatusesOfRecords(t *testing.T) {
	c := openAPIContract()
	statuses, _ := c.at(c.root, "components", "schemas", "OrderRecord", "properties", "tracker_status_code", "enum")
	for _, status := range statuses.value.([]any) {
		if shipment.TrackerStatus(status.(string)).Text() == "" {
			t.Errorf("there is no status %s", status)
		}
	}
	if n := len(statuses.value.([]any)); n != len(shipment.TrackerStatuses()) {
		t.Errorf("%d statuses, want %d", n, len(shipment.TrackerStatuses()))
	}
}
