package label

import (
	"io"
	"reflect"
	"testing"
)

// TestReviewReportsWhatPrintReports: the layout is the same, although nothing is drawn.
func TestReviewReportsWhatPrintReports(t *testing.T) {
	t.Parallel()
	p := NewPrinter()
	s := longest(specimenRows()[0])
	s.Order.Consignee.Name, s.Order.Items[0].Desc = "Susan \U0001F600", "Socks \U0001F9E6"
	for _, document := range documents {
		for _, format := range []Format{PDF, ZPL} {
			o := Options{Document: document, Format: format, DPI: 300}
			want, err := p.Print(io.Discard, s, o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Review(s, o)
			if err != nil || len(got.Warnings) == 0 || !reflect.DeepEqual(got, want) {
				t.Errorf("%s as %s: %v, %v, want %v", document, format, got, err, want)
			}
		}
	}
}
