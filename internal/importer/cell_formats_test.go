package importer_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"waybill/internal/importer"
)

// formatted is a workbook with an order; set changes its cells, whose numbers are by their headings.
func formatted(t *testing.T, values map[string]any, formats map[string]string) []byte {
	t.Helper()
	headings := strings.Split("Order No,Recipient,Phone,Address,Postcode,Country,Item,SKU,Qty,Price,Currency,Weight", ",")
	row := []any{"A-1", "Ana", "+16175550123", "5 Main St", "02139", "US", "Mug", "M-1", 1, 12.5, "USD", 0.5}
	return workbook(t, func(f *excelize.File) error {
		err := f.SetSheetRow("Orders", "A1", &headings)
		for i, heading := range headings {
			cell := importer.ColumnName(i) + "2"
			value, has := values[heading]
			if !has {
				value = row[i]
			}
			err = errors.Join(err, f.SetCellValue("Orders", cell, value))
			if code, has := formats[heading]; has {
				style, styleErr := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
				err = errors.Join(err, styleErr, f.SetCellStyle("Orders", cell, cell, style))
			}
		}
		return err
	})
}

// TestLongFormatsOfCells: a number is read as the cell shows it where its digits count, and as the number elsewhere.
func TestLongFormatsOfCells(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a workbook and a process for each format; make test-long runs it")
	}
	for _, c := range []struct {
		heading string
		value   any
		format  string
		want    string // of the order: reference|postal|SKU|quantity|price|weight; or the problem
	}{
		{"Order No", 17, `"SO-"00000`, "SO-00017|02139|M-1|1|12.5|0.5"},
		{"Order No", 17, `00000`, "00017|02139|M-1|1|12.5|0.5"},
		{"Order No", 202600017, `0000-00000`, "2026-00017|02139|M-1|1|12.5|0.5"},
		{"Order No", 17, `0`, "17|02139|M-1|1|12.5|0.5"},
		{"SKU", 812345678, `0#########`, "A-1|02139|0812345678|1|12.5|0.5"},
		{"Postcode", 2139, `0####`, "A-1|02139|M-1|1|12.5|0.5"},
		{"Postcode", 2139, `00000`, "A-1|02139|M-1|1|12.5|0.5"},
		{"Postcode", 21391234, `00000-0000`, "A-1|02139-1234|M-1|1|12.5|0.5"},
		{"SKU", 45, `"SKU"0000`, "A-1|02139|SKU0045|1|12.5|0.5"},
		{"Phone", 16175550123, `"+"0`, "A-1|02139|M-1|1|12.5|0.5"},
		{"Qty", 2, `0" pcs"`, "A-1|02139|M-1|2|12.5|0.5"},
		{"Qty", 2, `00`, "A-1|02139|M-1|2|12.5|0.5"},
		{"Price", 1250, `"US$"#,##0.00`, "A-1|02139|M-1|1|1250|0.5"},
		{"Price", 1250, `[$Rp-421]#,##0`, "The amount is in IDR, and the order has USD."},
		{"Price", 0.5, `0%`, "A valid number is required."},
		{"Price", 12000, `#,##0,"K"`, "A valid number is required."},
		{"Weight", 0.25, `0.0" kg"`, "A-1|02139|M-1|1|12.5|0.25"},
		{"Weight", 250, `0" g"`, "A-1|02139|M-1|1|12.5|0.25"},
		{"Weight", 1500, `0.0,"kg"`, "A-1|02139|M-1|1|12.5|1.5"},
	} {
		file := formatted(t, map[string]any{c.heading: c.value}, map[string]string{c.heading: c.format})
		table, err := importer.Read(t.Context(), newRunner(t), file, importer.ReadOptions{Owner: "1"})
		if err != nil {
			t.Fatal(err)
		}
		got := check(t, completed(t, table, nil))[0]
		var text string
		if o := got.Order; o == nil {
			text = got.Problems[0].Message.String()
		} else {
			item := o.Items[0]
			text = fmt.Sprintf("%s|%s|%s|%d|%s|%s", o.ShipperOrderID, o.Consignee.Postal, item.SKU, item.Quantity, item.PriceValue, o.Weight)
		}
		if text != c.want {
			t.Errorf("%v as %s in %s: %s, want %s", c.value, c.format, c.heading, text, c.want)
		}
	}
}

// TestAFileOfFormats reads a file whose cells have formats. Corrected, its refused rows are read as before.
func TestAFileOfFormats(t *testing.T) {
	file, err := os.ReadFile("testdata/cases/c07.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	run := newRunner(t)
	table, err := importer.Read(t.Context(), run, file, importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	checked := check(t, completed(t, table, nil))
	o := checked[0].Order
	if o == nil {
		t.Fatalf("%+v", checked[0].Problems)
	}
	got := []string{
		o.ShipperOrderID, o.Consignee.Number, o.Consignee.Postal, o.Items[0].SKU, o.Items[0].Trade.HSCode, o.PickupDate, o.Weight.String(),
	}
	if want := []string{"SO-00017", "+6281234567890", "02139", "SKU0045", "09012100", "2026-12-05", "0.5"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for i, want := range map[int]string{1: "K3 50%", 2: "I4 4500000000000000, N4 46363, O4 90210"} {
		var cells []string
		for _, p := range checked[i].Problems {
			cells = append(cells, p.Cell+" "+p.Value)
		}
		if slices.Sort(cells); strings.Join(cells, ", ") != want {
			t.Errorf("%q, want %s", cells, want)
		}
	}
	var b bytes.Buffer
	err = importer.WriteRefused(&b, table, func(yield func(importer.RefusedRow) bool) {
		_ = yield(importer.RefusedRow{Row: 0, Error: "x"}) && yield(importer.RefusedRow{Row: 1, Error: "y"})
	})
	if err != nil {
		t.Fatal(err)
	}
	again, err := importer.Read(t.Context(), run, b.Bytes(), importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"SO-00017 02139 SKU0045 0901.21.00", "SO-00018 01000 SKU0046 610910"} {
		row := again.Row(i)
		if got := strings.Join([]string{row.Cell(0).Text, row.Cell(5).Text, row.Cell(8).Text, row.Cell(14).Text}, " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
