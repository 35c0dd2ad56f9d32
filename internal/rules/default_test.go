package rules_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/rules"
	"waybill/internal/sanctions"
	"waybill/internal/shipment"
)

// wrongOrders are what is wrong for each of the default rules. An order of a lane without it has no findings.
var wrongOrders = map[string]struct {
	origin, destination shipment.Country
	wrong               func(*shipment.Order)
}{
	"postal-code-consignee":  {"SG", "DE", func(o *shipment.Order) { o.Consignee.Postal = "1011" }},
	"postal-code-shipper":    {"SG", "DE", func(o *shipment.Order) { o.Pickup.Postal = "64053" }},
	"phone-of-the-consignee": {"SG", "DE", func(o *shipment.Order) { o.Consignee.Number = "+6591234567" }},

	"hs-code":        {"SG", "DE", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "000000" }},
	"hs-code-length": {"SG", "DE", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "6109100" }},
	"currency-decimals": {"SG", "DE", func(o *shipment.Order) {
		o.Items[0].PriceValue, o.Items[0].PriceCurrency = 725, "JPY"
	}},
	"net-weight": {"SG", "DE", func(o *shipment.Order) {
		o.Items[0].Trade.Weight, o.Items[0].Quantity = 334, 3 // 1.002 kg in a parcel of 1 kg
	}},
	"eu-hs-code":           {"SG", "DE", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "" }},
	"eu-goods-description": {"SG", "DE", func(o *shipment.Order) { o.Items[0].Desc = "Clothes." }},
	"eu-ioss-value": {"SG", "DE", func(o *shipment.Order) {
		o.Items[0].Quantity = 28 // SGD 280
		shipperHas("IOSS", "IM2760000007")(o)
	}},
	"lithium-alone":        {"CN", "SG", func(o *shipment.Order) { o.Items[0].Desc, o.Items[0].Trade.HSCode = "Power bank", "850760" }},
	"lithium-in-equipment": {"CN", "SG", describedAs("Speaker with lithium battery", "851822")},
	"lithium-vehicle":      {"CN", "SG", describedAs("Electric bicycle", "871160")},
	"aerosol":              {"CN", "SG", describedAs("噴漆 400 ml", "320890")},
	"flammable":            {"CN", "SG", describedAs("Eau de parfum 50 ml", "330300")},
	"vape-au":              {"SG", "AU", describedAs("E-liquid, 30 ml", "240412")},
	"vape-sg":              {"MY", "SG", describedAs("一次性电子烟", "854340")},
	"vape-us":              {"SG", "US", describedAs("Disposable vape", "8543400000")},
	"vape-tw":              {"SG", "TW", describedAs("加熱菸", "240411")},
	"vape-br":              {"SG", "BR", describedAs("Vape pods", "240412")},
	"vape-hk":              {"SG", "HK", describedAs("E-cigarette", "854340")},
	"vape-in":              {"SG", "IN", describedAs("E-cigarette", "854340")},
	"vape-th":              {"SG", "TH", describedAs("Vape, 2 ml", "854340")},
	"vape-mx":              {"SG", "MX", describedAs("Vape, 2 ml", "854340")},
	"us-tobacco-mail":      {"SG", "US", describedAs("Cigarettes", "2402208000")},
	"us-cuba":              {"SG", "US", func(o *shipment.Order) { o.Items[0].Trade.OriginCountry = "CU" }},
	"no-tobacco":           {"SG", "NO", describedAs("Cigars", "240210")},
	"eu-excise-ioss":       {"SG", "DE", both(describedAs("Whisky", "220830"), shipperHas("IOSS", "IM2760000007"))},
	"no-voec-goods":        {"SG", "NO", both(describedAs("Multivitamin tablets", "210690"), shipperHas("VOEC", "2021234"))},
	"eu-plants":            {"SG", "DE", describedAs("Vegetable seeds", "120991")},
	"au-seeds":             {"SG", "AU", describedAs("Flower seeds", "120930")},
	"us-seeds":             {"SG", "US", describedAs("Flower seeds", "1209300000")},
	"cn-animal-plant":      {"SG", "CN", describedAs("Salted eggs", "040719")},
	"eu-composite":         {"SG", "DE", describedAs("Noodles with pork broth", "190230")},
	"gb-meat-dairy":        {"FR", "GB", describedAs("Comté cheese", "040690")},
	"jp-tw-meat":           {"SG", "JP", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "160100" }},
	"au-honey-wa":          {"SG", "AU", both(describedAs("Raw honey", "040900"), func(o *shipment.Order) { o.Consignee.Postal = "6000" })},
	"gb-weapons":           {"SG", "GB", describedAs("Butterfly knife", "821193")},
	"au-weapons":           {"SG", "AU", describedAs("Flick knife", "821193")},
	"laser":                {"SG", "AU", describedAs("Green laser pointer", "901320")},
	"hk-cbd":               {"SG", "HK", describedAs("CBD gummies", "170490")},
	"jp-cbd":               {"SG", "JP", describedAs("CBD oil", "330129")},
	"kr-cbd":               {"SG", "KR", describedAs("CBD oil", "330129")},
	"kr-supplements": {"SG", "KR", both(describedAs("Multivitamin bottle", "210690"), func(o *shipment.Order) {
		o.Items[0].Quantity = 7
	})},
	"sg-gum":          {"MY", "SG", describedAs("Mint gum", "170410")},
	"sg-smokeless":    {"MY", "SG", describedAs("Chewing tobacco", "240399")},
	"used-clothes-id": {"SG", "ID", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "630900" }},
	"used-clothes-ph": {"SG", "PH", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "630900" }},
	"in-drone":        {"SG", "IN", describedAs("Drone", "880622")},
	"in-gift":         {"SG", "IN", func(o *shipment.Order) { o.Trade.ExportReason = shipment.ExportGift }},
	"id-phones": {"SG", "ID", both(describedAs("Smartphone", "851713"), func(o *shipment.Order) {
		o.Items[0].Quantity = 3
	})},
	"tr-declaration":      {"SG", "TR", func(o *shipment.Order) { o.Trade.ExportReason = shipment.ExportSale }},
	"us-metals":           {"SG", "US", describedAs("Pan of aluminium", "7615101500")},
	"sy-controls":         {"SG", "SY", func(*shipment.Order) {}},
	"address-language":    {"SG", "DE", func(o *shipment.Order) { o.Consignee.City = "Берлин" }},
	"rubbish-address":     {"SG", "SG", func(o *shipment.Order) { o.Consignee.Name = "undefined" }},
	"rubbish-description": {"SG", "SG", func(o *shipment.Order) { o.Items[0].Desc = "[object Object]" }},

	"mx-tax-id-required": {"SG", "MX", withoutNumber},
	"cl-tax-id-required": {"SG", "CL", withoutNumber},
	"ar-tax-id-required": {"SG", "AR", withoutNumber},
	"ec-tax-id-required": {"SG", "EC", withoutNumber},
	"cn-tax-id-required": {"SG", "CN", withoutNumber},
	"tw-tax-id-required": {"SG", "TW", withoutNumber},
	"cn-personal-limit":  {"SG", "CN", func(o *shipment.Order) { o.Items[0].Quantity = 40 }},
	"eg-acid":            {"SG", "EG", func(o *shipment.Order) { o.Trade.ImporterReference = "489134033202112001" }},
	"eu-ioss-gift": {"SG", "DE", both(shipperHas("IOSS", "IM2760000007"), func(o *shipment.Order) {
		o.Trade.ExportReason = shipment.ExportGift
	})},
	"us-itn":                 {"US", "SG", func(o *shipment.Order) { o.Items[0].Quantity = 600 }},
	"eu-mrn":                 {"DE", "SG", func(o *shipment.Order) { o.Items[0].Quantity = 200 }},
	"us-hts10":               {"SG", "US", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "610910" }},
	"us-prior-notice":        {"SG", "US", describedAs("Instant coffee", "2101110000")},
	"eu-product-identifiers": {"SG", "DE", func(o *shipment.Order) { o.Items[0].Trade.ManufacturerCode = "" }},
	"gtin":                   {"SG", "DE", func(o *shipment.Order) { o.Items[0].Trade.GTIN = "4006381333932" }},

	"sanctions":                {"SG", "DE", func(o *shipment.Order) { o.Consignee.Name = "Doe, Jané" }},
	"embargo-kp":               {"SG", "KP", func(*shipment.Order) {}},
	"embargo-ir":               {"SG", "IR", func(*shipment.Order) {}},
	"embargo-cu":               {"SG", "CU", func(*shipment.Order) {}},
	"embargo-from-kp":          {"KP", "SG", func(*shipment.Order) {}},
	"embargo-from-ir":          {"IR", "SG", func(*shipment.Order) {}},
	"embargo-from-cu":          {"CU", "SG", func(*shipment.Order) {}},
	"ru-by-goods":              {"SG", "RU", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "847130" }},
	"embargo-crimea-ua":        {"SG", "UA", coded("95000")},
	"embargo-crimea-ru":        {"SG", "RU", coded("295000")},
	"embargo-crimea-ru-ua":     {"SG", "UA", coded("295000")},
	"embargo-luhansk-ru":       {"SG", "RU", coded("291000")},
	"embargo-luhansk-city":     {"SG", "UA", coded("91000")},
	"embargo-donetsk-city":     {"SG", "UA", coded("83000")},
	"embargo-mariupol":         {"SG", "UA", coded("87500")},
	"embargo-sievierodonetsk":  {"SG", "UA", coded("93400")},
	"embargo-melitopol":        {"SG", "UA", coded("72300")},
	"embargo-berdiansk":        {"SG", "UA", coded("71100")},
	"embargo-enerhodar":        {"SG", "UA", coded("71500")},
	"embargo-tokmak":           {"SG", "UA", coded("71700")},
	"embargo-henichesk":        {"SG", "UA", coded("75500")},
	"embargo-donetsk-ask":      {"SG", "UA", coded("84300")},
	"embargo-luhansk-ask":      {"SG", "UA", coded("92000")},
	"embargo-kherson-ask":      {"SG", "UA", coded("74900")},
	"embargo-zaporizhzhia-ask": {"SG", "UA", coded("70500")},
	"embargo-russia-ua-codes":  {"SG", "RU", coded("283000")},
	"embargo-names":            {"SG", "UA", func(o *shipment.Order) { o.Consignee.City = "Мелітополь" }},
	"eu-animal-products":       {"SG", "DE", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "160100" }},
	"state-consignee":          {"SG", "US", func(o *shipment.Order) { o.Consignee.State = "Narnia" }},
	"postal-code-state":        {"SG", "US", func(o *shipment.Order) { o.Consignee.State, o.Consignee.Postal = "CA", "10001" }},
	"au-tobacco":               {"SG", "AU", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "240220" }},
	"au-meat":                  {"SG", "AU", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "160100" }},
	"gb-hs-code":               {"SG", "GB", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "" }},
	"goods-description":        {"SG", "JP", func(o *shipment.Order) { o.Items[0].Desc = "Clothing" }},
	"kr-passport":              {"SG", "KR", func(o *shipment.Order) { o.IdentificationDocumentName = "PASSPORT" }},
	"goods-language":           {"SG", "US", func(o *shipment.Order) { o.Items[0].Desc = "手机壳" }},
	"us-origin-country":        {"SG", "US", func(o *shipment.Order) { o.Items[0].Trade.OriginCountry = "" }},
	"us-hs-code":               {"SG", "US", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "" }},
	"us-goods-description":     {"SG", "US", func(o *shipment.Order) { o.Items[0].Trade.CustomsDesc = "Daily necessities" }},
	"goods-value":              {"SG", "DE", func(o *shipment.Order) { o.Items[0].PriceValue = 0 }},
	"no-voec-value": {"SG", "NO", func(o *shipment.Order) {
		o.Items[0].PriceValue = 600_00
		shipperHas("VOEC", "2021234")(o)
	}},
	"tr-tax-id-required": {"SG", "TR", withoutNumber},
	"tr-hs-code":         {"SG", "TR", func(o *shipment.Order) { o.Items[0].Trade.HSCode = "" }},
	"in-tax-id-required": {"SG", "IN", withoutNumber},
	"sa-tax-id-required": {"SG", "SA", func(o *shipment.Order) {
		o.Items[0].Quantity = 45 // SGD 450
		withoutNumber(o)
	}},
	"id-tax-id-required": {"SG", "ID", withoutNumber},
	"kr-pccc-required":   {"SG", "KR", withoutNumber},
	"br-tax-id-required": {"SG", "BR", withoutNumber},

	"id-nik":             {"SG", "ID", consigneeHas("NIK", "3171013002450001")},
	"id-npwp":            {"ID", "SG", shipperHas("NPWP", "01.000.013.2-093.000")},
	"kr-pccc":            {"SG", "KR", consigneeHas("PCCC", "P12345678901")},
	"kr-local-tax-id":    {"SG", "KR", consigneeHas("LOCALTAXID", "M123456789012")},
	"br-cpf":             {"SG", "BR", consigneeHas("CPF", "52998224724")},
	"br-cnpj":            {"SG", "BR", consigneeHas("CNPJ", "12.ABC.345/01DE-36")},
	"br-local-tax-id":    {"SG", "BR", consigneeHas("LOCALTAXID", "P123456789012")},
	"eu-ioss":            {"SG", "DE", shipperHas("IOSS", "IM0123456789")},
	"eu-eori":            {"SG", "DE", consigneeHas("EORI", "1234567")},
	"cn-resident-id":     {"SG", "CN", consigneeHas("RESIDENT_ID", "110105194912310021")},
	"tw-identity-number": {"SG", "TW", consigneeHas("RESIDENT_ID", "A123456788")},
	"sg-uen":             {"SG", "DE", shipperHas("UEN", "199201624E")},
	"in-gst":             {"SG", "IN", consigneeHas("GST", "27AAPFU0939F1ZO")},
	"in-pan":             {"SG", "IN", consigneeHas("PAN", "AAPF0939FU")},
	"th-tin":             {"SG", "TH", consigneeHas("TIN", "3101200000000")},
	"au-abn":             {"SG", "AU", consigneeHas("ABN", "51 824 753 557")},
	"au-arn":             {"SG", "AU", shipperHas("ARN", "30001234567")},
	"nz-gst":             {"SG", "NZ", consigneeHas("GST", "136410133")},
	"ar-cuit":            {"SG", "AR", consigneeHas("CUIT", "30-50001091-3")},
	"cl-rut":             {"SG", "CL", consigneeHas("RUT", "76.086.428-6")},
	"mx-rfc":             {"SG", "MX", consigneeHas("RFC", "GODE561331GR8")},
	"no-voec":            {"SG", "NO", shipperHas("VOEC", "202123")},
}

