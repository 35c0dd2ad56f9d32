package typeset

import (
	"slices"

	"github.com/go-text/typesetting/bidi"
	xbidi "golang.org/x/text/unicode/bidi"
)

func classOf(r rune) xbidi.Class {
	props, _ := xbidi.LookupRune(r)
	return props.Class()
}

// mayTurn reports whether a character can make a text run from right to left. The digits of Arabic (AN) do it to the spaces between
// two numbers.
func mayTurn(r rune) bool {
	return r >= 0x590 && slices.Contains([]xbidi.Class{xbidi.R, xbidi.AL, xbidi.AN}, classOf(r))
}

// startsRTL reports whether the first strong character of a paragraph runs from right to left (UAX 9, P2 and P3).
func startsRTL(text []rune) bool {
	first := slices.IndexFunc(text, func(r rune) bool {
		return slices.Contains([]xbidi.Class{xbidi.L, xbidi.R, xbidi.AL}, classOf(r))
	})
	return first >= 0 && classOf(text[first]) != xbidi.L
}

// bidiLevels resolves the embedding level of each rune of a paragraph: even from left to right, odd from right to left. It returns nil
// for text that runs from left to right throughout.
func (s *Shaper) bidiLevels(p *Paragraph) []bidi.Level {
	switch {
	case !p.RTL && !slices.ContainsFunc(p.Text, mayTurn):
		return nil
	case p.RTL: // the levels are 1 and 2
		return s.joinedLevels(p.Text, bidi.RightToLeft)
	}
	levels, numbers := s.joinedLevels(p.Text, bidi.LeftToRight), s.joinedLevels(withoutLatin(p.Text), bidi.RightToLeft)
	for i := range levels {
		if levels[i] &= 1; numbers[i] == 2 {
			levels[i] = 2
		}
	}
	return levels
}

// joinedLevels returns the level of each rune. Runs of the levels 0 and 2 that touch are one run, with the level of its begin. Normalising
// leaves out the characters that embed, override and isolate, so no level is higher.
func (s *Shaper) joinedLevels(text []rune, direction bidi.Direction) []bidi.Level {
	levels, runs := make([]bidi.Level, 0, len(text)), s.bidi.Segment(text, direction)
	for i := range runs.NumRuns() {
		r := runs.Run(i)
		levels = append(levels, slices.Repeat([]bidi.Level{r.Level}, r.End-r.Start)...)
	}
	return levels
}

// withoutLatin puts Hebrew letters in the places of Latin ones and of the European numbers after them, which are as these (W7). What still
// runs from left to right in the text are the numbers that have the level 2 in a paragraph from left to right.
func withoutLatin(text []rune) []rune {
	turned, strong := slices.Clone(text), xbidi.L
	for i, r := range text {
		c := classOf(r)
		if c == xbidi.L || c == xbidi.R || c == xbidi.AL {
			strong = c
		}
		if strong == xbidi.L && (c == xbidi.L || c == xbidi.EN) {
			turned[i] = 'א'
		}
	}
	return turned
}
