package fonts

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-text/typesetting/font/opentype"
)

// Scripts without a bold font have one that is made: the outlines of the regular font, whose strokes are wider
// by 36/1000 em. Letters keep their advance and their places, so that joined letters and marks stay joined. Fonts
// for all these scripts in bold would take 8 MB.
const widening = 18 // 1/1000 em, on each side of a stroke

// madeBold adds the bold font that is made of a regular one.
func (s *Set) madeBold(regular *Font) *Font {
	made := &Font{
		Name:   regular.Name + "-Bold",
		Index:  len(s.fonts),
		Ascent: regular.Ascent, Descent: regular.Descent,
		set: s, base: regular, parsed: regular.parsed,
	}
	s.fonts = append(s.fonts, made)
	return made
}

// Base returns the font whose tables shape text in this font: the regular font of one that is made, else the
// font itself.
func (f *Font) Base() *Font {
	return cmp.Or(f.base, f)
}

// embolden returns an outline with each point moved outwards, along the bisector of its corner.
func embolden(outline []opentype.Segment) []opentype.Segment {
	bold := slices.Clone(outline)
	side := float32(widening)
	if area(outline) > 0 { // counterclockwise, as in CFF fonts: outwards is to the right
		side = -side
	}
	for start := 0; start < len(bold); {
		end := start + 1
		for end < len(bold) && bold[end].Op != opentype.SegmentOpMoveTo {
			end++
		}
		widen(bold[start:end], side)
		start = end
	}
	return bold
}

// widen moves the points of one contour to their left by side.
func widen(contour []opentype.Segment, side float32) {
	var points []opentype.SegmentPoint // each once, in their order
	var moved []*opentype.SegmentPoint // all
	var of []int                       // the point of each of moved
	for i := range contour {
		args := contour[i].ArgsSlice()
		for j := range args {
			p := &contour[i].Args[j]
			if n := len(points); n == 0 || points[n-1] != *p {
				points = append(points, *p)
			}
			moved, of = append(moved, p), append(of, len(points)-1)
		}
	}
	n := len(points)
	if n > 1 && points[n-1] == points[0] { // closed: the last point is the first one
		n--
	}
	for i, p := range moved {
		at := of[i] % n
		in := direction(points[(at+n-1)%n], points[at])
		out := direction(points[at], points[(at+1)%n])
		turn := max(1+in.X*out.X+in.Y*out.Y, 0.5) // a sharp corner does not become a spike
		p.X -= (in.Y + out.Y) / turn * side
		p.Y += (in.X + out.X) / turn * side
	}
}

// direction returns the vector of length 1 from one point to another.
func direction(from, to opentype.SegmentPoint) opentype.SegmentPoint {
	x, y := to.X-from.X, to.Y-from.Y
	length := float32(math.Hypot(float64(x), float64(y)))
	if length == 0 {
		return opentype.SegmentPoint{}
	}
	return opentype.SegmentPoint{X: x / length, Y: y / length}
}

// area returns twice the area of an outline's contours, holes subtracted: positive when they run
// counterclockwise.
func area(outline []opentype.Segment) (twice float32) {
	var first, last opentype.SegmentPoint
	edge := func(to opentype.SegmentPoint) {
		twice += last.X*to.Y - to.X*last.Y
		last = to
	}
	for i := range outline {
		if outline[i].Op == opentype.SegmentOpMoveTo {
			edge(first)
			first = outline[i].Args[0]
			last = first
			continue
		}
		for _, p := range outline[i].ArgsSlice() {
			edge(p)
		}
	}
	edge(first)
	return twice
}
