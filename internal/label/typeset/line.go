package typeset

import (
	"slices"

	"github.com/go-text/typesetting/bidi"

	"waybill/internal/label/fonts"
)

// Paragraph is a shaped text. It belongs to its shaper and is not safe for concurrent use.
type Paragraph struct {
	Text    []rune // as printed
	RTL     bool   // the paragraph runs from right to left
	Changes []Change

	shaper *Shaper
	weight Weight
	runs   []run        // in logical order
	before []int32      // the width of the text before each rune
	breaks []breakClass // before each rune
}

// Glyph is one positioned glyph. Lengths are in 1/1000 em.
type Glyph struct {
	ID              uint16
	Advance, DX, DY int32
	From, To        int32 // the runes of the paragraph that it shows; none when equal
	cluster         int32
	unsafe          bool
}

// Run is a sequence of glyphs of one font, from left to right.
type Run struct {
	Font   *fonts.Font
	Glyphs []Glyph
	// Complex reports that the texts of the glyphs, in their order, differ from the run's text (From to To of
	// the line's Text), as with reordered vowels.
	Complex  bool
	From, To int
}

// Line is a line of a paragraph. Lengths are in 1/1000 em.
type Line struct {
	Text            []rune // the paragraph's
	Runs            []Run  // from left to right
	Width           int
	Ascent, Descent int
	RTL             bool // the direction of the paragraph, which decides the alignment of its lines
}

// Width returns the width of the whole paragraph on one line.
func (p *Paragraph) Width() int {
	if len(p.before) == 0 {
		return 0
	}
	return int(p.before[len(p.Text)])
}

// Height returns the line box of the paragraph's tallest font, above and below the baseline.
func (p *Paragraph) Height() (ascent, descent int) {
	for i := range p.runs {
		ascent, descent = max(ascent, p.runs[i].font.Ascent), max(descent, p.runs[i].font.Descent)
	}
	return ascent, descent
}

// Whole returns the paragraph as one line.
func (p *Paragraph) Whole() Line { return p.Line(Span{0, len(p.Text)}) }

// Line lays out one line of the paragraph. Runs that are cut between joined letters are shaped again.
func (p *Paragraph) Line(span Span) Line {
	l := Line{Text: p.Text, RTL: p.RTL}
	l.Ascent, l.Descent = p.Height()
	parts := make([]run, 0, len(p.runs))
	for i := range p.runs {
		r := &p.runs[i]
		if r.end > span.Start && r.start < span.End {
			parts = append(parts, p.part(r, span))
		}
	}
	reorder(parts)
	l.Runs = make([]Run, 0, len(parts))
	for i := range parts {
		r := &parts[i]
		for _, g := range r.glyphs {
			l.Width += int(g.Advance)
		}
		l.Runs = append(l.Runs, Run{Font: r.font, Glyphs: r.glyphs, Complex: r.complex, From: r.start, To: r.end})
	}
	return l
}

// Ink is the area that the line blackens, in 1/1000 em from the left end of its baseline, upwards.
type Ink struct{ Left, Right, Bottom, Top float32 }

// Ink returns the bounds of the line's glyphs.
func (l *Line) Ink() Ink {
	var ink Ink
	pen := int32(0)
	for i := range l.Runs {
		run := &l.Runs[i]
		for j := range run.Glyphs {
			g := &run.Glyphs[j]
			shape := run.Font.Glyph(g.ID)
			x, y := float32(pen+g.DX), float32(g.DY)
			ink.Left, ink.Right = min(ink.Left, x+shape.Low.X), max(ink.Right, x+shape.High.X)
			ink.Bottom, ink.Top = min(ink.Bottom, y+shape.Low.Y), max(ink.Top, y+shape.High.Y)
			pen += g.Advance
		}
	}
	return ink
}

// part returns the part of a run inside the span.
func (p *Paragraph) part(r *run, span Span) run {
	part := *r
	part.start, part.end = max(r.start, span.Start), min(r.end, span.End)
	if part.start == r.start && part.end == r.end {
		return part
	}
	from, okFrom := r.cut(part.start)
	to, okTo := r.cut(part.end)
	if !okFrom || !okTo {
		p.shaper.shapeRun(&part, p.Text[span.Start:span.End], span.Start)
		return part
	}
	part.glyphs = r.glyphs[min(from, to):max(from, to)]
	return part
}

// cut returns the index in the run's glyphs of the boundary before rune at; false when the run cannot be cut
// there.
func (r *run) cut(at int) (int, bool) {
	n := len(r.glyphs)
	if at <= r.start || at >= r.end {
		if (at <= r.start) != r.rtl() {
			return 0, true
		}
		return n, true
	}
	for i, g := range r.glyphs {
		if int(g.cluster) != at {
			continue
		}
		if r.rtl() { // the glyphs of the cluster come before the boundary
			for i+1 < n && int(r.glyphs[i+1].cluster) == at {
				i++
			}
			return i + 1, !r.glyphs[i].unsafe
		}
		return i, !g.unsafe
	}
	return 0, false
}

// reorder sorts runs from logical into visual order (UAX 9, L2). No level is higher than 2.
func reorder(runs []run) {
	for level := bidi.Level(2); level > 0; level-- {
		for i := 0; i < len(runs); {
			j := i
			for j < len(runs) && runs[j].level >= level {
				j++
			}
			slices.Reverse(runs[i:j])
			i = j + 1
		}
	}
}

// Ellipsis lays out a line that ends in "…", with as much of its text as fits the width, in 1/1000 em. The order of its words depends
// on the text before it, which is shaped with it.
func (p *Paragraph) Ellipsis(span Span, width int) Line {
	end := span.End
	for end > span.Start && int(p.before[end]-p.before[span.Start]) > width {
		end-- // skip what is too long without shaping it
	}
	for {
		for end > span.Start && (p.breaks[end] == inside || p.Text[end-1] == ' ') {
			end--
		}
		short := p.shaper.unshaped(string(p.Text[:end])+"…", p.weight)
		short.RTL = p.RTL
		p.shaper.shapeRuns(short)
		l := short.Line(Span{span.Start, len(short.Text)})
		if l.Width <= width || end <= span.Start {
			return l
		}
		end--
	}
}
