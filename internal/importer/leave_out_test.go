package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/importer"
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

func TestFootersAreLeftOut(t *testing.T) {
	for _, footer := range []string{
		"Total,,,,,,3,45\n", "Grand total:,,,,,,3\n", "Summe,,,,,,3,45\n", "合计,,,,,,3\n", "\"2,record(s) downloaded, from Sep-07\"\n",
		"2,\"record(s) downloaded, from Sep-07\"\nSeller ID : my-shop\n",
	} {
		table := read(t, statusFile("Status", "paid", "paid")+footer)
		p := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: missingColumns()}))
		if all := check(t, p); len(all) != 2 || all[1].Order == nil || len(p.Notes()) != 1 {
			t.Errorf("%q: %d orders, %v", footer, len(all), p.Notes())
		}
	}
	table := read(t, statusFile("Status", "paid")+"Total,Ana,,,,Shirt,1,15\n") // it may be an order
	if p := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: missingColumns()})); p.Len() != 2 {
		t.Errorf("an order named Total: %d orders", p.Len())
	}
}

func TestWrongLetters(t *testing.T) {
	w := importer.WrongLetters{}
	for row, text := range map[int]string{3: "Jos\u00c3\u00a9", 4: "José", 5: "Ana", 6: "Größe", 7: "北京"} {
		w.See(row, text)
	}
	if got := w.Note().String(); !strings.Contains(got, `Row 3 has "JosÃ©", which may be "José". Such letters (rows: 1)`) {
		t.Error(got)
	}
	if note := (&importer.WrongLetters{}).Note(); !note.IsZero() {
		t.Errorf("without such a text: %s", note)
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
