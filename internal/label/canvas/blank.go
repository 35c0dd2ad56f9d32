package canvas

import "waybill/internal/label/typeset"

// Blank is a canvas that draws nothing, for documents that are only laid out.
type Blank struct{ DPI int }

// Dot implements Canvas.
func (b Blank) Dot() float64 { return 1 / DotsPerMM(b.DPI) }

// Page implements Canvas.
func (Blank) Page(_, _ float64) {}

// Cells implements Canvas.
func (Blank) Cells(_, _, _ float64, _ []Cell) {}

// Line implements Canvas.
func (Blank) Line(_, _, _, _, _ float64) {}

// White implements Canvas.
func (Blank) White(_ bool) {}

// Text implements Canvas.
func (Blank) Text(_, _, _ float64, _ typeset.Line) {}

// Close implements Canvas.
func (Blank) Close() error { return nil }
