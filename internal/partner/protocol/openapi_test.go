package protocol_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/partner/protocol"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

const documentPath = "../../../docs/partner-openapi.json"

var update = flag.Bool("update", false, "add the fields of orders that the OpenAPI document does not have")

// TestOpenAPI checks the protocol's OpenAPI document against the schema of OpenAPI 3.1, and that it describes
// exactly the fields of an order and of the reports.
func TestOpenAPI(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	read := func(name, path string) any {
		t.Helper()
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		value, err := jsonschema.UnmarshalJSON(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource(name, value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	read("oas31.json", "../../api/testdata/openapi/oas31-schema.json")
	document := read("partner.json", documentPath)
	if err := compiler.MustCompile("oas31.json").Validate(document); err != nil {
		t.Error(err)
	}

	readsInGenerators(t, "", document)

	content, err := json.Marshal(protocol.NewOrder(shipment.Order{
		TrackingNo: "WB1", Weight: 1500, PickupDate: "2026-02-03", Consignee: shipment.Party{Country: "ID"},
		Items: []shipment.Item{{Desc: "Shoes", Quantity: 1, PriceValue: 4050}}, ConsigneeIdentificationNumber: "7",
	}))
	if err != nil {
		t.Fatal(err)
	}
	order, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	const pointer = "partner.json#/components/schemas/Order"
	if err := compiler.MustCompile(pointer).Validate(order); err != nil {
		t.Error(err)
	}
	schemas := document.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	sameFields(t, "Order", order, schemas, shipment.OrderFields)
	sameFields(t, "Party", order.(map[string]any)["consignee"], schemas, shipment.PartyFields)
	sameFields(t, "TaxID", order.(map[string]any)["tax_ids"].([]any)[0], schemas, shipment.TaxIDFields)
	sameFields(t, "Item", order.(map[string]any)["items"].([]any)[0], schemas, shipment.ItemFields)

	for kind, fields := range request.PartnerReportFields() {
		sameReport(t, kind, fields, schemas)
	}
}

// readsInGenerators checks that code generators can make types of the document: every value has one type,
// enumerations included, and objects are open to new keys.
func readsInGenerators(t *testing.T, where string, value any) {
	t.Helper()
	switch value := value.(type) {
	case []any:
		for i, element := range value {
			readsInGenerators(t, fmt.Sprintf("%s/%d", where, i), element)
		}
	case map[string]any:
		_, isList := value["type"].([]any)
		if isList || value["type"] == nil && (value["enum"] != nil || value["const"] != nil) {
			t.Errorf("%s has no type, or several", where)
		}
		if more, isBool := value["additionalProperties"].(bool); isBool && !more {
			t.Errorf("%s is closed", where)
		}
		for key, below := range value {
			readsInGenerators(t, where+"/"+key, below)
		}
	}
}

// sameReport checks that the document describes exactly the fields of a partner's report.
func sameReport(t *testing.T, kind string, fields []request.Field, schemas map[string]any) {
	t.Helper()
	name := map[string]string{"accepted": "Accepted", "tracking": "Tracking", "label": "LateLabel"}[kind]
	schema := schemas[name].(map[string]any)
	described := schema["properties"].(map[string]any)
	for _, f := range fields {
		if described[f.Name] == nil {
			t.Errorf("%s: the document does not have %s", name, f.Name)
			continue
		}
		if required := slices.Contains(schema["required"].([]any), any(f.Name)); required != f.Required && f.Name != "tracking_no" {
			t.Errorf("%s: %s is described as required: %v", name, f.Name, required)
		}
	}
	if len(fields) != len(described) {
		t.Errorf("%s: %d fields are read, %d described", name, len(fields), len(described))
	}
}

func sameFields[T any](t *testing.T, name string, value any, schemas map[string]any, fields []shipment.Field[T]) {
	t.Helper()
	described := schemas[name].(map[string]any)["properties"].(map[string]any)
	sent := value.(map[string]any)
	for field := range sent {
		switch {
		case described[field] != nil:
		case *update:
			describe(t, name, field, sent[field], fields)
		default:
			t.Errorf("%s: the document does not have %s: run this test with -update", name, field)
		}
	}
	if len(sent) < len(described) {
		t.Errorf("%s: %d fields are sent, %d described", name, len(sent), len(described))
	}
}

// describe adds a field to the properties of a schema of the document and to those that are always there.
func describe[T any](t *testing.T, schema, name string, sent any, fields []shipment.Field[T]) {
	t.Helper()
	content, err := os.ReadFile(documentPath)
	if err != nil {
		t.Fatal(err)
	}
	property := map[string]any{"type": "integer"}
	if _, isText := sent.(string); isText {
		property["type"] = "string"
	}
	for _, f := range fields {
		if f.Name == name || f.Name == "item_"+name {
			property["description"] = f.About
			if f.Type.Choices != nil {
				property["enum"] = append([]string{""}, f.Type.Choices...)
			}
		}
	}
	text, err := json.MarshalIndent(property, "          ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	before, at, _ := strings.Cut(string(content), "\n      \""+schema+"\": {")
	properties, required, _ := strings.Cut(at, "\n        },\n        \"required\": [")
	required, after, found := strings.Cut(required, "\n        ]")
	if !found {
		t.Fatalf("%s has not the layout in which a field can be added", schema)
	}
	written := fmt.Sprintf("%s\n      %q: {%s,\n          %q: %s\n        },\n        \"required\": [%s,\n          %q\n        ]%s",
		before, schema, properties, name, text, required, name, after)
	if err := os.WriteFile(documentPath, []byte(written), 0o600); err != nil {
		t.Fatal(err)
	}
}
