package label_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"waybill/internal/label"
)

// TestSignedList prints a list of 30 rows that was signed, which is two pages, and one without rows.
func TestSignedList(t *testing.T) {
	list := label.Listing{
		Title: "Pickup run", Number: "PR-00001", Sums: []string{"Total: " + label.TotalOf(60, 45_000)}, Note: "The driver takes them over.",
		About:   [][2]string{{"Van", "SGX 1234 A"}, {"Driver", "Joko"}, {"Place", "Depot Tuas"}, {"Date", "2026-11-30"}},
		Columns: label.Columns("No.# 9|Shipper 48|List 22|kg# 15"), Signature: [][2]float64{{10, 10}, {300, 100}},
		Fields: [][2]string{{"Name of the driver", "Joko S."}, {"Signature of the driver", ""}, {"Handed over by", "Ann"}},
	}
	var rows [][]string
	for i := range 30 {
		rows = append(rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Shipper %d", i), fmt.Sprintf("HL-%05d", i+1), "1.5"})
	}
	printed := func() string {
		t.Helper()
		file := printedBy(t, func(to *bytes.Buffer) error {
			_, err := label.SharedPrinter.PrintListings(to, list)
			return err
		})
		return strings.ReplaceAll(run(t, "pdftotext", "-layout", file, "-"), "\u00a0", " ")
	}
	list.Fill(rows)
	text := printed()
	for _, want := range []string{
		"Pickup run PR-00001", "SGX 1234 A", "Depot Tuas", "Shipper 29", "HL-00030", "1.5", "Page 2 of 2", "Total: 60 parcels, 45 kg", "Ann",
		"Joko S.", "The driver takes them over.", "Signature of the driver",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the list has no %q: %s", want, text)
		}
	}
	if got := strings.Count(text, "Signature of the driver"); got != 1 {
		t.Errorf("it is signed %d times", got)
	}
	list.Count = 29
	if _, err := label.SharedPrinter.PrintListings(new(bytes.Buffer), list); err == nil {
		t.Error("more rows than it says are printed")
	}
	list.Fill(nil)
	if text := printed(); !strings.Contains(text, "Page 1 of 1") {
		t.Errorf("without rows: %s", text)
	}
}
