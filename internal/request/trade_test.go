package request_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
)

// readOne reads a create of one order that has further fields and whose item has further fields, both as JSON
// with a comma before them. It returns the order, or the text of the problems.
func readOne(t *testing.T, orderFields, itemFields string) (shipment.Order, string) {
	t.Helper()
	body := `{"orders":[{"service_id":1,"order_length":1,"order_width":1,"order_height":1,"order_weight":1,
		"payment_type":"prepaid",
		"consignee_name":"Sari","consignee_number":"+6281234567890","consignee_country":"Indonesia","consignee_address":"Jl. 1",
		"pickup_country":"Singapore","pickup_address":"1 Raffles Place",
		"items":[{"item_desc":"Shirt","item_quantity":1,"item_price_value":10,"item_price_currency":"SGD"` +
		itemFields + `}]` + orderFields + `}]}`
	form, err := requesttest.Create.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	read, problems, err := requesttest.Create.Read(t.Context(), form, requesttest.NewDecoder().Lookups())
	if err != nil {
		t.Fatal(err)
	}
	if problems != nil {
		return shipment.Order{}, string(problems.AppendJSON(nil))
	}
	return read.Orders[0], ""
}

func TestDangerousGoodsAndChargesAreRead(t *testing.T) {
	o, problems := readOne(t, `,"packing_amount":"7.255","amount_currency":"KWD","importer_name":"Import Co","importer_country":"DE",
		"sold_to_number":"+49 30 901820","export_reason":"Personal_Effects"`,
		`,"item_un_number":" un 3481 ","item_hazard_class":"9","item_customs_value":7.255`)
	if problems != "" {
		t.Fatal(problems)
	}
	if o.Trade.PackingAmount != 7255 || o.Trade.Importer != (shipment.Party{Name: "Import Co", Country: "DE"}) ||
		o.Trade.SoldTo.Number != "+4930901820" || o.Trade.ExportReason != "personal_effects" {
		t.Errorf("order %+v", o.Trade)
	}
	if *o.Items[0].Trade != (shipment.ItemTrade{UNNumber: "UN3481", HazardClass: "9", CustomsValue: 7255}) {
		t.Errorf("item %+v", o.Items[0].Trade)
	}
	_, problems = readOne(t, `,"handling_amount":1`, `,"item_un_number":"battery","item_hazard_class":"10"`)
	const wantProblems = `{"orders":[{"items":[{"item_un_number":` +
		`["Enter a UN number: 4 digits, with or without UN before them, such as UN3481."],` +
		`"item_hazard_class":["\"10\" is not a valid choice."]}]}]}`
	if problems != wantProblems {
		t.Errorf("problems %s", problems)
	}
	if _, problems = readOne(t, `,"handling_amount":1`, ""); problems != `{"orders":[{"amount_currency":["This field is required."]}]}` {
		t.Errorf("a charge without its currency: %s", problems)
	}
}

func TestTradeData(t *testing.T) {
	o, problems := readOne(t, `,"export_reason":"Gift","invoice_no":"INV 7","invoice_date":"2026-1-5","freight_amount":"12.5",
		"insurance_amount":1,"amount_currency":"usd","tax_ids":[{"party":"SHIPPER","type":"ioss","number":" IM2760000742 "},
		{"party":"consignee","type":"NPWP","country":"ID","number":"01.234"}],"metadata":{"colour":"red","n":7,"colour":"blå","empty":""}`,
		`,"item_hs_code":"6109.10 00","item_origin_country":"BD","item_weight":"0.25",
		"item_customs_desc":"Cotton T-shirt","item_url":"https://shop.example/1","item_image_url":"https://shop.example/1.png"`)
	if problems != "" {
		t.Fatal(problems)
	}
	want := &shipment.OrderTrade{
		ExportReason: "gift", InvoiceNo: "INV 7", InvoiceDate: "2026-01-05", FreightAmount: 12_500, InsuranceAmount: 1000, AmountCurrency: "USD",
		TaxIDs: []shipment.TaxID{
			{Party: "shipper", Type: "IOSS", Number: "IM2760000742"}, {Party: "consignee", Type: "NPWP", Country: "ID", Number: "01.234"},
		},
		Metadata: []shipment.Metadata{{Key: "colour", Value: "blå"}, {Key: "n", Value: "7"}, {Key: "empty"}},
	}
	if !reflect.DeepEqual(o.Trade, want) {
		t.Errorf("order %+v", o.Trade)
	}
	item := &shipment.ItemTrade{
		HSCode: "61091000", OriginCountry: "BD", Weight: 250, CustomsDesc: "Cotton T-shirt", URL: "https://shop.example/1",
		ImageURL: "https://shop.example/1.png",
	}
	if !reflect.DeepEqual(o.Items[0].Trade, item) {
		t.Errorf("item %+v", o.Items[0].Trade)
	}
}

