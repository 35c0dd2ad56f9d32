package label

import "waybill/internal/label/typeset"

// Text on forms, in points and mm.
const (
	captionSize  = 5.0
	captionSpace = 2.6 // from a field's top to the lower end of its caption
	cellPadding  = 0.8
	fieldFloor   = 4.0
	thinRule     = 0.25
	rowSize      = 7.5
	rowFloor     = 6.0
	rowLine      = 3.2  // a line of rowSize, mm
	maxRowHeight = 13.0 // mm: a description of more than four lines ends in "…"
)

// frame draws the outline of a box.
func (d *drawer) frame(b box) {
	for _, l := range [4][4]float64{
		{b.x, b.y, b.x + b.w, b.y},
		{b.x, b.y + b.h, b.x + b.w, b.y + b.h},
		{b.x, b.y, b.x, b.y + b.h},
		{b.x + b.w, b.y, b.x + b.w, b.y + b.h},
	} {
		d.canvas.Line(d.dx+l[0], d.dy+l[1], d.dx+l[2], d.dy+l[3], thinRule)
	}
}

// field draws a framed field with its caption and its value below. An empty value leaves space for writing by
// hand.
func (d *drawer) field(b box, caption string, want float64, t text) {
	d.frame(b)
	bottom := d.captionIn(b, captionSize, caption)
	d.block(box{b.x + cellPadding, bottom, b.w - 2*cellPadding, b.y + b.h - bottom - 0.3}, sizes{want, fieldFloor}, t)
}

// captionIn sets a field's caption and returns its lower end.
func (d *drawer) captionIn(b box, size float64, caption string) float64 {
	inner := box{b.x + cellPadding, b.y + 0.4, b.w - 2*cellPadding, b.h}
	bottom := d.block(inner, sizes{size, 3.5}, text{value: caption})
	return max(bottom, b.y+captionSpace)
}

// tick draws a check box, ticked when on, with its caption on the right.
func (d *drawer) tick(x, y, size float64, caption string, on bool) {
	const side = 2.5
	d.frame(box{x, y, side, side})
	if on {
		d.line(box{x, y - 0.6, side, side + 1.2}, sizes{8, 8}, text{value: "X", weight: typeset.Bold, align: centre})
	}
	d.caption(x+side+0.8, y+side-0.4, size, typeset.Regular, caption)
}

type column struct {
	title string
	width float64 // mm
	align align
}

// table is a heading with rows, on as many pages as they need.
type table struct {
	*drawer
	columns  []column
	x        float64
	heading  float64 // height of the heading, mm
	headSize float64 // size of its letters, points
}

// head draws the heading at y and returns the top of the first row.
func (t *table) head(y float64) float64 {
	x := t.x
	for _, c := range t.columns {
		b := box{x, y, c.width, t.heading}
		t.frame(b)
		t.captionIn(b, t.headSize, c.title)
		x += c.width
	}
	return y + t.heading
}

// height returns the height of a row.
func (t *table) height(row []text) float64 {
	highest := 0.0
	for i, cell := range row {
		h, _ := t.measure(t.shaper.Text(cell.value, cell.weight), t.columns[i].width-2*cellPadding, rowSize)
		highest = max(highest, h)
	}
	return min(highest, maxRowHeight) + 2*cellPadding
}

// row draws a row of the given height at y.
func (t *table) row(y, height float64, row []text) {
	x := t.x
	for i, cell := range row {
		c := t.columns[i]
		b := box{x, y, c.width, height}
		t.frame(b)
		if cell.align == start {
			cell.align = c.align
		}
		inner := box{x + cellPadding, y + cellPadding, c.width - 2*cellPadding, height - 2*cellPadding}
		if c.align == right { // a number stays on its line
			inner.h = min(inner.h, rowLine)
			cell.whole = true
			t.line(inner, sizes{rowSize, rowFloor}, cell)
		} else {
			t.block(inner, sizes{rowSize, rowFloor}, cell)
		}
		x += c.width
	}
}

// draw draws the rows on as many pages as they need; see paginate for first, next and tail. begin begins a page, numbered
// from 0, and returns the top of its table. draw returns the lower end of the last row.
func (t *table) draw(rows [][]text, first, next, tail float64, begin func(page, pages int) (float64, error)) (y float64, err error) {
	heights := make([]float64, len(rows))
	for i, row := range rows {
		heights[i] = t.height(row)
	}
	counts := paginate(heights, first, next, tail)
	for page, n := range counts {
		if y, err = begin(page, len(counts)); err != nil {
			return 0, err
		}
		if n > 0 {
			y = t.head(y)
		}
		for i := range n {
			t.row(y, heights[i], rows[i])
			y += heights[i]
		}
		rows, heights = rows[n:], heights[n:]
	}
	return y, nil
}

// paginate returns how many of the rows each page takes. The first page has first mm for them, the others
// next mm, and the last must leave tail mm free below them. The last page may have no row.
func paginate(heights []float64, first, next, tail float64) []int {
	var pages []int
	space, used, n := first, 0.0, 0
	for _, h := range heights {
		if used+h > space && n > 0 {
			pages = append(pages, n)
			space, used, n = next, 0, 0
		}
		used += h
		n++
	}
	pages = append(pages, n)
	if used+tail > space {
		pages = append(pages, 0)
	}
	return pages
}
