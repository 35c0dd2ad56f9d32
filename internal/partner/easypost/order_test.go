package easypost

import (
	"encoding/json"
	"strings"
	"testing"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/shipment"
)

func exampleOrder() shipment.Order {
	return shipment.Order{
		TrackingNo: "WB48210739526CA", Length: 2000, Width: 1500, Height: 1000, Weight: 1250,
		PaymentType: shipment.PaymentPrepaid, Incoterm: "DDU", DeliveryNote: "Ring twice", ConsigneeIdentificationNumber: "ID-778",
		Consignee: shipment.Party{
			Name: "Susan Smith", Number: "+14165550100", Email: "susan@example.com", Country: "CA",
			Address: "1 Front Street", Postal: "M5J 2X2", State: "ON", City: "Toronto",
		},
		Pickup: shipment.Party{
			Name: "Harbour Goods", Number: "+6591234567", Country: "SG", Address: "2 Robinson Road",
			Postal: "048543", Province: "Central",
		},
		Items: []shipment.Item{
			{Desc: "Shoes", Quantity: 2, PriceValue: 4050, PriceCurrency: "SGD", SKU: "S-1", ProductID: "P-1"},
			{Desc: "Hat", Quantity: 1, PriceValue: 1299, PriceCurrency: "SGD", ProductID: "P-2"},
		},
	}
}

// exampleFacts are enough for all orders of the tests.
func exampleFacts() shipment.Customs {
	return shipment.Customs{
		shipment.CustomsContents: "merchandise", shipment.CustomsRestriction: "none", shipment.CustomsOrigin: "SG",
		shipment.CustomsExemption: "NOEEI 30.37(a)", shipment.CustomsExemptionLimit: "2500 SGD",
	}
}

