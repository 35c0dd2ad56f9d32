package importer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// withColumns is the valid row with further columns and their cells before it.
func withColumns(columns, cells string) string {
	return columns + "," + headings + cells + "," + validRow
}

func TestTaxIDsAndMetadata(t *testing.T) {
	p := plan(t, withColumns("Sender VAT no.,tax_ids.shipper.vat.country,Recipient EORI,IOSS,metadata.Campaign,metadata.note",
		`GB123456789,GB,,IM3720000224,"Spring ""26""",`))
	checked := check(t, p)
	if checked[0].Order == nil {
		t.Fatalf("%+v", checked[0].Problems)
	}
	want := &shipment.OrderTrade{
		TaxIDs: []shipment.TaxID{
			{Party: "shipper", Type: "VAT", Country: "GB", Number: "GB123456789"},
			{Party: "shipper", Type: "IOSS", Number: "IM3720000224"},
		},
		Metadata: []shipment.Metadata{{Key: "Campaign", Value: `Spring "26"`}},
	}
	if diff := cmp.Diff(want, checked[0].Order.Trade); diff != "" {
		t.Error(diff)
	}
	got := p.LocateAll(&checked[0].Draft, []request.FieldProblem{{Field: "tax_ids", Index: 1, Message: problem.Own("wrong")}})
	if len(got) != 1 || got[0].Cell != "D2" || got[0].Field != "tax_ids.shipper.IOSS" || got[0].Value != "IM3720000224" {
		t.Errorf("%+v", got)
	}
}

