package easypost_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/shipment"
)

// received submits an order, and returns what EasyPost gets for customs: a value by its path in customs_info, nil if it
// is absent.
func received(t *testing.T, o shipment.Order, facts shipment.Customs) (value func(path ...string) any, refusal string) {
	t.Helper()
	s := easyposttest.New(t)
	_, err := clientOf(t, s, func(c *easypost.Config) { c.Customs = stated(facts) }).Submit(t.Context(), "K", o)
	if err != nil {
		if word := partner.Class(err); word != "refused" {
			t.Fatalf("%s: %v", word, err)
		}
		for _, call := range s.Calls() {
			if !strings.HasPrefix(call, "GET ") {
				t.Errorf("a refused order: %s", call)
			}
		}
		return nil, err.Error()
	}
	return func(path ...string) any { return s.Shipment("K", append([]string{"customs_info"}, path...)...) }, ""
}

// itemOf is a value of an item.
func itemOf(customs func(...string) any, item int, name string) any {
	return customs("customs_items").([]any)[item].(map[string]any)[name]
}

// TestFactsAreStated: what EasyPost receives is absent, from the order, or from a named setting.
func TestFactsAreStated(t *testing.T) {
	const (
		contents, explained = shipment.CustomsContents, shipment.CustomsExplanation
		signer, certify     = shipment.CustomsSigner, shipment.CustomsCertify
		exempted, limit     = shipment.CustomsExemption, shipment.CustomsExemptionLimit
	)
	with := func(pairs ...string) shipment.Customs {
		facts := enoughFacts()
		for i := 0; i < len(pairs); i += 2 {
			facts[pairs[i]] = pairs[i+1]
		}
		maps.DeleteFunc(facts, func(_, value string) bool { return value == "" })
		return facts
	}
	order := func(change func(*shipment.Order)) shipment.Order {
		o := orderTo("")
		change(&o)
		return o
	}
	plain := order(func(*shipment.Order) {})
	gift := order(func(o *shipment.Order) { o.Trade = &shipment.OrderTrade{ExportReason: shipment.ExportGift} })
	made := order(func(o *shipment.Order) {
		for i := range o.Items {
			o.Items[i].Trade = &shipment.ItemTrade{OriginCountry: "VN"}
		}
	})
	fromUS := order(func(o *shipment.Order) { o.Pickup.Country, o.Pickup.State = "US", "NV" })
	inTwo := order(func(o *shipment.Order) {
		o.Pickup.Country, o.Pickup.State, o.Items[1].PriceCurrency = "US", "NV", "USD"
	})
	for name, c := range map[string]struct {
		order shipment.Order
		facts shipment.Customs
		fact  string // of customs_info, or of its first item
		want  any
	}{
		"contents of a setting":          {plain, with(contents, "sample"), "contents_type", "sample"},
		"contents of the order":          {gift, with(), "contents_type", "gift"},
		"contents that are explained":    {plain, with(contents, "other", explained, "Parts"), "contents_explanation", "Parts"},
		"an explanation of other ones":   {gift, with(contents, "other", explained, "Spare parts"), "contents_explanation", nil},
		"restriction of a setting":       {plain, with(), "restriction_type", "none"},
		"no signer":                      {plain, with(), "customs_signer", nil},
		"signer of a setting":            {plain, with(signer, "Ann Lee"), "customs_signer", "Ann Lee"},
		"no certification":               {plain, with(signer, "Ann Lee"), "customs_certify", nil},
		"certification that is off":      {plain, with(signer, "Ann Lee", certify, "no"), "customs_certify", nil},
		"certification of a setting":     {plain, with(signer, "Ann Lee", certify, "yes"), "customs_certify", true},
		"no way back":                    {plain, with(), "non_delivery_option", nil},
		"what to do of a setting":        {plain, with(shipment.CustomsNonDelivery, "abandon"), "non_delivery_option", "abandon"},
		"origin of a setting":            {plain, with(shipment.CustomsOrigin, "CN"), "origin_country", "CN"},
		"origin of the items":            {made, with(shipment.CustomsOrigin, ""), "origin_country", "VN"},
		"no exemption elsewhere":         {plain, with(exempted, "NOEEI 30.37(a)", limit, "none"), "eel_pfc", nil},
		"an exemption of a setting":      {fromUS, with(exempted, "NOEEI 30.37(a)", limit, "2500 SGD"), "eel_pfc", "NOEEI 30.37(a)"},
		"an exemption without any limit": {fromUS, with(exempted, "NOEEI 30.36", limit, "none"), "eel_pfc", "NOEEI 30.36"},
	} {
		customs, refusal := received(t, c.order, c.facts)
		if refusal != "" {
			t.Errorf("%s: %s", name, refusal)
			continue
		}
		got := customs(c.fact)
		if c.fact == "origin_country" {
			got = itemOf(customs, 0, c.fact)
		}
		if got != c.want {
			t.Errorf("%s: EasyPost receives %v, want %v", name, got, c.want)
		}
	}
	for refusal, c := range map[string]struct {
		order shipment.Order
		facts shipment.Customs
	}{
		"export_reason is missing":                  {plain, with(contents, "")},
		"restriction_type is missing":               {plain, with(shipment.CustomsRestriction, "")},
		"items[0].item_origin_country is missing":   {plain, with(shipment.CustomsOrigin, "")},
		"export_itn or export_exemption is missing": {fromUS, with()},
		"The goods are worth 93.99 SGD, and export_exemption NOEEI 30.37(a) holds up to 93 SGD": {
			fromUS, with(exempted, "NOEEI 30.37(a)", limit, "93 SGD"),
		},
		"export_exemption_limit is 2500 USD, and the prices of the items are in SGD: they cannot be compared.": {
			fromUS, with(exempted, "X", limit, "2500 USD"),
		},
		"export_exemption_limit is 2500 SGD, and the prices of the items are in several currencies": {
			inTwo, with(exempted, "X", limit, "2500 SGD"),
		},
	} {
		if _, got := received(t, c.order, c.facts); !strings.HasPrefix(got, refusal) {
			t.Errorf("%q, want %q", got, refusal)
		}
	}
}

