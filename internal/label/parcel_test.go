package label_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
)

// printOne prints one document.
func printOne(t *testing.T, s label.Shipment, o label.Options) ([]byte, label.Report) {
	t.Helper()
	var b bytes.Buffer
	report, err := label.SharedPrinter.Print(&b, s, o)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), report
}

func TestCodesScanInEveryScript(t *testing.T) {
	t.Parallel()
	for _, sample := range thin(samples) {
		t.Run(sample.script, func(t *testing.T) {
			s := sampleShipment(sample.party)
			pdf, report := printOne(t, s, label.Options{})
			if len(report.Warnings) > 0 {
				t.Errorf("warnings %v", report.Warnings)
			}
			path := save(t, "label.pdf", pdf)
			run(t, "qpdf", "--check", path)
			no := s.Order.TrackingNo
			want := []string{"CODE-128:" + no, "QR-Code:" + no}
			for _, dpi := range thin([]int{203, 300}) {
				for _, page := range rasterise(t, path, dpi) {
					if got := scan(t, page); !slices.Equal(got, want) {
						t.Errorf("at %d dpi the scanner reads %q, want %q", dpi, got, want)
					}
				}
			}
		})
	}
}

func TestTextCanBeExtracted(t *testing.T) {
	for _, sample := range thin(samples) {
		if sample.script == "arabic" || sample.script == "hebrew" {
			continue // extractors disagree about the order of right-to-left lines
		}
		s := sampleShipment(sample.party)
		pdf, _ := printOne(t, s, label.Options{})
		text := run(t, "pdftotext", "-raw", save(t, "label.pdf", pdf), "-")
		for _, want := range []string{s.Order.TrackingNo, s.Order.Consignee.Name, s.Order.Consignee.City, s.Order.Pickup.Name} {
			if !strings.Contains(squeeze(text), squeeze(want)) {
				t.Errorf("%s: %q is not in the text:\n%s", sample.script, want, text)
			}
		}
	}
}

// squeeze removes what extractors treat differently: spaces and joiners.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == 0x200B || r == 0x200D {
			return -1
		}
		return r
	}, s)
}