func TestProblemsOfTaxIDsAndMetadata(t *testing.T) {
	long := strings.Repeat("x", shipment.MaxMetadataValue+1)
	checked := check(t, plan(t, withColumns(
		"tax_ids.consignee.OTHER,tax_ids.consignee.OTHER.country,tax_ids.shipper.EORI,metadata.note,metadata.item_desc",
		`6.28E+11,Atlantis,`+strings.Repeat("9", 65)+`,`+long+`,`+long)))
	got := make(map[string]string)
	for _, problem := range checked[0].Problems {
		got[problem.Cell] = problem.Field
	}
	want := map[string]string{
		"A2": "tax_ids.consignee.OTHER", "B2": "tax_ids.consignee.OTHER.country", "C2": "tax_ids.shipper.EORI",
		"D2": "metadata.note", "E2": "metadata.item_desc",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPartsOfAMapping: metadata has the heading as its key, defaults may be parts, and rows of an order must agree.
func TestPartsOfAMapping(t *testing.T) {
	m, err := importer.ParseMapping([]byte(`{"columns": [{"heading": "Colour", "field": "metadata"}],
		"defaults": {"tax_ids.shipper.UEN": "201900001A", "tax_ids.consignee.VAT.country": "DE"}}`))
	if err != nil {
		t.Fatal(err)
	}
	table := read(t, withColumns("colour", "blue")+"red,,A-2"+strings.Repeat(",", 12)+"Cap,1,2,SGD\n")
	p, err := importer.NewPlan(table, importer.Complete(table, m))
	if err != nil {
		t.Fatal(err)
	}
	checked := check(t, p)
	if len(checked) != 2 || checked[0].Order == nil {
		t.Fatalf("%+v", checked)
	}
	want := &shipment.OrderTrade{
		TaxIDs:   []shipment.TaxID{{Party: "shipper", Type: "UEN", Number: "201900001A"}},
		Metadata: []shipment.Metadata{{Key: "Colour", Value: "blue"}},
	}
	if diff := cmp.Diff(want, checked[0].Order.Trade); diff != "" {
		t.Error(diff)
	}
	table = read(t, withColumns("colour", "blue")+"red,1,A-1"+strings.Repeat(",", 12)+"Cap,1,2,SGD\n")
	if p, err = importer.NewPlan(table, importer.Complete(table, m)); err != nil {
		t.Fatal(err)
	}
	if checked = check(t, p); len(checked) != 1 || len(checked[0].Problems) != 1 || checked[0].Problems[0].Cell != "A3" {
		t.Errorf("%+v", checked[0].Problems)
	}
}

func TestColumnsThatAMappingLeavesOut(t *testing.T) {
	file := "Ref;Name;Weight (kg);Price;Notes;Address;Address 2\n1;Ana;1,5;2,50;private;a;b\n"
	m, err := importer.ParseMapping([]byte(`{"columns": [
		{"heading": "name", "field": "item_desc"}, {"heading": "Notes", "ignore": true}, {"heading": "Address", "field": "pickup_address"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got := importer.Complete(read(t, file), m)
	want := slices.Concat(m.Columns, []importer.ColumnMapping{
		{Heading: "Ref", Field: "shipper_order_id"},
		{Heading: "Weight (kg)", Field: "order_weight", Decimal: importer.DecimalComma},
		{Heading: "Price", Field: "item_price_value", Decimal: importer.DecimalComma},
	})
	if diff := cmp.Diff(want, got.Columns); diff != "" {
		t.Error(diff)
	}
	if _, err := importer.NewPlan(read(t, file), got); err != nil {
		t.Error(err)
	}
	if again, err := json.Marshal(got); err != nil {
		t.Error(err)
	} else if n, err := importer.ParseMapping(again); err != nil || !cmp.Equal(got, n) {
		t.Errorf("%s is read as %+v, %v", again, n, err)
	}
}

// TestAPresetLeavesGivenFieldsAlone: Shopify's column for the name of the consignee is not joined to another one.
func TestAPresetLeavesGivenFieldsAlone(t *testing.T) {
	table := read(t, "Name,Lineitem name,Lineitem quantity,Shipping Name,Billing Name\n#1,Shirt,1,Ana,Bo\n")
	m := importer.Complete(table, importer.Mapping{Columns: []importer.ColumnMapping{{Heading: "Billing Name", Field: "consignee_name"}}})
	for _, c := range m.Columns[1:] {
		if c.Field == "consignee_name" {
			t.Errorf("%+v", c)
		}
	}
	if m.Preset != "shopify" || len(m.Columns) != 4 {
		t.Errorf("%+v", m)
	}
}

// TestParcelsAreOrders: each parcel of an order is an order, and only the first may collect an amount.
func TestParcelsAreOrders(t *testing.T) {
	row := func(reference, parcel, amount string) string {
		return parcel + "," + amount + "," + strings.Replace(validRow, "A-1", reference, 1)
	}
	parcels := func(heading string, rows ...string) *importer.Plan {
		return plan(t, heading+",cod_amt_to_collect,"+headings+strings.Join(rows, ""))
	}
	for heading, cells := range map[string][2]string{
		"Parcel": {"1 of 2", "2 of 2"}, "Paket": {"1 von 2", "2 von 2"}, "Colis": {"1/2", "2/2"},
	} {
		p := parcels(heading, row("A-1", cells[0], ""), row("A-1", cells[1], ""), row("A-2", "", ""))
		checked := check(t, p)
		if len(checked) != 3 || checked[1].Order == nil || checked[1].Order.ShipperOrderID != "A-1-"+cells[1] || len(p.Notes()) != 1 {
			t.Errorf("%s: %d orders, %v", heading, len(checked), p.Notes())
		}
	}
	if p := parcels("Parcel", row("A-1", "1 of 2", ""), row("A-1", "large", "")); p.Len() != 1 ||
		len(p.Notes()) != 1 || p.Notes()[0].String() != "These columns are not read: Parcel." {
		t.Errorf("a size: %d orders, %v", p.Len(), p.Notes())
	}
	checked := check(t, parcels("Box", row("A-1", "1/2", "5"), row("A-1", "2/2", "5")))
	want := `Parcel "2/2" has an amount to collect, too`
	if len(checked) != 2 || len(checked[1].Problems) == 0 || !strings.HasPrefix(checked[1].Problems[0].Message.String(), want) ||
		len(checked[0].Problems) > 0 && strings.HasPrefix(checked[0].Problems[0].Message.String(), "Parcel") {
		t.Errorf("%+v", checked)
	}
}
