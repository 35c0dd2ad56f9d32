package request

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestFormOf compares the forms of values with those of their JSON.
func TestFormOf(t *testing.T) {
	for name, c := range map[string]struct {
		shape *Shape
		body  map[string]any
	}{
		"create": {CreateShape(), map[string]any{"blocking": true, "orders": []any{map[string]any{
			"shipper_order_id": "A-1", "service_id": 5, "order_weight": json.Number("1.50"), "consignee_name": nil,
			"metadata": map[string]any{"a": "b"},
			"tax_ids":  []any{map[string]any{"kind": "IOSS", "number": "IM1"}},
			"items":    []any{map[string]any{"item_quantity": int64(2)}, map[string]any{"item_hs_code": "610910"}},
		}, "no order", []any{}}}},
		"numbers": {HoldOrders.Shape(), map[string]any{"tracking_nos": []string{"A", "B"}, "reason": "why"}},
		"key": {CreateKey.Shape(), map[string]any{
			"name": "caf\xe9", "preset": "", "scopes": []string{"labels", "account"}, "networks": []string{},
		}},
		"no events": {EndpointShape(), map[string]any{"label_pdf": true, "events": nil}},
		"events":    {EndpointShape(), map[string]any{"url": "", "events": []string{"order.created", "x"}}},
		"no list":   {HoldOrders.Shape(), map[string]any{"tracking_nos": "A"}},
		"objects":   {ReportShape(), map[string]any{"events": []map[string]any{{"tracking_no": "A", "status": "DELIVERED"}}}},
	} {
		text, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Decode(text, c.shape)
		if err != nil {
			t.Fatal(err)
		}
		got := FormOf(c.shape, c.body)
		for i := range want.levels {
			w, g := &want.levels[i], &got.levels[i]
			if len(w.elements) != len(g.elements) {
				t.Fatalf("%s: level %d has %d elements, want %d", name, i, len(g.elements), len(w.elements))
			}
			for e := range w.elements {
				if w.elements[e].Kind != g.elements[e].Kind {
					t.Errorf("%s: level %d, element %d: %v, want %v", name, i, e, g.elements[e].Value, w.elements[e].Value)
				}
				for slot, key := range w.shape.keys {
					if wv, gv := w.value(e, slot), g.value(e, slot); !reflect.DeepEqual(wv, gv) {
						t.Errorf("%s: level %d, element %d, %s: %v, want %v", name, i, e, key, gv, wv)
					}
				}
			}
		}
	}
}