func describedAs(text, code string) func(*shipment.Order) {
	return func(o *shipment.Order) { o.Items[0].Desc, o.Items[0].Trade.HSCode = text, code }
}

func coded(postal string) func(*shipment.Order) {
	return func(o *shipment.Order) { o.Consignee.Postal = postal }
}

func both(changes ...func(*shipment.Order)) func(*shipment.Order) {
	return func(o *shipment.Order) {
		for _, c := range changes {
			c(o)
		}
	}
}

func withoutNumber(o *shipment.Order) { o.ConsigneeIdentificationNumber = "" }

func consigneeHas(taxType, number string) func(*shipment.Order) {
	return has(shipment.PartyConsignee, taxType, number)
}

func shipperHas(taxType, number string) func(*shipment.Order) {
	return has(shipment.PartyShipper, taxType, number)
}

func has(party, taxType, number string) func(*shipment.Order) {
	return func(o *shipment.Order) {
		o.Trade.TaxIDs = append(o.Trade.TaxIDs, shipment.TaxID{Party: party, Type: taxType, Number: number})
	}
}

// places are a postal code and a phone number of the countries of wrongOrders.
var places = map[shipment.Country][2]string{
	"SG": {"640534", "+6591234567"}, "ID": {"12420", "+6281234567890"}, "KR": {"03051", "+821012345678"},
	"DE": {"10115", "+4915112345678"}, "BR": {"01310-100", "+5511912345678"}, "CN": {"100808", "+8613912345678"},
	"TW": {"106409", "+886912345678"}, "IN": {"110001", "+919812345678"}, "TH": {"10210", "+66812345678"},
	"AU": {"2060", "+61412345678"}, "NZ": {"6011", "+64211234567"}, "AR": {"C1425DKF", "+5491112345678"},
	"CL": {"8340457", "+56912345678"}, "MX": {"02860", "+525512345678"}, "NO": {"0107", "+4791234567"},
	"US": {"94105", "+14155552671"}, "TR": {"34000", "+905321234567"}, "SA": {"12643", "+966501234567"}, "MY": {"50088", "+60123456789"},
	"EC": {"170517", "+593991234567"}, "EG": {"11511", "+201001234567"}, "PH": {"1000", "+639171234567"}, "HK": {"", "+85291234567"},
	"RU": {"125009", "+79161234567"}, "UA": {"01001", "+380501234567"}, "KP": {"", ""}, "IR": {"", ""}, "CU": {"", ""}, "SY": {"", ""},
	"FR": {"75001", "+33612345678"}, "GB": {"SW1A 1AA", "+447700900123"}, "JP": {"100-0005", "+819012345678"},
}

