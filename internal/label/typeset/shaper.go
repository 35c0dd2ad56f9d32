package typeset

import (
	"strings"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/segmenter"

	"waybill/internal/label/fonts"
)

// Weight selects the regular or the bold font.
type Weight uint8

// The weights.
const (
	Regular Weight = iota
	Bold
)

// Shaper shapes text. It belongs to one worker and is not safe for concurrent use.
type Shaper struct {
	set      *fonts.Set
	faces    []*harfbuzz.Font // by font index
	buffer   *harfbuzz.Buffer
	segments segmenter.Segmenter
	bidi     bidi.Paragraph

	// Two generations of shaped paragraphs: captions and other repeated texts stay cached.
	fresh, old map[cacheKey]*Paragraph
	freshRunes int // runes of the paragraphs in fresh
}

type cacheKey struct {
	text   string
	weight Weight
}

// Limits of a generation of shaped paragraphs. A rune takes some 64 bytes, so both generations take at most 4
// MB.
const (
	cacheSize  = 256
	cacheRunes = 32 << 10
)

// NewShaper returns a shaper for a set of fonts.
func NewShaper(set *fonts.Set) *Shaper {
	return &Shaper{
		set:    set,
		faces:  make([]*harfbuzz.Font, set.Len()),
		buffer: harfbuzz.NewBuffer(),
		fresh:  make(map[cacheKey]*Paragraph, cacheSize),
	}
}

// Paragraph shapes a text as one paragraph: line ends become spaces.
func (s *Shaper) Paragraph(text string, weight Weight) *Paragraph {
	key := cacheKey{text, weight}
	if p := s.fresh[key]; p != nil {
		return p
	}
	p := s.old[key]
	if p == nil {
		key.text = strings.Clone(text)
		p = s.unshaped(text, weight)
		p.RTL = startsRTL(p.Text)
		s.shapeRuns(p)
	}
	if len(s.fresh) >= cacheSize || s.freshRunes+len(p.Text) > cacheRunes {
		s.old, s.fresh, s.freshRunes = s.fresh, make(map[cacheKey]*Paragraph, cacheSize), 0
	}
	s.fresh[key] = p
	s.freshRunes += len(p.Text)
	return p
}

// Text shapes each line of a text as a paragraph, and leaves out blank lines.
func (s *Shaper) Text(text string, weight Weight) []*Paragraph {
	var paragraphs []*Paragraph
	for line := range strings.FieldsFuncSeq(text, isLineEnd) {
		if p := s.Paragraph(strings.TrimSpace(line), weight); len(p.Text) > 0 {
			paragraphs = append(paragraphs, p)
		}
	}
	return paragraphs
}

// unshaped returns a paragraph with its text alone.
func (s *Shaper) unshaped(text string, weight Weight) *Paragraph {
	runes, changes := s.substitute(normalise(text))
	return &Paragraph{Text: runes, Changes: changes, shaper: s, weight: weight}
}

// shapeRuns shapes a paragraph with a text and a direction.
func (s *Shaper) shapeRuns(p *Paragraph) {
	if len(p.Text) == 0 {
		return
	}
	s.segments.Init(p.Text)
	p.breaks = s.breakClasses(p.Text)
	p.runs = s.itemise(p, s.bidiLevels(p))
	p.before = make([]int32, len(p.Text)+1)
	for i := range p.runs {
		r := &p.runs[i]
		missing := s.shapeRun(r, p.Text, 0)
		for _, at := range missing {
			p.Changes = append(p.Changes, Change{Rune: p.Text[at]})
		}
		for _, g := range r.Glyphs {
			p.before[g.cluster+1] += g.Advance
		}
	}
	for i := range p.Text {
		p.before[i+1] += p.before[i]
	}
}

// shapeRun sets r.Glyphs to the glyphs of the run, in visual order from left to right. context is the
// surrounding text, which begins at offset in the paragraph. It returns the positions without a glyph in the
// font, which are left out.
func (s *Shaper) shapeRun(r *Run, context []rune, offset int) (missing []int) {
	b := s.buffer
	b.Clear()
	b.ClusterLevel = harfbuzz.MonotoneCharacters
	b.Props = harfbuzz.SegmentProperties{
		Script:    r.script,
		Direction: harfbuzz.LeftToRight,
	}
	if r.rtl() {
		b.Props.Direction = harfbuzz.RightToLeft
	}
	b.AddRunes(context, r.From-offset, r.To-r.From)
	b.Shape(s.face(r.Font), nil)
	r.Glyphs = make([]Glyph, 0, len(b.Info))
	for i, info := range b.Info {
		if info.Glyph == 0 {
			missing = append(missing, info.Cluster+offset)
			continue
		}
		r.Glyphs = append(r.Glyphs, Glyph{
			ID:      uint16(info.Glyph),
			Advance: b.Pos[i].XAdvance,
			DX:      b.Pos[i].XOffset,
			DY:      b.Pos[i].YOffset,
			cluster: int32(info.Cluster + offset),
			unsafe:  info.Mask&harfbuzz.GlyphUnsafeToBreak != 0,
		})
	}
	r.mapText()
	return missing
}

// mapText assigns to the first glyph of each cluster the text that it shows. A cluster ends where the next
// one begins, in logical order.
func (r *Run) mapText() {
	n := len(r.Glyphs)
	next := int32(r.To)
	for k := range n { // from the last cluster in logical order to the first
		i := n - 1 - k
		if r.rtl() {
			i = k
		}
		g := &r.Glyphs[i]
		g.To = next
		g.From = g.cluster
		more := i > 0 && r.Glyphs[i-1].cluster == g.cluster
		if r.rtl() {
			more = i < n-1 && r.Glyphs[i+1].cluster == g.cluster
		}
		if more { // the glyph nearer to the cluster's start has the text
			g.From = g.To
			r.Complex = true
			continue
		}
		next = g.cluster
	}
}

func (s *Shaper) face(f *fonts.Font) *harfbuzz.Font {
	f = f.Base()
	if s.faces[f.Index] == nil {
		s.faces[f.Index] = harfbuzz.NewFont(font.NewFace(f.Parsed()))
	}
	return s.faces[f.Index]
}
