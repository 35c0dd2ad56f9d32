package rules_test

import (
	"testing"

	"waybill/internal/rules"
)

// TestExplain: each rule of a set has a verdict, which says why it is not checked or what it finds.
func TestExplain(t *testing.T) {
	set := compile(t, `[
		{"id":"a-heavy","severity":"error","kind":"max_weight","kg":1},
		{"id":"b-light","severity":"warning","kind":"max_weight","kg":2},
		{"id":"c-off","severity":"error","kind":"max_weight","kg":1,"disabled":true},
		{"id":"d-service","severity":"error","kind":"max_weight","kg":1,"service_id":4},
		{"id":"e-account","severity":"error","kind":"max_weight","kg":1,"account_id":8},
		{"id":"f-lane","severity":"error","kind":"max_weight","kg":1,"destination":["JP","TH"]},
		{"id":"g-origin","severity":"error","kind":"max_weight","kg":1,"origin":["ID"]},
		{"id":"h-day","severity":"error","kind":"max_weight","kg":1,"valid_from":"2026-11-23"},
		{"id":"i-ended","severity":"error","kind":"max_weight","kg":1,"valid_until":"2026-11-22"},
		{"id":"j-when","severity":"error","kind":"max_weight","kg":1,"when":"order.payment_type == 'cod'"},
		{"id":"k-all","severity":"error","kind":"max_weight","kg":1,"service_id":3,"account_id":7,"origin":["SG"],"destination":["JP","KR"],
			"when":"order.payment_type == 'prepaid'","valid_from":"2026-11-22"},
		{"id":"l-fault","severity":"error","kind":"max_weight","kg":1,"when":"order.items[9].quantity > 1"},
		{"id":"m-return","severity":"error","kind":"required","field":"incoterm"}]`)
	o := example()
	type verdict struct {
		skip     rules.Skip
		findings int
	}
	want := map[string]verdict{
		"a-heavy": {"", 1}, "b-light": {"", 0}, "c-off": {"off", 0}, "d-service": {"service", 0}, "e-account": {"account", 0},
		"f-lane": {"lane", 0}, "g-origin": {"lane", 0}, "h-day": {"day", 0}, "i-ended": {"day", 0}, "j-when": {"when", 0}, "k-all": {"", 1},
		"l-fault": {"fault", 1}, "m-return": {"", 1},
	}
	verdicts := set.Explain(o, noon)
	if len(verdicts) != len(want) {
		t.Errorf("%d verdicts, want %d", len(verdicts), len(want))
	}
	found := 0
	for _, v := range verdicts {
		if got := (verdict{v.Skip, len(v.Findings)}); got != want[v.Rule.ID] {
			t.Errorf("%s: %+v, want %+v", v.Rule.ID, got, want[v.Rule.ID])
		}
		found += len(v.Findings)
	}
	if all := set.Check(o, noon); len(all) != found {
		t.Errorf("Check finds %d things, and Explain %d", len(all), found)
	}
	o.Return = true
	for _, v := range set.Explain(o, noon) {
		if v.Rule.ID == "m-return" && v.Skip != rules.SkipReturn {
			t.Errorf("of a return: %+v", v)
		}
	}
	if verdicts := (*rules.Set)(nil).Explain(o, noon); verdicts != nil {
		t.Errorf("a nil set: %+v", verdicts)
	}
}