// orderOf is an order of a lane about which no default rule has anything to say.
func orderOf(origin, destination shipment.Country) *shipment.Order {
	party := func(c shipment.Country) shipment.Party {
		return shipment.Party{Name: "Tan", Number: places[c][1], Country: c, Address: "1 Main Street", Postal: places[c][0]}
	}
	hs := "610910"
	if destination == "US" {
		hs = "6109100012"
	}
	return &shipment.Order{
		ServiceID: 1, Length: 1000, Width: 1000, Height: 1000, Weight: 1000, PaymentType: shipment.PaymentPrepaid,
		IdentificationDocumentName: "OTHER", ConsigneeIdentificationNumber: "C01X00T47",
		Consignee: party(destination), Pickup: party(origin),
		Items: []shipment.Item{{
			Desc: "Shirt", Quantity: 1, PriceValue: 1000, PriceCurrency: "SGD", Trade: &shipment.ItemTrade{
				HSCode: hs, OriginCountry: "VN", ManufacturerCode: "M-77",
			}, SKU: "TS-1",
		}},
		Trade: &shipment.OrderTrade{ImporterReference: "4891340332021120017"},
	}
}

func defaultSet(t *testing.T) *rules.Set {
	t.Helper()
	set, err := rules.Compile(rules.Default())
	if err != nil {
		t.Fatal(err)
	}
	names, err := sanctions.NewSet([]string{"{\"list\":\"ofac\"}\n90037\tJANE DOE\n90039\tJane Doe\n"})
	if err != nil {
		t.Fatal(err)
	}
	return set.With(nil, nil, names)
}

