package api

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/store/storetest"
)

// imported creates the orders of a file, and returns the first.
func (s *server) imported(r client.ImportRequest) client.OrderDetail {
	s.t.Helper()
	if got := s.importOf(r); got.State != client.ImportDone || got.Refused != 0 {
		s.t.Fatalf("%+v", got)
	}
	for o, err := range s.sdk.AllOrders(s.t.Context(), client.Filter{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		detail, err := s.sdk.Order(s.t.Context(), o.TrackingNo)
		if err != nil {
			s.t.Fatal(err)
		}
		return detail
	}
	s.t.Fatal("no order")
	return client.OrderDetail{}
}

// TestImportForTheReceiver: the parcel goes to who receives it, though the buyer's columns come first.
func TestImportForTheReceiver(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := bytes.ReplaceAll(importFile(t, 0, 1), []byte("consignee_"), []byte("ship-to-"))
	file = bytes.Replace(file, []byte("ship-to-identifcation"), []byte("consignee_identifcation"), 1)
	file = bytes.Replace(file, []byte("ship-to-number"), []byte("ship-to-phone"), 1)
	file = append([]byte("buyer-name,bill-address-1,buyer-city,buyer-zip,buyer-email,"), file...)
	file = bytes.Replace(file, []byte("REF-0"), []byte("Bo Payer,9 Bill Rd,Leeds,LS1 1AA,bo@example.com,REF-0"), 1)
	o := s.imported(client.ImportRequest{File: file})
	got := []string{o.ConsigneeName, o.ConsigneeAddress, o.ConsigneeCity, o.ConsigneePostal, o.ConsigneeEmail}
	if want := []string{"Budi Santoso", "Jl. Sudirman 1", "Jakarta", "10220", "bo@example.com"}; !slices.Equal(got, want) {
		t.Errorf("the consignee is %q, want %q", got, want)
	}
}

// TestImportUnitsOfRows: sizes and weights are in the units that the file has for each row.
func TestImportUnitsOfRows(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := bytes.Replace(importFile(t, 0, 1), []byte("payment_type"), []byte("Weight Unit,Distance Unit,payment_type"), 1)
	o := s.imported(client.ImportRequest{File: bytes.Replace(file, []byte("10,10,5,0.5,"), []byte("8,8,8,500,G,in,"), 1)})
	got := []string{string(o.OrderWeight), string(o.OrderLength), string(o.OrderHeight)}
	if want := []string{"0.5", "20.32", "20.32"}; !slices.Equal(got, want) {
		t.Errorf("the weight, length and height are %q", got)
	}
	file = bytes.Replace(file, []byte("10,10,5,0.5,"), []byte("8,8,8,500,stone,in,"), 1)
	refused := s.importOf(client.ImportRequest{File: bytes.Replace(file, []byte("REF-"), []byte("NEW-"), 1)})
	rows, err := s.sdk.RefusedRows(t.Context(), refused.ID)
	want := `The unit in the column ""Weight Unit"" is not known. Write kg, g, lb or oz.` // as CSV
	if err != nil || refused.Refused != 1 || !strings.Contains(string(rows.Content), want) {
		t.Errorf("%v: %+v: %s", err, refused, rows.Content)
	}
}

// TestImportAsPeopleWrite: a title, words for the values, and two phone numbers become the order that they mean. A person can
// name another row of headings.
func TestImportAsPeopleWrite(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := []byte("Orders of November;;\n\n" +
		"Order ID (required);Recipient;Phone;Buyer Phone;Country;Address;Postal code;Length;Width;Height;Weight;Payment;Pickup country;" +
		"Pickup address;Pickup date;Item;Category;Qty;Price (SGD);Tax ID\n" +
		"REF-1;Budi;;0812-3456-7890;Indonesien;Jl. Sudirman 1;10220;10;10;5;500 g;Bayar di tempat;Singapur;1 Raffles Place;1-Dec-26;Shirt;" +
		"Fashion;2;S$ 12,50;3171012301900001\n")
	mapping := []byte(`{"columns": [{"heading": "Phone", "field": "consignee_number", "phone": "country"},
		{"heading": "Buyer Phone", "field": "consignee_number", "phone": "country", "first": true}]}`)
	request := client.ImportRequest{
		FileName: "a.csv", File: file, ServiceID: 1, Mapping: mapping,
		Defaults: map[string]string{"payment_type": "prepaid", "cod_amt_to_collect": "100", "item_price_currency": "IDR"},
	}
	refused := s.importOf(request)
	if rows, err := s.sdk.RefusedRows(t.Context(), refused.ID); err != nil ||
		!strings.Contains(string(rows.Content), "The amount is in SGD, and the order has IDR.") {
		t.Errorf("another currency: %s, %v", rows.Content, err)
	}
	request.Defaults = nil
	request.File = bytes.ReplaceAll(file, []byte("Bayar di tempat"), []byte("Kartu Kredit"))
	o := s.imported(request)
	got := []string{
		o.ConsigneeNumber, o.ConsigneeCountry, o.PickupCountry, o.PickupDate, string(o.OrderWeight), o.PaymentType, o.Items[0].PriceCurrency,
	}
	if want := []string{"+6281234567890", "Indonesia", "Singapore", "2026-12-01", "0.5", "prepaid", "SGD"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	other := s.importOf(client.ImportRequest{FileName: "b.csv", File: append(file, 'x'), HeadingRow: 1})
	if other.State != client.ImportFailed || other.HeadingRow != 1 || other.Headings[0] != "Orders of November" {
		t.Errorf("another row of headings: %+v", other)
	}
	checked, err := s.sdk.CheckImport(t.Context(), other.ID, client.ImportCheck{HeadingRow: 3})
	if err == nil {
		s.eventually("it is checked again", func() bool {
			checked, err = s.sdk.Import(t.Context(), other.ID)
			return err != nil || checked.State != client.ImportChecking
		})
	}
	if err != nil || checked.HeadingRow != 3 || checked.Headings[0] != "Order ID (required)" {
		t.Errorf("checked again: %+v, %v", checked, err)
	}
}

// TestImportLeavesOutByProposal: orders that the file calls cancelled wait for a confirmation, unless the mapping says it too. If all are
// cancelled, the import says so.
func TestImportLeavesOutByProposal(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := bytes.Replace(importFile(t, 0, 2), []byte("shipper_order_id"), []byte("Order Status,shipper_order_id"), 1)
	file = bytes.Replace(file, []byte("REF-0"), []byte("Cancelled,REF-0"), 1)
	some := bytes.Replace(file, []byte("REF-1"), []byte("Processing,REF-1"), 1)
	waits := s.importOf(client.ImportRequest{File: some})
	if waits.State != client.ImportWaiting || !slices.Equal(waits.Needs, []string{client.NeedProblems}) ||
		waits.LeftOut != 1 || waits.Refused != 0 {
		t.Fatalf("by a proposal: %+v", waits)
	}
	_, err := s.sdk.ConfirmImport(t.Context(), waits.ID, client.ImportDecision{})
	wantInvalid(t, err, "valid_only")
	if _, err := s.sdk.ConfirmImport(t.Context(), waits.ID, client.ImportDecision{ValidOnly: true}); err != nil {
		t.Fatal(err)
	}
	if done := s.settled(waits.ID); done.Created != 1 {
		t.Errorf("after a confirmation: %+v", done)
	}
	said := []byte(`{"columns":[],"leave_out":[{"heading":"Order Status","values":{"Cancelled":"gone"}}]}`)
	given := bytes.ReplaceAll(some, []byte("REF-"), []byte("NEW-"))
	done := s.importOf(client.ImportRequest{File: given, Mapping: said})
	if done.State != client.ImportDone || done.LeftOutWhy[0].Reason != "gone" {
		t.Errorf("as the mapping says: %+v", done)
	}
	all := bytes.Replace(file, []byte("REF-1"), []byte("Cancelled,REF-1"), 1)
	if failed := s.importOf(client.ImportRequest{File: all, ValidOnly: true}); failed.State != client.ImportFailed ||
		!strings.HasPrefix(failed.Message, "All 2 orders are left out") {
		t.Errorf("all cancelled: %+v", failed)
	}
}

// TestImportWithoutCountries: a service between two countries says the countries that no column has, and the import says so.
func TestImportWithoutCountries(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	file := []byte("Order,Recipient,Phone,Address,Postal code,Length,Width,Height,Weight kg,Pickup address,Item,Category,Qty,Price (SGD)," +
		"Tax ID\n" +
		"R-1,Budi,0812-3456-7890,Jl. Sudirman 1,10220,10,10,5,0.5,1 Raffles Place,Shirt,Fashion,2,12.50,3171012301900001\n")
	request := client.ImportRequest{FileName: "a.csv", File: file, ServiceID: 1, Defaults: map[string]string{"payment_type": "prepaid"}}
	checked := s.importOf(request)
	if notes := strings.Join(checked.Notes, "\n"); !strings.Contains(notes, "No column has consignee_country, so it is Indonesia") ||
		!strings.Contains(notes, "No column has pickup_country, so it is Singapore") {
		t.Errorf("%s: %v", checked.State, checked.Notes)
	}
	request.File = bytes.ReplaceAll(file, []byte("R-1"), []byte("R-2"))
	if o := s.imported(request); o.ConsigneeCountry != "Indonesia" || o.PickupCountry != "Singapore" || o.ConsigneeNumber != "+6281234567890" {
		t.Errorf("%+v", o)
	}
	column := bytes.Replace(bytes.Replace(file, []byte("Postal code"), []byte("Country"), 1), []byte("10220"), nil, 1)
	request.File = column
	if refused := s.importOf(request); refused.Refused != 1 {
		t.Errorf("an empty cell of the column: %+v", refused)
	}
}
