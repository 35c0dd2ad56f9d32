package typeset

import (
	"slices"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"

	"waybill/internal/label/fonts"
)

func (r *Run) rtl() bool { return r.level&1 == 1 }

func scriptOf(r rune) language.Script {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		return language.Latin
	case r < 0x7F:
		return language.Common
	}
	return language.LookupScript(r)
}

// hidden reports whether shaping consumes a character, such as a joiner.
func hidden(r rune) bool { return r > 0x7F && harfbuzz.IsDefaultIgnorable(r) }

// itemise splits the paragraph into runs. It never splits a grapheme cluster, so that marks have the font of
// their base.
func (s *Shaper) itemise(p *Paragraph, levels []bidi.Level) []Run {
	var runs []Run
	current := Run{script: language.Common}
	at := 0
	for at < len(p.Text) {
		end := clusterEnd(p.breaks, at)
		cluster := p.Text[at:end]
		next := Run{From: at, script: current.script, Font: current.Font}
		if levels != nil {
			next.level = levels[at]
		}
		if !neutral(cluster) || current.Font == nil {
			next.Font, next.script = s.choose(cluster, current.script, p.weight)
		}
		if at > 0 && (next.Font != current.Font || next.script != current.script || next.level != current.level) {
			current.To = at
			runs = append(runs, current)
			current = next
		} else if at == 0 {
			current = next
		}
		at = end
	}
	current.To = at
	return append(runs, current)
}

// neutral reports whether a cluster looks the same in each font and therefore ends no run.
func neutral(cluster []rune) bool {
	return !slices.ContainsFunc(cluster, func(r rune) bool { return r != ' ' && r != 0xA0 && !hidden(r) })
}

// choose returns the font of a cluster: the default font if it covers the cluster, so that digits and Latin
// look alike everywhere, else the font of its script, else any font.
func (s *Shaper) choose(cluster []rune, before language.Script, weight Weight) (*fonts.Font, language.Script) {
	script := language.Common
	for _, r := range cluster {
		if found := scriptOf(r); found.Strong() {
			script = found
			break
		}
	}
	standard := s.set.Default()
	if coversAll(standard, cluster) {
		if s.set.ForScript(script) != standard {
			script = language.Latin
		}
		return s.cut(standard, weight), script
	}
	if script == language.Common {
		script = before // a danda belongs to the preceding letters
	}
	if f := s.set.Find(script, func(f *fonts.Font) bool { return coversAll(f, cluster) }); f != nil {
		return s.cut(f, weight), script
	}
	if f := s.anyCovering(cluster[0]); f != nil {
		return s.cut(f, weight), script
	}
	return standard, script // what it lacks is left out and reported
}

func (s *Shaper) cut(f *fonts.Font, weight Weight) *fonts.Font {
	if weight == Bold {
		return s.set.Bold(f)
	}
	return f
}

func coversAll(f *fonts.Font, cluster []rune) bool {
	return !slices.ContainsFunc(cluster, func(r rune) bool { return !hidden(r) && !f.Covers(r) })
}
