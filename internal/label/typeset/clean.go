package typeset

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"

	"waybill/internal/label/fonts"
)

// Change is a character that does not print as written.
type Change struct {
	Rune    rune
	Printed string // the Latin letters printed instead; "" when it is left out
}

// maxMarks is how many combining marks without a script of their own may follow one another. Arabic needs
// three; a longer stack would reach into the lines above.
const maxMarks = 4

func isLineEnd(r rune) bool {
	return r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0x2028 || r == 0x2029
}

// kind says what happens to a character before it is shaped.
type kind uint8

const (
	letter kind = iota
	mark        // a combining mark without a script of its own
	space       // a space, a tab or a line end: one space
	// Soft hyphens, variation selectors and the like: left out, because they have no visible form. Normalising inserts U+034F
	// between too many marks.
	silent
	// Control characters, also of the direction of text: left out and reported. An address must not reverse the text
	// printed after it. U+FFFD stands for broken UTF-8.
	control
)

func kindOf(r rune) kind {
	switch {
	case 0x20 < r && r < 0x7F:
		return letter
	case r == ' ' || r == '\t' || isLineEnd(r) || r != 0xA0 && unicode.Is(unicode.Zs, r):
		return space
	case isSilent(r):
		return silent
	case isControl(r):
		return control
	case unicode.Is(unicode.Inherited, r) && unicode.Is(unicode.Mn, r):
		return mark
	}
	return letter
}

func isSilent(r rune) bool {
	return r == 0xAD || r == 0x34F || 0xFE00 <= r && r <= 0xFE0F || r == 0xFEFF || 0xE0100 <= r && r <= 0xE01EF
}

func isControl(r rune) bool {
	return r < 0x20 || 0x7F <= r && r <= 0x9F || 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x206F || r == 0xFFFD ||
		0xE0000 <= r && r <= 0xE007F
}

// normalise returns the text in NFC without controls, and white space as single spaces.
func normalise(text string) ([]rune, []Change) {
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	runes := make([]rune, 0, len(text))
	var changes []Change
	marks := 0
	for _, r := range text {
		k := kindOf(r)
		if k == mark {
			marks++
		} else if k != silent {
			marks = 0
		}
		switch {
		case k == control || k == mark && marks > maxMarks:
			changes = append(changes, Change{Rune: r})
		case k == space && len(runes) > 0 && runes[len(runes)-1] != ' ':
			runes = append(runes, ' ')
		case k == letter || k == mark:
			runes = append(runes, r)
		}
	}
	if n := len(runes); n > 0 && runes[n-1] == ' ' {
		runes = runes[:n-1]
	}
	return runes, changes
}

// substitute replaces characters that no font covers by their Latin transliteration, or leaves them out, and
// appends each to changes.
func (s *Shaper) substitute(text []rune, changes []Change) ([]rune, []Change) {
	uncovered := func(r rune) bool { return s.anyCovering(r) == nil }
	if !slices.ContainsFunc(text, uncovered) {
		return text, changes
	}
	printed := make([]rune, 0, len(text))
	gap := false // a character was left out since the last letter
	for _, r := range text {
		if uncovered(r) {
			latin := transliterate(r)
			changes = append(changes, Change{r, latin})
			printed = append(printed, []rune(latin)...)
			gap = latin == "" || gap
			continue
		}
		if gap {
			if printed = closeGap(printed, r); r == zeroWidthJoiner || doubled(printed, r) {
				continue
			}
			gap = r == ' '
		}
		printed = append(printed, r)
	}
	clean, _ := normalise(string(printed)) // leaving out a word may leave two spaces
	return clean, changes
}

const (
	zeroWidthJoiner = 0x200D // joins pictures
	separators      = ",;،؛、，；"
)

// closeGap removes the spaces that characters which were left out have left in front of punctuation.
func closeGap(printed []rune, next rune) []rune {
	n := len(printed)
	if strings.ContainsRune(separators+".:!?)。：！？）؟", next) {
		for n > 0 && printed[n-1] == ' ' {
			n--
		}
	}
	return printed[:n]
}

// doubled reports whether a separator separates nothing: it follows another one, or begins the text.
func doubled(printed []rune, next rune) bool {
	if !strings.ContainsRune(separators, next) {
		return false
	}
	n := len(printed)
	return n == 0 || strings.ContainsRune(separators, printed[n-1])
}

// transliterate returns the Latin reading of a letter, mark or number. Pictures have none.
func transliterate(r rune) string {
	if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsPunct(r) {
		return ""
	}
	latin := unidecode.Unidecode(string(r))
	if strings.ContainsFunc(latin, func(c rune) bool { return c < 0x20 || c > 0x7E }) {
		return ""
	}
	return latin
}

// anyCovering returns a font that has r, or nil. Characters that shaping hides need no glyph.
func (s *Shaper) anyCovering(r rune) *fonts.Font {
	if r < 0x7F || hidden(r) {
		return s.set.Default()
	}
	return s.set.Find(scriptOf(r), func(f *fonts.Font) bool { return f.Covers(r) })
}
