package request

import (
	"context"
	"slices"
	"testing"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// withRules are lookups whose rules find some problems in every order.
func withRules(found ...FieldProblem) Lookups {
	lookups := demoLookups()
	lookups.Rules = func(int, *shipment.Order) []FieldProblem { return found }
	return lookups
}

func TestProblemsOfRulesJoinThoseAcrossFields(t *testing.T) {
	taxIDs := Value{Kind: Array, Text: `[{"party":"shipper","type":"GST","number":"1"},{"party":"consignee","type":"PCCC","number":"2"}]`}
	cases := map[string]struct {
		found   []FieldProblem
		changes map[string]Value
		want    string
	}{
		"none": {nil, nil, ``},
		"in the order of the table": {
			[]FieldProblem{
				{"delivery_note", -1, problem.Own("d")},
				{"order_width", -1, problem.Own("w")},
				{"shipper_order_id", -1, problem.Own("s")},
				{"order_width", -1, problem.Own("x")},
				{"service_id", -1, problem.Own("i")},
			},
			nil,
			`[{"service_id":["i"],"shipper_order_id":["s"],"order_width":["w","x"],"delivery_note":["d"]}]`,
		},
		"beside those across fields": {
			[]FieldProblem{{"payment_type", -1, problem.Own("p")}, {"order_weight", -1, problem.Own("w")}},
			map[string]Value{"payment_type": str("cod"), "service_id": num("7"), "cod_amt_to_collect": num("1")},
			`[{"service_id":["Service 7 runs from Hong Kong to Singapore."],"order_weight":["w"],` +
				`"payment_type":["Service 7 does not offer cash on delivery.","p"]}]`,
		},
		"of items": {
			[]FieldProblem{{"item_sku", 0, problem.Own("s")}, {"item_desc", 0, problem.Own("d")}, {"item_sku", 0, problem.Own("t")}},
			nil,
			`[{"items":[{"item_desc":["d"],"item_sku":["s","t"]}]}]`,
		},
		"of the items as a whole": {
			[]FieldProblem{{"items", -1, problem.Own("a")}, {"items", -1, problem.Own("b")}}, nil, `[{"items":[{"non_field_errors":["a","b"]}]}]`,
		},
		"of items and of them as a whole": {
			[]FieldProblem{{"item_sku", 0, problem.Own("s")}, {"items", -1, problem.Own("a")}, {"item_desc", 0, problem.Own("d")}},
			nil,
			`[{"items":[{"non_field_errors":["a"],"item_desc":["d"],"item_sku":["s"]}]}]`,
		},
		"of a tax id": {
			[]FieldProblem{{"tax_ids", 1, problem.Own("n")}}, map[string]Value{"tax_ids": taxIDs}, `[{"tax_ids":[{},{"number":["n"]}]}]`,
		},
		"of the tax ids as a whole": {
			[]FieldProblem{{"tax_ids", -1, problem.Own("m")}, {"tax_ids", 1, problem.Own("n")}},
			map[string]Value{"tax_ids": taxIDs},
			`[{"tax_ids":[{"non_field_errors":["m"]},{"number":["n"]}]}]`,
		},
		"of tax ids that are absent": {[]FieldProblem{{"tax_ids", -1, problem.Own("m")}}, nil, `[{"tax_ids":[{"non_field_errors":["m"]}]}]`},
		"of items beside those across fields": {
			[]FieldProblem{{"item_price_currency", 0, problem.Own("c")}, {"item_desc", 0, problem.Own("d")}},
			map[string]Value{
				"payment_type": str("cod"), "service_id": num("3"), "cod_amt_to_collect": num("1"), "consignee_country": str("MY"),
			},
			`[{"items":[{"item_desc":["d"],"item_price_currency":["Must be MYR, the currency of Malaysia, on a cod order.","c"]}]}]`,
		},
		"of metadata": {[]FieldProblem{{"metadata", -1, problem.Own("m")}}, nil, `[{"metadata":["m"]}]`},
		"of no field of the order": {
			[]FieldProblem{{"service_type", -1, problem.Own("m")}, {"order_width", -1, problem.Own("w")}}, nil, `[{"order_width":["w"]}]`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if _, wrong := validateOne(t, withRules(c.found...), c.changes); wrong != c.want {
				t.Errorf("\n got %s\nwant %s", wrong, c.want)
			}
		})
	}
	if problem.Required.String() != "This field is required." {
		t.Errorf("a message of all requests changed: %q", problem.Required)
	}
}

func TestRulesSeeOnlyOrdersWhoseFieldsAreValid(t *testing.T) {
	d := newOrders(CreateShape())
	addOrder(d, nil)
	addOrder(d, map[string]Value{"order_width": num("-1")})
	addOrder(d, map[string]Value{"service_id": num("1"), "consignee_country": str("JP")}) // another lane
	lookups := demoLookups()
	var seen []int
	lookups.Rules = func(i int, o *shipment.Order) []FieldProblem {
		if o.Consignee.Name != "A" {
			t.Errorf("order %d is %+v", i, o)
		}
		seen = append(seen, i)
		return nil
	}
	if _, _, err := validate(t.Context(), d, &createTable, lookups); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen, []int{0, 2}) {
		t.Errorf("the rules saw the orders %v", seen)
	}
}

func TestFieldsOfReturns(t *testing.T) {
	d := newOrders(ReturnShape())
	addReturn(d, "OWN-000001")
	changes := map[string]Value{
		"consignee_name": str("A"), "consignee_address": str("R"), "consignee_country": str("SG"), "consignee_number": str("+6561234567"),
		"order_length": num("1"), "order_width": num("2"), "order_height": num("3"), "order_weight": num("4"),
		"pickup_contact_name": str("B"), "pickup_contact_number": str("+81312345678"), "pickup_country": str("JP"), "pickup_address": str("Q"),
	}
	setAll(d, orderLevel, changes)
	d.begin(orderLevel, Value{Kind: Array})
	d.add(itemLevel, Value{Kind: Object})
	setAll(d, itemLevel, goodItem)
	lookups := withRules(FieldProblem{"pickup_postal", -1, problem.Own("p")}, FieldProblem{"incoterm", -1, problem.Own("i")},
		FieldProblem{"consignee_postal", -1, problem.Own("c")})
	lookups.Forward = func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) {
		return map[string]*shipment.Order{}, nil
	}
	_, wrong, err := validate(t.Context(), d, &returnTable, lookups)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(wrong.AppendJSON(nil)); got != `[{"consignee_postal":["c"],"pickup_postal":["p"]}]` {
		t.Error(got)
	}
}