// TestSanctions: each party is compared, also of domestic orders, and what a list says comes before what an embargo does.
func TestSanctions(t *testing.T) {
	const message = "A person must look at this parcel before it leaves: " +
		"the list of sanctions ofac has this name in its entry 90039, as Jane Doe."
	set := defaultSet(t)
	for field, listed := range map[string]func(*shipment.Order){
		"consignee_name":      func(o *shipment.Order) { o.Consignee.Name = "Jane Doe" },
		"pickup_contact_name": func(o *shipment.Order) { o.Pickup.Name, o.Trade = "Jane Doe", nil },
		"importer_name":       func(o *shipment.Order) { o.Trade.Importer.Name = "Jane Doe" },
		"sold_to_name":        func(o *shipment.Order) { o.Trade.SoldTo.Name = "Jane Doe" },
	} {
		for _, o := range []*shipment.Order{orderOf("SG", "KP"), orderOf("SG", "SG")} {
			listed(o)
			found := set.Check(o, noon, rules.SeverityHold)
			isBarred := o.Consignee.Country == "KP"
			if (len(found) == 3) != isBarred || len(found) < 2 || found[0].Rule.ID != "sanctions" || found[0].Field != field ||
				found[0].Index != -1 || found[1].Message("id").String() != message {
				t.Errorf("%s: %q", field, describe(found))
			}
		}
	}
}

