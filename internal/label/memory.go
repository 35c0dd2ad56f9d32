package label

import (
	"math"

	"waybill/internal/label/canvas"
	"waybill/internal/label/fonts"
)

// File is a document in memory, as Print writes it with the least memory. Its Limit is best
// Options.MaxFile.
type File = canvas.File

// ErrTooLarge is wrapped by the error for a document that is larger than its File may be.
var ErrTooLarge = canvas.ErrTooLarge

// SharedMemory is about the most that the fonts of a Printer take in all, in bytes: parsed,
// and the glyphs that they keep. It comes once, not with each document.
const SharedMemory = 18<<20 + fonts.MaxKept

// What printing holds at most, in bytes: of documents of one page, one or a file of many; and
// of one that may have many pages.
const (
	LabelMemory    = 16 << 20
	DocumentMemory = 36 << 20
)

// What a document of many pages takes beside its file, in bytes, as measured with the longest
// orders. Those of one page, their files included, take 7 MB.
const (
	orderMemory  = 2 << 20 // the order, with 200 items of four texts of 255 characters, laid out
	shaperMemory = 4 << 20
	dotsMemory   = 8 << 20 // glyphs in dots, and compressors; the page comes to it
	pdfMemory    = 9 << 20 // subsets of fonts and one of them compressed, and a compressor
)

// MaxFile is the most bytes that the document of one order may have in a File: ten times
// what the longest order takes as a label, and once and a half what it takes as a customs
// declaration or an invoice of many pages.
func (o Options) MaxFile() int {
	if o.Document.HasManyPages() {
		return 16 << 20
	}
	return 4 << 20
}

// MaxMemory is the most that Print holds at a time while it writes the document of one order
// to a File of MaxFile, in bytes, that file included. It is 0 for options that Check refuses.
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
func (d Document) HasManyPages() bool { return d == CN23 || d == Invoice }

// pageDots is how many dots a page has.
func (o Options) pageDots(sheet paper) int {
	width, height := sheet.width, sheet.height
	switch o.Document {
	case CN22:
		width, height = cn22Width, cn22Height
	case CN23:
		width, height = cn23Width, cn23Height
	case Invoice:
		width, height = a4Width, a4Height
	case Parcel:
	}
	perMM := canvas.DotsPerMM(o.DPI)
	return int(math.Ceil(width*perMM+8) * math.Ceil(height*perMM+8))
}
