package label

import (
	"fmt"
	"math"

	"github.com/boombuler/barcode/code128"
	"rsc.io/qr"

	"waybill/internal/label/canvas"
)

// Quiet zones in modules: ISO/IEC 15417 and 18004.
const (
	quiet128 = 10
	quietQR  = 4
)

// bars encodes a text in Code 128. It returns the bars, one module high, and their width in modules.
func bars(text string) (cells []canvas.Cell, width int, err error) {
	code, err := code128.Encode(text)
	if err != nil {
		return nil, 0, fmt.Errorf("encode %q in Code 128: %w", text, err)
	}
	width = code.Bounds().Dx()
	cells = appendRow(nil, 0, width, func(x int) bool {
		r, _, _, _ := code.At(x, 0).RGBA()
		return r == 0
	})
	return cells, width, nil
}

// matrix encodes a text as a QR code of level M (15 % may be lost). It returns its cells and its side in
// modules.
func matrix(text string) (cells []canvas.Cell, side int, err error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, 0, fmt.Errorf("encode %q as QR: %w", text, err)
	}
	for y := range code.Size {
		cells = appendRow(cells, y, code.Size, func(x int) bool { return code.Black(x, y) })
	}
	return cells, code.Size, nil
}

// appendRow appends the black stretches of row y, one cell each.
func appendRow(cells []canvas.Cell, y, width int, black func(x int) bool) []canvas.Cell {
	for x := 0; x < width; x++ {
		start := x
		for x < width && black(x) {
			x++
		}
		if x > start {
			cells = append(cells, canvas.Cell{X: start, Y: y, W: x - start, H: 1})
		}
	}
	return cells
}

// Modules in mm: the smallest one that a worn print head still prints, and the size of those of a Code 128
// and a QR code that have enough space.
const (
	minModule = 0.25
	maxBar    = 0.5
	maxSquare = 0.75
)

// module returns the largest module of whole dots, up to about limit mm, of which count fit into space mm;
// false when none does.
func (d *drawer) module(count int, space, limit float64) (module float64, ok bool) {
	dot := d.canvas.Dot()
	for n := math.Round(limit / dot); n > 0 && n >= math.Round(minModule/dot); n-- {
		if float64(count)*n*dot <= space+slack {
			return n * dot, true
		}
	}
	return 0, false
}

// code draws a text in Code 128 in the middle of the box, quiet zones included, or as a QR code if it is too
// long for that.
func (d *drawer) code(b box, text string) error {
	cells, width, err := bars(text)
	if err != nil {
		return err
	}
	module, ok := d.module(width+2*quiet128, b.w, maxBar)
	if !ok {
		return d.qr(b, text)
	}
	x := b.x + (b.w-float64(width)*module)/2
	if c, ok := d.canvas.(canvas.Coder); ok && c.Code128(d.dx+x, d.dy+b.y, module, b.h, text) {
		return nil
	}
	for i := range cells {
		cells[i].H = int((b.h + slack) / module)
	}
	d.cells(x, b.y, module, cells)
	return nil
}

// ladder draws a text in Code 128 from the top of the box downwards.
func (d *drawer) ladder(b box, text string) error {
	cells, width, err := bars(text)
	if err != nil {
		return err
	}
	module, ok := d.module(width+2*quiet128, b.h, maxBar)
	if !ok {
		return fmt.Errorf("%q is too long for a Code 128 of %g mm", text, b.h)
	}
	for i, c := range cells {
		cells[i] = canvas.Cell{X: 0, Y: c.X, W: int((b.w + slack) / module), H: c.W}
	}
	d.cells(b.x, b.y+(b.h-float64(width)*module)/2, module, cells)
	return nil
}

// qr draws a text as a QR code in the middle of the box, quiet zone included.
func (d *drawer) qr(b box, text string) error {
	_, _, err := d.qrAt(min(b.w, b.h), text, func(edge, _ float64) (x, y float64) { return b.x + (b.w-edge)/2, b.y + (b.h-edge)/2 })
	return err
}

// qrAt draws a text as a QR code that fits into a space with its quiet zone, from the corner that place returns. It returns the side
// of the code and the width of the zone, in mm.
func (d *drawer) qrAt(space float64, text string, place func(edge, quiet float64) (x, y float64)) (edge, quiet float64, err error) {
	cells, side, err := matrix(text)
	if err != nil {
		return 0, 0, err
	}
	module, ok := d.module(side+2*quietQR, space, maxSquare)
	if !ok {
		return 0, 0, fmt.Errorf("%q is too long for a QR code of %g mm", text, space)
	}
	edge, quiet = float64(side)*module, quietQR*module
	x, y := place(edge, quiet)
	if c, ok := d.canvas.(canvas.Coder); !ok || !c.QR(d.dx+x, d.dy+y, module, text) {
		d.cells(x, y, module, cells)
	}
	return edge, quiet, nil
}
