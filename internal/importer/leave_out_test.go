package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
	"waybill/internal/problem"
)

// statusFile is a file of three orders with a status each, and the footer of the rows that follow.
func statusFile(heading string, values ...string) string {
	file := "Order No,Name,Phone,Address,Country,Item,Qty,Price,Currency,Postal,Category," + heading + "\n"
	for i, value := range values {
		file += fmt.Sprintf("%d,Ana,+60123456789,1 Hill St,MY,Shirt,1,15,SGD,50088,Fashion,%s\n", i+1, value)
	}
	return file
}

func TestStatusWords(t *testing.T) {
	for heading, values := range map[string][]string{
		"Order Status":   {"Processing", "Cancelled", "SHIPPED"},
		"Status Pesanan": {"Perlu Dikirim", "Batal", "Sedang Dikirim"},
		"Bestellstatus":  {"bezahlt", "Storniert", "versendet"},
		"订单状态":           {"待发货", "已取消", "已发货"},
		"สถานะการสั่งซื้อ": {"ที่ต้องจัดส่ง", "ยกเลิกแล้ว", "จัดส่งแล้ว"},
	} {
		table := read(t, statusFile(heading, values...))
		m := importer.Complete(table, importer.Mapping{Defaults: missingColumns()})
		p := planWith(t, table, m)
		for i, want := range []string{"", "cancelled", "shipped"} {
			got := ""
			if d := p.Draft(i); d.LeftOut != nil {
				got = d.LeftOut.Reason
			}
			if got != want {
				t.Errorf("%s %s is left out as %q, want %q", heading, values[i], got, want)
			}
		}
		f := p.Filters()[0]
		if f.Column != "L" || len(f.Values) != 3 || f.Values[0].Reason != "" || f.Values[1].Rows != 1 {
			t.Errorf("%s: %+v", heading, f)
		}
		m.LeaveOut = []importer.ColumnMapping{{Heading: heading, Values: map[string]string{values[1]: "", values[0]: "mine"}}}
		p = planWith(t, table, importer.Complete(table, m)) // which adds only the value that it does not name
		for i, out := range []bool{true, false, true} {
			if (p.Draft(i).LeftOut != nil) != out {
				t.Errorf("%s %s with another choice: %+v", heading, values[i], p.Draft(i).LeftOut)
			}
		}
	}
}

// TestRowsWithOtherStates: of an order with states that differ nothing is created, unless the state is that of the row.
func TestRowsWithOtherStates(t *testing.T) {
	file := statusFile("Status", "Cancelled", "Paid")
	table := read(t, strings.Replace(file, "\n2,", "\n1,", 1))
	m := importer.Complete(table, importer.Mapping{Defaults: missingColumns()})
	if c := check(t, planWith(t, table, m))[0]; c.Order != nil || len(c.Problems) != 1 || c.Problems[0].Cell != "L2" {
		t.Errorf("an order with both states: %+v", c)
	}
	m.LeaveOut[0].Rows = true
	c := check(t, planWith(t, table, m))[0]
	if c.Order == nil || len(c.Order.Items) != 1 || len(c.Rows) != 2 {
		t.Errorf("an order of which a row is left out: %+v", c)
	}
}

// TestFurtherStatusWords: words that shops use for what is not, or not any more, to be sent.
func TestFurtherStatusWords(t *testing.T) {
	for value, want := range map[string]string{
		"Menunggu Pembayaran": "not paid", "Belum dibayar": "not paid", "Draft": "a draft", "Checkout draft": "a draft",
		"abgeschlossen": "completed", "已完成": "completed", "返品": "returned", "Refund pending": "refunded", "Void": "cancelled",
		"Hold": "on hold", "Backorder": "on hold", "Partially shipped": "partly sent", "Uncancelled": "", "not shipped": "",
	} {
		table := read(t, statusFile("Status", "paid", value))
		p, got := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: missingColumns()})), ""
		if out := p.Draft(1).LeftOut; out != nil {
			got = out.Reason
		}
		if got != want {
			t.Errorf("%s is left out as %q, want %q", value, got, want)
		}
	}
}

