package rules_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// example is an order that no rule of the tests refuses until a test changes it.
func example() *shipment.Order {
	return &shipment.Order{
		AccountID: 7, ServiceID: 3, PaymentType: shipment.PaymentPrepaid,
		Length: 3000, Width: 2000, Height: 1000, Weight: 1500,
		Consignee: shipment.Party{Name: "Kim", Number: "+821012345678", Country: "KR", Address: "1 Sejong-daero", Postal: "04524"},
		Pickup:    shipment.Party{Name: "Tan", Number: "+6561234567", Country: "SG", Address: "1 Orchard Road", Postal: "238801"},
		Items: []shipment.Item{
			{Desc: "Shirt", Category: "Fashion", Quantity: 2, PriceValue: 1050, PriceCurrency: "SGD"},
			{
				Desc: "Power bank", Quantity: 1, PriceValue: 5000, PriceCurrency: "USD",
				Trade: &shipment.ItemTrade{HSCode: "850760"},
			},
		},
		Trade: &shipment.OrderTrade{TaxIDs: []shipment.TaxID{
			{Party: shipment.PartyShipper, Type: "GST", Number: "M12345678X"},
			{Party: shipment.PartyConsignee, Type: shipment.TaxPCCC, Number: "P123456789012"},
		}},
	}
}