// TestEmbargoesAreReadAgain: `waybill doctor` asks for it after 90 days.
func TestEmbargoesAreReadAgain(t *testing.T) {
	n := 0
	for _, r := range rules.Default() {
		if r.Kind != rules.KindEmbargo {
			continue
		}
		n++
		read, err := time.Parse(time.DateOnly, r.ReadOn)
		if err != nil || read.AddDate(0, 0, 90).Format(time.DateOnly) != r.ReviewOn {
			t.Errorf("%s was read on %s, and is to be read again on %s", r.ID, r.ReadOn, r.ReviewOn)
		}
	}
	if n == 0 {
		t.Error("there are no embargoes")
	}
}

func TestDefaultRules(t *testing.T) {
	set := defaultSet(t)
	ids := []string{}
	for _, r := range rules.Default() {
		ids = append(ids, r.ID)
		holds := strings.HasPrefix(r.ID, "embargo-") || r.ID == "ru-by-goods" || r.ID == "sanctions"
		if r.Severity != rules.SeverityWarning && (r.Severity != rules.SeverityHold || !holds) || r.Source == "" || r.Disabled {
			t.Errorf("%s: want a warning in force with a source, or a hold of an embargo: %+v", r.ID, r)
		}
	}
	slices.Sort(ids)
	if want := slices.Sorted(maps.Keys(wrongOrders)); !slices.Equal(ids, want) {
		t.Errorf("the default rules are %v: want %v", ids, want)
	}
	for id, c := range wrongOrders {
		o := orderOf(c.origin, c.destination)
		barred := slices.Contains([]string{"KP", "IR", "CU", "SY"}, string(c.destination)) ||
			slices.Contains([]string{"KP", "IR", "CU"}, string(c.origin))
		if found := set.Check(o, noon); found != nil && !barred {
			t.Errorf("%s: the order of %s to %s: %q", id, c.origin, c.destination, describe(found))
		}
		c.wrong(o)
		if found := set.Check(o, noon); len(found) == 0 || len(found) != 1 && !found[0].Holds() || found[0].Rule.ID != id {
			t.Errorf("%s: the wrong order: %q", id, describe(found))
		} else {
			t.Log(id, describe(found))
		}
	}
}

