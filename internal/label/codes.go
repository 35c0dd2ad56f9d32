package label

import (
	"fmt"

	"github.com/boombuler/barcode/code128"
	"rsc.io/qr"

	"waybill/internal/label/canvas"
)

// Quiet zones in modules: ISO/IEC 15417 and 18004.
const (
	quiet128 = 10
	quietQR  = 4
)

// bars is a text in Code 128: its bars one module high, and the width in modules.
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

// matrix is a text as a QR code of level M (15 % may be lost), and its side in modules.
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

// appendRow appends the black stretches of row y, each as one cell.
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