// TestFactsHaveASource: each fact that EasyPost receives is absent, or from the order, its account or its service, in this order.
func TestFactsHaveASource(t *testing.T) {
	said := orderTo("")
	said.Trade = &shipment.OrderTrade{ExportReason: shipment.ExportGift}
	for i := range said.Items {
		said.Items[i].Trade = &shipment.ItemTrade{OriginCountry: "VN"}
	}
	for _, c := range []struct {
		name, sent       string // the fact, and its name in customs_info
		account, service string
		order            any  // what an order says; nil: it cannot say this fact
		needed           bool // refused if nobody states it
	}{
		{shipment.CustomsContents, "contents_type", "sample", "documents", "gift", true},
		{shipment.CustomsOrigin, "origin_country", "CN", "ID", "VN", true},
		{shipment.CustomsRestriction, "restriction_type", "none", "none", nil, true},
		{shipment.CustomsSigner, "customs_signer", "Ann Lee", "Bob Ray", nil, false},
		{shipment.CustomsNonDelivery, "non_delivery_option", "abandon", "return", nil, false},
	} {
		get := func(o shipment.Order, account, service string) (value any, refusal string) {
			defaults := enoughFacts()
			own := shipment.Customs{}
			if delete(defaults, c.name); service != "" {
				defaults[c.name] = service
			}
			if account != "" {
				own[c.name] = account
			}
			customs, refusal := received(t, o, own.Over(defaults))
			switch {
			case refusal != "":
				return nil, refusal
			case c.sent == "origin_country":
				return itemOf(customs, 0, c.sent), ""
			}
			return customs(c.sent), ""
		}
		if got, refusal := get(orderTo(""), "", ""); got != nil || (refusal != "") != c.needed {
			t.Errorf("%s that nobody states: EasyPost receives %v, refused %q", c.name, got, refusal)
		}
		if got, refusal := get(orderTo(""), "", c.service); got != c.service {
			t.Errorf("%s of the service: EasyPost receives %v, refused %q", c.name, got, refusal)
		}
		if got, refusal := get(orderTo(""), c.account, c.service); got != c.account {
			t.Errorf("%s of the account: EasyPost receives %v, refused %q", c.name, got, refusal)
		}
		if got, refusal := get(said, c.account, c.service); c.order != nil && got != c.order {
			t.Errorf("%s of the order: EasyPost receives %v, refused %q", c.name, got, refusal)
		}
	}
}

