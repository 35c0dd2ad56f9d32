package rules_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// laneRules are the rules that must speak about the lanes of testdata/lanes.json, by their numbers from 1. The others must be silent.
var laneRules = map[int]string{
	1: "eu-goods-description", 2: "eu-ioss-value", 3: "eu-excise-ioss", 4: "lithium-in-equipment", 5: "lithium-alone", 6: "eu-plants",
	7: "eu-composite", 8: "eu-hs-code", 10: "goods-value", 12: "no-voec-goods", 13: "gb-hs-code", 15: "gb-meat-dairy", 16: "gb-weapons",
	17: "us-hts10", 18: "us-metals", 19: "us-prior-notice", 20: "vape-us", 21: "us-cuba", 23: "ru-by-goods", 24: "embargo-ir",
	25: "embargo-crimea-ua", 27: "vape-au", 28: "au-meat", 30: "au-weapons", 31: "jp-tw-meat", 32: "jp-cbd", 33: "hk-cbd",
	34: "kr-pccc-required", 36: "kr-supplements", 37: "tw-tax-id-required", 38: "cn-tax-id-required",
	39: "vape-sg", 40: "vape-sg", 41: "sg-gum",
	42: "id-tax-id-required", 44: "id-phones", 45: "used-clothes-id", 46: "used-clothes-ph", 48: "in-gift", 49: "tr-declaration",
	50: "br-tax-id-required", 51: "cl-tax-id-required", 52: "ar-tax-id-required", 53: "ec-tax-id-required", 55: "aerosol", 57: "eu-mrn",
}

// droppedLanes are those whose source does not carry the verdict, or which no field of an order can make right: honey to New South
// Wales (BICON asks for a certificate in Western Australia alone), and the responsible person of a toy.
var droppedLanes = []int{9, 29}

// TestLanesOfPublicSources replays orders with the right verdict: each that would be stopped is told, by the rule that its source is
// about, and an ordinary one is silent.
func TestLanesOfPublicSources(t *testing.T) {
	t.Parallel()
	set := defaultSet(t)
	text, err := os.ReadFile("testdata/lanes.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Verdict string
		Order         map[string]any
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	right := 0
	for i, c := range cases {
		if slices.Contains(droppedLanes, i+1) {
			continue
		}
		var found []string
		for _, f := range set.Check(readOrder(t, c.Order), time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)) {
			found = append(found, f.Rule.ID+f.Fault)
		}
		want := laneRules[i+1]
		switch {
		case c.Verdict == "go" && found != nil:
			t.Errorf("%d, %s: a false alarm: %v", i+1, c.Name, found)
		case c.Verdict != "go" && !slices.Contains(found, want):
			t.Errorf("%d, %s: %v, not %q", i+1, c.Name, found, want)
		default:
			right++
		}
	}
	if right < 53 {
		t.Errorf("%d of %d lanes are right: want 53", right, len(cases))
	}
}

// readOrder reads an order as the API does, of a service that goes anywhere.
func readOrder(t *testing.T, order map[string]any) *shipment.Order {
	t.Helper()
	order["service_id"] = 99
	body, err := json.Marshal(map[string]any{"secret_key": "key", "orders": []any{order}})
	if err != nil {
		t.Fatal(err)
	}
	sent, err := request.Decode(body, request.CreateShape())
	if err != nil {
		t.Fatal(err)
	}
	lookups := requesttest.NewDecoder().Lookups()
	lookups.Services[99] = shipment.Service{ServiceID: 99, Name: "Anywhere"}
	valid, problems, err := request.ReadCreate(t.Context(), sent, lookups)
	if err != nil || problems != nil {
		t.Fatal(err, string(problems.AppendJSON(nil)))
	}
	return &valid.Orders[0]
}