// TestDefaultRulesThatDoNotApply has orders for which the demands of a destination do not hold.
// TestEachDefaultRuleHasASourceThatWasRead: no rule is shipped without one, and each is to be read again.
func TestEachDefaultRuleHasASourceThatWasRead(t *testing.T) {
	for _, r := range rules.Default() {
		if r.Source == "" || r.ReadOn == "" || r.ReviewOn == "" {
			t.Errorf("%s: source %q, read on %q, to be read again on %q", r.ID, r.Source, r.ReadOn, r.ReviewOn)
		}
	}
}

func TestDefaultRulesThatDoNotApply(t *testing.T) {
	set := defaultSet(t)
	within := orderOf("SG", "DE")
	within.Items[0].Trade, within.Pickup.Country, within.Pickup.Postal = nil, "FR", "75008"
	documents := orderOf("SG", "DE")
	documents.Items[0].Trade, documents.Trade.ExportReason = nil, shipment.ExportDocuments
	named := orderOf("SG", "ID")
	named.IdentificationDocumentName = "KTP" // the shipper's own name of a document
	listed := orderOf("SG", "KR")
	withoutNumber(listed)
	consigneeHas("PCCC", "P123456789012")(listed)
	security := orderOf("NO", "DE")
	security.Items[0].Trade.HSCode, security.Pickup.Country, security.Pickup.Postal = "", "CH", "8001"
	mobile := orderOf("SG", "DE")
	mobile.Consignee = shipment.Party{Name: "Chan", Number: "+8613912345678", Country: "HK", Address: "1 Nathan Road"}
	ofOrigin, ofUnknown := orderOf("US", "SG"), orderOf("VU", "SG")
	ofUnknown.Pickup.Number, ofUnknown.Pickup.Postal = "", ""
	ofOrigin.Items[0].Trade.HSCode, ofUnknown.Items[0].Trade.HSCode = "6109100012", "61091000100"
	short := orderOf("SG", "AR")
	short.Consignee.Postal = "B1638"
	cases := map[string]*shipment.Order{
		"from Switzerland, in the same security area": security, "a mobile of the mainland in Hong Kong": mobile,
		"the HS code of the origin's tariff": ofOrigin, "an HS code from a country whose tariff was not read about": ofUnknown,
		"the postal code with the letter of the province": short,
	}
	for _, c := range []shipment.Country{"ID", "BR", "KR"} {
		domestic, papers := orderOf(c, c), orderOf("SG", c)
		domestic.Items[0].Trade.HSCode = "000000"
		papers.Trade.ExportReason = shipment.ExportDocuments
		for name, o := range map[string]*shipment.Order{"within ": domestic, "documents to ": papers} {
			withoutNumber(o)
			cases[name+string(c)] = o
		}
	}
	for name, o := range cases {
		if found := set.Check(o, noon); found != nil {
			t.Errorf("%s: %q", name, describe(found))
		}
	}
	for name, o := range map[string]*shipment.Order{
		"within the EU": within, "documents": documents, "a document with another name": named, "a tax id in the list": listed,
	} {
		if found := set.Check(o, noon); found != nil {
			t.Errorf("%s: %q", name, describe(found))
		}
	}
}

