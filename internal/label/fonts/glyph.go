package fonts

import (
	"math"
	"slices"
	"unsafe"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Glyph is one glyph's outline and advance, in 1/1000 em. It is shared and must not be changed.
type Glyph struct {
	Advance    int
	Outline    []opentype.Segment
	Low, High  opentype.SegmentPoint // bounds of the outline, control points included
	Charstring []byte                // the outline as a Type 2 charstring, without hints and subroutines
}

// MaxKept is about how many bytes of glyphs a Set caches. A Han character has 3 kB, all Chinese, Japanese and
// Korean ones 107 MB together; most other scripts have a few hundred characters.
const MaxKept = 16 << 20

// glyphOverhead is the memory of a cached glyph in addition to its outline.
const glyphOverhead = 250

// Glyph returns the glyph with an id of this font, an empty glyph if the font lacks it. It caches the glyph.
func (f *Font) Glyph(id uint16) *Glyph {
	if g, ok := f.glyphs.Load(id); ok {
		return g.(*Glyph)
	}
	p := f.parsed()
	face := p.faces.Get().(*font.Face)
	outline, _ := face.GlyphDataOutline(font.GID(id))
	advance := int(math.Round(float64(face.HorizontalAdvance(font.GID(id)))))
	p.faces.Put(face)
	segments := slices.Clone(outline.Segments)
	if f.base != nil {
		segments = embolden(segments)
	}
	g := &Glyph{Advance: advance, Outline: segments, Charstring: charstring(advance, segments)}
	g.Low, g.High = bounds(segments)
	f.glyphs.Store(id, g)
	f.set.note(g)
	return g
}

// note counts a cached glyph. When the cache is full, it is emptied: the glyphs in use come back soon, at no
// more than twice the cost.
func (s *Set) note(g *Glyph) {
	size := int64(len(g.Outline))*int64(unsafe.Sizeof(opentype.Segment{})) + int64(len(g.Charstring)) + glyphOverhead
	if s.kept.Add(size) <= MaxKept {
		return
	}
	s.kept.Store(0)
	for _, f := range s.fonts {
		f.glyphs.Clear()
	}
}

func bounds(outline []opentype.Segment) (low, high opentype.SegmentPoint) {
	for i := range outline {
		for j, p := range outline[i].ArgsSlice() {
			if i == 0 && j == 0 {
				low, high = p, p
			}
			low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
			high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
		}
	}
	return low, high
}

// Operators of a Type 2 charstring (Adobe Technical Note 5177), and the largest number of operands of one.
const (
	opRLineTo   = 5
	opRRCurveTo = 8
	opEndChar   = 14
	opRMoveTo   = 21
	maxOperands = 48
)

// charstringWriter writes a charstring. Operands are whole units relative to the last point, and segments of
// one kind share an operator.
type charstringWriter struct {
	out      []byte
	x, y     int
	op       byte // the operator of the pending operands
	operands int
}

func charstring(advance int, outline []opentype.Segment) []byte {
	w := charstringWriter{out: appendNumber(nil, advance)} // the width, relative to nominalWidthX 0
	for i := range outline {
		a := &outline[i].Args
		switch outline[i].Op {
		case opentype.SegmentOpMoveTo:
			w.to(opRMoveTo, a[0])
		case opentype.SegmentOpLineTo:
			w.to(opRLineTo, a[0])
		case opentype.SegmentOpQuadTo:
			from := opentype.SegmentPoint{X: float32(w.x), Y: float32(w.y)}
			w.to(opRRCurveTo, toward(from, a[0]), toward(a[1], a[0]), a[1])
		case opentype.SegmentOpCubeTo:
			w.to(opRRCurveTo, a[0], a[1], a[2])
		}
	}
	w.flush()
	return slices.Clone(append(w.out, opEndChar))
}

// toward returns the control point of the cubic curve that equals a quadratic one: two thirds of the way from
// an end to the quadratic's control point.
func toward(end, control opentype.SegmentPoint) opentype.SegmentPoint {
	return opentype.SegmentPoint{X: end.X + (control.X-end.X)*2/3, Y: end.Y + (control.Y-end.Y)*2/3}
}

func (w *charstringWriter) to(op byte, points ...opentype.SegmentPoint) {
	if op != w.op || op == opRMoveTo || w.operands+2*len(points) > maxOperands {
		w.flush()
		w.op = op
	}
	for _, pt := range points {
		x, y := int(math.Round(float64(pt.X))), int(math.Round(float64(pt.Y)))
		w.out = appendNumber(appendNumber(w.out, x-w.x), y-w.y)
		w.x, w.y = x, y
	}
	w.operands += 2 * len(points)
}

func (w *charstringWriter) flush() {
	if w.operands > 0 {
		w.out = append(w.out, w.op)
	}
	w.operands = 0
}

// appendNumber appends a charstring number of 16 bits.
func appendNumber(b []byte, v int) []byte {
	switch {
	case -107 <= v && v <= 107:
		return append(b, byte(v+139))
	case 108 <= v && v <= 1131:
		v -= 108
		return append(b, byte(v>>8+247), byte(v))
	case -1131 <= v && v <= -108:
		v = -v - 108
		return append(b, byte(v>>8+251), byte(v))
	default:
		return append(b, 28, byte(v>>8), byte(v))
	}
}
