package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// celRule is the JSON of a rule whose condition is an expression.
func celRule(field, expression string) string {
	text, err := json.Marshal(expression)
	if err != nil {
		panic(err)
	}
	return rule(`"kind":"cel","field":"` + field + `","expression":` + string(text))
}

// compileError is what Compile says about a rule.
func compileError(t *testing.T, text string) string {
	t.Helper()
	parsed, err := rules.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = rules.Compile(parsed)
	return fmt.Sprint(err)
}

func TestExpressionsReadTheOrder(t *testing.T) {
	o := example()
	o.Trade.ExportReason = shipment.ExportGift
	o.Trade.FreightAmount = 12_340
	o.Trade.Metadata = []shipment.Metadata{{Key: "cost_centre", Value: "A1"}}
	o.Items[1].Trade.OriginCountry = "CN"
	o.Items[0].Trade, o.Items[0].Quantity = &shipment.ItemTrade{Weight: 333}, 2
	o.Items[1].Trade.Weight, o.Items[1].Quantity = 0, 1
	for _, expression := range []string{
		`order.net_weight == 0.666 && order.pieces == 3`,
		`order.service_id == 3 && order.account_id == 7 && !order.is_return`,
		`order.weight == 1.5 && order.weight <= 2 && order.length == 30.0 && order.width <= 20 && order.height == 10.0`,
		`order.consignee.country == "KR" && order.pickup.country in ["SG", "MY"]`,
		`order.consignee.postal.matches("^[0-9]{5}$")`,
		`order.consignee.number.startsWith("+82")`,
		`order.export_reason == "gift" && order.freight_amount == 12.34`,
		`order.items.size() == 2 && order.items[0].quantity == 2 && order.items[0].price_value == 10.50`,
		`order.items.exists(i, i.hs_code.startsWith("8507") && i.origin_country == "CN")`,
		`order.items.all(i, i.price_value > 0)`,
		`order.items.filter(i, i.price_currency == "USD").size() == 1`,
		`order.items.map(i, i.price_value).exists(p, p == 50.0)`,
		`order.tax_ids.exists(t, t.party == "consignee" && t.type == "PCCC" && t.number.matches("^P[0-9]{12}$"))`,
		`order.metadata["cost_centre"] == "A1" && "x" in order.metadata == false`,
		`order.metadata.x == null && order.metadata["y"] != "A1" && order.metadata.cost_centre.startsWith("A")`,
		`has(order.metadata.cost_centre) && !has(order.metadata.x) && order.metadata.size() == 1 && order.metadata.all(k, k != "x")`,
		`order.pickup.country_in("ASEAN") && !order.consignee.country_in("EU") && !order.consignee.country_in("ICS2")`,
		`order.consignee.postal_in("BT, 03000-04599") && !order.consignee.postal_in("05000-99999") && !order.pickup.postal_in("24")`,
		`has(order.invoice_no)`,
		`order.invoice_no == ""`,
		`order == order && order.items[0] != order.items[1]`,
	} {
		if found := compile(t, celRule("order_weight", expression)).Check(o, noon); found != nil {
			t.Errorf("%s: %q", expression, describe(found))
		}
	}
}

func TestAnExpressionAboutAFieldOfItemsIsCheckedForEach(t *testing.T) {
	set := compile(t, celRule("item_hs_code", `item.hs_code != "" || order.consignee.country == "SG"`))
	got := strings.Join(describe(set.Check(example(), noon)), "|")
	if got != "item_hs_code[0]: This value is not accepted." {
		t.Errorf("found %s", got)
	}
	const all = `order.items.all(i, i.sku != order.invoice_no)` // as it is for the order, 200 times as much for its items
	compile(t, celRule("order_weight", all))
	if got := compileError(t, celRule("item_sku", all)); !strings.HasPrefix(got, "r: expression: costs more than 100000") {
		t.Errorf("for each item: %s", got)
	}
}

