package importer_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// severalOf are the orders of a file as it is proposed to read it, with defaults for the rest.
func severalOf(t *testing.T, file string, defaults map[string]string) []importer.Checked {
	t.Helper()
	table := read(t, file)
	m := importer.Suggest(table)
	m.Defaults = missingColumns()
	maps.Copy(m.Defaults, map[string]string{"item_price_value": "15", "item_price_currency": "USD"})
	maps.Copy(m.Defaults, defaults)
	var missing []string
	for _, f := range m.Missing() {
		missing = append(missing, f.Name)
	}
	if slices.Contains(missing, "item_quantity") || slices.Contains(missing, "item_desc") {
		t.Fatalf("missing: %v", missing)
	}
	return check(t, planWith(t, table, m))
}

const severalRow = "Ana,+60123456789,Malaysia,1 Hill St,50088,"

func severalFile(heading string, cells ...string) string {
	file := "Name,Phone,Country,Address,Postcode," + heading + "\n"
	for _, cell := range cells {
		file += severalRow + `"` + strings.ReplaceAll(cell, `"`, `""`) + "\"\n"
	}
	return file
}

// TestSeveralItemsInACell: a cell may list the items of an order.
func TestSeveralItemsInACell(t *testing.T) {
	for cell, want := range map[string][]shipment.Item{
		"2 x T-Shirt @ 350; 1 x Cap @ USD 12.50": {
			{Desc: "T-Shirt", Quantity: 2, PriceValue: 35000}, {Desc: "Cap", Quantity: 1, PriceValue: 1250},
		},
		"2x T-Shirt, blue\n1 × Cap": {
			{Desc: "T-Shirt, blue", Quantity: 2, PriceValue: 1500}, {Desc: "Cap", Quantity: 1, PriceValue: 1500},
		},
		"T-Shirt x2, Cap (x1)": {{Desc: "T-Shirt", Quantity: 2, PriceValue: 1500}, {Desc: "Cap", Quantity: 1, PriceValue: 1500}},
		"3 X Poster 10 x 15":   {{Desc: "Poster 10 x 15", Quantity: 3, PriceValue: 1500}},
		"Product ID: 7, Product Qty: 2, Product SKU: M1, Product Name: Mug, blue, Product Unit Price: 10.00, Product Total Price: 20.00|" +
			"Product Qty: 1, Product Name: Cap, Product Unit Price: 5": {
			{Desc: "Mug, blue", SKU: "M1", Quantity: 2, PriceValue: 1000}, {Desc: "Cap", Quantity: 1, PriceValue: 500},
		},
		"[1] Nama Produk:Kaos; Jumlah: 2; Harga: Rp 50\n[2] Nama Produk:Topi; Jumlah: 1; Harga: 7,5": {
			{Desc: "Kaos", Quantity: 2, PriceValue: 5000}, {Desc: "Topi", Quantity: 1, PriceValue: 750},
		},
	} {
		checked := severalOf(t, severalFile("Products", cell), nil)
		if len(checked) != 1 || checked[0].Order == nil {
			t.Errorf("%s: %+v", cell, checked)
			continue
		}
		for i, got := range checked[0].Order.Items {
			got = shipment.Item{Desc: got.Desc, SKU: got.SKU, Quantity: got.Quantity, PriceValue: got.PriceValue}
			if len(checked[0].Order.Items) != len(want) || got != want[i] {
				t.Errorf("%s: item %d is %+v", cell, i, got)
			}
		}
	}
}

// TestItemsThatAreNotSureAreRefused: a default of the quantity counts for no text that names a number of pieces.
func TestItemsThatAreNotSureAreRefused(t *testing.T) {
	one := map[string]string{"item_quantity": "1"}
	for name, c := range map[string]struct {
		cells []string
		want  problem.Message
		field string
	}{
		"one without a number": {[]string{"2 x T-Shirt; Cap", "1 x Cap"}, problem.UnreadItems.With(), "item_desc"},
		"price of thousands":   {[]string{"2 x T-Shirt @ 1.350", "1 x Cap @ 5"}, problem.UnreadItems.With(), "item_desc"},
		"named price":          {[]string{"Product Name: Mug, Product Qty: 2, Product Price: 1.350"}, problem.UnreadItems.With(), "item_desc"},
		"pieces in brackets":   {[]string{"Mug blue (2 piece)"}, problem.UnreadItems.With(), "item_desc"},
		"few lists":            {[]string{"2 x T-Shirt", "Cap", "Shoes", "Tie"}, problem.UnreadItems.With(), "item_desc"},
		"commas":               {[]string{"2 x T-Shirt, Cap, 3 x Tie", "Cap", "Shoes"}, problem.UnreadItems.With(), "item_desc"},
	} {
		checked := severalOf(t, severalFile("Product", c.cells...), one)
		if p := checked[0].Problems; len(p) != 1 || p[0].Message.String() != c.want.String() || p[0].Field != c.field || p[0].Cell != "F2" {
			t.Errorf("%s: %+v", name, p)
		}
		for _, other := range checked[1:] {
			if other.Order == nil {
				t.Errorf("%s: %+v", name, other.Problems)
			}
		}
	}
	for _, size := range []string{"Poster 10 x 15", "10 x 15 cm frame", "iPhone X 12", "3-pack x-large"} {
		if checked := severalOf(t, severalFile("Product", size), one); checked[0].Order == nil || checked[0].Order.Items[0].Desc != size {
			t.Errorf("%s: %+v", size, checked[0])
		}
	}
}

// TestAColumnOfOneValueForSeveralItems: a category may be that of all, a price may not.
func TestAColumnOfOneValueForSeveralItems(t *testing.T) {
	file := "Name,Phone,Country,Address,Postcode,Products,Category,Price\n" + severalRow + "2 x Shirt; 1 x Cap,Apparel,50\n" +
		severalRow + "2 x Shirt,Apparel,50\n"
	checked := severalOf(t, file, nil)
	if p := checked[0].Problems; len(p) != 1 || p[0].Cell != "H2" || p[0].Message.String() != problem.OneForSeveral.With().String() {
		t.Errorf("%+v", p)
	}
	if o := checked[1].Order; o == nil || o.Items[0].Quantity != 2 || o.Items[0].PriceValue != 5000 || o.Items[0].Category != "Apparel" {
		t.Errorf("%+v", checked[1])
	}
}

// TestAProblemOfAListedItem is in the cell of the list.
func TestAProblemOfAListedItem(t *testing.T) {
	checked := severalOf(t, severalFile("Products", "0 x Shirt; 1 x Cap"), nil)
	if p := checked[0].Problems; len(p) != 1 || p[0].Cell != "F2" || p[0].Field != "item_quantity" {
		t.Errorf("%+v", p)
	}
	table := read(t, severalFile("Products", "1 x Shirt; 1 x Cap"))
	found := planWith(t, table, importer.Suggest(table))
	d := found.Draft(0)
	if p := found.LocateAll(&d, []request.FieldProblem{{Field: "item_desc", Index: 1}}); len(p) != 1 || p[0].Cell != "F2" {
		t.Errorf("%+v", p)
	}
}
