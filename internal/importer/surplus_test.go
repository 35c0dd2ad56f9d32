package importer_test

import (
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestCellsRightOfTheHeadings: a comma in a value without quotes moves the cells of its row. None of them is lost.
func TestCellsRightOfTheHeadings(t *testing.T) {
	file := order("shipper_order_id", "REF-1")
	heading, row, _ := strings.Cut(strings.TrimSuffix(file, "\n"), "\n")
	table := read(t, heading+"\n"+row+"\n"+row+"\tJakarta\n"+row+"\t \t\n")
	var got []string
	m := importer.Suggest(table)
	for _, c := range check(t, planWith(t, table, m)) {
		for _, p := range c.Problems {
			got = append(got, p.Cell+" "+p.Value+" "+p.Message.String())
		}
	}
	last := importer.ColumnName(strings.Count(heading, "\t") + 1)
	if want := last + "3 Jakarta The cell is right of the last heading."; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
	m.Columns = append(m.Columns, importer.ColumnMapping{Column: last, Ignore: true})
	for _, c := range check(t, planWith(t, table, m)) {
		if len(c.Problems) > 0 {
			t.Errorf("the column is ignored: %+v", c.Problems)
		}
	}
}

// TestRowsWithinAQuote: a quote that is closed rows later does not make one cell of them without a word.
func TestRowsWithinAQuote(t *testing.T) {
	const heading = "a,b,c,d,e\n"
	for content, refused := range map[string]bool{
		"1,2,3,4,5\n1,\"2,3,4,5\n1,2,3,4,5\n1,2,\"3\",4,5\n":             true,
		"1,\"2,3,4,5\n1,2,\"3\",4,5\n":                                   true,
		"1,\"2\n1,\"2\",3,4,5\n":                                         true,
		"1,\"Block A, Unit 2, Floor 3, B, C,\nJl. Sudirman, 5\",3,4,5\n": false,
		"1,2,\"3,4\n1,2,3\",4\n":                                         true, // rows that leave out empty cells at their ends
		"1,2,\"3,4\n1,2,3,4\n1,2,3\",4\n":                                true,
		"1,2,\"3,4,5\n1,2\",3,4,5\n":                                     true, // it has more cells than the headings
		"1,\"2,3,4,5\n1,2,3\",4\n":                                       true,
		"1,\"2,\n3\",4\n":                                                false,
		"1,8\" by 10\",3,4,5\n1,2,3,4,5\n":                               false,
		"1,\"two\nlines\",3,4,5\n":                                       false,
		"1,\"Block A, Unit 2,\nJl. Sudirman, 5\",3,4,5\n":                false,
		"\"first\ncolumn\",2,3,4,5\n1,2,3,4,5\n":                         false,
		"1,2,3,4,\"last\ncolumn, with, commas\"\n1,2,3,4,5\n":            false,
	} {
		_, err := importer.Read(t.Context(), nil, []byte(heading+content), importer.ReadOptions{})
		if refused != (err != nil) || err != nil && !strings.Contains(err.Error(), `A quote (") in row `) {
			t.Errorf("%q: %v", content, err)
		}
	}
}