// compile makes a set of rules from their JSON.
func compile(t *testing.T, text string) *rules.Set {
	t.Helper()
	parsed, err := rules.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	set, err := rules.Compile(parsed)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// rule is the JSON of a rule with the given members beside its id and severity.
func rule(members string) string {
	return `{"id":"r","severity":"error",` + members + `}`
}

// describe lists findings as "field[index]: message".
func describe(findings []rules.Finding) []string {
	var all []string
	for i := range findings {
		f := &findings[i]
		all = append(all, fmt.Sprintf("%s[%d]: %s%s", f.Field, f.Index, f.Message("en"), f.Fault))
	}
	return all
}

func TestKinds(t *testing.T) {
	cases := []struct {
		name, rule string
		change     func(*shipment.Order)
		want       []string // of the changed order; nothing is found in the example
	}{
		{
			"required text", `"kind":"required","field":"consignee_postal"`,
			func(o *shipment.Order) { o.Consignee.Postal = "" },
			[]string{"consignee_postal[-1]: This field is required."},
		},
		{
			"required number", `"kind":"required","field":"order_height"`,
			func(o *shipment.Order) { o.Height = 0 },
			[]string{"order_height[-1]: This field is required."},
		},
		{
			"required text of items", `"kind":"required","field":"item_desc"`,
			func(o *shipment.Order) { o.Items[1].Desc = "" },
			[]string{"item_desc[1]: This field is required."},
		},
		{
			"required number of items", `"kind":"required","field":"item_price_value"`,
			func(o *shipment.Order) { o.Items[0].PriceValue = 0 },
			[]string{"item_price_value[0]: This field is required."},
		},
		{
			"required list", `"kind":"required","field":"tax_ids"`,
			func(o *shipment.Order) { o.Trade = nil },
			[]string{"tax_ids[-1]: This field is required."},
		},
		{
			"pattern of the whole value", `"kind":"pattern","field":"consignee_postal","pattern":"[0-9]{5}|x"`,
			func(o *shipment.Order) { o.Consignee.Postal = "045244" },
			[]string{"consignee_postal[-1]: Enter a value of the form [0-9]{5}|x."},
		},
		{
			"pattern of items", `"kind":"pattern","field":"item_desc","pattern":"[A-Z].*"`,
			func(o *shipment.Order) { o.Items[0].Desc = "shirt" },
			[]string{"item_desc[0]: Enter a value of the form [A-Z].*."},
		},
		{
			"postal code with a pattern", `"kind":"postal_code","party":"shipper","pattern":"[0-9]{6}"`,
			func(o *shipment.Order) { o.Pickup.Postal = "23880" },
			[]string{"pickup_postal[-1]: Enter a postal code of the form [0-9]{6}."},
		},
		{
			"weight", `"kind":"max_weight","kg":1.5`,
			func(o *shipment.Order) { o.Weight = 1501 },
			[]string{"order_weight[-1]: Ensure this value is less than or equal to 1.5."},
		},
		{
			"length", `"kind":"max_length","cm":30`,
			func(o *shipment.Order) { o.Height = 3001 },
			[]string{"order_height[-1]: Ensure that the longest side is at most 30 cm."},
		},
		{
			"length of a cube", `"kind":"max_length","cm":30`,
			func(o *shipment.Order) { o.Length, o.Width, o.Height = 3001, 3001, 3001 },
			[]string{"order_length[-1]: Ensure that the longest side is at most 30 cm."},
		},
		{
			"length of two sides", `"kind":"max_length","cm":30`,
			func(o *shipment.Order) { o.Width, o.Height = 3001, 3001 },
			[]string{"order_width[-1]: Ensure that the longest side is at most 30 cm."},
		},
		{
			"girth", `"kind":"max_girth","cm":90`,
			func(o *shipment.Order) { o.Width++ },
			[]string{"order_length[-1]: Ensure that the longest side plus twice the two other sides is at most 90 cm."},
		},
		{
			"volumetric weight", `"kind":"max_volumetric_weight","kg":1.2,"divisor":5000`,
			func(o *shipment.Order) { o.Length++ },
			[]string{"order_length[-1]: Ensure that length × width × height / 5000 is at most 1.2 kg."},
		},
		{
			"value", `"kind":"max_value","amount":21,"currency":"SGD"`,
			func(o *shipment.Order) { o.Items[0].PriceValue++ },
			[]string{"items[-1]: Ensure that the items in SGD are worth at most SGD 21 in all."},
		},
		{
			"value beyond 64 bits", `"kind":"max_value","amount":99999999.99,"currency":"SGD"`,
			func(o *shipment.Order) { o.Items[0].Quantity, o.Items[0].PriceValue = 1<<31-1, 999999999999 },
			[]string{"items[-1]: Ensure that the items in SGD are worth at most SGD 99999999.99 in all."},
		},
		{
			"amount to collect", `"kind":"max_cod_amount","amount":100,"currency":"KRW"`,
			func(o *shipment.Order) { o.PaymentType, o.CODAmountToCollect = shipment.PaymentCOD, 10001 },
			[]string{"cod_amt_to_collect[-1]: Ensure this value is less than or equal to 100."},
		},
		{
			"words", `"kind":"forbidden_words","field":"item_desc","words":["Lithium  Battery","knife"]`,
			func(o *shipment.Order) { o.Items[1].Desc = "One LITHIUM\nbattery, new" },
			[]string{`item_desc[1]: The word "lithium battery" is not accepted.`},
		},
		{
			"words of several fields", `"kind":"forbidden_words","field":["item_desc","item_customs_desc"],"words":["knife"]`,
			func(o *shipment.Order) { o.Items[0].Desc, o.Items[1].Trade.CustomsDesc = "A knife", "Steel knife" },
			[]string{`item_desc[0]: The word "knife" is not accepted.`, `item_customs_desc[1]: The word "knife" is not accepted.`},
		},
		{
			"a word alone in the first field that says something",
			`"kind":"vague_words","field":["item_customs_desc","item_desc"],"words":["gift"]`,
			func(o *shipment.Order) {
				o.Items[0].Trade, o.Items[0].Desc = &shipment.ItemTrade{CustomsDesc: "Cotton shirt"}, "Gift"
				o.Items[1].Trade.CustomsDesc = "Gift."
			},
			[]string{`item_customs_desc[1]: The word "gift" is not accepted.`},
		},
		{
			"embargo", `"kind":"embargo","places":["Cuba","Ukraine: 295000-299999, 83"]`,
			func(o *shipment.Order) { o.Consignee.Country = "CU" },
			[]string{"consignee_country[-1]: Parcels from or to Cuba are not accepted."},
		},
		{
			"embargo of a part", `"kind":"embargo","party":"shipper","places":["Ukraine: 295000-299999, 83"]`,
			func(o *shipment.Order) { o.Pickup.Country, o.Pickup.Postal = "UA", "83-000" },
			[]string{"pickup_postal[-1]: Parcels from or to 83-000 in Ukraine are not accepted."},
		},
		{
			"a word alone", `"kind":"vague_words","field":"item_desc","words":["Birthday Gift"]`,
			func(o *shipment.Order) {
				o.Items[0].Desc, o.Items[1].Desc = "Birthday gift box of cotton", "BIRTHDAY  gift!"
			},
			[]string{`item_desc[1]: The word "birthday gift" is not accepted.`},
		},
		{
			"categories", `"kind":"forbidden_categories","categories":["Weapons"]`,
			func(o *shipment.Order) { o.Items[0].Category = "WEAPONS" },
			[]string{"item_category[0]: Items of the category WEAPONS are not accepted."},
		},
		{
			"HS codes", `"kind":"forbidden_hs_codes","prefixes":["93"]`,
			func(o *shipment.Order) { o.Items[1].Trade.HSCode = "930190" },
			[]string{"item_hs_code[1]: Items with an HS code that begins with 93 are not accepted."},
		},
		{
			"decimals of a currency", `"kind":"currency_decimals"`,
			func(o *shipment.Order) { o.Items[1].PriceValue, o.Items[1].PriceCurrency = 725, "JPY" },
			[]string{"item_price_value[1]: Enter an amount with the decimals of JPY: at most 0."},
		},
		{
			"HS codes of the nomenclature", `"kind":"known_hs_code"`,
			func(o *shipment.Order) { o.Items[1].Trade.HSCode = "9801000001" },
			[]string{"item_hs_code[1]: Enter another HS code: 980100 is not in the Harmonized System of 2022. " +
				"Search it by a description of the goods."},
		},
		{
			"HS codes of the tariff of the destination", `"kind":"hs_code_length"`,
			func(o *shipment.Order) { o.Items[1].Trade.HSCode = "610910000000" },
			[]string{"item_hs_code[1]: Enter the HS code with 6 digits, or with the 10 digits of the destination (South Korea): it has 12."},
		},
		{
			"tax id", `"kind":"tax_id_required","party":"consignee","types":["TIN","PCCC"]`,
			func(o *shipment.Order) { o.Trade.TaxIDs[1].Party = shipment.PartyShipper },
			[]string{"tax_ids[-1]: Add a tax id of the consignee: TIN or PCCC."},
		},
		{
			"tax id in the field of the interface",
			`"kind":"tax_id_required","party":"consignee","types":["PCCC"],"field":"consignee_identifcation_number"`,
			func(o *shipment.Order) { o.Trade = nil },
			[]string{"consignee_identifcation_number[-1]: Add a tax id of the consignee: PCCC."},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			set := compile(t, rule(c.rule))
			o := example()
			if found := set.Check(o, noon); found != nil {
				t.Errorf("the example: %q", describe(found))
			}
			c.change(o)
			if diff := cmp.Diff(c.want, describe(set.Check(o, noon))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatPasses(t *testing.T) {
	cases := []struct {
		name, rule string
		change     func(*shipment.Order)
	}{
		{"an absent value and a pattern", `"kind":"pattern","field":"consignee_city","pattern":"x"`, func(*shipment.Order) {}},
		{
			"the identification number of the interface", `"kind":"tax_id_required","party":"consignee","types":["PCCC"]`,
			func(o *shipment.Order) {
				o.Trade, o.IdentificationDocumentName, o.ConsigneeIdentificationNumber = nil, "pccc ", "P123456789012"
			},
		},
		{
			"another part of a country", `"kind":"embargo","places":["South Korea: 0-2, 99999"]`,
			func(o *shipment.Order) { o.Consignee.Postal = "30451" },
		},
		{"another currency", `"kind":"max_value","amount":1,"currency":"EUR"`, func(*shipment.Order) {}},
		{
			"an amount that is not collected", `"kind":"max_cod_amount","amount":1,"currency":"KRW"`,
			func(o *shipment.Order) { o.CODAmountToCollect = 100000 },
		},
		{
			"an amount of the limit", `"kind":"max_cod_amount","amount":100,"currency":"KRW"`,
			func(o *shipment.Order) { o.PaymentType, o.CODAmountToCollect = shipment.PaymentCOD, 10000 },
		},
		{
			"an amount in another currency", `"kind":"max_cod_amount","amount":1,"currency":"EUR"`,
			func(o *shipment.Order) { o.PaymentType, o.CODAmountToCollect = shipment.PaymentCOD, 100000 },
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := example()
			c.change(o)
			if found := compile(t, rule(c.rule)).Check(o, noon); found != nil {
				t.Errorf("%q", describe(found))
			}
		})
	}
}

func TestWholeWordsInEveryScript(t *testing.T) {
	cases := []struct {
		word, text string
		found      bool
	}{
		{"gun", "A GUN.", true},
		{"gun", "gunmetal, begun", false},
		{"gun", "gun-shaped", true},
		{"e-bike", "My E-Bike", true},
		{"e-bike", "e-bikes", false},
		{"Müll", "MÜLL", true},
		{"straße", "STRASSE", true},
		{"cafe\u0301", "CAFÉ", true},
		{"нож", "Складной НОЖ", true},
		{"нож", "ножницы", false},
		{"μάτι", "ΜΆΤΙ", true},
		{"battery", "ＢＡＴＴＥＲＹ", true},
		{"电池", "锂电池两个", true},
		{"gun", "玩具gun枪", true},
		{"แบตเตอรี่", "มีแบตเตอรี่ลิเธียม", true},
		{"سكين", "سكين مطبخ", true},
		{"power bank", "power  bank", true},
		{"power bank", "power banks", false},
		{"power bank", "power", false},
		{"power bank", "power cords", false},
		{"power bank", "power\tbank", true},
		{"power bank", "power\rbank", true},
		{"zebra", "ZEBRA", true},
		{"gun", "guna gunz gun0 gun9 9gun", false},
		{"9mm", "a 9mm", true},
		{"bank", "power bank", true},
		{".22", "caliber .22", true},
		{"%%", "100 %%", true},
	}
	for _, c := range cases {
		word, err := json.Marshal(c.word)
		if err != nil {
			t.Fatal(err)
		}
		set := compile(t, rule(`"kind":"forbidden_words","field":"delivery_note","words":[`+string(word)+`]`))
		o := example()
		o.DeliveryNote = c.text
		if found := set.Check(o, noon) != nil; found != c.found {
			t.Errorf("%q in %q: found is %v, want %v", c.word, c.text, found, c.found)
		}
	}
}

func TestScope(t *testing.T) {
	for name, c := range map[string]struct {
		scope string
		fits  bool
	}{
		"everything":                {``, true},
		"stars and nulls":           {`,"origin":"*","destination":"*","service_id":null,"account_id":null`, true},
		"the service":               {`,"service_id":3`, true},
		"another service":           {`,"service_id":4`, false},
		"the account":               {`,"account_id":7`, true},
		"another account":           {`,"account_id":8`, false},
		"the lane by name":          {`,"origin":"Singapore","destination":"South Korea"`, true},
		"the lane by code":          {`,"origin":"SG","destination":"kor"`, true},
		"one of some origins":       {`,"origin":["MY","SG"]`, true},
		"none of some origins":      {`,"origin":["MY","ID"]`, false},
		"a group of destinations":   {`,"destination":["EU","KR"]`, true},
		"another group":             {`,"destination":"EU"`, false},
		"one of some destinations":  {`,"destination":["Japan","KR"]`, true},
		"none of some destinations": {`,"destination":["JP","CN"]`, false},
		"another origin":            {`,"origin":"MY"`, false},
		"another destination":       {`,"origin":"SG","destination":"JP"`, false},
		"all of it":                 {`,"service_id":3,"account_id":7,"origin":"SG","destination":"KR"`, true},
		"all but the account":       {`,"service_id":3,"account_id":8,"origin":"SG","destination":"KR"`, false},
		"disabled":                  {`,"disabled":true`, false},
		"valid from the day":        {`,"valid_from":"2026-11-22"`, true},
		"valid from tomorrow":       {`,"valid_from":"2026-11-23"`, false},
		"valid until tomorrow":      {`,"valid_until":"2026-11-23"`, true},
		"not valid on that day":     {`,"valid_until":"2026-11-22"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			set := compile(t, rule(`"kind":"max_weight","kg":1`+c.scope))
			if found := set.Check(example(), noon) != nil; found != c.fits {
				t.Errorf("found is %v, want %v", found, c.fits)
			}
		})
	}
}

// TestRulesBeginAndEndAtMidnight: days are those of UTC.
func TestRulesBeginAndEndAtMidnight(t *testing.T) {
	set := compile(t, rule(`"kind":"max_weight","kg":1,"valid_from":"2026-11-22","valid_until":"2026-11-23"`))
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]bool{
		day.Add(-time.Second): false, day: true, day.Add(24*time.Hour - time.Second): true, day.Add(24 * time.Hour): false,
	} {
		if found := set.Check(example(), at) != nil; found != want {
			t.Errorf("at %v: found is %v, want %v", at, found, want)
		}
		if skip := set.Explain(example(), at)[0].Skip; (skip == rules.Checked) != want || !want && skip != rules.SkipDay {
			t.Errorf("at %v: skipped by %q", at, skip)
		}
	}
}

// TestAnOrderWithoutAScope: what an order of no account, service or country breaks is found once.
func TestAnOrderWithoutAScope(t *testing.T) {
	t.Parallel()
	set := compile(t, `[{"id":"all","severity":"error","kind":"max_weight","kg":1},
		{"id":"account","severity":"error","kind":"max_weight","kg":1,"account_id":7},
		{"id":"service","severity":"error","kind":"max_weight","kg":1,"service_id":7},
		{"id":"from","severity":"error","kind":"max_weight","kg":1,"origin":"SG"},
		{"id":"to","severity":"error","kind":"max_weight","kg":1,"destination":"KR"}]`)
	if found := set.Check(&shipment.Order{Weight: 2000}, time.Now()); len(found) != 1 || found[0].Rule.ID != "all" {
		t.Errorf("found %+v", found)
	}
}

func TestErrorsComeFirstThenTheOrderOfIDs(t *testing.T) {
	set := compile(t, `[
		{"id":"b","severity":"warning","kind":"max_weight","kg":1},
		{"id":"a","severity":"warning","kind":"max_weight","kg":1,"service_id":3},
		{"id":"d","severity":"error","kind":"max_weight","kg":1},
		{"id":"c","severity":"error","kind":"max_weight","kg":1,"origin":"SG"}]`)
	ids := func(found []rules.Finding) string {
		var all []string
		for i := range found {
			all = append(all, found[i].Rule.ID)
		}
		return strings.Join(all, "")
	}
	if got := ids(set.Check(example(), noon)); got != "cdab" {
		t.Errorf("Check finds %s, want cdab", got)
	}
	if got := ids(set.Check(example(), noon, rules.SeverityError)); got != "cd" {
		t.Errorf("Check of errors finds %s, want cd", got)
	}
}

func TestSeverities(t *testing.T) {
	for severity, want := range map[string]struct{ refuses, holds bool }{"error": {true, false}, "hold": {false, true}, "warning": {}} {
		set := compile(t, `{"id":"r","severity":"`+severity+`","kind":"max_weight","kg":1}`)
		for _, f := range set.Check(example(), noon) {
			if f.Refuses() != want.refuses || f.Holds() != want.holds {
				t.Errorf("%s refuses: %t, holds: %t", severity, f.Refuses(), f.Holds())
			}
		}
	}
}

func TestAReturnIsNotAskedForWhatItCannotSend(t *testing.T) {
	set := compile(t, `[
		{"id":"a","severity":"error","kind":"required","field":"consignee_province"},
		{"id":"b","severity":"error","kind":"required","field":"consignee_city"}]`)
	o := example()
	if got := len(set.Check(o, noon)); got != 2 {
		t.Errorf("%d findings of an order, want 2", got)
	}
	o.Return = true
	if got := describe(set.Check(o, noon)); len(got) != 1 || !strings.HasPrefix(got[0], "consignee_city") {
		t.Errorf("findings of a return: %q", got)
	}
}

func TestFindingsAreBounded(t *testing.T) {
	set := compile(t, `[
		{"id":"a","severity":"warning","kind":"required","field":"item_sku"},
		{"id":"b","severity":"warning","kind":"required","field":"item_product_id"},
		{"id":"c","severity":"error","kind":"required","field":"item_hs_code"}]`)
	o := example()
	o.Items = make([]shipment.Item, 150)
	found := set.Check(o, noon)
	if len(found) != 150+rules.MaxFindings || found[149].Rule.ID != "c" || found[150].Rule.ID != "a" {
		t.Errorf("%d findings, want 150 errors and %d warnings", len(found), rules.MaxFindings)
	}
}

func TestMessage(t *testing.T) {
	set := compile(t, rule(`"kind":"max_weight","kg":1,"messages":{"en":"Too heavy.","zh-Hant":"太重","ko":"무겁다"}`))
	found := set.Check(example(), noon)
	for language, want := range map[string]string{
		"": "Too heavy.", "de": "Too heavy.", "KO": "무겁다", "ko-KR": "무겁다", "zh-hant-TW": "太重", "zh": "Too heavy.",
	} {
		if got := found[0].Message(language).String(); got != want {
			t.Errorf("%q: %q, want %q", language, got, want)
		}
	}
}

func TestANilSetHasNoRules(t *testing.T) {
	var set *rules.Set
	if set.Check(example(), noon) != nil || set.Check(example(), noon, rules.SeverityError) != nil ||
		set.With(&rules.Rates{}, nil, nil) != nil {
		t.Error("a nil set has rules")
	}
}
