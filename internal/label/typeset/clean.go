package typeset

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"

	"waybill/internal/label/fonts"
)

// Change is a character that does not print as it was written.
type Change struct {
	Rune    rune
	Printed string // the Latin letters in its place; "" when it is left out
}

// maxMarks is how many combining marks of no script of their own may follow one another:
// Arabic needs three, and a tower of them would reach into the lines above.
const maxMarks = 4

func isLineEnd(r rune) bool {
	return r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// silent are characters without a shape that text may hold for good reasons; nothing is
// lost without them. U+034F is what normalising puts between too many marks.
func silent(r rune) bool {
	return r == 0xAD || r == 0x34F || r == 0xFEFF || 0xFE00 <= r && r <= 0xFE0F || 0xE0100 <= r && r <= 0xE01EF
}

// unprintable are controls, among them those that reorder text: an address may not
// turn around what is printed after it.
func unprintable(r rune) bool {
	return r < 0x20 || 0x7F <= r && r <= 0x9F || 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 ||
		0x206A <= r && r <= 0x206F || 0xE0000 <= r && r <= 0xE007F || r == utf8.RuneError
}

// normalise is the text in NFC without controls, white space as single spaces.
func normalise(text string) ([]rune, []Change) {
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	runes := make([]rune, 0, len(text))
	var changes []Change
	marks := 0
	for _, r := range text {
		if r >= 0x20 && r < 0x7F && r != ' ' {
			runes, marks = append(runes, r), 0
			continue
		}
		switch {
		case r == ' ' || r == '\t' || isLineEnd(r) || unicode.Is(unicode.Zs, r) && r != 0xA0:
			if len(runes) > 0 && runes[len(runes)-1] != ' ' {
				runes = append(runes, ' ')
			}
			marks = 0
			continue
		case silent(r):
			continue
		case unprintable(r):
			changes = append(changes, Change{Rune: r})
			continue
		case unicode.Is(unicode.Inherited, r) && unicode.Is(unicode.Mn, r):
			marks++
		default:
			marks = 0
		}
		if marks > maxMarks {
			changes = append(changes, Change{Rune: r})
			continue
		}
		runes = append(runes, r)
	}
	if n := len(runes); n > 0 && runes[n-1] == ' ' {
		runes = runes[:n-1]
	}
	return runes, changes
}

// substitute replaces what no font covers by its Latin transliteration, or leaves it
// out, and adds to changes what it did.
func (s *Shaper) substitute(text []rune, changes []Change) ([]rune, []Change) {
	uncovered := func(r rune) bool { return s.anyCovering(r) == nil }
	if !slices.ContainsFunc(text, uncovered) {
		return text, changes
	}
	printed := make([]rune, 0, len(text))
	for _, r := range text {
		if !uncovered(r) {
			printed = append(printed, r)
			continue
		}
		latin := transliterate(r)
		changes = append(changes, Change{r, latin})
		printed = append(printed, []rune(latin)...)
	}
	clean, _ := normalise(string(printed)) // a left out word may leave two spaces
	return clean, changes
}

// transliterate is the Latin reading of a letter, mark or number. Pictures have none.
func transliterate(r rune) string {
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsPunct(r) {
		return ""
	}
	latin := unidecode.Unidecode(string(r))
	for _, c := range latin {
		if c < 0x20 || c > 0x7E {
			return ""
		}
	}
	return latin
}

// anyCovering is a font that has r: the one of its script, or the first in the case's
// order. Characters that shaping hides need no glyph.
func (s *Shaper) anyCovering(r rune) *fonts.Font {
	if r < 0x7F || hidden(r) {
		return s.set.Default()
	}
	if f := s.set.ForScript(scriptOf(r)); f != nil && f.Covers(r) {
		return f
	}
	for i := range s.set.Len() {
		if f := s.set.At(i); f.Covers(r) {
			return f
		}
	}
	return nil
}
