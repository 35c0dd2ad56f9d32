package label

import (
	"fmt"
	"io"
	"iter"
	"sync"

	"waybill/internal/label/canvas"
	"waybill/internal/label/fonts"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// Shipment is what a document is about: an order and the service that carries it.
type Shipment struct {
	Order   shipment.Order
	Service shipment.Service
}

// Printer prints documents. It is safe for concurrent use; make one and share it, for
// it keeps the parsed fonts. Making it reads none.
type Printer struct {
	fonts   *fonts.Set
	shapers sync.Pool // *typeset.Shaper, one a worker
}

// NewPrinter returns a printer.
func NewPrinter() *Printer {
	p := &Printer{fonts: fonts.NewSet()}
	p.shapers.New = func() any { return typeset.NewShaper(p.fonts) }
	return p
}

// Print writes the document of one shipment.
func (p *Printer) Print(w io.Writer, s Shipment, o Options) (Report, error) {
	return p.PrintAll(w, func(yield func(Shipment, error) bool) { yield(s, nil) }, o)
}

// PrintAll writes the documents of many shipments, in their order, into one file. It
// holds one shipment at a time; an error of the sequence ends the file unfinished and is
// returned.
func (p *Printer) PrintAll(w io.Writer, shipments iter.Seq2[Shipment, error], o Options) (Report, error) {
	var report Report
	o, sheet, err := o.withDefaults()
	if err != nil {
		return report, err
	}
	shaper := p.shapers.Get().(*typeset.Shaper)
	defer p.shapers.Put(shaper)
	c := canvas.NewPDF(w, p.fonts)
	pen := &pen{canvas: c, shaper: shaper, report: &report}
	labels := parcels{pen: pen, paper: sheet}
	for s, err := range shipments {
		if err != nil {
			return report, fmt.Errorf("read a shipment to print: %w", err)
		}
		pen.trackingNo = s.Order.TrackingNo
		if err := labels.draw(&s); err != nil {
			return report, fmt.Errorf("print %s: %w", s.Order.TrackingNo, err)
		}
	}
	if err := c.Close(); err != nil {
		return report, fmt.Errorf("write the %s: %w", o.Format, err)
	}
	return report, nil
}
