package label_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/shipment"
)

func TestWhatCannotPrintIsReported(t *testing.T) {
	for _, c := range []struct {
		name, text string
		printed    string // must be on the label
		want       []string
	}{
		{"emoji", "Rose 🌹 Street", "Rose Street", []string{"left out U+1F339"}},
		{"Tibetan", "བོད lane", "bd lane", []string{"transliterated U+0F56, U+0F51", "left out U+0F7C"}},
		{"control characters", "a\x00b\x1bc", "abc", []string{"left out U+0000, U+001B"}},
		{"text that turns around", "1 \u202eevil\u202c Road", "1 evil Road", []string{"left out U+202E, U+202C"}},
		{"a tower of marks", "Z" + strings.Repeat("\u0325\u0300", 20) + " Road", "Road", []string{"left out U+0325, U+0300"}},
		{"broken UTF-8", "a\xffb", "ab", []string{"left out U+FFFD"}},
		{"private use", "A\ue000B", "AB", []string{"left out U+E000"}},
		{"spaces and marks of no shape", "Soft\u00adhy\u200bphen\ufe0f\t \u3000Road", "Soft", nil},
		{"decomposed letters", "Nguye\u0302\u0303n", "Nguyễn", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sampleShipment(samples[0].party)
			s.Order.Consignee.Address = c.text
			pdf, report := printOne(t, s, label.Options{})
			var want, got []string
			for _, w := range c.want {
				want = append(want, s.Order.TrackingNo+" consignee_address: "+w)
			}
			for _, w := range report.Warnings {
				got = append(got, w.String())
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("warnings %q, want %q", got, want)
			}
			text := run(t, "pdftotext", "-raw", save(t, "label.pdf", pdf), "-")
			if !strings.Contains(text, c.printed) {
				t.Errorf("%q is not printed:\n%s", c.printed, text)
			}
		})
	}
}

func TestReportsAreBounded(t *testing.T) {
	p := label.SharedPrinter
	all := func(yield func(label.Shipment, error) bool) {
		for i := range 150 {
			s := sampleShipment(samples[0].party)
			s.Order.TrackingNo = trackingNo(i)
			for r := '\U0001F300'; r < '\U0001F340'; r++ {
				s.Order.Consignee.Name += string(r)
			}
			if !yield(s, nil) {
				return
			}
		}
	}
	report, err := p.PrintAll(io.Discard, all, label.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) != 100 || report.More != 50 {
		t.Errorf("%d warnings and %d more, want 100 and 50", len(report.Warnings), report.More)
	}
	if n := len(report.Warnings[0].Characters); n != 10 {
		t.Errorf("a warning names %d characters, want 10", n)
	}
	if got := report.Warnings[0].String(); strings.ContainsFunc(got, func(r rune) bool { return r < 0x20 || r > 0x7E }) {
		t.Errorf("%q is not fit for a header", got)
	}
}

func TestCutTextIsReported(t *testing.T) {
	s := sampleShipment(samples[0].party)
	s.Order.ShipperOrderID = strings.Repeat("SO-2026-000123/", 17)
	_, report := printOne(t, s, label.Options{})
	if len(report.Warnings) != 1 || report.Warnings[0].Problem != label.CutOff || report.Warnings[0].Field != "shipper_order_id" {
		t.Errorf("warnings %v, want that shipper_order_id is cut off", report.Warnings)
	}
}

func TestCustomsDocumentsReportNetAboveGross(t *testing.T) {
	for _, c := range []struct {
		document label.Document
		net      shipment.Thousandths // of each of two pieces; the parcel weighs 1.25 kg
		want     []string
	}{
		{label.Parcel, 626, nil},
		{label.CN22, 625, nil},
		{label.CN22, 626, []string{"order_weight"}},
		{label.CN23, 626, []string{"order_weight"}},
		{label.Invoice, 626, []string{"order_weight"}},
		{label.Proforma, 0, nil},
	} {
		s := sampleShipment(samples[0].party)
		s.Order.Items = []shipment.Item{{Desc: "Cup", Quantity: 2, PriceCurrency: "EUR", Trade: &shipment.ItemTrade{Weight: c.net}}}
		_, report := printOne(t, s, label.Options{Document: c.document})
		var got []string
		for _, w := range report.Warnings {
			if w.Problem == label.NetAboveGross {
				got = append(got, w.Field)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s with two pieces of %d g: %q, want %q", c.document, c.net, got, c.want)
		}
	}
}
