package importer_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// lookupsOf are those of a development environment, where no tracking number is in use.
func lookupsOf() request.Lookups {
	services := make(map[int64]shipment.Service)
	for _, s := range shipment.DemoServices() {
		services[s.ServiceID] = s
	}
	return request.Lookups{
		Services: services,
		Taken:    func(context.Context, []string) (map[string]bool, error) { return map[string]bool{}, nil },
	}
}

const headings = "service_id,shipper_order_id,order_length,order_width,order_height,order_weight,payment_type," +
	"consignee_name,consignee_number,consignee_country,consignee_address,pickup_country,pickup_address," +
	"item_desc,item_quantity,item_price_value,item_price_currency\n"

const validRow = `1,A-1,10,10,10,1.500,prepaid,Budi,+6281234567890,ID,"Jl. Sudirman 1` + "\n" + `Jakarta",SG,` +
	`1 Raffles Place,Shirt,2,12.50,SGD` + "\n"

// plan reads a CSV file and maps its columns by their headings.
func plan(t *testing.T, file string) *importer.Plan {
	t.Helper()
	table, err := importer.Read(t.Context(), nil, []byte(file), importer.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return planWith(t, table, importer.Suggest(table))
}

// planWith applies a mapping that fits the table.
func planWith(t testing.TB, table *importer.Table, m importer.Mapping) *importer.Plan {
	t.Helper()
	p, err := importer.NewPlan(table, m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// planOfFile reads a CSV or XLSX file as the server does, and applies the suggested mapping.
func planOfFile(t testing.TB, file []byte) *importer.Plan {
	t.Helper()
	table, err := importer.Read(t.Context(), newRunner(t), file, importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	return planWith(t, table, importer.Suggest(table))
}

// missingColumns are values for the required fields that exports of shops do not have.
func missingColumns() map[string]string {
	return map[string]string{
		"service_id": "8", "order_length": "10", "order_width": "10", "order_height": "10", "order_weight": "1", "payment_type": "prepaid",
		"pickup_country": "SG", "pickup_address": "1 Raffles Place",
	}
}

// check checks all orders of a plan.
func check(t *testing.T, p *importer.Plan) []importer.Checked {
	t.Helper()
	var drafts []importer.Draft
	for i := range p.Len() {
		if d := p.Draft(i); d.LeftOut == nil {
			drafts = append(drafts, d)
		}
	}
	checked, err := p.Check(t.Context(), drafts, lookupsOf())
	if err != nil {
		t.Fatal(err)
	}
	return checked
}

func TestRowsOfAReferenceAreOneOrder(t *testing.T) {
	second := "1,A-1,,,,,,,,,,,,Trousers,1,30,SGD\n"
	checked := check(t, plan(t, headings+validRow+second))
	if len(checked) != 1 || len(checked[0].Problems) > 0 {
		t.Fatalf("got %+v, want one valid order", checked)
	}
	o := checked[0].Order
	if len(o.Items) != 2 || o.Items[1].Desc != "Trousers" || o.Weight != 1500 || o.Consignee.Address != "Jl. Sudirman 1\nJakarta" {
		t.Errorf("the order is %+v", o)
	}
}

// english compares messages by their English texts.
var english = cmp.Transformer("English", problem.Message.String)

func TestProblemsNameTheirCells(t *testing.T) {
	invalid := strings.NewReplacer("A-1", "A-2", "+6281234567890", "none", "Shirt", "").Replace(validRow)
	contradicting := strings.Replace(validRow, "Budi", "Sari", 1)
	checked := check(t, plan(t, headings+validRow+"\n"+invalid+contradicting))
	var got []importer.Problem
	for _, c := range checked {
		if (c.Order == nil) != (len(c.Problems) > 0) {
			t.Errorf("order %d is %v with %d problems", c.Index, c.Order, len(c.Problems))
		}
		got = append(got, c.Problems...)
	}
	want := []importer.Problem{
		{
			Row: 5, Column: "H", Cell: "H5", Heading: "consignee_name", Field: "consignee_name", Value: "Sari",
			Message: problem.Own(`Cell H2 of the same order has "Budi". The rows of an order must agree, or be empty, in this column.`),
		},
		{
			Row: 4, Column: "I", Cell: "I4", Heading: "consignee_number", Field: "consignee_number", Value: "none",
			Message: problem.Own("Enter a valid phone number: a plus sign, the country code and 7 to 15 digits in all."),
		},
		{
			Row: 4, Column: "N", Cell: "N4", Heading: "item_desc", Field: "item_desc", Message: problem.Own("This field is required."),
		},
	}
	if diff := cmp.Diff(want, got, english); diff != "" {
		t.Error(diff)
	}
}

func TestWarningsNameTheirCells(t *testing.T) {
	columns := strings.Replace(headings, "service_id", "consignee_postal,service_id", 1)
	p := plan(t, columns+"1234,"+validRow+`,,A-1`+strings.Repeat(",", 12)+"Cap,1,2,SGD\n")
	checked := check(t, p)
	got := p.LocateAll(&checked[0].Draft, []request.FieldProblem{
		{Field: "consignee_postal", Index: -1, Message: problem.Own("wrong")},
		{Field: "item_desc", Index: 1, Message: problem.Own("vague")},
		{Field: "tax_ids", Index: 0, Message: problem.Own("missing")},
	})
	want := []importer.Problem{
		{
			Row: 2, Column: "A", Cell: "A2", Heading: "consignee_postal", Field: "consignee_postal", Value: "1234", Message: problem.Own("wrong"),
			Hint: problem.Own("Spreadsheets remove zeros at the beginning of a number. " +
				"Format the column as Text and enter it again if it had some."),
		},
		{Row: 3, Column: "O", Cell: "O3", Heading: "item_desc", Field: "item_desc", Value: "Cap", Message: problem.Own("vague")},
		{Row: 2, Field: "tax_ids", Message: problem.Own("missing")},
	}
	if diff := cmp.Diff(want, got, english); diff != "" {
		t.Error(diff)
	}
}

func TestTheSameTrackingNumberTwice(t *testing.T) {
	columns := strings.Replace(headings, "service_id", "tracking_no,service_id", 1)
	other := strings.Replace(validRow, "A-1", "A-2", 1)
	checked := check(t, plan(t, columns+"WB-123456,"+validRow+"wb-123456,"+other))
	if checked[0].Order == nil || len(checked[1].Problems) != 1 ||
		checked[1].Problems[0].Message.String() != "The order of row 2 has the same tracking number." || checked[1].Problems[0].Cell != "A3" {
		t.Errorf("%+v, %+v", checked[0].Problems, checked[1].Problems)
	}
}

func TestRefusedRowsAreReadAgain(t *testing.T) {
	invalid := strings.Replace(validRow, "Shirt", "=HYPERLINK()", 1)
	invalid = strings.Replace(invalid, "Budi", "", 1)
	p := plan(t, headings+invalid)
	checked := check(t, p)
	var file bytes.Buffer
	if err := importer.WriteRefused(&file, p.Table(), slices.Values(checked[0].RefusedRows(p.Table()))); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"'=HYPERLINK", "'+62812", "consignee_name: This field is required."} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("the file has no %q:\n%s", want, file.String())
		}
	}
	again := check(t, plan(t, file.String()))
	if diff := cmp.Diff(checked[0].Problems, again[0].Problems, english); diff != "" {
		t.Error(diff)
	}
	corrected := check(t, plan(t, strings.Replace(file.String(), "prepaid,,", "prepaid,Budi,", 1)))
	if o := corrected[0].Order; o == nil || o.Items[0].Desc != "=HYPERLINK()" || o.Consignee.Number != "+6281234567890" {
		t.Errorf("the corrected order is %+v: %v", o, corrected[0].Problems)
	}
}
