package label

import (
	"math"

	"waybill/internal/label/canvas"
	"waybill/internal/label/typeset"
)

// drawer draws the documents of one order at an offset on the canvas.
type drawer struct {
	canvas     canvas.Canvas
	shaper     *typeset.Shaper
	report     *Report
	trackingNo string
	dx, dy     float64 // mm
	spans      []typeset.Span

	least float64 // points: the smallest letters of what an order says, on a form; 0 on a label
	rest  []text  // what did not fit at that size, for a further page
}

// box is a rectangle on the page, in mm.
type box struct{ x, y, w, h float64 }

// align is the side of a box that a line stands at. For text that runs from right to left, start is the right
// side.
type align uint8

const (
	start align = iota
	centre
	right
)

// sizes are the sizes of a text in points: the wanted size, and the floor down to which it may shrink.
type sizes struct{ want, floor float64 }

// sizeStep is how much a text shrinks at a time, in points.
const sizeStep = 0.5

// text is a text to set: a field's value, or a caption without a field.
type text struct {
	value  string
	field  string // its name in the API; "" for a caption
	weight typeset.Weight
	align  align
	// caption says what the text is, where it continues on a further page; "" for the words of a form itself, which may be
	// smaller than what an order says.
	caption string
	// whole texts, such as amounts, would be misread when cut off or broken: their lines shrink below the
	// floor instead.
	whole bool
}

// unit is a millimetre per 1/1000 em per point.
const unit = 25.4 / 72 / 1000

// begin begins a page and draws from its corner.
func (d *drawer) begin(width, height float64) {
	d.dx, d.dy = 0, 0
	d.canvas.Page(width, height)
}

// caption sets a caption on one line from x at baseline y and returns its width.
func (d *drawer) caption(x, y, size float64, weight typeset.Weight, words string) float64 {
	l := d.shaper.Paragraph(words, weight).Whole()
	d.canvas.Text(d.dx+x, d.dy+y, size, l)
	return float64(l.Width) * size * unit
}

// line sets a text on one line in the box, as large as fits, and cuts it off at its floor. The letters are
// centred in the height of the box.
func (d *drawer) line(b box, s sizes, t text) {
	para := d.shaper.Paragraph(t.value, t.weight)
	d.note(t, para)
	if len(para.Text) == 0 {
		return
	}
	s = d.legible(s, t)
	ascent, descent := para.Height()
	size := s.want
	for size > s.floor && (float64(para.Width())*size*unit > b.w || float64(ascent+descent)*size*unit > b.h) {
		size -= sizeStep
	}
	size = min(max(size, s.floor), b.h/(float64(ascent+descent)*unit))
	l := para.Whole()
	if !t.whole && float64(l.Width)*size*unit > b.w {
		l = para.Ellipsis(typeset.Span{Start: 0, End: len(para.Text)}, int(b.w/(size*unit)))
		d.cut(t)
	}
	d.shrunk(l, b.w, size, t)
	free := b.h - float64(ascent+descent)*size*unit
	d.place(l, b, b.y+free/2+float64(ascent)*size*unit, size, t.align)
}

// place draws a line with its baseline at y, at its side of the box. A line that may not be cut but is wider
// than the box shrinks as far as needed, and so does one whose stacked marks would reach out of it.
func (d *drawer) place(l typeset.Line, b box, y, size float64, a align) {
	ink := l.Ink()
	if above := float64(ink.Top) / float64(l.Ascent+overshoot); above > 1 {
		size /= above
	}
	if below := float64(-ink.Bottom) / float64(l.Descent+overshoot); below > 1 {
		size /= below
	}
	hangs := max(0, -float64(ink.Left)-overshoot) // marks without a base stand left of the line
	width := max(float64(l.Width), float64(ink.Right)-overshoot) + hangs
	if width*size*unit > b.w+slack {
		size = b.w / (width * unit)
	}
	x := b.x + hangs*size*unit
	free := b.w - width*size*unit
	switch {
	case a == centre:
		x += free / 2
	case a == right, l.RTL:
		x += free
	}
	d.canvas.Text(d.dx+x, d.dy+y, size, l)
}

// overshoot is how far letters may reach out of their line box, in 1/1000 em.
const overshoot = 120

