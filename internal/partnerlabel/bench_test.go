package partnerlabel_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"testing"

	"waybill/internal/label"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// normalLabels returns labels such as partners send: a PDF with two fonts and a barcode, a picture of 4 × 6
// inches, and the largest picture accepted.
func normalLabels(b *testing.B) map[string]shipment.PartnerLabel {
	b.Helper()
	var pdf, small, large bytes.Buffer
	order := shipment.Order{
		TrackingNo: "WB48210739526ID", Items: []shipment.Item{{Quantity: 1, Desc: "T-shirt"}},
		Consignee: shipment.Party{Name: "Susan", Country: "ID", Address: "Jl. Berangin 5"},
	}
	if _, err := label.NewPrinter().Print(&pdf, label.Shipment{Order: order}, label.Options{}); err != nil {
		b.Fatal(err)
	}
	if _, err := label.NewPrinter().Print(&small, label.Shipment{Order: order},
		label.Options{Format: label.PNG, Size: label.Size4x6}); err != nil {
		b.Fatal(err)
	}
	picture := image.NewNRGBA(image.Rect(0, 0, 2480, 3508))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i / 4000 * (i%4 + 1))
	}
	picture.Set(0, 0, color.Black)
	if err := png.Encode(&large, picture); err != nil {
		b.Fatal(err)
	}
	return map[string]shipment.PartnerLabel{
		"PDF":                  {Format: shipment.LabelPDF, Content: pdf.Bytes()},
		"PNG":                  {Format: shipment.LabelPNG, Content: small.Bytes()},
		"PNG of A4 at 300 dpi": {Format: shipment.LabelPNG, Content: large.Bytes()},
	}
}

// BenchmarkInspect inspects a label in this process for comparison (the product never does), in a running
// process, and in a new one.
func BenchmarkInspect(b *testing.B) {
	for name, l := range normalLabels(b) {
		b.Run(name+"/here", func(b *testing.B) {
			for b.Loop() {
				if _, err := partnerlabel.Tasks[string(l.Format)](l.Content); err != nil {
					b.Fatal(err)
				}
			}
		})
		for where, keep := range map[string]bool{"process": true, "new process": false} {
			b.Run(name+"/"+where, func(b *testing.B) {
				runner, err := sandbox.New(sandbox.DefaultLimits, slog.New(slog.DiscardHandler))
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(runner.Close)
				for b.Loop() {
					if _, err := runner.Run(b.Context(), "acme", string(l.Format), l.Content); err != nil {
						b.Fatal(err)
					}
					if !keep {
						runner.EndIdle()
					}
				}
			})
		}
	}
}