func TestWhenLimitsEveryKind(t *testing.T) {
	set := compile(t, rule(`"kind":"max_weight","kg":1,"when":"order.items.exists(i, i.desc == \"Knife\")"`))
	o := example()
	if found := set.Check(o, noon); found != nil {
		t.Errorf("found %q", describe(found))
	}
	o.Items[0].Desc = "Knife"
	if found := set.Check(o, noon); len(found) != 1 {
		t.Errorf("found %q, want one", describe(found))
	}
}

func TestAnExpressionThatFailsRefusesNothing(t *testing.T) {
	for name, text := range map[string]string{
		"expression":         celRule("order_weight", `order.items[5].quantity > 1`),
		"expression of item": celRule("item_sku", `order.items[5].quantity > 1`),
		"when":               rule(`"kind":"max_weight","kg":1,"when":"order.items[5].sku == \"y\""`),
	} {
		t.Run(name, func(t *testing.T) {
			found := compile(t, text).Check(example(), noon)
			if len(found) != 1 || found[0].Fault == "" || found[0].Refuses() {
				t.Errorf("found %q, want one fault", describe(found))
			}
		})
	}
}

func TestWhatIsWrongWithAnExpression(t *testing.T) {
	for expression, want := range map[string]string{
		`order.wieght > 1`:                                         `is wrong at 1:6: undefined field 'wieght'`,
		`order.weight`:                                             `is a double: want an expression that is true or false`,
		`order.weight >`:                                           `is wrong at 1:15: Syntax error: mismatched input '<EOF>' expecting`,
		`order.consignee.country == 3`:                             `is wrong at 1:25: found no matching overload for '_==_'`,
		`item.sku == ""`:                                           `is wrong at 1:1: undeclared reference to 'item'`,
		`order.consignee.country == "Atlantis"`:                    `compares a country with "Atlantis": want a code of ISO 3166-1, such as "KR"`,
		`order.pickup.country != "South Korea"`:                    `compares a country with "South Korea": want its code, "KR"`,
		`order.pickup.country in ["SG", "sg"]`:                     `compares a country with "sg": want its code, "SG"`,
		`order{weight: 1.0} == order`:                              `is wrong`,
		`order.consignee.country_in("EWG")`:                        `calls country_in with "EWG": want ASEAN, EFTA, EU, GCC or ICS2`,
		`order.value("EURO") > 1.0`:                                `calls value with "EURO": want an ISO 4217 code such as EUR`,
		`order.consignee.country_in(order.incoterm)`:               `calls country_in with a value that is not written out: want a text`,
		`order.consignee.postal_in("100-9")`:                       `has the postal codes "100-9": want ranges of codes of one length`,
		strings.Repeat("(", 60) + "true" + strings.Repeat(")", 60): `is wrong at`,
		`order.items.all(a, order.items.all(b, order.items.all(c, a.sku != b.sku || b.sku != c.sku)))`: `costs more than 100000`,
		`["aaaaaaaa"]` + strings.Repeat(`.map(a, a+a)`, 40) + `.size() == 1`:                           `costs more than 100000`,
		`[order.consignee.address]` + strings.Repeat(`.map(a, a+a)`, 30) + `.size() == 1`:              `costs more than 100000`,
		`[[1,2]]` + strings.Repeat(`.map(a, a+a)`, 40) + `.all(a, a.all(b, b > 0))`:                    `costs more than 100000`,
	} {
		if got := compileError(t, celRule("order_weight", expression)); !strings.HasPrefix(got, "r: expression: "+want) {
			t.Errorf("%.80s\n got %s\nwant %s", expression, got, want)
		}
	}
}

// TestFunctionsOfPartiesTakeNoMemory: each order that is created calls some.
func TestFunctionsOfPartiesTakeNoMemory(t *testing.T) {
	o := example()
	taken := func(expression string) float64 {
		set := compile(t, celRule("consignee_postal", expression))
		return testing.AllocsPerRun(100, func() { set.Check(o, noon) })
	}
	for _, call := range []string{`order.consignee.country_in("EU") == false`, `order.consignee.state_exists()`} {
		if n, least := taken(call+` && `+call), taken(call); n > least {
			t.Errorf("%s: %v, once %v", call, n, least)
		}
	}
}
