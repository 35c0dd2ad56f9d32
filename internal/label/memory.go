package label

import (
	"math"

	"waybill/internal/label/canvas"
	"waybill/internal/label/fonts"
)

// File is a document in memory, the target with which Print takes the least memory. Its Limit should be
// Options.MaxFile.
type File = canvas.File

// ErrTooLarge is wrapped by the error for a document that is larger than the Limit of its File.
var ErrTooLarge = canvas.ErrTooLarge

// SharedMemory is about the most memory of a Printer's fonts, in bytes: parsed, with the glyphs that they
// keep. It is needed once, not for each document.
const SharedMemory = 18<<20 + fonts.MaxKept

// The most memory that printing holds, in bytes: for documents of one page, alone or in a file of many, and
// for a document that may have many pages.
const (
	LabelMemory    = 16 << 20
	DocumentMemory = 36 << 20
)

// The memory of a document of many pages in addition to its file, in bytes, as measured with the longest
// orders. Documents of one page, their files included, take 7 MB.
const (
	orderMemory  = 2 << 20 // the order, with 200 items of four texts of 255 characters, laid out
	shaperMemory = 4 << 20
	dotsMemory   = 8 << 20 // rasterised glyphs and compressors, without the page
	pdfMemory    = 9 << 20 // font subsets, one of them compressed, and a compressor
)

// MaxFile returns the largest size of one order's document in a File: ten times the label of the longest
// order, and one and a half times its customs declaration or invoice of many pages.
func (o Options) MaxFile() int {
	if o.Document.HasManyPages() {
		return 16 << 20
	}
	return 4 << 20
}

// MaxMemory returns the most memory that Print holds at a time while it writes the document of one order to a
// File of MaxFile, in bytes, that file included. It returns 0 for options that Check refuses.
func (o Options) MaxMemory() int {
	o, sheet, err := o.withDefaults()
	if err != nil {
		return 0
	}
	if !o.Document.HasManyPages() {
		return LabelMemory
	}
	memory := orderMemory + shaperMemory + o.MaxFile()
	if o.Format == PDF {
		return memory + pdfMemory
	}
	return memory + dotsMemory + o.pageDots(sheet)/8
}

// HasManyPages reports whether the document of one order may have many pages.
func (d Document) HasManyPages() bool { return d == CN23 || d == Invoice || d == Proforma }

// pageDots returns the number of dots of a page.
func (o Options) pageDots(sheet paper) int {
	width, height := sheet.width, sheet.height
	switch o.Document {
	case CN22:
		if o.Size != Size4x6 {
			width, height = cn22Width, cn22Height
		}
	case CN23, Invoice, Proforma: // an invoice may be behind a CN 23
		width, height = a4Width, a4Height
	case Parcel:
	}
	perMM := canvas.DotsPerMM(o.DPI)
	return int(math.Ceil(width*perMM+8) * math.Ceil(height*perMM+8))
}
