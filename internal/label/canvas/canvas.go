package canvas

import "waybill/internal/label/typeset"

// Canvas is the target of a drawing. Lengths are millimetres from the page's top left corner, y downwards;
// everything is black, except text after White. Methods keep the first error for Close.
type Canvas interface {
	// Page ends the current page and begins one of this size.
	Page(width, height float64)
	// Dot is the size of a printer's dot in millimetres: modules that are whole dots print with sharp edges.
	Dot() float64
	// Cells fills rectangles of whole modules, of module millimetres each, from the corner x, y. The corner and
	// the modules are rounded to whole dots.
	Cells(x, y, module float64, cells []Cell)
	// Line draws a horizontal or vertical line of the given thickness, centred on its ends.
	Line(x1, y1, x2, y2, thickness float64)
	// Text draws a line of text with the left end of its baseline at x, y; size in points.
	Text(x, y, size float64, line typeset.Line)
	// White makes the text that follows white, to stand on a black area, or black again.
	White(on bool)
	// Close ends the last page and writes the rest of the file.
	Close() error
}

// Cell is a filled rectangle in modules.
type Cell struct{ X, Y, W, H int }

// millimetres per inch, and points per millimetre.
const (
	inch   = 25.4
	points = 72 / inch
)