// TestTheSentItemsOfAnOrderAreLeftOut: the order has the other items, and a note counts the rows.
func TestTheSentItemsOfAnOrderAreLeftOut(t *testing.T) {
	table := read(t, "Name,Financial Status,Fulfillment Status,Currency,Lineitem quantity,Lineitem name,Lineitem price,"+
		"Lineitem fulfillment status,Shipping Name,Shipping Address1,Shipping Zip,Shipping Country,Shipping Phone\n"+
		"#1,paid,partial,USD,1,Tote,24,fulfilled,Ann Poe,1 A St,02108,US,+16175550123\n#1,,,,2,Pin,9.00,pending\n")
	p := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: missingColumns()}))
	c := check(t, p)[0]
	if c.Order == nil || len(c.Order.Items) != 1 || c.Order.Items[0].Desc != "Pin" || c.Order.Consignee.Name != "Ann Poe" {
		t.Fatalf("%+v", c)
	}
	want := `Rows with "fulfilled" in the column "Lineitem fulfillment status" are left out (1).`
	if notes := p.Notes(); len(notes) != 1 || notes[0].String() != want {
		t.Errorf("%v", notes)
	}
}

func TestFootersAreLeftOut(t *testing.T) {
	for _, footer := range []string{
		"Total,,,,,,3,45\n", "Grand total:,,,,,,3\n", "Summe,,,,,,3,45\n", "合计,,,,,,3\n", "\"2,record(s) downloaded, from Sep-07\"\n",
		"2,\"record(s) downloaded, from Sep-07\"\nSeller ID : my-shop\n", ",,,,,TOTAL,3,45\n", ",Summe:,,,,,3\n", ",,,,,,合計,45\n",
	} {
		table := read(t, statusFile("Status", "paid", "paid")+footer)
		p := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: missingColumns()}))
		if all := check(t, p); len(all) != 2 || all[1].Order == nil || len(p.Notes()) != 1 ||
			!strings.HasPrefix(p.Notes()[0].String(), "From row 4 on there are sums") {
			t.Errorf("%q: %d orders, %v", footer, len(all), p.Notes())
		}
	}
	for row, want := range map[string]int{
		"Total,Ana,,,,Shirt,1,15\n": 2, "2,Total,+60123456789,1 Hill St,MY,Shirt,1,15\n": 2,
		"1,,,,,Total,1,15\n": 1, ",,,,,Total Shampoo,1,15\n": 1,
	} { // they may be orders, or items
		table := read(t, statusFile("Status", "paid")+row)
		p := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: missingColumns()}))
		isSum := func(m problem.Message) bool { return m.Is(problem.FootersLeftOut) }
		if p.Len() != want || slices.ContainsFunc(p.Notes(), isSum) {
			t.Errorf("%q: %d orders, %v", row, p.Len(), p.Notes())
		}
	}
}

func TestWrongLetters(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"Name\nJoe\nJos\u00c3\u00a9\nJosé\nAna\nGröße\n北京\n": `Row 3 has "JosÃ©", which may be "José". Such letters (rows: 1)`,
		"Name\nJosé\n": "",
	} {
		table, err := importer.Read(t.Context(), nil, []byte(file), importer.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := table.WrongLetters().String(); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q", file, got)
		}
	}
}

func TestOtherFormatsSayWhatToDo(t *testing.T) {
	ole := "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 600)
	for file, want := range map[string]string{
		ole: "(.xls)", "\x09\x08\x08\x00\x00\x05": "(.xls)", "\x09\x00\x04\x00\x02\x00": "(.xls)",
		ole + strings.Join(strings.Split("EncryptedPackage", ""), "\x00") + "\x00":                           "has a password",
		"PK\x03\x04" + strings.Repeat("\x00", 26) + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet": "(.ods)",
		"<?xml version=\"1.0\"?><Workbook>":                                                                  "HTML or XML",
		"\uFEFF <html><table>":                                                                               "HTML or XML",
	} {
		_, err := importer.Read(t.Context(), nil, []byte(file), importer.ReadOptions{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "as .xlsx or CSV") {
			t.Errorf("%.40q: %v", file, err)
		}
	}
	if _, err := importer.Read(t.Context(), nil, []byte("\tname\n1\tAna\n"), importer.ReadOptions{}); err != nil {
		t.Errorf("a file that begins with a tab: %v", err)
	}
}
