package document

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"waybill/internal/shipment"
)

// decoded reads documents back.
func decoded(t *testing.T, d Documents) shipment.Order {
	t.Helper()
	var o shipment.Order
	if err := Decode(&o, d.Record, d.Rest); err != nil {
		t.Fatal(err)
	}
	if err := DecodeItems(&o, d.Rest, d.Items, func(*shipment.Item) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return o
}

func TestDocuments(t *testing.T) {
	bare := shipment.Order{}
	d, _ := Of(&bare, nil)
	want := `{"shipper_sub_account_id":"","shipper_order_id":"","store_id":null,"consignee_name":"","consignee_number":"",` +
		`"consignee_country":"","consignee_address":"","consignee_postal":"","consignee_state":"","consignee_city":null,` +
		`"consignee_province":null,"consignee_email":"","order_length":0,"order_width":0,"order_height":0,"order_weight":0,` +
		`"pickup_contact_name":"","pickup_contact_number":"","pickup_country":"","pickup_address":"","pickup_postal":"",` +
		`"pickup_state":"","pickup_city":null,"pickup_province":null,"payment_type":"","delivery_note":"",` +
		`"cod_amt_to_collect":0}`
	if d.Record != want {
		t.Errorf("record %s\nwant   %s", d.Record, want)
	}
	if d.Rest != `{}` || d.Items != `[]` {
		t.Errorf("rest %s, items %s", d.Rest, d.Items)
	}
	full := fullOrder()
	full.Trade, full.Items = nil, full.Items[:1]
	full.PickupDate, full.PickupNotes, full.ServiceType, full.ForwardTrackingNo = "", "", "", ""
	full.Consignee.Email, full.Pickup.Email = "", ""
	full.Consignee.Postal, full.Weight, full.Length = "01234", 1, 5
	d, _ = Of(&full, nil)
	want = `{"incoterm":"DDP","identification_document_name":"NPWP","consignee_identifcation_number":"01.2"}`
	if d.Rest != want {
		t.Errorf("rest %s\nwant %s", d.Rest, want)
	}
	for _, part := range []string{
		`"consignee_postal":"01234"`, `"order_weight":0.001`, `"order_length":0.05`, `"consignee_country":"Indonesia"`,
	} {
		if !strings.Contains(d.Record, part) {
			t.Errorf("no %s in %s", part, d.Record)
		}
	}
	if got := decoded(t, d); !reflect.DeepEqual(got, full) {
		t.Errorf("read back %+v\nwant      %+v", got, full)
	}
}

// TestTradeDocuments reads trade data back, and checks how operators see it in SQL.
func TestTradeDocuments(t *testing.T) {
	o := fullOrder()
	o.Trade = &shipment.OrderTrade{
		ExportReason: "gift", InvoiceNo: `I"7`, InvoiceDate: "2026-01-02", FreightAmount: 12_500, InsuranceAmount: 50, AmountCurrency: "SGD",
		TaxIDs:   []shipment.TaxID{{Party: "shipper", Type: "VAT", Country: "DE", Number: "1"}, {Party: "consignee", Type: "TIN", Number: "2"}},
		Metadata: []shipment.Metadata{{Key: "items", Value: `"items":`}, {Key: "", Value: ""}},
	}
	o.Items = []shipment.Item{
		{Desc: "Shirt", Quantity: 1, PriceCurrency: "SGD"},
		{Desc: "Hat", Quantity: 2, PriceCurrency: "SGD", Trade: &shipment.ItemTrade{
			HSCode: "650500", OriginCountry: "VN", Weight: 125, CustomsDesc: "Hat of cotton", URL: "https://a/1", ImageURL: "https://a/1.png",
		}},
	}
	d, _ := Of(&o, nil)
	for _, part := range []string{
		`"export_reason":"gift","invoice_no":"I\"7","invoice_date":"2026-01-02","freight_amount":12.5,"insurance_amount":0.05`,
		`"tax_ids":[{"party":"shipper","type":"VAT","country":"Germany","number":"1"},{"party":"consignee","type":"TIN","number":"2"}]`,
		`"items":[{},{"item_hs_code":"650500","item_origin_country":"Viet`,
	} {
		if !strings.Contains(d.Rest, part) {
			t.Errorf("no %s in %s", part, d.Rest)
		}
	}
	if strings.Contains(d.Items, "hs_code") {
		t.Errorf("responses would show trade data: %s", d.Items)
	}
	if got := decoded(t, d); !reflect.DeepEqual(got, o) {
		t.Errorf("read back %+v\nwant      %+v", got, o)
	}
	var bare shipment.Order
	if err := Decode(&bare, d.Record, `{"items":[{"item_hs_code":"650500"}]}`); err != nil || bare.Trade != nil {
		t.Errorf("trade data of items is that of the order: %+v, %v", bare.Trade, err)
	}
	if err := decodeItemTrade(`{"items":[{},{}]}`, bare.Items); err == nil {
		t.Error("more trade data than items is read")
	}
}

// TestFullDocuments: no byte of what is stored changes with the version.
func TestFullDocuments(t *testing.T) {
	o := fullOrder()
	d, _ := Of(&o, nil)
	want, err := os.ReadFile("testdata/documents.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Record + "\n" + d.Rest + "\n" + d.Items + "\n"; got != string(want) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := decoded(t, d); !reflect.DeepEqual(got, o) {
		t.Errorf("read back %+v\nwant      %+v", got, o)
	}
}

// fullOrder has a value in each field that the documents have.
func fullOrder() shipment.Order {
	return shipment.Order{
		ShipperOrderID: `S-"1"`, ServiceType: "PICKUP", ForwardTrackingNo: "WB00000001SG", Length: 1050, Width: 5, Height: 1200, Weight: 1234,
		PaymentType: "cod", CODAmountToCollect: 250050, Incoterm: "DDP",
		IdentificationDocumentName: "NPWP", ConsigneeIdentificationNumber: "01.2",
		Consignee: shipment.Party{
			Name: "Sari\t\u2028", Number: "+6281", Email: "s@example.com", Country: "ID", Address: "Jl. 1", Postal: "10110", State: "JK",
			City: "Jakarta", Province: "DKI",
		},
		Pickup: shipment.Party{
			Name: "Ann", Number: "+659", Email: "a@example.com", Country: "SG", Address: "1 Raffles Place", Postal: "48616", State: "SG",
			City: "Singapore", Province: "Central",
		},
		PickupDate: "2026-01-05", PickupNotes: "Gate 2", DeliveryNote: "Ring <twice>",
		Trade: &shipment.OrderTrade{
			ExportReason: "gift", InvoiceNo: `I"7`, InvoiceDate: "2026-01-02", FreightAmount: 12_500, InsuranceAmount: 50, AmountCurrency: "SGD",
			TaxIDs:   []shipment.TaxID{{Party: "shipper", Type: "VAT", Country: "DE", Number: "1"}, {Party: "consignee", Type: "TIN", Number: "2"}},
			Metadata: []shipment.Metadata{{Key: "shop", Value: "7"}, {Key: "a", Value: ""}},
		},
		Items: []shipment.Item{
			{Desc: "Shirt", Quantity: 1, PriceCurrency: "SGD"},
			{
				Desc: "Hat", Category: "Fashion", ProductID: "P-2", SKU: "H", Quantity: 1<<31 - 1, PriceValue: 1999, PriceCurrency: "SGD",
				Trade: &shipment.ItemTrade{
					HSCode: "650500", OriginCountry: "VN", Weight: 125, CustomsDesc: "Hat of cotton", URL: "https://a/1", ImageURL: "https://a/1.png",
				},
			},
		},
	}
}

// TestDocumentsGrow reads documents of a later version, with fields that this one does not know, and
// with extra data of items in rest.
func TestDocumentsGrow(t *testing.T) {
	o := decoded(t, Documents{
		`{"consignee_name":"A","later":{"b":[1]},"consignee_postal":640534}`,
		`{"items":[{"hs_code":"610910"}],"incoterm":"DDU"}`,
		`[{"item_desc":"Shirt","later":1}]`,
	})
	if o.Consignee.Name != "A" || o.Consignee.Postal != "640534" || o.Incoterm != "DDU" || o.Items[0].Desc != "Shirt" {
		t.Errorf("%+v", o)
	}
}

func TestDamagedDocuments(t *testing.T) {
	for _, record := range []string{
		``, `{`, `[]`, `{"consignee_name":1.5.5}`, `{"order_weight":"1"}`, `{"order_weight":1.2345}`, `{"order_length":1e3}`,
		`{"order_length":99999999999999999999}`, `{"consignee_country":"Atlantis"}`, `{"consignee_name":["A"]}`,
	} {
		if err := Decode(&shipment.Order{OrderID: 7}, record, `{}`); err == nil || !strings.Contains(err.Error(), "order 7") {
			t.Errorf("%s: %v", record, err)
		}
	}
}

// TestCountriesReadBack: a country is stored by its name.
func TestCountriesReadBack(t *testing.T) {
	countries := 0
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			c := shipment.Country(string([]rune{a, b}))
			if c.Name() == "" {
				continue
			}
			countries++
			if read, ok := shipment.CountryByName(c.Name()); !ok || read != c {
				t.Errorf("%s is named %s, which is %s", c, c.Name(), read)
			}
		}
	}
	if countries < 200 {
		t.Errorf("only %d countries", countries)
	}
}