func TestNewShipment(t *testing.T) {
	const want = `{"reference":"K",` +
		`"to_address":{"street1":"1 Front Street","city":"Toronto","state":"ON","zip":"M5J 2X2","country":"CA",` +
		`"name":"Susan Smith","phone":"+14165550100","email":"susan@example.com","federal_tax_id":"ID-778"},` +
		`"from_address":{"street1":"2 Robinson Road","city":"Singapore","state":"Central","zip":"048543","country":"SG",` +
		`"name":"Harbour Goods","phone":"+6591234567"},` +
		`"parcel":{"length":7.9,"width":6,"height":4,"weight":44.1},` +
		`"customs_info":{"contents_type":"merchandise","restriction_type":"none","customs_items":[` +
		`{"description":"Shoes","quantity":2,"value":"81","weight":29.394,"code":"S-1","origin_country":"SG","currency":"SGD"},` +
		`{"description":"Hat","quantity":1,"value":"12.99","weight":14.698,"code":"P-2","origin_country":"SG","currency":"SGD"}]},` +
		`"options":{"handling_instructions":"Ring twice","incoterm":"DAP","label_format":"PDF","print_custom_1":"WB48210739526CA"}}`
	s, refused := newShipment("K", exampleOrder(), exampleFacts())
	if refused != nil {
		t.Fatal(refused.one())
	}
	got, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestVariants converts orders that differ from the example in one field.
func TestVariants(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*shipment.Order)
		right  func(*easypost.Shipment) bool
	}{
		"within a country": {
			func(o *shipment.Order) { o.Consignee.Country, o.Items = "SG", nil },
			func(s *easypost.Shipment) bool { return s.CustomsInfo == nil },
		},
		"within a country, the optional fields blank": {
			func(o *shipment.Order) {
				o.Consignee.Country, o.Consignee.State, o.Consignee.Email = "SG", "", ""
				o.Pickup.Number, o.Pickup.Province = "", ""
			},
			func(s *easypost.Shipment) bool { return s.FromAddress.Phone == "" && s.ToAddress.State == "" },
		},
		"companies": {
			func(o *shipment.Order) {
				o.MakeTrade().ConsigneeCompany, o.MakeTrade().ShipperCompany = "Smith Ltd", "Harbour Ltd"
			},
			func(s *easypost.Shipment) bool {
				return s.ToAddress.Company == "Smith Ltd" && s.FromAddress.Company == "Harbour Ltd"
			},
		},
		"to a country without states": {
			func(o *shipment.Order) { o.Consignee.Country, o.Consignee.State = "GB", "" },
			func(s *easypost.Shipment) bool { return s.CustomsInfo != nil },
		},
		"a return": {
			func(o *shipment.Order) { o.Return = true },
			func(s *easypost.Shipment) bool {
				return s.CustomsInfo.ContentsType == "returned_goods" && !s.IsReturn && s.FromAddress.Name == "Harbour Goods"
			},
		},
		"out of the United States": {
			func(o *shipment.Order) { o.Pickup.Country, o.Consignee.Country = "US", "GB" },
			func(s *easypost.Shipment) bool { return s.CustomsInfo.EELPFC == "NOEEI 30.37(a)" },
		},
		"cash on delivery": {
			func(o *shipment.Order) { o.PaymentType, o.CODAmountToCollect = shipment.PaymentCOD, 9350 },
			func(s *easypost.Shipment) bool {
				return s.Options.CODAmount == "93.5" && s.Options.CODMethod == "CASH"
			},
		},
		"prepaid": {
			func(o *shipment.Order) { o.CODAmountToCollect = 9350 },
			func(s *easypost.Shipment) bool { return s.Options.CODAmount == "" && s.Options.CODMethod == "" },
		},
		"no incoterm": {
			func(o *shipment.Order) { o.Incoterm = "" },
			func(s *easypost.Shipment) bool { return s.Options.Incoterm == "" },
		},
		"an incoterm that replaced another one": {
			func(o *shipment.Order) { o.Incoterm = "DPU" },
			func(s *easypost.Shipment) bool { return s.Options.Incoterm == "DAT" },
		},
		"a dimension missing": {
			func(o *shipment.Order) { o.Width = 0 },
			func(s *easypost.Shipment) bool {
				return s.Parcel.Length == 0 && s.Parcel.Height == 0 && s.Parcel.Weight > 0
			},
		},
	} {
		order := exampleOrder()
		c.change(&order)
		s, err := newShipment("K", order, exampleFacts())
		if err != nil || !c.right(s) {
			text, _ := json.Marshal(s)
			t.Errorf("%s: %v, %s", name, err, text)
		}
	}
}

// TestIncomplete converts orders that no carrier of EasyPost takes: the refusal names the field.
func TestIncomplete(t *testing.T) {
	for field, change := range map[string]func(*shipment.Order){
		"consignee_name":                        func(o *shipment.Order) { o.Consignee.Name = " " },
		"consignee_address":                     func(o *shipment.Order) { o.Consignee.Address = "" },
		"consignee_city or consignee_postal":    func(o *shipment.Order) { o.Consignee.City, o.Consignee.Postal = "", "" },
		"consignee_country":                     func(o *shipment.Order) { o.Consignee.Country = "" },
		"consignee_state or consignee_province": func(o *shipment.Order) { o.Consignee.State = "" },
		"pickup_contact_number":                 func(o *shipment.Order) { o.Pickup.Number = "" },
		"pickup_state or pickup_province": func(o *shipment.Order) {
			o.Pickup.Country, o.Pickup.City, o.Pickup.Province = "US", "Reno", ""
		},
		"pickup_contact_name":          func(o *shipment.Order) { o.Pickup.Name = "" },
		"pickup_address":               func(o *shipment.Order) { o.Pickup.Address = "" },
		"pickup_city or pickup_postal": func(o *shipment.Order) { o.Pickup.Country, o.Pickup.Postal = "MY", "" },
		"pickup_country":               func(o *shipment.Order) { o.Pickup.Country, o.Pickup.City = "", "Here" },
		"order_weight":                 func(o *shipment.Order) { o.Weight = 0 },
		"items":                        func(o *shipment.Order) { o.Items = nil },
		"items[1].item_price_value":    func(o *shipment.Order) { o.Items[1].PriceValue = 0 },
		"items[0].item_price_value": func(o *shipment.Order) {
			o.Items[0].Quantity, o.Items[0].PriceValue = 1<<31-1, 999_999_999_999
		},
	} {
		order := exampleOrder()
		change(&order)
		_, refused := newShipment("K", order, exampleFacts())
		if len(refused) != 1 || !strings.HasPrefix(refused[0].Message, field+" is ") {
			t.Errorf("%s: %v", field, refused.one())
		}
	}
}

