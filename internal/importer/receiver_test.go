package importer_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// consigneeOf maps the columns of a file as they are suggested, gives defaults for the rest, and returns the consignee.
func consigneeOf(t *testing.T, file string) shipment.Party {
	t.Helper()
	table := read(t, file)
	m := importer.Suggest(table)
	m.Defaults = missingColumns()
	maps.Copy(m.Defaults, map[string]string{
		"consignee_number": "+6281234567890", "item_price_value": "15", "item_price_currency": "USD", "item_quantity": "1", "item_desc": "Shirt",
	})
	m.Columns = slices.DeleteFunc(m.Columns, func(c importer.ColumnMapping) bool { return c.Field == "payment_type" })
	checked := check(t, planWith(t, table, m))
	if checked[0].Order == nil {
		t.Fatalf("%+v", checked[0].Problems)
	}
	return checked[0].Order.Consignee
}

// TestTheReceiverIsTheConsignee: exports of marketplaces have who buys or pays before who receives the parcel.
func TestTheReceiverIsTheConsignee(t *testing.T) {
	for name, contact := range map[string][2]string{
		"ebay": {"+60123456789", "bo@example.com"}, "amazon": {"+442071234567", "bo@example.com"}, "etsy": {"+6281234567890", ""},
		"lazada": {"+60123456789", "bo@example.com"}, "bigcommerce": {"+60123456789", "ana@example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := os.ReadFile("testdata/marketplaces/" + name + ".csv")
			if err != nil {
				t.Fatal(err)
			}
			got := consigneeOf(t, string(file))
			want := shipment.Party{
				Name: "Ana Lim", Address: "1 Hill St, Unit 2", City: "Kuala Lumpur", State: "Selangor", Postal: "50088", Country: "MY",
				Number: contact[0], Email: contact[1],
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTheBuyerIsTheConsigneeOfAFileWithoutAReceiver: nobody else can be, whatever the order of the columns.
func TestTheBuyerIsTheConsigneeOfAFileWithoutAReceiver(t *testing.T) {
	got := consigneeOf(t, "Billing Country,Customer,Buyer Address,City,Bill To Zip\nMalaysia,Bo Payer,9 Bill Rd,Ipoh,30000\n")
	want := shipment.Party{
		Name: "Bo Payer", Address: "9 Bill Rd", City: "Ipoh", Postal: "30000", Country: "MY", Number: "+6281234567890",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestAnAddressIsNotMixed: what the receiver's columns lack stays open, also if the mapping names the receiver's columns.
func TestAnAddressIsNotMixed(t *testing.T) {
	for _, given := range [][]importer.ColumnMapping{nil, {{Heading: "Where", Field: "consignee_address"}}} {
		headings := "Buyer Name,Where,Buyer City,Buyer Phone,Käufer Land,Pembeli Kode Pos\na,b,c,d,e,f\n"
		if given == nil {
			headings = "Ship To Address," + headings[:len(headings)-1] + ",g\n"
		}
		for _, c := range importer.Complete(read(t, headings), importer.Mapping{Columns: given}).Columns {
			if c.Field != "consignee_address" && c.Field != "consignee_number" {
				t.Errorf("%s is suggested as %s", c.Heading, c.Field)
			}
		}
	}
}

// TestAnAddressOfNobodyIsTheReceivers: a file with Address and Billing Address bills one and sends to the other.
func TestAnAddressOfNobodyIsTheReceivers(t *testing.T) {
	got := consigneeOf(t, "Billing Name,Billing Address,Billing Zip,Name,Address,City,Zip,Country\n"+
		"Bo Payer,9 Bill Rd,LS1 1AA,Ana Lim,1 Hill St,Kuala Lumpur,50088,Malaysia\n")
	want := shipment.Party{
		Name: "Ana Lim", Address: "1 Hill St", City: "Kuala Lumpur", Postal: "50088", Country: "MY", Number: "+6281234567890",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, c := range importer.Suggest(read(t, "Customer,Address,Billing Address,Billing City\na,b,c,d\n")).Columns {
		if c.Heading != "Address" {
			t.Errorf("%s is suggested as %s", c.Heading, c.Field)
		}
	}
}