// TestBorders has orders at the edges of rules.
func TestBorders(t *testing.T) {
	t.Parallel()
	set := defaultSet(t)
	november, october := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC), time.Date(2026, 10, 31, 12, 0, 0, 0, time.UTC)
	item := func(text, code string) change {
		return func(o *shipment.Order) { o.Items[0].Desc, o.Items[0].Trade.HSCode = text, code }
	}
	unknown := func(o *shipment.Order) { o.Items[0].SKU, o.Items[0].Trade.ManufacturerCode = "", "" }
	twice := func(o *shipment.Order) { o.Items, o.Weight = append(o.Items, o.Items[0]), 2*o.Weight }
	other := func(o *shipment.Order) {
		second := *o.Items[0].Trade
		second.HSCode = "8517130000"
		o.Items, o.Weight = append(o.Items, o.Items[0]), 2*o.Weight
		o.Items[1].Trade = &second
	}
	asACID := func(number string) change {
		return func(o *shipment.Order) { o.Trade.ImporterReference = number }
	}
	sale := shirts
	for _, c := range []struct {
		name, lane string
		change     change
		at         time.Time
		want       string
	}{
		{"power bank", "CN JP", item("移动电源 20000mAh 74Wh", "850760"), november, "lithium-alone"},
		{"loose cells", "CN JP", item("loose 18650 cells", "850760"), november, "lithium-alone"},
		{"bicycle", "CN JP", item("electric bicycle", "871160"), november, "lithium-vehicle"},
		{"AA toy", "CN JP", item("toy car, 2 AA alkaline included", "950300"), november, ""},
		{"case", "CN JP", item("silicone case for power bank", "392690"), november, ""},
		{"charger", "CN JP", item("USB-C charger, no battery", "850440"), november, ""},
		{"holder", "CN JP", item("18650 battery holder, plastic", "853690"), november, ""},
		{"words of Taiwan", "CN JP", item("行動電源 10000mAh", ""), november, "lithium-alone"},
		{"words of Korea", "CN JP", item("보조배터리 20000mAh", ""), november, "lithium-alone"},
		{"words of Thailand", "CN JP", item("พาวเวอร์แบงค์ 20000 mAh", ""), november, "lithium-alone"},
		{"words of Vietnam", "CN SG", item("Thuốc lá điện tử", ""), november, "vape-sg"},
		{"with what comes along", "CN JP", item("Power bank with case", ""), november, "lithium-alone"},
		{"the text for customs", "CN JP", all(item("Gadget 3", ""), declared("power bank")), november, "lithium-alone"},
		{"the second item alone", "CN SG", func(o *shipment.Order) {
			o.Items = append(o.Items, shipment.Item{
				Desc: "Mint gum", Quantity: 1, PriceValue: 100, PriceCurrency: "USD", Trade: &shipment.ItemTrade{HSCode: "170410"},
			})
		}, november, "sg-gum 1"},

		{"without identifiers in October", "HK DE", all(item("T-shirt of cotton", "610910"), unknown), october, ""},
		{"without identifiers", "HK DE", all(item("T-shirt of cotton", "610910"), unknown), november, "eu-product-identifiers"},
		{"a gift", "HK DE", all(item("T-shirt of cotton", "610910"), unknown, because(shipment.ExportGift)), november, ""},
		{"above 150 EUR", "HK DE", all(item("T-shirt of cotton", "610910"), unknown, costs(180_00, "EUR")), november, ""},
		{
			"surely below 150 EUR", "HK DE", all(item("T-shirt of cotton", "610910"), unknown, costs(300_00, "HKD")), november,
			"eu-product-identifiers",
		},

		{"a currency without rates", "HK DE", all(item("T-shirt of cotton", "610910"), unknown, costs(900_000_00, "AFN"),
			shipperHas("IOSS", "IM2760000007")), november, ""},
		{"surely above 150 EUR", "HK DE", all(item("T-shirt of cotton", "610910"), costs(1800_00, "HKD"),
			shipperHas("IOSS", "IM2760000007")), november, "eu-ioss-value"},
		{"in doubt about 150 EUR", "HK DE", all(item("T-shirt of cotton", "610910"), unknown, costs(1300_00, "HKD"),
			shipperHas("IOSS", "IM2760000007")), november, ""},

		{"a currency whose rates are not to be used", "US SG", all(item("Laptop", "8471300100"), costs(700_000_00, "VED")), november, ""},
		{"to Guam", "US GU", all(item("Laptop", "8471300100"), costs(2600_00, "USD"), at("96910")), november, ""},
		{"steel to Puerto Rico", "US PR", all(item("Steel pan", "7323930045"), at("00901")), november, ""},
		{"perfume within the European Union", "DE AT", all(item("Eau de parfum 50 ml", "330300"), at("1010")), november, ""},
		{"perfume into the European Union", "HK DE", item("Eau de parfum 50 ml", "330300"), november, "flammable"},
		{"a colour", "HK DE", all(item("Champagne satin dress", ""), shipperHas("IOSS", "IM2760000007")), november, "eu-hs-code"},
		{"seeds of hemp", "CN HK", item("大麻籽 500g", ""), november, ""},
		{"to Canada", "US CA", all(item("Laptop", "8471300100"), costs(3000_00, "USD")), november, ""},
		{"one item", "US SG", all(item("Laptop", "8471300100"), costs(2600_00, "USD")), november, "us-itn"},
		{"two codes", "US SG", all(item("Laptop", "8471300100"), costs(1500_00, "USD"), other), november, ""},
		{"one code twice", "US SG", all(item("Laptop", "8471300100"), costs(1300_00, "USD"), twice), november, "us-itn"},

		{"19 digits", "SG EG", asACID("4891340332021120017"), november, ""},
		{"18 digits", "SG EG", asACID("489134033202112001"), november, "eg-acid"},
		{"no ACID", "SG EG", asIs, november, "eg-acid"},
		{"to Syria", "SG SY", asIs, november, "sy-controls"},
		{"to North Korea", "SG KP", asIs, november, "embargo-kp"},
		{"Kyiv", "SG UA", at("01001"), november, ""},
		{"Kherson on the right bank", "SG UA", at("73000"), november, ""},
		{"a shirt to Russia", "SG RU", at("125009"), november, ""},

		{"Chinese in Singapore", "CN SG", func(o *shipment.Order) { o.Consignee.Name = "陈大文" }, november, "address-language"},
		{"with the name in Latin letters", "CN SG", func(o *shipment.Order) {
			o.Consignee.Name, o.MakeTrade().ConsigneeNameLatin = "陈大文", "Chen Dawen"
		}, november, ""},
		{"with the name alone in Latin letters", "CN SG", func(o *shipment.Order) {
			o.Consignee.Name, o.MakeTrade().ConsigneeNameLatin, o.Consignee.City = "陈大文", "Chen Dawen", "新加坡"
		}, november, "address-language"},
		{"with the address in Latin letters", "CN SG", func(o *shipment.Order) {
			o.Consignee.Address, o.Consignee.City, o.MakeTrade().ConsigneeAddressLatin = "安顺路10号", "新加坡", "10 Anson Road"
		}, november, ""},
		{"Japanese in Japan", "SG JP", all(withHS("610910"), func(o *shipment.Order) { o.Consignee.Name = "山田 タロー" }), november, ""},
	} {
		o := laneOrder(c.lane, sale)
		if _, to, _ := strings.Cut(c.lane, " "); laneParties[to].Name == "" {
			o.Consignee.Name, o.Consignee.Address, o.Consignee.Postal = "Ali", "1 Main Street", places[o.Consignee.Country][0]
		}
		c.change(o)
		var found []string
		for _, f := range set.Check(o, c.at) {
			id := f.Rule.ID
			if f.Index > 0 {
				id += " 1"
			}
			found = append(found, id)
		}
		if got := strings.Join(found, ", "); got != c.want {
			t.Errorf("%s: %q: want %q", c.name, got, c.want)
		}
	}
}

// BenchmarkDefault checks 1,000 ordinary orders of the lanes of tests.
func BenchmarkDefault(b *testing.B) {
	set, err := rules.Compile(rules.Default())
	if err != nil {
		b.Fatal(err)
	}
	var orders []*shipment.Order
	for i := range 1000 {
		c := lanes[i%len(lanes)]
		o := laneOrder(c.lane, c.goods)
		c.change(o)
		orders = append(orders, o)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, o := range orders {
			set.Check(o, noon)
		}
	}
}
