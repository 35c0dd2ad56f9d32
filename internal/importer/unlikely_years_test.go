package importer_test

import (
	"os"
	"testing"

	"waybill/internal/importer"
)

// TestUnlikelyYears: a day of another calendar, or long ago, is refused, with the day that it may be.
func TestUnlikelyYears(t *testing.T) {
	const rest, thai = " Write one from 2000 to 2050, of the Gregorian calendar.", "If it is a year of the Thai calendar, write 2026-12-15."
	for day, want := range map[string][2]string{
		"15/12/2569": {"The year is 2569." + rest, thai},
		"2569-12-15": {"The year is 2569." + rest, thai},
		"15.12.69":   {"The year is 2069." + rest, ""},
		"15-Dec-2569": {
			"The year is 2569." + rest, thai,
		},
		"1899-12-30": {"The year is 1899." + rest, ""},
		"30/12/1899": {"The year is 1899." + rest, ""},
		"1448-06-05": {"The year is 1448." + rest, ""},
		"2083-08-29": {"The year is 2083." + rest, ""},
		"9999-12-31": {"The year is 9999." + rest, ""},
		"115/12/15":  {"Date has wrong format. Use one of these formats instead: YYYY-MM-DD.", "-"},
		"2026-12-15": {}, "15/12/2026": {}, "2000-01-01": {}, "2050-12-31": {}, "": {},
	} {
		for _, field := range []string{"pickup_date", "invoice_date"} {
			table := read(t, order(field, day))
			m := importer.Suggest(table)
			for i := range m.Columns {
				if m.Columns[i].Field == field && m.Columns[i].Date == importer.DateISO {
					m.Columns[i].Date = importer.DateDMY
				}
			}
			c := check(t, planWith(t, table, m))[0]
			var got [2]string
			if len(c.Problems) > 0 {
				got = [2]string{c.Problems[0].Message.String(), c.Problems[0].Hint.String()}
			}
			if want[1] == "-" {
				got[1] = "-"
			}
			if got != want || (c.Order == nil) != (want[0] != "") {
				t.Errorf("%s %s: %q, want %q", field, day, got, want)
			}
		}
	}
	file, err := os.ReadFile("testdata/cases/c14.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range check(t, completed(t, read(t, string(file)), nil)) {
		if c.Order != nil || c.Problems[0].Column != "M" {
			t.Errorf("%+v", c.Problems)
		}
	}
}
