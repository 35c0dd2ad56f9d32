package canvas

import (
	"math"

	"waybill/internal/label/typeset"
)

// bitmap is a page of dots. A row is stride bytes; the leftmost dot is the highest bit, and 1 is black.
type bitmap struct {
	width, height int
	stride        int
	bits          []byte
}

func newBitmap(width, height int) bitmap {
	stride := (width + 7) / 8
	return bitmap{width, height, stride, make([]byte, stride*height)}
}

// fill blackens a rectangle, clipped at the edges of the page.
func (m *bitmap) fill(x, y, w, h int) {
	x2, y2 := min(x+w, m.width), min(y+h, m.height)
	x, y = max(x, 0), max(y, 0)
	if x >= x2 {
		return
	}
	first, last := x/8, (x2-1)/8
	head, tail := byte(0xFF)>>(x%8), byte(0xFF)<<(7-(x2-1)%8)
	for ; y < y2; y++ {
		row := m.bits[y*m.stride:]
		if first == last {
			row[first] |= head & tail
			continue
		}
		row[first] |= head
		for i := first + 1; i < last; i++ {
			row[i] = 0xFF
		}
		row[last] |= tail
	}
}

// stamp blackens the dots of a small bitmap with its top left corner at x, y, or whitens them.
func (m *bitmap) stamp(b *bitmap, x, y int, white bool) {
	mask := byte(0)
	if white {
		mask = 0xFF
	}
	for row := range b.height {
		if y+row < 0 || y+row >= m.height {
			continue
		}
		to := m.bits[(y+row)*m.stride : (y+row+1)*m.stride]
		from := b.bits[row*b.stride : (row+1)*b.stride]
		at, shift := x>>3, uint(x&7) // floored for negative x
		for i, v := range from {
			if j := at + i; j >= 0 && j < len(to) {
				to[j] = (to[j] ^ mask | v>>shift) ^ mask
			}
			if j := at + i + 1; shift > 0 && j >= 0 && j < len(to) {
				to[j] = (to[j] ^ mask | v<<(8-shift)) ^ mask
			}
		}
	}
}

// dots draws on bitmaps at a printer's resolution. PNG and ZPL embed it.
type dots struct {
	perMM float64
	cache *Cache
	page  bitmap
	white bool // text
}

// DotsPerMM returns a printer's dots per millimetre. A printer of 203 dpi has 8.
func DotsPerMM(dpi int) float64 {
	if dpi == 203 {
		return 8
	}
	return float64(dpi) / inch
}

func (d *dots) at(mm float64) int { return int(math.Round(mm * d.perMM)) }

// module returns the whole dots of a module.
func (d *dots) module(mm float64) int { return max(1, d.at(mm)) }

// Dot implements Canvas.
func (d *dots) Dot() float64 { return 1 / d.perMM }

// Cells implements Canvas.
func (d *dots) Cells(x, y, module float64, cells []Cell) {
	x0, y0, m := d.at(x), d.at(y), d.module(module)
	for _, c := range cells {
		d.page.fill(x0+c.X*m, y0+c.Y*m, c.W*m, c.H*m)
	}
}

// Line implements Canvas.
func (d *dots) Line(x1, y1, x2, y2, thickness float64) {
	t := d.module(thickness)
	if y1 == y2 {
		d.page.fill(d.at(x1), d.at(y1)-t/2, d.at(x2)-d.at(x1), t)
		return
	}
	d.page.fill(d.at(x1)-t/2, d.at(y1), t, d.at(y2)-d.at(y1))
}

// White implements Canvas.
func (d *dots) White(on bool) { d.white = on }

// Text implements Canvas.
func (d *dots) Text(x, y, size float64, line typeset.Line) {
	perUnit := size / points * d.perMM / 1000 // dots per 1/1000 em
	pen := x * d.perMM
	baseline := y * d.perMM
	for i := range line.Runs {
		run := &line.Runs[i]
		for j := range run.Glyphs {
			g := &run.Glyphs[j]
			left := pen + float64(g.DX)*perUnit
			d.cache.glyphs.stamp(&d.page, run.Font, g.ID, perUnit, left, baseline-float64(g.DY)*perUnit, d.white)
			pen += float64(g.Advance) * perUnit
		}
	}
}