// TestDefaultRulesOfOtherCountries has tax ids whose type exists in several countries.
func TestDefaultRulesOfOtherCountries(t *testing.T) {
	set := defaultSet(t)
	for _, c := range []struct{ taxType, number, destination string }{
		{"GST", "123456789RT0001", "CA"},
		{"TIN", "12345678901", "DE"},
		{"RESIDENT_ID", "X1234567L", "ES"},
		{"PAN", "1234", "NP"},
		{"LOCALTAXID", "S1234567G", "ID"},
		{"VAT", "DE123456789", "DE"},
		{"OTHER", "-", "BR"},
	} {
		country := shipment.Country(c.destination)
		o := orderOf("SG", "DE")
		o.Trade.TaxIDs = []shipment.TaxID{{Party: shipment.PartyConsignee, Type: c.taxType, Country: country, Number: c.number}}
		if found := set.Check(o, noon); found != nil {
			t.Errorf("%s of %s: %q", c.taxType, country, describe(found))
		}
	}
}

// TestDefaultRulesOnOrdersThatAreValid runs the default rules over the valid orders of the conformance cases. What they
// find there is wrong indeed: a postal code of 1.5 or 77, or a number of the other country. Most of these orders to
// Indonesia say nothing about the identity of the consignee.
func TestDefaultRulesOnOrdersThatAreValid(t *testing.T) {
	set := defaultSet(t)
	orders, found := 0, map[string]int{}
	decoder := requesttest.NewDecoder()
	for _, c := range requesttest.Cases(t, "key") {
		if c.Op != "create" || c.Status >= 300 {
			continue
		}
		sent, err := request.Decode(c.SentBody(), request.CreateShape())
		if err != nil {
			continue // a body that may also be refused
		}
		valid, problems, err := request.ReadCreate(t.Context(), sent, decoder.Lookups())
		if err != nil || problems != nil {
			continue
		}
		for i := range valid.Orders {
			orders++
			for _, f := range set.Check(&valid.Orders[i], time.Now()) {
				found[f.Rule.ID]++
			}
		}
	}
	want := map[string]int{
		"postal-code-consignee": 2, "postal-code-shipper": 2, "phone-of-the-consignee": 2, "id-tax-id-required": 384,
		"goods-value": 1, "address-language": 1, "rubbish-address": 1,
	}
	if orders < 390 || !maps.Equal(found, want) {
		t.Errorf("of %d orders: %v: want %v", orders, found, want)
	}
}

// TestEnglishOfBuiltInRulesHasACode: the console shows it in its languages.
func TestEnglishOfBuiltInRulesHasACode(t *testing.T) {
	for _, r := range rules.Default() {
		f := rules.Finding{Rule: &r}
		want := r.Messages["en"]
		if want == "" {
			continue
		}
		for language, text := range r.Messages {
			for code, args := range f.Message(language).Parts() {
				if got := f.Message(language).String(); got != text || code != "rule_"+strings.ReplaceAll(r.ID, "-", "_") || len(args) > 1 {
					t.Errorf("%s says in %s %q by the code %s %v", r.ID, language, got, code, args)
				}
			}
		}
		if got := f.Message("xx").String(); got != want {
			t.Errorf("%s says %q", r.ID, got)
		}
		r.Messages = map[string]string{"en": "The operator's own."}
		if got := f.Message("xx"); got != problem.OperatorRule.With(r.ID, "The operator's own.") || got.String() != "The operator's own." {
			t.Errorf("%s with another text says %q", r.ID, got)
		}
	}
}

// TestAServiceWhosePartnerCollectsTheNumber: the operator leaves the service out of the built-in rule.
func TestAServiceWhosePartnerCollectsTheNumber(t *testing.T) {
	all := rules.Default()
	for i := range all {
		if all[i].ID == "id-tax-id-required" {
			all[i].When += " && order.service_id != 5"
		}
	}
	set, err := rules.Compile(all)
	if err != nil {
		t.Fatal(err)
	}
	for service, want := range map[int64]int{1: 1, 5: 0} {
		o := orderOf("SG", "ID")
		withoutNumber(o)
		o.ServiceID = service
		if found := set.Check(o, noon); len(found) != want {
			t.Errorf("service %d: %q", service, describe(found))
		}
	}
}
