package typeset

import (
	"slices"

	xbidi "golang.org/x/text/unicode/bidi"
)

// level is the embedding level of a character: even from left to right, odd from right to left.
type level int8

// maxOpenBrackets is the size of the stack of BD16.
const maxOpenBrackets = 63

func classOf(r rune) xbidi.Class {
	props, _ := xbidi.LookupRune(r)
	return props.Class()
}

// mayTurn reports whether a character can make a text run from right to left. The digits of Arabic (AN) do it to the spaces between
// two numbers.
func mayTurn(r rune) bool {
	if r < 0x590 {
		return false
	}
	c := classOf(r)
	return c == xbidi.R || c == xbidi.AL || c == xbidi.AN
}

// startsRTL reports whether the first strong character of a paragraph runs from right to left (UAX 9, P2 and P3).
func startsRTL(text []rune) bool {
	for _, r := range text {
		switch classOf(r) {
		case xbidi.L:
			return false
		case xbidi.R, xbidi.AL:
			return true
		}
	}
	return false
}

// resolver resolves the levels of one paragraph. Normalising leaves out the characters that embed, override and isolate, so the
// paragraph is one isolating run sequence, and the rules X have nothing to do.
type resolver struct {
	text     []rune
	at       []int         // the positions of the characters that are not BN (X9)
	original []xbidi.Class // of each of them
	classes  []xbidi.Class // what the rules made of it
	base     xbidi.Class   // L or R: the direction of the paragraph, which is also its sos and eos
	levels   []level
}

// bidiLevels resolves the embedding level of each rune of a paragraph. It returns nil for text that runs from left to right throughout.
func (s *Shaper) bidiLevels(p *Paragraph) []level {
	if !slices.ContainsFunc(p.Text, mayTurn) {
		return nil
	}
	s.bidi.resolve(p.Text, p.RTL)
	return s.bidi.levels
}

func (v *resolver) resolve(text []rune, rtl bool) {
	v.text, v.at, v.original, v.base = text, v.at[:0], v.original[:0], xbidi.L
	if rtl {
		v.base = xbidi.R
	}
	for i, r := range text {
		if c := classOf(r); c != xbidi.BN {
			v.at, v.original = append(v.at, i), append(v.original, c)
		}
	}
	v.classes = append(v.classes[:0], v.original...)
	v.numbers()
	v.separators()
	v.terminators()
	v.europeanAfterLatin()
	v.brackets()
	v.neutrals()
	v.implicit()
}

// numbers applies W1 to W3: marks, European digits after Arabic letters, Arabic letters.
func (v *resolver) numbers() {
	before, strong := v.base, v.base
	for i, c := range v.classes {
		switch {
		case c == xbidi.NSM:
			c = before
		case c == xbidi.EN && strong == xbidi.AL:
			c = xbidi.AN
		case c == xbidi.L || c == xbidi.R:
			strong = c
		case c == xbidi.AL:
			strong, c = c, xbidi.R
		}
		v.classes[i], before = c, c
	}
}

// separators applies W4: a separator between two numbers belongs to them.
func (v *resolver) separators() {
	c := v.classes
	for i := 1; i < len(c)-1; i++ {
		if c[i-1] == c[i+1] && (c[i-1] == xbidi.EN && c[i] == xbidi.ES || (c[i-1] == xbidi.EN || c[i-1] == xbidi.AN) && c[i] == xbidi.CS) {
			c[i] = c[i-1]
		}
	}
}

// terminators applies W5 and W6: terminators beside a European number belong to it. Others, and separators, are neutral.
func (v *resolver) terminators() {
	c := v.classes
	for i := 0; i < len(c); i++ {
		switch c[i] {
		case xbidi.ES, xbidi.CS:
			c[i] = xbidi.ON
		case xbidi.ET:
			end := i
			for end < len(c) && c[end] == xbidi.ET {
				end++
			}
			becomes := xbidi.ON
			if i > 0 && c[i-1] == xbidi.EN || end < len(c) && c[end] == xbidi.EN {
				becomes = xbidi.EN
			}
			for ; i < end; i++ {
				c[i] = becomes
			}
			i--
		}
	}
}

