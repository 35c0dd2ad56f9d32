package label_test

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
)

// TestThePartnersNumberIsTheBarcode scans labels of a partner that draws none itself, in all formats.
func TestThePartnersNumberIsTheBarcode(t *testing.T) {
	s := sampleShipment(samples[5].party)
	own := s.Order.TrackingNo
	s.Service.Partner = "acme"
	long := strings.Repeat("A1", 20)
	for hawb, want := range map[string]string{
		"618-12345675": "618-12345675", "JD014600003828394": "JD014600003828394", long: long,
		"": own, "618 12345675": own, "票-1": own, strings.Repeat("1", 41): own,
	} {
		s.Order.HAWBNo = hawb
		codes := []string{"CODE-128:" + want, "QR-Code:" + own}
		pdf, _ := printOne(t, s, label.Options{})
		path := save(t, "label.pdf", pdf)
		picture, _ := printOne(t, s, label.Options{Format: label.PNG})
		for _, page := range append(rasterise(t, path, 203), save(t, "label.png", picture)) {
			if got := scan(t, page); !slices.Equal(got, codes) {
				t.Errorf("%q: the scanner reads %q, want %q", hawb, got, codes)
			}
		}
		text := run(t, "pdftotext", "-raw", path, "-")
		if both := strings.Contains(text, "Tracking no. "+own); both != (want != own) {
			t.Errorf("%q: the label names both numbers: %v", hawb, both)
		}
		zpl, _ := printOne(t, s, label.Options{Format: label.ZPL})
		if hawb != long && !strings.Contains(string(zpl), want+"^FS") { // a long one runs down the side, as a picture
			t.Errorf("%q: the ZPL has no ^FD with %q", hawb, want)
		}
	}
}

// TestAServiceInHouseHasNoNumberOfAPartner: the number of a shipper's own forwarder is no reason to change the barcode.
func TestAServiceInHouseHasNoNumberOfAPartner(t *testing.T) {
	s := sampleShipment(samples[5].party)
	pdf, _ := printOne(t, s, label.Options{})
	if got := scan(t, rasterise(t, save(t, "label.pdf", pdf), 203)[0]); !slices.Contains(got, "CODE-128:"+s.Order.TrackingNo) {
		t.Errorf("the scanner reads %q", got)
	}
}