// TestNoTradeData: blank and empty values are the same as absent ones, and cost nothing.
func TestNoTradeData(t *testing.T) {
	o, problems := readOne(t, `,"export_reason":"","invoice_no":null,"invoice_date":" ","freight_amount":"","tax_ids":[],"metadata":{}`,
		`,"item_hs_code":" ","item_origin_country":null,"item_weight":"","item_url":""`)
	if problems != "" || o.Trade != nil || o.Items[0].Trade != nil {
		t.Errorf("%s, order %+v, item %+v", problems, o.Trade, o.Items[0].Trade)
	}
}

func TestWrongTradeData(t *testing.T) {
	taxID := `{"party":"shipper","type":"VAT","number":"1"}`
	const notHSCode = `["Enter an HS code: 6 to 12 digits. Dots and spaces are left out."]`
	longKey := strings.Repeat("k", 41)
	var keys []string
	for i := range shipment.MaxMetadata + 1 {
		keys = append(keys, fmt.Sprintf(`"k%d":""`, i))
	}
	for _, c := range []struct{ order, item, problems string }{
		{order: `"export_reason":"theft"`, problems: `"export_reason":["\"theft\" is not a valid choice."]`},
		{
			order:    `"invoice_date":"5/1/2026"`,
			problems: `"invoice_date":["Date has wrong format. Use one of these formats instead: YYYY-MM-DD."]`,
		},
		{order: `"freight_amount":-1`, problems: `"freight_amount":["Ensure this value is greater than or equal to 0."]`},
		{order: `"freight_amount":1`, problems: `"amount_currency":["This field is required."]`},
		{order: `"amount_currency":"SGD23"`, problems: `"amount_currency":["\"SGD23\" is not a valid choice."]`},
		{order: `"tax_ids":{}`, problems: `"tax_ids":[{"non_field_errors":["Expected a list of items but got type \"dict\"."]}]`},
		{order: `"tax_ids":"VAT"`, problems: `"tax_ids":[{"non_field_errors":["Expected a list of items but got type \"str\"."]}]`},
		{
			order: `"tax_ids":[` + taxID + `,7,{"party":"me","country":"Atlantis","number":""}]`,
			problems: `"tax_ids":[{},{"non_field_errors":["Invalid data. Expected a dictionary, but got int."]},` +
				`{"party":["\"me\" is not a valid choice."],"type":["This field is required."],` +
				`"country":["\"Atlantis\" is not a valid choice."],"number":["This field may not be blank."]}]`,
		},
		{
			order:    `"tax_ids":[` + strings.Repeat(taxID+",", shipment.MaxTaxIDs) + taxID + `]`,
			problems: `"tax_ids":[{"non_field_errors":["Ensure this field has no more than 10 elements."]}]`,
		},
		{order: `"metadata":[]`, problems: `"metadata":["Expected a dictionary of items but got type \"list\"."]`},
		{order: `"metadata":{` + strings.Join(keys, ",") + `}`, problems: `"metadata":["Ensure this field has no more than 20 elements."]`},
		{
			order: `"metadata":{"a":{},"":"x","b":null,"c":"\u0000"}`,
			problems: `"metadata":{"a":["Not a valid string."],"":["This field may not be blank."],` +
				`"b":["This field may not be null."],"c":["Null characters are not allowed."]}`,
		},
		{
			order: `"metadata":{"` + longKey + `":"` + strings.Repeat("v", 501) + `"}`,
			problems: `"metadata":{"` + longKey + `":["Ensure this field has no more than 40 characters.",` +
				`"Ensure this field has no more than 500 characters."]}`,
		},
		{item: `"item_hs_code":"6109"`, problems: `"items":[{"item_hs_code":` + notHSCode + `}]`},
		{item: `"item_hs_code":"61091x"`, problems: `"items":[{"item_hs_code":` + notHSCode + `}]`},
		{item: `"item_weight":0`, problems: `"items":[{"item_weight":["Ensure this value is greater than or equal to 0.001."]}]`},
		{item: `"item_url":"shop.example"`, problems: `"items":[{"item_url":["Enter a valid URL: http:// or https:// and a host."]}]`},
	} {
		fields, item := c.order, c.item
		if fields != "" {
			fields = "," + fields
		}
		if item != "" {
			item = "," + item
		}
		if _, problems := readOne(t, fields, item); problems != `{"orders":[{`+c.problems+`}]}` {
			t.Errorf("%.60s%.60s:\n%s\nwant\n%s", c.order, c.item, problems, c.problems)
		}
	}
}