// europeanAfterLatin applies W7.
func (v *resolver) europeanAfterLatin() {
	strong := v.base
	for i, c := range v.classes {
		switch c {
		case xbidi.L, xbidi.R:
			strong = c
		case xbidi.EN:
			if strong == xbidi.L {
				v.classes[i] = xbidi.L
			}
		}
	}
}

// direction is the strong class that a class counts as in the rules N; ON if it is neutral.
func direction(c xbidi.Class) xbidi.Class {
	switch c {
	case xbidi.L:
		return xbidi.L
	case xbidi.R, xbidi.EN, xbidi.AN:
		return xbidi.R
	}
	return xbidi.ON
}

// brackets applies N0. It finds the pairs as BD16 says.
func (v *resolver) brackets() {
	type bracket struct{ at, closing int }
	var open, pairs []bracket // closing is the rune that closes an open one, and the position of the end of a pair
	for i, at := range v.at {
		props, _ := xbidi.LookupRune(v.text[at])
		if !props.IsBracket() || v.classes[i] != xbidi.ON {
			continue
		}
		if props.IsOpeningBracket() {
			if len(open) == maxOpenBrackets {
				break
			}
			closing := []rune(xbidi.ReverseString(string(v.text[at])))
			open = append(open, bracket{i, int(closing[0])})
			continue
		}
		for k, opened := range slices.Backward(open) {
			if opened.closing == int(v.text[at]) {
				pairs = append(pairs, bracket{opened.at, i})
				open = open[:k]
				break
			}
		}
	}
	slices.SortFunc(pairs, func(a, b bracket) int { return a.at - b.at })
	for _, pair := range pairs {
		if c := v.classOfPair(pair.at, pair.closing); c != xbidi.ON {
			v.setBracket(pair.at, c)
			v.setBracket(pair.closing, c)
		}
	}
}

// classOfPair returns the class of a pair of brackets by the strong characters in it, or before it; ON if it has none.
func (v *resolver) classOfPair(opening, closing int) xbidi.Class {
	found := xbidi.ON
	for _, c := range v.classes[opening+1 : closing] {
		if d := direction(c); d == v.base {
			return d
		} else if d != xbidi.ON {
			found = d
		}
	}
	if found == xbidi.ON {
		return found
	}
	for i := opening - 1; i >= 0; i-- {
		if d := direction(v.classes[i]); d != xbidi.ON {
			return d
		}
	}
	return v.base
}

// setBracket sets the class of a bracket and of the marks on it.
func (v *resolver) setBracket(i int, c xbidi.Class) {
	v.classes[i] = c
	for i++; i < len(v.classes) && v.original[i] == xbidi.NSM; i++ {
		v.classes[i] = c
	}
}

// neutrals applies N1 and N2: neutrals between two of one direction take it, others that of the paragraph.
func (v *resolver) neutrals() {
	before := v.base
	for i := 0; i < len(v.classes); i++ {
		if d := direction(v.classes[i]); d != xbidi.ON {
			before = d
			continue
		}
		end, after := i, v.base
		for ; end < len(v.classes); end++ {
			if d := direction(v.classes[end]); d != xbidi.ON {
				after = d
				break
			}
		}
		if before != after {
			before = v.base
		}
		for ; i < end; i++ {
			v.classes[i] = before
		}
		i--
	}
}

// implicit applies I1 and I2. A character that X9 takes out has the level of the one before it.
func (v *resolver) implicit() {
	last := level(0)
	if v.base == xbidi.R {
		last = 1
	}
	v.levels = v.levels[:0]
	for i, c := range v.classes {
		for len(v.levels) < v.at[i] {
			v.levels = append(v.levels, last)
		}
		switch {
		case c == xbidi.R:
			last = 1
		case c == xbidi.L && v.base == xbidi.L:
			last = 0
		default:
			last = 2
		}
		v.levels = append(v.levels, last)
	}
	for len(v.levels) < len(v.text) {
		v.levels = append(v.levels, last)
	}
}