// FuzzDocuments: what is written is JSON, and is read back as it was.
func FuzzDocuments(f *testing.F) {
	for _, text := range []string{
		"", "0", "640534", "01234", "a\"b\\c\n\r\t\x01/\u2028🙈", "<b>&amp;", "-5", "999999999999999", "1000000000000000",
	} {
		f.Add(text, text, text, int64(0), int64(1))
		f.Add(text, "x", text, int64(math.MaxInt64), int64(math.MinInt64+1))
	}
	f.Fuzz(func(t *testing.T, name, postal, note string, number, other int64) {
		if !utf8.ValidString(name) || !utf8.ValidString(postal) || !utf8.ValidString(note) || other == math.MinInt64 || number == math.MinInt64 {
			t.Skip("the store keeps no such value")
		}
		o := shipment.Order{
			ShipperOrderID: name, DeliveryNote: note, PickupNotes: note, Length: shipment.Hundredths(number),
			Weight: shipment.Thousandths(other), CODAmountToCollect: shipment.Hundredths(other),
			Consignee: shipment.Party{Name: name, Postal: postal, City: note, Country: "ID"}, Pickup: shipment.Party{Postal: postal, Country: "CI"},
			Items: []shipment.Item{{Desc: name, SKU: postal, Quantity: number, PriceValue: shipment.Hundredths(other)}},
		}
		d, _ := Of(&o, nil)
		for _, text := range []string{d.Record, d.Rest, d.Items} {
			if !json.Valid([]byte(text)) {
				t.Fatalf("not JSON: %s", text)
			}
		}
		if got := decoded(t, d); !reflect.DeepEqual(got, o) {
			t.Errorf("read back %+v\nwant      %+v", got, o)
		}
	})
}
