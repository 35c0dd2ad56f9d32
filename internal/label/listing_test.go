package label_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
)

// printedBy is a PDF that write writes.
func printedBy(t *testing.T, write func(*bytes.Buffer) error) (file string) {
	t.Helper()
	var pdf bytes.Buffer
	if err := write(&pdf); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("WAYBILL_TEST_PDFS"); dir != "" { // to be looked at
		_ = os.WriteFile(dir+"/"+strings.ReplaceAll(t.Name(), "/", "-")+".pdf", pdf.Bytes(), 0o600)
	}
	return save(t, "list.pdf", pdf.Bytes())
}

// TestListing prints a list of 30 rows, which are two pages, and one without any.
func TestListing(t *testing.T) {
	list := label.Listing{
		Title: "Manifest", Number: "CN-00001", About: [][2]string{{"Air waybill", "618-12345675"}, {"Broker", "PT Broker"}},
		Columns: label.Columns("Bag 10|Goods 50|Value# 12"),
		Sums:    []string{"Parcels: 30", "EUR 310.50   USD 99.90"}, Landscape: true,
	}
	var rows [][]string
	for i := range 30 {
		rows = append(rows, []string{"BG-00001", fmt.Sprintf("Cotton shirts %d, 衬衫", i), "1234.50"})
	}
	list.Fill(rows)
	printed := func(list label.Listing) string {
		t.Helper()
		file := printedBy(t, func(to *bytes.Buffer) error {
			_, err := label.SharedPrinter.PrintListings(to, list)
			return err
		})
		return strings.ReplaceAll(run(t, "pdftotext", "-layout", file, "-"), "\u00a0", " ")
	}
	text := printed(list)
	for _, want := range []string{
		"Manifest CN-00001", "618-12345675", "PT Broker", "Cotton shirts 29, 衬衫", "1234.50", "Page 2 of 2", "Parcels: 30",
		"EUR 310.50   USD 99.90",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("the list has no %q: %s", want, text)
		}
	}
	if got := strings.Count(text, "Parcels: 30"); got != 1 {
		t.Errorf("the sums stand %d times", got)
	}
	list.Fill(nil)
	if text := printed(list); !strings.Contains(text, "Page 1 of 1") {
		t.Errorf("without rows: %s", text)
	}
}

// TestBagLabel prints the label of a bag, whose number a scanner reads.
func TestBagLabel(t *testing.T) {
	file := printedBy(t, func(to *bytes.Buffer) error {
		_, err := label.SharedPrinter.PrintBagLabel(to, label.BagLabel{
			Number: "BG-00042", From: "Tuas SG", To: "Jakarta CGK ID", Dated: "Opened 2026-11-30 09:00 UTC", Fields: [][2]string{
				{"Service", "SG-ID Express"},
				{"Consignment", "CN-00007"},
				{"Seal", "A 112233"},
				{"Parcels", "16"},
				{"Gross weight", "12.695 kg"},
				{"Tare", "0.350 kg"},
			},
		})
		return err
	})
	if size := run(t, "pdfinfo", file); !strings.Contains(size, "283.46 x 425.2") {
		t.Errorf("not 100 × 150 mm: %s", size)
	}
	text := run(t, "pdftotext", "-layout", file, "-")
	for _, want := range []string{
		"BG-00042", "Jakarta CGK ID", "Tuas SG", "SG-ID Express", "CN-00007", "A 112233", "12.695 kg", "0.350 kg", "16",
	} {
		if !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "), want) {
			t.Errorf("the label has no %q: %s", want, text)
		}
	}
	if codes := scan(t, rasterise(t, file, 203)[0]); !slices.Equal(codes, []string{"CODE-128:BG-00042"}) {
		t.Errorf("codes: %s", codes)
	}
}
