package client_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/api/openapi"
	"waybill/internal/request"
)

// samples are values in JSON, by type. Values of the other types are texts.
var samples = map[request.TypeName]string{
	request.TypeDecimal: `1.5`, request.TypeInteger: `2`, request.TypeService: `3`, request.TypeMetadata: `{"shop":"7"}`,
	request.TypeItems:  `[{"item_desc":"Cap","item_quantity":1,"item_price_value":2.5,"item_price_currency":"SGD"}]`,
	request.TypeTaxIDs: `[{"party":"shipper","type":"VAT","number":"1"}]`,
}

// TestRequestsHaveEveryField compares the structs of requests with the fields that the service reads, and that each keeps
// a value.
func TestRequestsHaveEveryField(t *testing.T) {
	for _, request := range []struct {
		value  any
		fields []request.Field
	}{
		{client.NewOrder{}, request.CreateFields()},
		{client.NewReturn{}, request.ReturnFields()},
		{client.Item{}, request.ItemFields()},
		{client.TaxID{}, request.TaxIDFields()},
	} {
		got, want := jsonNames(request.value), fieldNames(request.fields)
		if !maps.Equal(got, want) {
			t.Errorf("%T has %q, want %q", request.value, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		for _, f := range request.fields {
			value := cmp.Or(samples[f.Type.Name], `"text"`)
			got := reflect.New(reflect.TypeOf(request.value))
			if err := json.Unmarshal([]byte(`{"`+f.Name+`":`+value+`}`), got.Interface()); err != nil {
				t.Errorf("%T: %s: %v", request.value, f.Name, err)
			}
			if text, err := json.Marshal(got.Interface()); err != nil || !strings.Contains(string(text), `"`+f.Name+`":`+value) {
				t.Errorf("%T: %s, %v, want %s of %s", request.value, text, err, value, f.Name)
			}
		}
	}
}

// TestDetailHasEveryField checks that the detail of an order shows every field of its request.
func TestDetailHasEveryField(t *testing.T) {
	shown := jsonNames(client.OrderDetail{})
	for name := range fieldNames(slices.Concat(request.CreateFields(), request.ReturnFields())) {
		if !shown[name] {
			t.Errorf("OrderDetail has no %s", name)
		}
	}
}

// TestEventHasEveryField compares EventData with the schemas of events in the OpenAPI document.
func TestEventHasEveryField(t *testing.T) {
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]any
				AllOf      []struct{ Properties map[string]any }
			}
		}
	}
	if err := json.Unmarshal(openapi.Document(nil, nil), &document); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for name, schema := range document.Components.Schemas {
		if !strings.HasSuffix(name, "Data") {
			continue
		}
		for _, part := range append(schema.AllOf, struct{ Properties map[string]any }{schema.Properties}) {
			for field := range part.Properties {
				want[field] = true
			}
		}
	}
	if got := jsonNames(client.EventData{}); !maps.Equal(got, want) {
		t.Errorf("EventData has %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

func fieldNames(fields []request.Field) map[string]bool {
	names := map[string]bool{}
	for _, f := range fields {
		names[f.Name] = true
	}
	return names
}

// jsonNames returns the JSON names of a struct's fields.
func jsonNames(of any) map[string]bool {
	names := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names[name] = true
		}
	}
	return names
}