// block sets a text in as many lines as it needs, as large as fits the box, and returns the lower end of the
// last line. What does not fit at the floor is cut off.
func (d *drawer) block(b box, s sizes, t text) (bottom float64) {
	paras := d.shaper.Text(t.value, t.weight)
	for _, para := range paras {
		d.note(t, para)
	}
	s = d.legible(s, t)
	breakAt := b.w
	if t.whole {
		breakAt = math.MaxInt32 * unit
	}
	size := d.fit(paras, box{b.x, b.y, breakAt, b.h}, s)
	y := b.y
	for i, para := range paras {
		ascent, descent := para.Height()
		height := float64(ascent+descent) * size * unit
		width := int(breakAt / (size * unit))
		spans, _ := para.Break(width, d.spans[:0])
		d.spans = spans
		for j, span := range spans {
			l := para.Line(span)
			last := i == len(paras)-1 && j == len(spans)-1
			full := !last && y+height+d.nextHeight(paras, i, j, len(spans), size) > b.y+b.h+slack
			if full {
				l = para.Ellipsis(span, width)
			}
			d.shrunk(l, b.w, size, t)
			d.place(l, b, y+float64(ascent)*size*unit, size, t.align)
			y += height
			if full {
				d.cut(t)
				return y
			}
		}
	}
	return y
}

// slack allows for rounding, in mm.
const slack = 0.01

// nextHeight returns the height of the line after line j of paragraph i.
func (d *drawer) nextHeight(paras []*typeset.Paragraph, i, j, lines int, size float64) float64 {
	if j == lines-1 {
		i++
	}
	ascent, descent := paras[i].Height()
	return float64(ascent+descent) * size * unit
}

// fit returns the largest size at which the paragraphs fit the box, without a broken word if that is
// possible, and the floor when none does.
func (d *drawer) fit(paras []*typeset.Paragraph, b box, s sizes) float64 {
	_, torn := d.measure(paras, b.w, s.floor)
	for size := s.want; size > s.floor; size -= sizeStep {
		height, tears := d.measure(paras, b.w, size)
		if height <= b.h+slack && (!tears || torn) {
			return size
		}
	}
	return s.floor
}

// measure returns the height of the paragraphs at a size, and whether words had to be broken.
func (d *drawer) measure(paras []*typeset.Paragraph, width, size float64) (height float64, torn bool) {
	for _, para := range paras {
		spans, tears := para.Break(int(width/(size*unit)), d.spans[:0])
		d.spans = spans
		torn = torn || tears
		ascent, descent := para.Height()
		height += float64(len(spans)*(ascent+descent)) * size * unit
	}
	return height, torn
}

// holds reports whether a text fits the box at a size.
func (d *drawer) holds(b box, size float64, t text) bool {
	height, _ := d.measure(d.shaper.Text(t.value, t.weight), b.w, size)
	return height <= b.h+slack
}

func (d *drawer) note(t text, para *typeset.Paragraph) {
	if t.field != "" && len(para.Changes) > 0 {
		d.report.changed(d.trackingNo, t.field, para.Changes)
	}
}

// cut notes that a text was cut off: it continues on a further page, or the report says so.
func (d *drawer) cut(t text) {
	switch {
	case d.least > 0 && t.caption != "":
		d.keepForFurtherPage(t)
	case t.field != "":
		d.report.add(d.trackingNo, t.field, CutOff)
	}
}

// shrunk notes a text that may not be cut off, and whose letters will be too small.
func (d *drawer) shrunk(l typeset.Line, width, size float64, t text) {
	if t.whole && t.caption != "" && float64(l.Width)*d.least*unit > width+slack && float64(l.Width)*size*unit > width+slack {
		d.keepForFurtherPage(t)
	}
}

// rule draws a horizontal or vertical line.
func (d *drawer) rule(x1, y1, x2, y2 float64) {
	d.canvas.Line(d.dx+x1, d.dy+y1, d.dx+x2, d.dy+y2, ruleThickness)
}

// inverse blackens a box, and what draw draws is white on it.
func (d *drawer) inverse(b box, draw func()) {
	middle := d.dy + b.y + b.h/2
	d.canvas.Line(d.dx+b.x, middle, d.dx+b.x+b.w, middle, b.h)
	d.canvas.White(true)
	draw()
	d.canvas.White(false)
}

// ruleThickness is three dots at 203 dpi, in mm.
const ruleThickness = 0.375

// cells draws rectangles of whole modules.
func (d *drawer) cells(x, y, module float64, cells []canvas.Cell) {
	d.canvas.Cells(d.dx+x, d.dy+y, module, cells)
}