func TestUnits(t *testing.T) {
	for cm, want := range map[shipment.Hundredths]float64{
		0: 0, 1: 0.1, 25: 0.1, 26: 0.2, 254: 1, 255: 1.1, 2540: 10,
		9_999_999_999: 39370078.8,
	} {
		if got := inches(cm); got != want {
			t.Errorf("%v cm are %v in, want %v", cm, got, want)
		}
	}
	for kg, want := range map[shipment.Thousandths]float64{
		0: 0, 1: 0.1, 2: 0.1, 3: 0.2, 28: 1, 29: 1.1, 453: 16, 454: 16.1, 1000: 35.3, 45_359_237: 1_600_000, 9_999_999_999: 352739619.5,
	} {
		if got := ounces(kg); got != want {
			t.Errorf("%v kg are %v oz, want %v", kg, got, want)
		}
	}
}

// TestShareOunces checks that no line weighs nothing, and that together they weigh no more than the parcel.
func TestShareOunces(t *testing.T) {
	for _, c := range []struct {
		kg         shipment.Thousandths
		quantities []int32
		want       []float64
	}{
		{1250, []int32{2, 1}, []float64{29.394, 14.698}},
		{1000, []int32{1}, []float64{35.273}},
		{1000, []int32{1, 1, 1}, []float64{11.757, 11.758, 11.758}},
		{1, []int32{1, 1 << 30}, []float64{0.001, 0.035}},
		{9_999_999_999, []int32{1<<31 - 1, 1<<31 - 1}, []float64{176369809.73, 176369809.73}},
	} {
		items := make([]shipment.Item, len(c.quantities))
		for i, q := range c.quantities {
			items[i].Quantity = int64(q)
		}
		got := shareOunces(c.kg, items)
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v kg among %v: %v, want %v", c.kg, c.quantities, got, c.want)
				break
			}
		}
	}
}

func TestChoose(t *testing.T) {
	rate := func(id, price, currency string) *easypost.Rate {
		return &easypost.Rate{ID: id, Carrier: "C", Service: id, Rate: price, Currency: currency}
	}
	for name, c := range map[string]struct {
		rates []*easypost.Rate
		want  string // "" is none
	}{
		"the lowest":            {[]*easypost.Rate{rate("a", "10.00", "USD"), rate("b", "9.99", "USD"), rate("c", "100", "USD")}, "b"},
		"no floats":             {[]*easypost.Rate{rate("a", "16777217.00", "USD"), rate("b", "16777216.99", "USD")}, "b"},
		"the first of equal":    {[]*easypost.Rate{rate("a", "5", "USD"), rate("b", "5.00", "USD")}, "a"},
		"none of nothing":       {[]*easypost.Rate{rate("a", "0.00", "USD"), nil, rate("b", "5", "USD")}, "b"},
		"none that is no price": {[]*easypost.Rate{rate("a", "-1", "USD"), rate("b", "1e-9", "USD"), rate("c", "7", "USD")}, "c"},
		"several currencies":    {[]*easypost.Rate{rate("a", "5", "USD"), rate("b", "4", "CAD")}, ""},
		"none":                  {nil, ""},
	} {
		got, err := choose(&easypost.Shipment{Rates: c.rates}, "")
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s: %s", name, got.ID)
		case c.want != "" && (err != nil || got.ID != c.want):
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
