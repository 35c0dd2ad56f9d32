package canvas

import (
	"image"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"

	"waybill/internal/label/fonts"
)

// glyphs rasterises glyphs and caches their bitmaps.
type glyphs struct {
	kept   map[glyphKey]*glyphBitmap
	size   int // bytes kept
	raster vector.Rasterizer
	alpha  image.Alpha
}

// Glyphs are placed on whole dots vertically and on quarters of a dot horizontally: fine enough for joining
// letters, and few enough variants to be cached.
const steps = 4

type glyphKey struct {
	font    int
	id      uint16
	perUnit float64
	step    int
}

type glyphBitmap struct {
	bitmap
	left, top int // from the origin, in dots
}

const (
	// maxKept is how many bytes of bitmaps are cached. keptOverhead is the memory of a bitmap in addition to
	// its dots.
	maxKept      = 4 << 20
	keptOverhead = 250
	// threshold is the coverage, of 255, from which a dot is black. It is less than half, because otherwise
	// the thin strokes of small Han characters break up.
	threshold = 100
)

// stamp draws a glyph with its origin at x, y in dots.
func (s *glyphs) stamp(page *bitmap, f *fonts.Font, id uint16, perUnit, x, y float64, white bool) {
	quarters := int(math.Round(x * steps))
	key := glyphKey{f.Index, id, perUnit, quarters & (steps - 1)}
	g := s.kept[key]
	if g == nil {
		g = s.draw(f.Glyph(id), perUnit, float64(key.step)/steps)
		if s.size > maxKept {
			clear(s.kept)
			s.size = 0
		}
		s.kept[key] = g
		s.size += len(g.bits) + keptOverhead
	}
	if g.width > 0 {
		page.stamp(&g.bitmap, quarters>>2+g.left, int(math.Round(y))+g.top, white)
	}
}

// draw rasterises a glyph whose origin is shift dots right of a whole dot.
func (s *glyphs) draw(g *fonts.Glyph, perUnit, shift float64) *glyphBitmap {
	if len(g.Outline) == 0 {
		return &glyphBitmap{}
	}
	low, high := g.Low, g.High
	left, right := int(math.Floor(float64(low.X)*perUnit+shift)), int(math.Ceil(float64(high.X)*perUnit+shift))
	top, bottom := int(math.Floor(-float64(high.Y)*perUnit)), int(math.Ceil(-float64(low.Y)*perUnit))
	w, h := right-left, bottom-top
	if w <= 0 || h <= 0 {
		return &glyphBitmap{}
	}
	s.raster.Reset(w, h)
	s.raster.DrawOp = draw.Src
	trace(&s.raster, g.Outline, float32(perUnit), float32(shift)-float32(left), float32(-top))
	if n := w * h; cap(s.alpha.Pix) < n {
		s.alpha.Pix = make([]uint8, n)
	}
	s.alpha = image.Alpha{Pix: s.alpha.Pix[:w*h], Stride: w, Rect: image.Rect(0, 0, w, h)}
	s.raster.Draw(&s.alpha, s.alpha.Rect, image.Opaque, image.Point{})
	out := &glyphBitmap{newBitmap(w, h), left, top}
	for y := range h {
		row := out.bits[y*out.stride:]
		for x, a := range s.alpha.Pix[y*w : (y+1)*w] {
			if a >= threshold {
				row[x>>3] |= 0x80 >> (x & 7)
			}
		}
	}
	return out
}

// trace passes an outline to the rasteriser in dots, y downwards.
func trace(r *vector.Rasterizer, outline []opentype.Segment, scale, dx, dy float32) {
	point := func(p opentype.SegmentPoint) (x, y float32) { return p.X*scale + dx, dy - p.Y*scale }
	for i := range outline {
		a := &outline[i].Args
		x0, y0 := point(a[0])
		x1, y1 := point(a[1])
		x2, y2 := point(a[2])
		switch outline[i].Op {
		case opentype.SegmentOpMoveTo:
			if i > 0 {
				r.ClosePath()
			}
			r.MoveTo(x0, y0)
		case opentype.SegmentOpLineTo:
			r.LineTo(x0, y0)
		case opentype.SegmentOpQuadTo:
			r.QuadTo(x0, y0, x1, y1)
		case opentype.SegmentOpCubeTo:
			r.CubeTo(x0, y0, x1, y1, x2, y2)
		}
	}
	r.ClosePath()
}
