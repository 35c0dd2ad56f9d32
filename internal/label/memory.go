package label

import (
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

// MaxFile returns the largest size of one order's document in a File: ten times the label of the longest
// order, and one and a half times its customs declaration or invoice of many pages.
func (o Options) MaxFile() int {
	if o.Document.HasManyPages() {
		return 16 << 20
	}
	return 4 << 20
}

// HasManyPages reports whether the document of one order may have many pages.
func (d Document) HasManyPages() bool { return d == CN23 || d == Invoice || d == Proforma }