// TestAllMissingFactsAreNamed: a shipper does not have to submit once for each of them. Each says where to state it.
func TestAllMissingFactsAreNamed(t *testing.T) {
	o := orderTo("")
	o.Pickup.Country, o.Pickup.State = "US", "NV"
	const where = " in the console (Settings, Customs) or by `waybill account customs`."
	const want = "export_reason is missing: customs needs it. Send it with the order, or state contents_type" + where +
		" restriction_type is missing: customs needs it. State it" + where +
		" items[0].item_origin_country is missing: customs needs it. Send it with the order, or state origin_country" + where +
		" export_itn or export_exemption is missing: customs needs it. Send it with the order, or state export_exemption" + where
	if _, refusal := received(t, o, nil); refusal != want {
		t.Errorf("%q, want %q", refusal, want)
	}
}

// TestExemptionsEndByTariffNumber: the limit is for the goods of one number.
func TestExemptionsEndByTariffNumber(t *testing.T) {
	facts := enoughFacts()
	facts[shipment.CustomsExemption], facts[shipment.CustomsExemptionLimit] = "NOEEI 30.37(a)", "81 SGD"
	for codes, exempt := range map[[2]string]bool{
		{"6403990000", "6505000000"}: true, {"6403990000", "6403990000"}: false, {"6403990000", ""}: false,
		{"640399", "650500"}: true, {"6403990010", "6403990020"}: true, {"6403990010", "640399"}: false,
	} {
		o := orderTo("")
		o.Pickup.Country, o.Pickup.State = "US", "NV"
		for i, code := range codes {
			o.Items[i].Trade = &shipment.ItemTrade{HSCode: code}
		}
		if _, refusal := received(t, o, facts); (refusal == "") != exempt {
			t.Errorf("%v: %q", codes, refusal)
		}
	}
}

// TestStatedWeights: a stated net weight is never replaced. The parcel has 1.25 kg.
func TestStatedWeights(t *testing.T) {
	for name, c := range map[string]struct {
		grams   [2]shipment.Thousandths
		want    string // ounces of the lines
		refusal string
	}{
		"none":          {[2]shipment.Thousandths{}, "29.394 14.698", ""},
		"both":          {[2]shipment.Thousandths{500, 100}, "35.273 3.527", ""},
		"one":           {[2]shipment.Thousandths{500, 0}, "35.273 8.818", ""},
		"heavier":       {[2]shipment.Thousandths{500, 251}, "", "The items weigh 1.251 kg net (item_weight times item_quantity), and"},
		"much heavier":  {[2]shipment.Thousandths{9_999_999_999, 0}, "", "The items weigh 19999999.998 kg net"},
		"nothing left":  {[2]shipment.Thousandths{625, 0}, "", "An item has no item_weight, and the others weigh all the 1.25 kg"},
		"as the parcel": {[2]shipment.Thousandths{575, 100}, "40.565 3.527", ""},
	} {
		o := orderTo("")
		for i, grams := range c.grams {
			o.Items[i].Trade = &shipment.ItemTrade{Weight: grams}
		}
		customs, refusal := received(t, o, enoughFacts())
		if !strings.HasPrefix(refusal, c.refusal) || (refusal == "") != (c.refusal == "") {
			t.Errorf("%s: %q, want %q", name, refusal, c.refusal)
		}
		if refusal == "" {
			if got := fmt.Sprint(itemOf(customs, 0, "weight"), " ", itemOf(customs, 1, "weight")); got != c.want {
				t.Errorf("%s: %s ounces, want %s", name, got, c.want)
			}
		}
	}
}

