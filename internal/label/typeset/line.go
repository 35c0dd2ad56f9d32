package typeset

import (
	"slices"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/language"

	"waybill/internal/label/fonts"
)

// Paragraph is a shaped text. It belongs to its shaper and is not safe for concurrent use.
type Paragraph struct {
	Text    []rune // as printed
	RTL     bool   // the paragraph runs from right to left
	Changes []Change

	shaper *Shaper
	weight Weight
	runs   []Run        // in logical order
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

// Run is a part of a paragraph with one font, script and direction.
type Run struct {
	Font   *fonts.Font
	Glyphs []Glyph // from left to right
	// Complex reports that a cluster has several glyphs, so that the texts of the glyphs, in their order, differ from the run's text
	// (From to To of the line's Text), as with reordered vowels.
	Complex  bool
	From, To int
	level    bidi.Level
	script   language.Script
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
		ascent, descent = max(ascent, p.runs[i].Font.Ascent), max(descent, p.runs[i].Font.Descent)
	}
	return ascent, descent
}

// Whole returns the paragraph as one line.
func (p *Paragraph) Whole() Line { return p.Line(Span{0, len(p.Text)}) }

// Line lays out one line of the paragraph. Runs that are cut between joined letters are shaped again.
func (p *Paragraph) Line(span Span) Line {
	l := Line{Text: p.Text, RTL: p.RTL, Runs: make([]Run, 0, len(p.runs))}
	l.Ascent, l.Descent = p.Height()
	for i := range p.runs {
		if r := &p.runs[i]; r.To > span.Start && r.From < span.End {
			l.Runs = append(l.Runs, p.part(r, span))
		}
	}
	reorder(l.Runs)
	for i := range l.Runs {
		for _, g := range l.Runs[i].Glyphs {
			l.Width += int(g.Advance)
		}
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
func (p *Paragraph) part(r *Run, span Span) Run {
	part := *r
	part.From, part.To = max(r.From, span.Start), min(r.To, span.End)
	if part.From == r.From && part.To == r.To {
		return part
	}
	from, okFrom := r.cut(part.From)
	to, okTo := r.cut(part.To)
	if !okFrom || !okTo {
		p.shaper.shapeRun(&part, p.Text[span.Start:span.End], span.Start)
		return part
	}
	part.Glyphs = r.Glyphs[min(from, to):max(from, to)]
	return part
}

// cut returns the index in the run's glyphs of the boundary before rune at; false when the run cannot be cut
// there.
func (r *Run) cut(at int) (int, bool) {
	n := len(r.Glyphs)
	if at <= r.From || at >= r.To {
		if (at <= r.From) != r.rtl() {
			return 0, true
		}
		return n, true
	}
	for i, g := range r.Glyphs {
		if int(g.cluster) != at {
			continue
		}
		if r.rtl() { // the glyphs of the cluster come before the boundary
			for i+1 < n && int(r.Glyphs[i+1].cluster) == at {
				i++
			}
			return i + 1, !r.Glyphs[i].unsafe
		}
		return i, !g.unsafe
	}
	return 0, false
}

// reorder sorts runs from logical into visual order (UAX 9, L2). No level is higher than 2.
func reorder(runs []Run) {
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
