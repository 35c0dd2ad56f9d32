// Package searchtext makes the terms by which orders are found: of an order, and of the text that a person types.
// Both are normalised the same way, so that case, accents, width and punctuation do not matter.
package searchtext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxTerm is how many bytes a term has at most; a longer word is cut.
const maxTerm = 48

// plain are letters that have an accent which Unicode does not take apart, or several forms, and what stands for them.
var plain = strings.NewReplacer("đ", "d", "ð", "d", "ø", "o", "ł", "l", "ħ", "h", "ı", "i", "æ", "ae", "œ", "oe", "þ", "th",
	"\u0671", "\u0627", "\u0649", "\u064a", "\u06cc", "\u064a", // alef wasla as alef, alef maqsura and Persian yeh as yeh
	"\u0629", "\u0647", "\u06a9", "\u0643", // ta marbuta as heh, Persian kaf as kaf
	"\u05da", "\u05db", "\u05dd", "\u05de", "\u05df", "\u05e0", "\u05e3", "\u05e4", "\u05e5", "\u05e6", // Hebrew letters that end a word
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9",
)

// Normalise returns a text in lower case, without accents and vowel marks, with characters of one width (NFKC), one form of each Arabic
// and Hebrew letter, and digits of ASCII for those of Arabic and Persian.
func Normalise(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	s = strings.Map(func(r rune) rune {
		// Accents, points of Hebrew, and vowels, hamzas on letters and tatweel of Arabic go. Marks of scripts behind these, such as vowels
		// of Thai, stay.
		if r <= '\u06ed' && (unicode.Is(unicode.Mn, r) || r == '\u0640') {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
	return plain.Replace(norm.NFKC.String(cases.Fold().String(s)))
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// isUnspaced reports whether words of the script of r are found inside of others: most of these scripts put no spaces
// between words, and Korean names have none.
func isUnspaced(r rune) bool {
	return r >= '\u0e00' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// run is a part of a text: a word, or characters without spaces between their words.
type run struct {
	text     string
	unspaced bool
}

// runsOf splits a normalised text. What is neither letter, mark nor number separates.
func runsOf(s string) (runs []run) {
	start, unspaced := -1, false
	end := func(at int) {
		if start >= 0 {
			runs = append(runs, run{s[start:at], unspaced})
			start = -1
		}
	}
	for i, r := range s {
		if !isWord(r) {
			end(i)
			continue
		}
		if is := isUnspaced(r); start < 0 || is != unspaced {
			end(i)
			start, unspaced = i, is
		}
	}
	end(len(s))
	return runs
}

// joined returns the letters and numbers of a normalised text without what separates them.
func joined(s string) string {
	return strings.Map(func(r rune) rune {
		if isWord(r) {
			return r
		}
		return -1
	}, s)
}

// isWord reports whether a character of a normalised text belongs to a word.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// cut returns a term of at most maxTerm bytes.
func cut(term string) string {
	if len(term) <= maxTerm {
		return term
	}
	end := maxTerm
	for !utf8.RuneStart(term[end]) {
		end--
	}
	return term[:end]
}

// pairs calls yield with each two neighbouring characters of a run. With last it ends with the last one alone, so that
// every character begins a term.
func pairs(s string, last bool, yield func(string)) {
	previous := -1
	for i, r := range s {
		if previous >= 0 {
			yield(s[previous : i+utf8.RuneLen(r)])
		}
		previous = i
	}
	if last && previous >= 0 {
		yield(s[previous:])
	}
}
