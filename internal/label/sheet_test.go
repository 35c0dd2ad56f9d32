package label_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/label/inspect"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/label/pages"
)

// pageSizes returns the sizes of a file's pages in points.
func pageSizes(t *testing.T, file string) (sizes []string) {
	t.Helper()
	for line := range strings.Lines(run(t, "pdfinfo", "-l", "99", file)) {
		if fields := strings.Fields(line); len(fields) > 5 && fields[0] == "Page" && fields[2] == "size:" {
			sizes = append(sizes, fields[3]+"x"+fields[5])
		}
	}
	return sizes
}

// asForms makes forms of a PDF file.
func asForms(t *testing.T, file []byte) label.Shipment {
	t.Helper()
	encoded, err := inspect.PDFAsForms(file)
	if err != nil {
		t.Fatal(err)
	}
	return label.Shipment{PartnerLabel: encoded, PartnerLabelAs: pages.AsForms}
}

// pageFile is a PDF with a label whose page has more entries.
func pageFile(t *testing.T, entries string) []byte {
	t.Helper()
	written := filepath.Join(t.TempDir(), "qdf.pdf")
	plain := save(t, "plain.pdf", printAll(t, label.Options{}, sampleShipment(samples[2].party)))
	run(t, "qpdf", "--qdf", "--object-streams=disable", plain, written)
	text, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "/Type /Page\n", "/Type /Page "+entries+"\n", 1)
	if changed == string(text) {
		t.Fatal("the file has no page")
	}
	return []byte(run(t, "fix-qdf", save(t, "changed.pdf", []byte(changed))))
}

// TestPartnersPagesOnSheets puts pages of partners on sheets of A4 beside labels that Waybill draws, upright whatever
// way they are turned in their files, and reads their codes.
func TestPartnersPagesOnSheets(t *testing.T) {
	t.Parallel()
	own, other := sampleShipment(samples[0].party), sampleShipment(samples[2].party)
	var want []string
	for _, s := range []label.Shipment{own, other} {
		want = append(want, "CODE-128:"+s.Order.TrackingNo, "QR-Code:"+s.Order.TrackingNo)
	}
	slices.Sort(want)
	for name, entries := range map[string]string{
		"upright": "", "turned": "/Rotate 90", "upside down": "/Rotate 180", "turned left": "/Rotate -90", "cropped": "/CropBox [5 5 280 423]",
	} {
		if testing.Short() && name != "turned" && name != "cropped" {
			continue
		}
		theirs := asForms(t, pageFile(t, entries))
		file := save(t, "sheets.pdf", printAll(t, label.Options{Size: label.SizeA4}, own, theirs))
		run(t, "qpdf", "--check", file)
		if got := scan(t, rasterise(t, file, 300)[0]); !slices.Equal(got, want) {
			t.Errorf("%s: the codes are %q, want %q", name, got, want)
		}
		file = save(t, "sheets.pdf", printAll(t, label.Options{Size: label.SizeA4}, own, theirs, theirs, own, theirs))
		if sizes := pageSizes(t, file); !slices.Equal(sizes, []string{"595.28x842.01", "595.28x842.01"}) {
			t.Errorf("%s: pages of %v points", name, sizes)
		}
	}
}

// TestLargePagesHaveTheirSheet checks what becomes of pages that are larger than a quarter of a sheet.
func TestLargePagesHaveTheirSheet(t *testing.T) {
	t.Parallel()
	own := sampleShipment(samples[2].party)
	sized := func(width, height int) []byte {
		return []byte(strings.ReplaceAll(string(inspecttest.Label("PARTNER", 1)), "[0 0 288 432]", fmt.Sprintf("[0 0 %d %d]", width, height)))
	}
	for name, c := range map[string]struct {
		width, height, sheets int // of our own label, theirs, and our own
	}{
		"4 × 6 inches": {288, 432, 1}, "on its side": {432, 288, 1}, "A5": {420, 595, 3}, "letter": {612, 792, 3},
	} {
		theirs := asForms(t, sized(c.width, c.height))
		file := save(t, "sheets.pdf", printAll(t, label.Options{Size: label.SizeA4}, own, theirs, own))
		run(t, "qpdf", "--check", file)
		if sizes := pageSizes(t, file); len(sizes) != c.sheets || len(slices.Compact(sizes)) != 1 {
			t.Errorf("%s: pages of %v points", name, sizes)
		}
		if text := run(t, "pdftotext", file, "-"); !strings.Contains(text, "PARTNER") || strings.Count(text, "\f") != c.sheets {
			t.Errorf("%s: %d sheets: %s", name, strings.Count(text, "\f"), text)
		}
	}
	if _, err := inspect.PDFAsForms(sized(842, 1191)); err == nil || !strings.Contains(err.Error(), "a page of 297 × 420 mm: at most A4") {
		t.Errorf("A3: %v", err)
	}
}

// TestFormsThatCannotBePlaced checks damaged forms, and forms where they cannot be.
func TestFormsThatCannotBePlaced(t *testing.T) {
	t.Parallel()
	theirs := asForms(t, inspecttest.Label("PARTNER", 1))
	if _, err := label.SharedPrinter.Print(t.Output(), theirs, label.Options{Format: label.ZPL}); err == nil {
		t.Error("forms as ZPL")
	}
	theirs.PartnerLabel = theirs.PartnerLabel[:len(theirs.PartnerLabel)-1]
	if _, err := label.SharedPrinter.Print(t.Output(), theirs, label.Options{Size: label.SizeA4}); !errors.Is(err, pages.ErrDamaged) {
		t.Errorf("damaged forms: %v", err)
	}
}
