package request

import (
	"encoding/json"
	"testing"
)

func TestFormOf(t *testing.T) {
	if _, problems := CreateKey.Read(FormOf(CreateKey.Shape(), nil)); len(problems) != 1 || problems[0].Field != "name" {
		t.Errorf("of nothing: %v", problems)
	}
	key := FormOf(CreateKey.Shape(), map[string]any{"name": "caf\xe9 <b>", "scopes": []string{"labels", "account"}, "preset": nil})
	for name, want := range map[string]Value{
		"name": Text("caf\uFFFD <b>"), "scopes": {Array, `["labels","account"]`}, "preset": {Kind: Null}, "networks": {},
	} {
		if got := key.get(name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	orders := FormOf(CreateShape(), map[string]any{"orders": []any{map[string]any{
		"order_weight": json.Number("1.50"), "metadata": map[string]any{"a": "b"},
		"items": []map[string]any{{"item_quantity": int64(2)}, {}},
	}, "no order"}})
	order := entry{orders, 1, 0}
	if order.get("order_weight") != (Value{Number, "1.50"}) || order.get("metadata") != (Value{Object, `{"a":"b"}`}) {
		t.Errorf("an order is %v", orders.levels[1])
	}
	if items := len(orders.levels[2].elements); items != 2 || orders.list().count != 2 {
		t.Errorf("%d items of %d orders", items, orders.list().count)
	}
	defer func() {
		if recover() == nil {
			t.Error("an unknown field is no panic")
		}
	}()
	FormOf(CreateKey.Shape(), map[string]any{"nmae": ""})
}
