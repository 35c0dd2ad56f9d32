package label_test

import (
	"bytes"
	"fmt"
	"testing"

	"waybill/internal/label"
	"waybill/internal/label/inspect"
)

// BenchmarkSingle prints one label a file. Each label has its own name and address, so that nothing of them
// is cached.
func BenchmarkSingle(b *testing.B) {
	for _, c := range []struct{ name, script string }{
		{"Latin", "latin"},
		{"CJK", "chinese-simplified"},
		{"Korean", "korean"},
		{"Thai", "thai"},
		{"Khmer", "khmer"},
		{"Burmese", "burmese"},
		{"Devanagari", "devanagari"},
		{"Arabic", "arabic"},
	} {
		b.Run("PDF/"+c.name, func(b *testing.B) { benchmarkPrint(b, c.script, label.Options{}) })
	}
	for _, f := range []label.Format{label.PNG, label.ZPL} {
		b.Run(string(f)+"203/Latin", func(b *testing.B) { benchmarkPrint(b, "latin", label.Options{Format: f}) })
	}
}

func benchmarkPrint(b *testing.B, script string, o label.Options) {
	p := label.NewPrinter()
	var s label.Shipment
	for _, sample := range samples {
		if sample.script == script {
			s = sampleShipment(sample.party)
		}
	}
	var out bytes.Buffer
	name, address := s.Order.Consignee.Name, s.Order.Consignee.Address
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i++
		s.Order.TrackingNo = trackingNo(i)
		s.Order.Consignee.Name, s.Order.Consignee.Address = fmt.Sprint(name, " ", i), fmt.Sprint(i, " ", address)
		out.Reset()
		if _, err := p.Print(&out, s, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "labels/s")
	b.ReportMetric(float64(out.Len()), "B/label")
}

// BenchmarkMerged prints 200 labels in all scripts into one PDF.
func BenchmarkMerged(b *testing.B) {
	p := label.NewPrinter()
	var out bytes.Buffer
	const n = 200
	for b.Loop() {
		out.Reset()
		if _, err := p.PrintAll(&out, batch(n), label.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "labels/s")
	b.ReportMetric(float64(out.Len())/n, "B/label")
}

// BenchmarkPartners copies 200 labels of a partner into one PDF. They are pages that Waybill drew.
func BenchmarkPartners(b *testing.B) {
	p := label.NewPrinter()
	const n = 200
	labels := make([]label.Shipment, n)
	var out bytes.Buffer
	i := 0
	for s, err := range batch(n) {
		if err != nil {
			b.Fatal(err)
		}
		out.Reset()
		if _, err := p.Print(&out, s, label.Options{}); err != nil {
			b.Fatal(err)
		}
		pages, err := inspect.PDF(out.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		labels[i].PartnerLabel = pages
		i++
	}
	for b.Loop() {
		out.Reset()
		_, err := p.PrintAll(&out, func(yield func(label.Shipment, error) bool) {
			for _, s := range labels {
				if !yield(s, nil) {
					return
				}
			}
		}, label.Options{})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "labels/s")
	b.ReportMetric(float64(out.Len())/n, "B/label")
}
