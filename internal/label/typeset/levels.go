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
	return r >= 0x590 && slices.Contains([]xbidi.Class{xbidi.R, xbidi.AL, xbidi.AN}, classOf(r))
}

// startsRTL reports whether the first strong character of a paragraph runs from right to left (UAX 9, P2 and P3).
func startsRTL(text []rune) bool {
	first := slices.IndexFunc(text, func(r rune) bool {
		return slices.Contains([]xbidi.Class{xbidi.L, xbidi.R, xbidi.AL}, classOf(r))
	})
	return first >= 0 && classOf(text[first]) != xbidi.L
}

// resolver resolves the levels of one paragraph. Normalising leaves out the characters that embed, override and isolate, so the
// paragraph is one isolating run sequence, and the rules X have nothing to do.
type resolver struct {
	text     []rune
	at       []int         // the positions of the characters that are not BN (X9)
	original []xbidi.Class // of each of them
	classes  []xbidi.Class // as the rules have changed them
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
	v.arabic()
	v.separators()
	v.numbers()
	v.brackets()
	v.neutrals()
	v.implicit()
}

// arabic applies W1 to W3: marks, European digits after Arabic letters, Arabic letters.
func (v *resolver) arabic() {
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

// numbers applies W5 and W7: a terminator beside a European number belongs to it, and European numbers after Latin letters are as these.
// Other separators and terminators count as neutral below (W6).
func (v *resolver) numbers() {
	c := v.classes
	for i := range c {
		if i > 0 && c[i] == xbidi.ET && c[i-1] == xbidi.EN {
			c[i] = xbidi.EN
		}
	}
	for i := range slices.Backward(c) {
		if i < len(c)-1 && c[i] == xbidi.ET && c[i+1] == xbidi.EN {
			c[i] = xbidi.EN
		}
	}
	strong := v.base
	for i := range c {
		if c[i] == xbidi.EN && strong == xbidi.L {
			c[i] = xbidi.L
		} else if c[i] == xbidi.L || c[i] == xbidi.R {
			strong = c[i]
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

func hasDirection(c xbidi.Class) bool { return direction(c) != xbidi.ON }

// brackets applies N0. It finds the pairs as BD16 says.
func (v *resolver) brackets() {
	var open []int
	ends := make(map[int]int) // of a pair, by its begin
	for i, at := range v.at {
		props, _ := xbidi.LookupRune(v.text[at])
		if !props.IsBracket() || v.classes[i] != xbidi.ON {
			continue
		}
		if props.IsOpeningBracket() {
			if len(open) == maxOpenBrackets {
				break
			}
			open = append(open, i)
			continue
		}
		opening := xbidi.ReverseString(string(v.text[at]))
		for k, o := range slices.Backward(open) {
			if string(v.text[v.at[o]]) == opening {
				ends[o], open = i, open[:k]
				break
			}
		}
	}
	for i := range v.classes {
		if end, paired := ends[i]; paired {
			v.setPair(i, end)
		}
	}
}

// setPair sets the class of a pair of brackets, and of the marks on them, by the strong characters in it, or before it. It stays neutral
// if it has none.
func (v *resolver) setPair(opening, closing int) {
	inside := v.classes[opening+1 : closing]
	if !slices.ContainsFunc(inside, hasDirection) {
		return
	}
	class := v.base
	if !slices.ContainsFunc(inside, func(c xbidi.Class) bool { return direction(c) == v.base }) {
		for _, c := range slices.Backward(v.classes[:opening]) {
			if hasDirection(c) {
				class = direction(c)
				break
			}
		}
	}
	for _, i := range []int{opening, closing} {
		v.classes[i] = class
		for i++; i < len(v.classes) && v.original[i] == xbidi.NSM; i++ {
			v.classes[i] = class
		}
	}
}

// neutrals applies N1 and N2: neutrals between two of one direction take it, others that of the paragraph.
func (v *resolver) neutrals() {
	before := v.base
	for rest := v.classes; len(rest) > 0; {
		n, after := slices.IndexFunc(rest, hasDirection), v.base
		if n < 0 {
			n = len(rest)
		} else {
			after = direction(rest[n])
		}
		for i := range rest[:n] {
			rest[i] = v.base
			if before == after {
				rest[i] = before
			}
		}
		before, rest = after, rest[min(n+1, len(rest)):]
	}
}

// implicit applies I1 and I2. A character that X9 takes out has the level of the one before it.
func (v *resolver) implicit() {
	last, k := level(0), 0
	if v.base == xbidi.R {
		last = 1
	}
	v.levels = v.levels[:0]
	for i := range v.text {
		if k < len(v.at) && v.at[k] == i {
			switch c := v.classes[k]; {
			case c == xbidi.R:
				last = 1
			case c == xbidi.L && v.base == xbidi.L:
				last = 0
			default:
				last = 2
			}
			k++
		}
		v.levels = append(v.levels, last)
	}
}
