package rules

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold makes texts equal that differ only in case, in the width or composition of characters, and in white space.
func fold(s string) string {
	if isPlain(s) {
		return strings.ToLower(s)
	}
	folded := cases.Fold().String(norm.NFKC.String(s))
	return strings.Join(strings.Fields(norm.NFKC.String(folded)), " ")
}

// isPlain reports whether s is ASCII with single spaces inside.
func isPlain(s string) bool {
	space := true
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == ' ' && space {
			return false
		}
		space = c == ' '
	}
	return !space || s == ""
}

// wordSet finds words in texts.
type wordSet struct {
	// phrases by their first word; the words of a phrase have one space between them.
	phrases map[string][]string
	// parts are words in scripts that put no spaces between words.
	parts []string
}

func newWordSet(words []string) *wordSet {
	s := &wordSet{phrases: make(map[string][]string, len(words))}
	for _, w := range words {
		w = fold(w)
		first, end := firstWord(w)
		if first < 0 || !isSpaced(w) {
			s.parts = append(s.parts, w)
			continue
		}
		s.phrases[w[first:end]] = append(s.phrases[w[first:end]], w[first:])
	}
	return s
}

// find returns the first forbidden word that a text has, folded; "" if it has none.
func (s *wordSet) find(text string) string {
	text = fold(text)
	for rest := text; ; {
		first, end := firstWord(rest)
		if first < 0 {
			break
		}
		for _, phrase := range s.phrases[rest[first:end]] {
			if after, found := strings.CutPrefix(rest[first:], phrase); found && endsWord(after) {
				return phrase
			}
		}
		rest = rest[end:]
	}
	for _, part := range s.parts {
		if strings.Contains(text, part) {
			return part
		}
	}
	return ""
}

// firstWord is where the first word of a text begins and ends; -1 if there is none.
func firstWord(s string) (first, end int) {
	first = strings.IndexFunc(s, isLetter)
	if first < 0 {
		return -1, -1
	}
	end = strings.IndexFunc(s[first:], func(r rune) bool { return !isLetter(r) })
	if end < 0 {
		return first, len(s)
	}
	return first, first + end
}

func endsWord(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return after == "" || !isLetter(r)
}

// isLetter reports whether r belongs to a word.
func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) && !isUnspaced(r)
}

// isUnspaced reports whether r is of a script that puts no spaces between words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// isSpaced reports whether a word has no character of a script without spaces.
func isSpaced(word string) bool { return strings.IndexFunc(word, isUnspaced) < 0 }

func compileForbiddenWords(r *Rule) (check, *keyError) {
	words := newWordSet(r.Words)
	return eachText(fieldsByName[r.Field], func(value string) string {
		if found := words.find(value); found != "" {
			return fmt.Sprintf("The word %q is not accepted.", found)
		}
		return ""
	}), nil
}
