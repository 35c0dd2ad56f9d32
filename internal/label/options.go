package label

import (
	"cmp"
	"slices"
	"strconv"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// unknownOption returns a problem.Error.
func unknownOption(option string, sent any, choices string) error {
	return problem.PrintOption.With(option, sent, choices).Err()
}

// Document is a kind of document.
type Document string

// The documents. The default is a parcel label.
const (
	Parcel  Document = "label"   // of a forward or return order
	CN22    Document = "cn22"    // customs declaration, 74 × 105 mm, or 4 × 6 inches with Size4x6
	CN23    Document = "cn23"    // customs declaration, A5
	Invoice Document = "invoice" // commercial invoice, A4
	// Proforma is the invoice of goods that are not sold, such as gifts, samples, returns and repairs, A4.
	Proforma Document = "proforma"
)

// Documents are all documents that are printed.
func Documents() []Document { return []Document{Parcel, CN22, CN23, Invoice, Proforma} }

// DocumentsOf are the documents that orders of a service have.
func DocumentsOf(s *shipment.Service) []Document {
	if s.InvoiceOnly {
		return []Document{Parcel, Invoice, Proforma}
	}
	return Documents()
}

// CheckUse returns a problem.Error of problem.NoCustomsForm if orders of the service have no such document.
func (d Document) CheckUse(s *shipment.Service) error {
	if d = cmp.Or(d, Parcel); slices.Contains(DocumentsOf(s), d) {
		return nil
	}
	return problem.NoCustomsForm.With(d.title(), s.ServiceID, s.Name, s.CustomsForms()).Err()
}

// CustomsData is the document of CustomsJSON. It is not printed.
const CustomsData Document = "customs"

// title returns what viewers show for a file of documents.
func (d Document) title() string {
	return map[Document]string{
		Parcel: "Parcel label", CN22: "Customs declaration CN 22", CN23: "Customs declaration CN 23",
		Invoice: "Commercial invoice", Proforma: "Proforma invoice",
	}[cmp.Or(d, Parcel)]
}

// Format is a file format.
type Format string

// The formats. The default is PDF.
const (
	PDF Format = "pdf"
	PNG Format = "png" // 1 bit a dot; pages one below the other
	ZPL Format = "zpl" // ZPL II, a format (^XA…^XZ) per page

	JSON Format = "json" // of CustomsData, and of nothing that is printed
)

// MediaTypes are the media types of what is printed, by format.
var MediaTypes = map[Format]string{PDF: "application/pdf", PNG: "image/png", ZPL: "application/zpl"}

// Size is the paper of a parcel label. Size4x6 is also a paper of the CN 22.
type Size string

// The sizes. The default is 100 × 150 mm.
const (
	Size100x150 Size = "100x150" // mm
	SizeA6      Size = "a6"      // 105 × 148 mm
	Size4x6     Size = "4x6"     // inches
	SizeA4      Size = "a4"      // four to a sheet
)

// paper is the sheet of a size, in mm, with its columns and rows of labels.
type paper struct {
	size          Size
	width, height float64
	columns, rows int
}

var papers = []paper{
	{Size100x150, 100, 150, 1, 1},
	{SizeA6, 105, 148, 1, 1},
	{Size4x6, 101.6, 152.4, 1, 1},
	{SizeA4, 210, 297, 2, 2},
}

// Options choose the document and its form. The zero value is a parcel label of 100 × 150 mm as PDF.
type Options struct {
	Document Document
	Format   Format
	Size     Size // of parcel labels, and Size4x6 of the CN 22; other documents have the paper of their form
	DPI      int  // of PNG and ZPL: 203 (also for 0), 300 or 600
	Hex      bool // ZPL pictures in hexadecimal, three times as large, for printers without :Z64:
}

// withDefaults fills in the defaults, or returns a problem.Error of problem.PrintOption.
func (o Options) withDefaults() (Options, paper, error) {
	o.Document = cmp.Or(o.Document, Parcel)
	o.Format = cmp.Or(o.Format, PDF)
	o.Size = cmp.Or(o.Size, Size100x150)
	o.DPI = cmp.Or(o.DPI, 203)
	if !slices.Contains(Documents(), o.Document) {
		return o, paper{}, unknownOption("document", strconv.Quote(string(o.Document)), "label, cn22, cn23, invoice, proforma")
	}
	if o.Format != PDF && o.Format != PNG && o.Format != ZPL {
		return o, paper{}, unknownOption("format", strconv.Quote(string(o.Format)), "pdf, png, zpl")
	}
	if o.DPI != 203 && o.DPI != 300 && o.DPI != 600 {
		return o, paper{}, unknownOption("dpi", o.DPI, "203, 300, 600")
	}
	for _, p := range papers {
		if p.size == o.Size {
			return o, p, nil
		}
	}
	return o, paper{}, unknownOption("size", strconv.Quote(string(o.Size)), "100x150, a6, 4x6, a4")
}

// Check returns a problem.Error of problem.PrintOption for unknown options.
func (o Options) Check() error {
	_, _, err := o.withDefaults()
	return err
}
