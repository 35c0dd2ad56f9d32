package shipment_test

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestPartnerLabelIsWhatItSays(t *testing.T) {
	for name, c := range map[string]struct {
		format  shipment.LabelFormat
		content []byte
		want    string // part of the error, "" when there is none
	}{
		"PDF":              {"pdf", []byte("%PDF-1.7\n…"), ""},
		"PNG":              {"png", []byte("\x89PNG\r\n\x1a\n…"), ""},
		"ZPL":              {"zpl", []byte("\n^XA^FDx^FS^XZ\n"), ""},
		"two of ZPL":       {"zpl", []byte("~DGR:A.GRF,1,1,00^XA^XZ^XA^XZ"), ""},
		"empty":            {"pdf", nil, "empty"},
		"too large":        {"zpl", []byte("^XA" + strings.Repeat("x", shipment.MaxPartnerLabel) + "^XZ"), "2097158 bytes"},
		"a page of a site": {"pdf", []byte("<html>"), "not what its format pdf says"},
		"a PDF as PNG":     {"png", []byte("%PDF-1.7"), "not what its format png says"},
		"half of ZPL":      {"zpl", []byte("^XA^FDx"), "not what its format zpl says"},
		"another format":   {"gif", []byte("GIF89a"), `pdf, png or zpl, not "gif"`},
	} {
		err := shipment.PartnerLabel{Format: c.format, Content: c.content}.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
