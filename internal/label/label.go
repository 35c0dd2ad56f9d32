package label

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"sync"

	"waybill/internal/label/canvas"
	"waybill/internal/label/fonts"
	"waybill/internal/label/pages"
	"waybill/internal/label/typeset"
	"waybill/internal/shipment"
)

// Shipment is the subject of a document: an order and its service.
type Shipment struct {
	Order   shipment.Order
	Service shipment.Service
	// Settings of the account and the service for parcel labels.
	AccountLabels shipment.AccountLabels
	ServiceLabels shipment.ServiceLabels
	// PartnerLabel is the label if the partner drew it: encoded pages (see package pages) for PDF, ZPL for
	// ZPL. It is copied as it is, on paper of its own size. PartnerLabelAs says if it is something else.
	PartnerLabel   []byte
	PartnerLabelAs pages.Kind
	// AboveCN22 says that the goods are worth more than MaxCN22: the CN 22 refers to the CN 23.
	AboveCN22 bool
}

// MaxCN22 is what the goods of a CN 22 may be worth, in special drawing rights.
const MaxCN22 = 300

// Printer prints documents. It is safe for concurrent use. Make one and share it, because it keeps the parsed
// fonts. A new Printer has read none yet.
type Printer struct {
	fonts   *fonts.Set
	workers sync.Pool // *worker
}

// worker holds what one goroutine at a time prints with.
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

// PrintAll writes the documents of many shipments, in their order, into one file. It holds one shipment at a
// time. An error of the sequence leaves the file unfinished and is returned.
func (p *Printer) PrintAll(w io.Writer, shipments iter.Seq2[Shipment, error], o Options) (Report, error) {
	return p.draw(w, o, func(d *parcels) (title string, err error) {
		printed := 0
		for s, err := range shipments {
			if err != nil {
				return "", fmt.Errorf("read a shipment to print: %w", err)
			}
			d.trackingNo = s.Order.TrackingNo
			if err := d.document(o.Document, &s); err != nil {
				return "", fmt.Errorf("print %s: %w", s.Order.TrackingNo, err)
			}
			printed++
		}
		if printed == 1 {
			return o.Document.title() + " " + d.trackingNo, nil
		}
		return fmt.Sprintf("%s, %d orders", o.Document.title(), printed), nil
	})
}

// Review returns the Report of the document of one shipment without drawing it. A label that a partner drew has an
// empty one.
func (p *Printer) Review(s Shipment, o Options) (Report, error) {
	var report Report
	o, sheet, err := o.withDefaults()
	if err != nil || s.PartnerLabel != nil {
		return report, err
	}
	with := p.workers.Get().(*worker)
	defer p.workers.Put(with)
	dpi := o.DPI
	if o.Format == PDF {
		dpi = 203
	}
	d := &parcels{
		drawer: &drawer{canvas: canvas.Blank{DPI: dpi}, shaper: with.shaper, report: &report, trackingNo: s.Order.TrackingNo}, paper: sheet,
	}
	if err := d.document(o.Document, &s); err != nil {
		return report, fmt.Errorf("review %s: %w", s.Order.TrackingNo, err)
	}
	return report, nil
}

// draw calls drawing with a worker's canvas of the options. drawing returns the title of the file.
func (p *Printer) draw(w io.Writer, o Options, drawing func(*parcels) (title string, err error)) (Report, error) {
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
	title, err := drawing(d)
	if err != nil {
		return report, err
	}
	if pdf, ok := c.(*canvas.PDF); ok {
		pdf.Title = title
	}
	if err := c.Close(); err != nil {
		return report, fmt.Errorf("write the %s: %w", o.Format, err)
	}
	return report, nil
}

func (d *parcels) document(document Document, s *Shipment) error {
	if s.PartnerLabel != nil {
		return d.copy(s)
	}
	if cmp.Or(document, Parcel) == Parcel {
		return d.draw(s)
	}
	if err := document.CheckUse(&s.Service); err != nil {
		return err
	}
	of := declare(s)
	if net := of.netWeight(); net != nil && net.Cmp(big.NewInt(int64(of.order.Weight))) > 0 {
		d.report.add(d.trackingNo, "order_weight", NetAboveGross)
	}
	switch document {
	case CN22:
		d.drawCN22(of, d.paper)
		return nil
	case CN23:
		return d.drawCN23(of)
	}
	of.proforma = document == Proforma
	return d.drawInvoice(of)
}

// copy copies a label that a partner drew. After pages of their own size, the next label that Waybill draws begins a
// new sheet.
func (d *parcels) copy(s *Shipment) error {
	if to, ok := d.canvas.(canvas.Placer); ok && s.PartnerLabelAs == pages.AsForms {
		return d.placeOnSheets(to, s.PartnerLabel)
	}
	d.used = 0
	if to, ok := d.canvas.(canvas.Picturer); ok && s.PartnerLabelAs == pages.AsPictures {
		return to.Pictures(s.PartnerLabel)
	}
	if to, ok := d.canvas.(canvas.Copier); ok && s.PartnerLabelAs == pages.AsPages {
		return to.Copy(s.PartnerLabel)
	}
	return errors.New("the partner's label has another format than the file")
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
