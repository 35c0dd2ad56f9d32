package label_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"waybill/internal/label"
)

// TestRunSheet prints a run of 30 lists, which are two pages, and one without any.
func TestRunSheet(t *testing.T) {
	sheet := label.RunSheet{
		Number: "PR-00001", Van: "SGX 1234 A", Driver: "Joko", Place: "Depot Tuas", Date: "2026-11-30", GivenBy: "Ann", TakenBy: "Joko S.",
		Signature: [][2]float64{{10, 10}, {300, 100}},
	}
	for i := range 30 {
		sheet.Lines = append(sheet.Lines, label.RunLine{
			Shipper: fmt.Sprintf("Shipper %d", i), Place: "Depot Tuas", Service: "SG-ID Pickup", List: fmt.Sprintf("HL-%05d", i+1),
			Parcels: 2, Weight: 1500,
		})
	}
	printed := func(sheet label.RunSheet) string {
		t.Helper()
		var pdf bytes.Buffer
		if _, err := label.SharedPrinter.PrintRunSheet(&pdf, sheet); err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(run(t, "pdftotext", "-layout", save(t, "run.pdf", pdf.Bytes()), "-"), "\u00a0", " ")
	}
	text := printed(sheet)
	for _, want := range []string{
		"Pickup run PR-00001", "SGX 1234 A", "Depot Tuas", "Shipper 29", "HL-00030", "1.5", "Page 2 of 2", "Total: 60 parcels, 45", "Ann",
		"Joko S.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the sheet has no %q: %s", want, text)
		}
	}
	sheet.Lines = nil
	if text := printed(sheet); !strings.Contains(text, "Total: 0 parcels") || !strings.Contains(text, "Page 1 of 1") {
		t.Errorf("without lists: %s", text)
	}
}
