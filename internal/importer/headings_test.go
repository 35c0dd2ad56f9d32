package importer_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"waybill/internal/importer"
)

func TestHeadingsAreFound(t *testing.T) {
	for what, c := range map[string]struct {
		file     string
		row      int // that is asked for
		want     int
		headings []string
		rows     int
		note     string
	}{
		"the first row":  {file: "Order ID,Recipient Name\n1,Budi\n", want: 1, headings: []string{"Order ID", "Recipient Name"}, rows: 1},
		"unknown words":  {file: "foo,bar\nbaz,Order ID\n", want: 1, headings: []string{"foo", "bar"}, rows: 1},
		"one known word": {file: "foo,bar\nOrder ID,baz\n", want: 1, headings: []string{"foo", "bar"}, rows: 1},
		"a title and a blank": {
			file: "Orders of November,,\n\n\"2 orders, 1 of them abroad\"\nOrder ID,Recipient Name,Qty\n1,Budi,2\n2,Sari,1\n",
			want: 4, headings: []string{"Order ID", "Recipient Name", "Qty"}, rows: 2, note: "The headings are in row 4. What is above is left out.",
		},
		"a title and semicolons": {
			file: "Bestellungen\nOrder ID;Recipient Name;Qty\n1;Budi;2\n", want: 2, headings: []string{"Order ID", "Recipient Name", "Qty"}, rows: 1,
			note: "The headings are in row 2. What is above is left out.",
		},
		"groups": {
			file: "Order,Sender,,Recipient,\nOrder ID,Name,Phone,Name,Phone\n1,Ann,1,Budi,2\n", want: 2,
			headings: []string{"Order ID", "Sender Name", "Sender Phone", "Recipient Name", "Recipient Phone"}, rows: 1,
			note: "The headings are in row 2. What is above is left out.",
		},
		"a second file behind the first": {
			file: "Order ID,Recipient Name,Qty\n1,Budi,2\n2,Sari,1\nOrder ID,Recipient Name,Qty,SKU\n3,Eka,1,S-1\n",
			want: 1, headings: []string{"Order ID", "Recipient Name", "Qty", ""}, rows: 4,
		},
		"a sender above the orders": {
			file: "Name,Phone,,,\nShop,+6591234567,,,\nOrder ID,Recipient Name,Qty,Price,SKU\n1,Budi,2,5,S-1\n",
			want: 3, headings: []string{"Order ID", "Recipient Name", "Qty", "Price", "SKU"}, rows: 1,
			note: "The headings are in row 3. What is above is left out.",
		},
		"a row that describes": {
			file: "Order ID,Quantity,Weight,Recipient Name\n" +
				"Platform unique order ID,SKU sold quantity,Package weight,Name of the receiver\n1,2,0.5,Budi\n",
			want: 1, headings: []string{"Order ID", "Quantity", "Weight", "Recipient Name"}, rows: 1,
			note: "Row 2 says what the headings mean. It is left out. If it is an order, name the row with the headings.",
		},
		"a bad order": {
			file: "Order ID,Quantity,Weight,Recipient Name\n7,none,0.5,Budi\n", want: 1,
			headings: []string{"Order ID", "Quantity", "Weight", "Recipient Name"}, rows: 1,
		},
		"a row that is asked for": {
			file: "Order ID,Recipient Name\nfoo,bar\n1,Budi\n", row: 2, want: 2, headings: []string{"foo", "bar"}, rows: 1,
		},
	} {
		got, err := importer.Read(t.Context(), nil, []byte(c.file), importer.ReadOptions{HeadingRow: c.row})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		note := ""
		for _, n := range got.Notes {
			note += n.String()
		}
		if got.HeadingRow != c.want || !slices.Equal(got.Headings, c.headings) || got.Len() != c.rows || note != c.note {
			t.Errorf("%s: row %d %q, %d rows, %q", what, got.HeadingRow, got.Headings, got.Len(), note)
		}
	}
}

// TestSheetOfOrders: the first sheet with known headings is read, in which a title may be above them.
func TestSheetOfOrders(t *testing.T) {
	file := workbook(t, func(f *excelize.File) error {
		_, err := f.NewSheet("About")
		return errors.Join(err, f.MoveSheet("About", "Orders"), f.SetSheetRow("About", "A1", &[]any{"Made by", "Shop"}),
			f.SetSheetRow("About", "A2", &[]any{"Please", "read"}), f.SetSheetRow("Orders", "A1", &[]any{"Orders"}),
			f.SetSheetRow("Orders", "A2", &[]any{"Order ID", "Recipient Name"}), f.SetSheetRow("Orders", "A3", &[]any{"1", "Budi"}))
	})
	run := newRunner(t)
	for _, opt := range []importer.ReadOptions{{}, {Sheet: "orders", HeadingRow: 2}} {
		got, err := importer.Read(t.Context(), run, file, opt)
		if err != nil || got.Sheet != "Orders" || got.HeadingRow != 2 || !slices.Equal(got.Headings, []string{"Order ID", "Recipient Name"}) {
			t.Errorf("%+v: %+v, %v", opt, got, err)
		}
	}
	if _, err := importer.Read(t.Context(), run, file, importer.ReadOptions{Sheet: "Orders", HeadingRow: 3}); err == nil ||
		!strings.Contains(err.Error(), "no row below") {
		t.Errorf("headings in the last row: %v", err)
	}
}