// TestExemptionsAtTheirLimit: goods of exactly the limit are exempt, whatever their prices are. One cent more ends it.
func TestExemptionsAtTheirLimit(t *testing.T) {
	facts := enoughFacts()
	facts[shipment.CustomsExemption], facts[shipment.CustomsExemptionLimit] = "NOEEI 30.37(a)", "2500 SGD"
	for last, exempt := range map[shipment.Hundredths]bool{45171: true, 45172: false} {
		o := orderTo("")
		o.Pickup.Country, o.Pickup.State, o.Items = "US", "NV", nil
		for _, price := range []shipment.Hundredths{1, 204828, last} { // as floats 0.01 + 2048.28 + 451.71 is above 2500
			o.Items = append(o.Items, shipment.Item{Desc: "Hat", Quantity: 1, PriceValue: price, PriceCurrency: "SGD"})
		}
		if _, refusal := received(t, o, facts); (refusal == "") != exempt {
			t.Errorf("%v: %q", last, refusal)
		}
	}
}

// TestAnEarlierShipmentSaysTheSame: postage is not bought for a shipment that says for customs what nobody states any more,
// and is bought if only EasyPost changed it.
func TestAnEarlierShipmentSaysTheSame(t *testing.T) {
	set := func(name, value string) func(*shipment.Order, shipment.Customs) {
		return func(_ *shipment.Order, facts shipment.Customs) { facts[name] = value }
	}
	weigh := func(grams shipment.Thousandths) func(*shipment.Order, shipment.Customs) {
		return func(o *shipment.Order, _ shipment.Customs) {
			o.Items = slices.Clone(o.Items)
			for i := range o.Items {
				o.Items[i].Trade = &shipment.ItemTrade{Weight: grams}
			}
		}
	}
	for name, c := range map[string]struct {
		change func(*shipment.Order, shipment.Customs)
		bought int
	}{
		"nothing":     {func(*shipment.Order, shipment.Customs) {}, 1},
		"contents":    {set(shipment.CustomsContents, "gift"), 0},
		"explanation": {set(shipment.CustomsExplanation, "Parts"), 0},
		"origin":      {set(shipment.CustomsOrigin, "CN"), 0},
		"way back":    {set(shipment.CustomsNonDelivery, "abandon"), 0},
		"as EasyPost": {set(shipment.CustomsNonDelivery, "return"), 1},
		"lighter":     {weigh(100), 0},
		"heavier":     {weigh(350), 0},
		"restriction": {set(shipment.CustomsRestriction, "quarantine"), 0},
		"signer":      {set(shipment.CustomsSigner, "Bob Ray"), 0},
		"certificate": {set(shipment.CustomsCertify, "yes"), 0},
		"exemption":   {set(shipment.CustomsExemption, "NOEEI 30.37(h)"), 0},
	} {
		s := easyposttest.New(t)
		s.Intercept = refuseWith(429, "RATE_LIMITED", "Slow down.", isPath("POST", "/buy"))
		facts, o := enoughFacts(), orderTo("")
		facts[shipment.CustomsSigner], o.Pickup.Country, o.Pickup.State = "Ann Lee", "US", "NV"
		facts[shipment.CustomsExemption], facts[shipment.CustomsExemptionLimit] = "NOEEI 30.37(a)", "2500 SGD"
		weigh(300)(&o, facts)
		client := clientOf(t, s, func(c *easypost.Config) { c.Customs = stated(facts) })
		if _, err := client.Submit(t.Context(), "K", o); partner.Class(err) != "temporary" {
			t.Fatal(err)
		}
		s.Intercept = nil
		s.Shipment("K", "customs_info").(map[string]any)["non_delivery_option"] = "return" // EasyPost fills it in
		c.change(&o, facts)
		_, err := client.Submit(t.Context(), "K", o)
		refused := err != nil && partner.Class(err) == "refused" && strings.Contains(err.Error(), "Cancel the order")
		if got := s.Purchases("K"); got != c.bought || refused != (c.bought == 0) {
			t.Errorf("%s: %v, and postage was bought %d times, want %d", name, err, got, c.bought)
		}
	}
}
