package label_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/shipment"
)

// checkered returns a logo of the largest size with as many edges as possible.
func checkered() *shipment.Logo {
	l := shipment.NewLogo(shipment.MaxLogoWidth, shipment.MaxLogoHeight)
	for y := range l.Height {
		for x := range l.Width {
			if (x+y)%2 == 0 {
				l.Set(x, y)
			}
		}
	}
	return &l
}

// TestALogoLeavesTheRestAsItIs prints the worst logo in all formats and resolutions, and scans both codes.
func TestALogoLeavesTheRestAsItIs(t *testing.T) {
	s := sampleShipment(samples[0].party)
	plain, _ := printOne(t, s, label.Options{})
	s.AccountLabels.Logo = checkered()
	want := []string{"CODE-128:" + s.Order.TrackingNo, "QR-Code:" + s.Order.TrackingNo}
	for _, back := range []bool{false, true} {
		s.Order.Return = back
		pdf, report := printOne(t, s, label.Options{})
		if len(report.Warnings) > 0 || len(pdf) > 3*len(plain) {
			t.Errorf("%d bytes instead of %d, warnings %v", len(pdf), len(plain), report.Warnings)
		}
		path := save(t, "label.pdf", pdf)
		run(t, "qpdf", "--check", path)
		if text := run(t, "pdftotext", "-raw", path, "-"); !back && !strings.Contains(text, "SG-Worldwide Pickup") {
			t.Errorf("no service in %s", text)
		}
		for _, dpi := range []int{203, 300, 600} {
			picture, _ := printOne(t, s, label.Options{Format: label.PNG, DPI: dpi})
			if got := scan(t, save(t, fmt.Sprint(dpi, ".png"), picture)); !slices.Equal(got, want) {
				t.Errorf("at %d dpi the scanner reads %q, want %q", dpi, got, want)
			}
			printOne(t, s, label.Options{Format: label.ZPL, DPI: dpi})
		}
	}
}
