package importer_test

import (
	"os"
	"strings"
	"testing"
)

// TestColumnsThatAreAsked: a column beside an address or an amount that is not read is a question, unless it is known to be neither.
func TestColumnsThatAreAsked(t *testing.T) {
	for columns, want := range map[string]string{ // headings and cells behind those of an order, by the headings that are asked
		"Address=Gate code|4455": "Gate code", "Price=Xyz|4": "Xyz", "City=Zone B|North": "Zone B", "Postcode=Qx|7": "Qx",
		"Price=Total|10": "", "Price=Discount|1": "", "Address=Order date|2026-01-02": "", "Address=Checked|yes": "", "Address=Mail 2|a@b.de": "",
		"Recipient=Rank|VIP": "", "Address=Gate code|": "", "Weight (kg)=Xyz|4": "", "Weight (kg)=Gross weight|0.7": "Gross weight",
		"Weight (kg)=Gross weight|0.5": "", "Price=Unit price|12": "Unit price", "Price=Unit price|10": "", "Qty=Pieces|2": "Pieces",
		"Address=Billing address|9 Bill Rd": "", "Item=Tracking Number|123": "", "Price=Order status|paid": "",
		"Address=line_items.1.name|Cap": "line_items.1.name",
	} {
		after, more, _ := strings.Cut(columns, "=")
		heading, cell, _ := strings.Cut(more, "|")
		file := strings.Replace(plainHeadings, after, after+","+heading, 1) + "\n"
		before, _, _ := strings.Cut(plainHeadings, after)
		at := strings.Count(before, ",")
		cells := strings.Split(ana, ",")
		cells[at] += "," + cell
		file += strings.Join(cells, ",") + "\n"
		p, got := plan(t, file), ""
		for _, q := range p.Questions() {
			got += q.Heading
			if q.Value != cell {
				t.Errorf("%s: %+v", columns, q)
			}
		}
		if got != want {
			t.Errorf("%s asks about %q, want %q", columns, got, want)
		}
	}
}

// TestRoundedNumbersAreNoted: a note says which cell is the first, and how many there are.
func TestRoundedNumbersAreNoted(t *testing.T) {
	file, err := os.ReadFile("testdata/cases/c16.csv")
	if err != nil {
		t.Fatal(err)
	}
	_, p := numbersOf(t, string(file))
	var notes []string
	for _, n := range p.Notes() {
		notes = append(notes, n.String())
	}
	want := `Cell L2 has more decimals than the field: "0.30000000000000004" is read as 0.3 (cells: 4).`
	if len(notes) != 1 || notes[0] != want {
		t.Errorf("%q", notes)
	}
}
