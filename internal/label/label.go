package label

import (
	"errors"
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
	// Courier is the label if the courier drew it: encoded pages (see package pages) for PDF,
	// ZPL for ZPL. It is put in as it is, on paper of its own size; there is none for PNG.
	PartnerLabel []byte
}

// Printer prints documents. It is safe for concurrent use; make one and share it, for
// it keeps the parsed fonts. Making it reads none.
type Printer struct {
	fonts   *fonts.Set
	workers sync.Pool // *worker
}

// worker is what one goroutine at a time prints with.
type worker struct {
	shaper *typeset.Shaper
	cache  *canvas.Cache
}

// NewPrinter returns a printer.
func NewPrinter() *Printer {
	p := &Printer{fonts: fonts.NewSet()}
	p.workers.New = func() any { return &worker{typeset.NewShaper(p.fonts), canvas.NewCache(p.fonts)} }
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
	return p.draw(w, o, func(d *parcels) error {
		for s, err := range shipments {
			if err != nil {
				return fmt.Errorf("read a shipment to print: %w", err)
			}
			d.trackingNo = s.Order.TrackingNo
			if err := d.document(o.Document, &s); err != nil {
				return fmt.Errorf("print %s: %w", s.Order.TrackingNo, err)
			}
		}
		return nil
	})
}

// draw has the drawing made on the canvas of the options, by one worker.
func (p *Printer) draw(w io.Writer, o Options, drawing func(*parcels) error) (Report, error) {
	var report Report
	o, sheet, err := o.withDefaults()
	if err != nil {
		return report, err
	}
	with := p.workers.Get().(*worker)
	defer func() {
		with.cache.Release()
		p.workers.Put(with)
	}()
	c := with.canvas(w, o)
	d := &parcels{drawer: &drawer{canvas: c, shaper: with.shaper, report: &report}, paper: sheet}
	if err := drawing(d); err != nil {
		return report, err
	}
	if err := c.Close(); err != nil {
		return report, fmt.Errorf("write the %s: %w", o.Format, err)
	}
	return report, nil
}

func (d *parcels) document(document Document, s *Shipment) error {
	if s.PartnerLabel != nil {
		return d.copy(s.PartnerLabel)
	}
	switch document {
	case CN22:
		d.drawCN22(s)
		return nil
	case CN23:
		return d.drawCN23(s)
	case Invoice:
		return d.drawInvoice(s)
	default:
		return d.draw(s)
	}
}

// copy puts a label in that a courier drew. The next one that we draw begins a sheet.
func (d *parcels) copy(label []byte) error {
	to, ok := d.canvas.(canvas.Copier)
	if !ok {
		return errors.New("the courier's label is not a picture")
	}
	d.used = 0
	return to.Copy(label)
}

func (with *worker) canvas(w io.Writer, o Options) canvas.Canvas {
	switch o.Format {
	case PNG:
		return canvas.NewPNG(w, o.DPI, with.cache)
	case ZPL:
		z := canvas.NewZPL(w, o.DPI, with.cache)
		z.Hex = o.Hex
		return z
	default:
		return canvas.NewPDF(w, with.cache)
	}
}
