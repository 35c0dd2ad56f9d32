package label

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// TestALabelSaysWhichBatteriesAParcelHas: each UN number is printed once beside the note, in legible letters, also if the contents are
// hidden, and beside all marks of a service.
func TestALabelSaysWhichBatteriesAParcelHas(t *testing.T) {
	t.Parallel()
	for _, numbers := range [][]string{
		nil, {"UN3481"}, {"UN3480", "UN3481"}, {"UN3090", "UN3091", "UN3480"}, {"UN3090", "UN3091", "UN3480", "UN3481", "UN3551", "UN3552"},
	} {
		for _, trackingNo := range []string{"WB48210739526DK", strings.Repeat("AB1", 13)} { // across, and down the side
			s := orderOf(len(numbers)+1, "SGD")
			s.Order.TrackingNo, s.AccountLabels.HideContents = trackingNo, true
			s.ServiceLabels.Marks = []string{shipment.MarkSignature, shipment.MarkFragile}
			for i, number := range numbers {
				s.Order.Items[i].Trade = &shipment.ItemTrade{UNNumber: number}
			}
			s.Order.Items = append(s.Order.Items, s.Order.Items[0])                     // the same number again
			s.Order.Items[len(numbers)].Trade = &shipment.ItemTrade{UNNumber: "UN1266"} // no battery
			var words []string
			var marks []float64 // sizes of the others
			plateOf(t, SharedPrinter, s.Order.TrackingNo, Options{}, func(p *plate) {
				for _, l := range p.lines {
					if l.text == "SIGNATURE" || l.text == "FRAGILE" {
						marks = append(marks, l.size)
					}
					if strings.Contains(l.text, "BATTERY") || strings.Contains(l.text, "UN3") || strings.Contains(l.text, "UN1") {
						words = append(words, strings.Fields(spaced(l.text))...)
						marks = append(marks, l.size)
					}
				}
			}, func(d *parcels) error { return d.draw(&s) })
			want := append([]string{"BATTERY"}, numbers...)
			if numbers == nil {
				want = nil
			}
			if least := slices.Min(marks); least < 4.99 && len(numbers) < 6 {
				t.Errorf("%s with %v: letters of %.1f points", trackingNo, numbers, least)
			}
			if !slices.Equal(words, want) {
				t.Errorf("%s with %v: the label says %v", trackingNo, numbers, words)
			}
		}
	}
}
