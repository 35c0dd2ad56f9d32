package shipment_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// hsRows are so many codes of a file, from 100000.
func hsRows(count int) string {
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, "II,%d,Goods %d\n", 100000+i, i)
	}
	return text.String()
}

const hsHeadings = "section,hscode,description\n"

func TestReadHS(t *testing.T) {
	rows := hsHeadings + "TOTAL,TOTAL,Total\nI,01,Animals; live\nI,0101,Horses\n" + hsRows(1000) +
		"I,010121,\"Horses;  live,\nbred\"\nTOTAL,999999,Other\n"
	for _, file := range []string{rows, "\ufeff" + rows, strings.ReplaceAll(rows, "\n", "\r\n")} {
		read, err := shipment.ReadHS([]byte(file), 2028, "UN")
		if err != nil {
			t.Fatal(err)
		}
		text, err := read.Text()
		if err != nil {
			t.Fatal(err)
		}
		stored, err := shipment.ParseHS(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []*shipment.Nomenclature{read, stored} {
			if n.Year != 2028 || n.Source != "UN" || n.Count != 1001 ||
				!n.Has("0101210000") || !n.Has("100999") || n.Has("999999") || n.Has("101000") {
				t.Errorf("read: %d, %q, %d", n.Year, n.Source, n.Count)
			}
			if got := fmt.Sprint(n.Search("horses", 5)); got != "[{010121 Horses; live, bred}]" {
				t.Errorf("found %s", got)
			}
		}
	}
}

// TestHSHead: the first line of what is stored tells nomenclatures apart, because the audit log compares it.
func TestHSHead(t *testing.T) {
	heads := map[string]bool{}
	for _, rows := range []string{hsRows(1000), hsRows(1001), strings.Replace(hsRows(1000), "Goods 7", "Toys", 1)} {
		n, err := shipment.ReadHS([]byte(hsHeadings+rows), 2028, "UN")
		if err != nil {
			t.Fatal(err)
		}
		text, err := n.Text()
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(text, "\n")
		heads[head] = true
	}
	if len(heads) != 3 {
		t.Errorf("%v", heads)
	}
}

func TestWrongHSFiles(t *testing.T) {
	whole := hsHeadings + hsRows(1000)
	for _, c := range []struct {
		file   string
		year   int
		source string
		want   string
	}{
		{whole, 1022, "UN", "the year of the nomenclature is 1022: want 2022 to 2100"},
		{whole, 2028, "", "the source of the nomenclature has 0 characters: want 1 to 255"},
		{whole, 2028, strings.Repeat("x", 256), "the source of the nomenclature has 256 characters: want 1 to 255"},
		{"", 2028, "UN", "read the headings: EOF"},
		{"code,text\n" + hsRows(1000), 2028, "UN", "line 1 does not have the columns hscode and description"},
		{whole + "I,10121,Horses", 2028, "UN", `line 1002: hscode is "10121": want 2, 4 or 6 digits, or TOTAL`},
		{whole + "I,010121, ", 2028, "UN", "line 1002: the description is empty, longer than 1000 bytes, or not UTF-8"},
		{whole + "I,010121,\xff", 2028, "UN", "line 1002: the description is empty, longer than 1000 bytes, or not UTF-8"},
		{
			whole + "I,010121," + strings.Repeat("x", 1001), 2028, "UN",
			"line 1002: the description is empty, longer than 1000 bytes, or not UTF-8",
		},
		{whole + "I,010121", 2028, "UN", "record on line 1002: wrong number of fields"},
		{whole + "I,100007,Toys", 2028, "UN", "the code 100007 is there twice"},
		{hsHeadings + hsRows(999), 2028, "UN", "the file has 999 codes of six digits: want 1000 to 20000"},
		{hsHeadings + hsRows(20001), 2028, "UN", "the file has 20001 codes of six digits: want 1000 to 20000"},
		{whole + strings.Repeat("\n", 4<<20), 2028, "UN", "the file has more than 4 MiB"},
	} {
		if n, err := shipment.ReadHS([]byte(c.file), c.year, c.source); fmt.Sprint(err) != c.want || n != nil && err == nil {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}
