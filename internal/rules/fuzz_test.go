package rules_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// FuzzParse checks that what Parse accepts can be written, read again and compiled or refused, and that its problems
// say which rule and what.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	files, err := filepath.Glob("default/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range append(files, "testdata/wrong.txt") {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for part := range strings.SplitSeq(string(text), "\n") {
			f.Add([]byte(part))
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed, err := rules.Parse(text)
		if err != nil {
			invalid, ok := errors.AsType[*rules.InvalidError](err)
			if !ok || len(invalid.Problems) == 0 {
				t.Fatalf("the error is %v", err)
			}
			return
		}
		written, err := json.Marshal(parsed)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rules.Parse(written)
		if err != nil {
			t.Fatalf("%v in %s", err, written)
		}
		if diff := cmp.Diff(parsed, again); diff != "" {
			t.Fatal(diff)
		}
		set, err := rules.Compile(parsed)
		if _, ok := errors.AsType[*rules.InvalidError](err); err != nil && !ok {
			t.Fatalf("the error is %v", err)
		}
		checkFindings(t, set, example())
	})
}

// FuzzExpression checks that an expression that compiles can be evaluated for every order, with a bounded result.
func FuzzExpression(f *testing.F) {
	for _, expression := range []string{
		`order.weight <= 30 && order.consignee.country == "KR"`,
		`order.items.all(i, i.hs_code.matches("^[0-9]{6}"))`,
		`order.items.map(i, i.desc + i.sku).exists(d, d.contains("gun"))`,
		`order.tax_ids.exists_one(t, t.type == "PCCC") || has(order.invoice_no)`,
		`order.metadata.all(k, k != "" && order.metadata[k].size() < 10)`,
		`[[1,2]].map(a, a+a).map(a, a+a).all(a, a.all(b, b > 0))`,
		`timestamp("2026-01-01T00:00:00Z") + duration("1h") > timestamp(order.invoice_date)`,
		`type(order) == type(order.items) || dyn(order.items[0]).x == 1`,
		`string(order.weight).matches(order.delivery_note)`, `1 / (order.items.size() - 2) > 0`, `{"a": order}.a == order`,
	} {
		f.Add(expression, "item_desc", "note", int64(7), uint8(3))
		f.Add(expression, "order_weight", "(a+)+$", int64(-1), uint8(200))
	}
	f.Fuzz(func(t *testing.T, expression, field, note string, number int64, items uint8) {
		text, err := json.Marshal(expression)
		if err != nil {
			t.Fatal(err)
		}
		name, err := json.Marshal(field)
		if err != nil {
			t.Fatal(err)
		}
		members := `"kind":"cel","field":` + string(name) + `,"expression":` + string(text) + `,"when":` + string(text)
		parsed, err := rules.Parse([]byte(rule(members)))
		if err != nil {
			return
		}
		set, err := rules.Compile(parsed)
		if err != nil {
			return
		}
		o := example()
		o.DeliveryNote, o.Items[0].Desc, o.Trade.InvoiceDate = note, note, note
		o.Weight, o.Items[0].PriceValue = shipment.Thousandths(number), shipment.Hundredths(number)
		o.Trade.Metadata = []shipment.Metadata{{Key: note, Value: note}}
		for len(o.Items) < min(int(items), 200) {
			o.Items = append(o.Items, o.Items[0])
		}
		checkFindings(t, set, o)
		checkFindings(t, set, new(shipment.Order))
	})
}

func checkFindings(t *testing.T, set *rules.Set, o *shipment.Order) {
	t.Helper()
	found := set.Check(o, noon)
	if len(found) > 2*rules.MaxFindings {
		t.Errorf("%d findings", len(found))
	}
	for i := range found {
		f := &found[i]
		if f.Rule == nil || f.Field == "" || f.Index >= max(len(o.Items), shipment.MaxTaxIDs) || f.Message("en").IsZero() && f.Fault == "" {
			t.Errorf("a finding is %+v", *f)
		}
	}
}
