package label

import (
	"fmt"
	"strings"

	"waybill/internal/label/canvas"
)

// BarcodeSVG is a text in Code 128 as an SVG image for a screen, with its quiet zones. Returns an error for a text that the code cannot
// have.
func BarcodeSVG(text string) (string, error) {
	cells, width, err := bars(text)
	return svgOf(cells, width, 1, quiet128, 0), err
}

// QRSVG is a text as a QR code in an SVG image for a screen, with its quiet zone. Returns an error for a text that is too long.
func QRSVG(text string) (string, error) {
	cells, side, err := matrix(text)
	return svgOf(cells, side, side, quietQR, quietQR), err
}

// svgOf draws black cells on white, with a margin at the sides and one above and below, in modules.
func svgOf(cells []canvas.Cell, width, height, beside, above int) string {
	var b strings.Builder
	w, h := width+2*beside, height+2*above
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">`, w, h)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%dv%dH0z"/><path fill="#000" d="`, w, h)
	for _, c := range cells {
		fmt.Fprintf(&b, "M%d %dh%dv%dh-%dz", c.X+beside, c.Y+above, c.W, c.H, c.W)
	}
	b.WriteString(`"/></svg>`)
	return b.String()
}