// TestTradeErrorsComeLast: clients that know the interface's fields alone read their errors first.
func TestTradeErrorsComeLast(t *testing.T) {
	_, problems := readOne(t, `,"metadata":7,"invoice_date":"x","order_width":"x"`, `,"item_hs_code":"x","item_quantity":"x"`)
	last := -1
	for _, name := range []string{`"order_width"`, `"items"`, `"item_quantity"`, `"item_hs_code"`, `"invoice_date"`, `"metadata"`} {
		at := strings.Index(problems, name)
		if at <= last {
			t.Errorf("%s stands at %d, after %d: %s", name, at, last, problems)
		}
		last = at
	}
}

// TestMostTradeData: an order may have as many tax ids and metadata as their limits say.
func TestMostTradeData(t *testing.T) {
	taxIDs := strings.Repeat(`,{"party":"shipper","type":"VAT","number":"1"}`, shipment.MaxTaxIDs)[1:]
	o, problems := readOne(t, `,"tax_ids":[`+taxIDs+`],"metadata":`+keys(shipment.MaxMetadata), "")
	if problems != "" || len(o.Trade.TaxIDs) != shipment.MaxTaxIDs || len(o.Trade.Metadata) != shipment.MaxMetadata {
		t.Errorf("%s, order %+v", problems, o.Trade)
	}
}

func TestTaxIDsOfAParty(t *testing.T) {
	o := shipment.Order{IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "77"}
	o.Consignee.Country = "ID"
	ofInterface := shipment.TaxID{Party: "consignee", Type: "LOCALTAXID", Country: "ID", Number: "77"}
	if got := o.TaxIDsOf("consignee"); !reflect.DeepEqual(got, []shipment.TaxID{ofInterface}) {
		t.Errorf("%+v", got)
	}
	if got := o.TaxIDsOf("shipper"); got != nil {
		t.Errorf("%+v", got)
	}
	same := shipment.TaxID{Party: "consignee", Type: "NPWP", Number: "77"}
	o.Trade = &shipment.OrderTrade{TaxIDs: []shipment.TaxID{same, {Party: "shipper", Type: "GST", Number: "1"}}}
	if got := o.TaxIDsOf("consignee"); !reflect.DeepEqual(got, []shipment.TaxID{same}) {
		t.Errorf("%+v", got)
	}
}
