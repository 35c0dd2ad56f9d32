package label

import "strings"

// rowSizes are the sizes of the letters of goods on A5 and larger.
var rowSizes = sizes{7.5, rowFloor}

const (
	rowFloor     = 6.0
	lineHeight   = 0.43 // of a point of Latin letters, mm
	maxRowHeight = 13.0 // mm: a description of more than four lines ends in "…"
)

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
	sizes    sizes   // of the letters of the goods
	padding  float64 // above and below them, mm
}

// row is a row of goods, or a row with sums below them.
type row struct {
	cells   []text
	columns []column // of a row of sums, instead of the table's
	sizes   sizes    // of the letters of a row of sums
	height  float64  // mm; of a row of goods, 0 until it is measured
	caption string   // which goods they are, if their texts continue on a further page; those of "" are cut off
}

func (r *row) isSum() bool { return r.columns != nil }

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

// height returns the height of a row of goods.
func (t *table) height(cells []text) float64 {
	highest := 0.0
	for i, cell := range cells {
		h, _ := t.measure(t.shaper.Text(cell.value, cell.weight), t.columns[i].width-2*cellPadding, t.sizes.want)
		highest = max(highest, h)
	}
	return min(highest, maxRowHeight) + 2*t.padding
}

// row draws a row at y and returns its lower end.
func (t *table) row(y float64, r row) float64 {
	columns, letters := t.columns, t.sizes
	if r.isSum() {
		columns, letters = r.columns, r.sizes
	}
	x := t.x
	for i, cell := range r.cells {
		c := columns[i]
		t.frame(box{x, y, c.width, r.height})
		if cell.align == start {
			cell.align = c.align
		}
		inner := box{x + cellPadding, y + t.padding, c.width - 2*cellPadding, r.height - 2*t.padding}
		cell.whole = cell.whole || c.align == right
		if title, _, _ := strings.Cut(c.title, "\n"); r.caption != "" {
			cell.caption = r.caption + ": " + title
		}
		if c.align == right && !strings.Contains(cell.value, "\n") { // a number stays on its line
			if !r.isSum() {
				inner.h = min(inner.h, letters.want*lineHeight)
			}
			t.line(inner, letters, cell)
		} else {
			t.block(inner, letters, cell)
		}
		x += c.width
	}
	return y + r.height
}

// flow places the rows of a table on pages.
type flow struct {
	first, next float64 // top of the table on the first page and on the others, mm
	bottom      float64 // of the table on each page
	tail        float64 // height of what the last page has below the table
	begin       func(page, pages int) error
	// subtotals returns the rows of sums for the goods with the given range of indexes, for each page when there are
	// several. nil is none.
	subtotals func(from, to int) []row
}

// draw draws the rows: goods, then sums, which stand at the bottom of the table. The
// columns go on down to them, as on a printed form.
func (t *table) draw(rows []row, f flow) error {
	for i := range rows {
		if !rows[i].isSum() {
			rows[i].height = t.height(rows[i].cells)
		}
	}
	counts := t.paginate(rows, f)
	from := 0
	for page, n := range counts {
		if err := f.begin(page, len(counts)); err != nil {
			return err
		}
		y, bottom := f.first, f.bottom
		if page > 0 {
			y = f.next
		}
		if page == len(counts)-1 {
			bottom -= f.tail
		}
		t.page(box{y: y, h: bottom - y}, rows[from:from+n], f.of(rows, from, from+n, len(counts)))
		from += n
	}
	return nil
}

// shorten returns the rows of goods, and then the sums, that fit into a height, in letters of the floor if not all fit in larger ones.
// If goods do not fit, a row of sums that rest makes stands for them, and there is one row of goods at least.
func (t *table) shorten(goods, sums []row, height float64, rest func(left int) row) (rows []row, short bool) {
	free := height - heightOf(sums)
	for _, size := range []float64{t.sizes.want, max(t.sizes.floor, t.least)} {
		t.sizes.want = size
		for i := range goods {
			goods[i].height = t.height(goods[i].cells)
		}
		if heightOf(goods) <= free+slack {
			return append(goods, sums...), false
		}
	}
	n := len(goods) - 1
	for n > 1 && heightOf(goods[:n])+rest(len(goods)-n).height > free+slack {
		n--
	}
	if n == 0 {
		goods[0].height = free
		return append(goods, sums...), false
	}
	goods[0].height = min(goods[0].height, free-rest(1).height)
	return append(append(goods[:n:n], rest(len(goods)-n)), sums...), true
}

// page draws the rows of a page: goods from the top of the box, sums at its bottom.
func (t *table) page(b box, rows, sums []row) {
	y, bottom := t.head(b.y), b.y+b.h
	n := goodsOf(rows)
	sums = append(sums, rows[n:]...)
	for _, r := range rows[:n] {
		y = t.row(y, r)
	}
	if free := bottom - y - heightOf(sums); free > 0 {
		t.row(y, row{cells: make([]text, len(t.columns)), height: free})
		y += free
	}
	for _, r := range sums {
		y = t.row(y, r)
	}
}

// of returns the subtotals of a page with a range of the rows.
func (f *flow) of(rows []row, from, to, pages int) []row {
	goods := goodsOf(rows[from:to])
	if f.subtotals == nil || goods == 0 || pages == 1 {
		return nil
	}
	return f.subtotals(from, from+goods)
}

// goodsOf returns how many of the rows are goods.
func goodsOf(rows []row) int {
	for i := range rows {
		if rows[i].isSum() {
			return i
		}
	}
	return len(rows)
}

func heightOf(rows []row) (height float64) {
	for i := range rows {
		height += rows[i].height
	}
	return height
}

// paginate returns how many of the rows each page takes. Every page has a row, and the last one leaves room for
// the tail and has goods, unless the sums alone fill it.
func (t *table) paginate(rows []row, f flow) (counts []int) {
	first, next := f.bottom-f.first-t.heading, f.bottom-f.next-t.heading
	if heightOf(rows)+f.tail <= first+slack {
		return []int{len(rows)}
	}
	needs := func(from, to int) float64 { return heightOf(rows[from:to]) + heightOf(f.of(rows, from, to, 2)) }
	starts, space := []int{0}, first
	start := 0
	for i := range rows {
		if i > start && needs(start, i+1) > space {
			start, space = i, next
			starts = append(starts, start)
		}
	}
	full := needs(start, len(rows))+f.tail > space
	if full {
		starts = append(starts, len(rows)-1)
	}
	if last := len(starts) - 1; last > 0 { // it begins with the last goods, if they fit
		at := min(starts[last], max(goodsOf(rows)-1, starts[last-1]+1))
		for at < starts[last] && needs(at, len(rows))+f.tail > next {
			at++
		}
		if full || start > at {
			starts[last] = at
		}
	}
	for i, at := range starts {
		end := len(rows)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		counts = append(counts, end-at)
	}
	return counts
}
