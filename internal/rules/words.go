package rules

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"waybill/internal/problem"
)

// fold makes texts equal that differ only in case, in the width or composition of characters, and in white space.
func fold(s string) string {
	var room [foldRoom]byte
	return string(appendFolded(room[:0], s))
}

// foldRoom is the length of texts that are folded without allocation.
const foldRoom = 256

// appendFolded appends fold(s).
func appendFolded(b []byte, s string) []byte {
	start, space := len(b), true
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			folded := cases.Fold().String(norm.NFKC.String(s))
			return append(b[:start], strings.Join(strings.Fields(norm.NFKC.String(folded)), " ")...)
		case c == ' ' || '\t' <= c && c <= '\r':
			if !space {
				b = append(b, ' ')
			}
			space = true
			continue
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		b, space = append(b, c), false
	}
	return bytes.TrimSuffix(b, []byte(" "))
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
	var room [foldRoom]byte
	folded := appendFolded(room[:0], text)
	for rest := folded; ; {
		first, end := firstWord(rest)
		if first < 0 {
			break
		}
		for _, phrase := range s.phrases[string(rest[first:end])] {
			if found := rest[first:]; len(found) >= len(phrase) && string(found[:len(phrase)]) == phrase && endsWord(found[len(phrase):]) {
				return phrase
			}
		}
		rest = rest[end:]
	}
	for _, part := range s.parts {
		if bytes.Contains(folded, []byte(part)) {
			return part
		}
	}
	return ""
}

// firstWord is where the first word of a text begins and ends; -1 if there is none.
func firstWord[T []byte | string](s T) (first, end int) {
	for first < len(s) {
		is, size := letterAt(s, first)
		if is {
			break
		}
		first += size
	}
	if first >= len(s) {
		return -1, -1
	}
	for end = first; end < len(s); {
		is, size := letterAt(s, end)
		if !is {
			break
		}
		end += size
	}
	return first, end
}

func endsWord(after []byte) bool {
	if len(after) == 0 {
		return true
	}
	is, _ := letterAt(after, 0)
	return !is
}

// letterAt reports whether the character of s at i belongs to a word, and its length in bytes.
func letterAt[T []byte | string](s T, i int) (is bool, size int) {
	if c := s[i]; c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || '0' <= c && c <= '9', 1
	}
	r, size := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) && !isUnspaced(r), size
}

// isUnspaced reports whether r is of a script that puts no spaces between words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// isSpaced reports whether a word has no character of a script without spaces.
func isSpaced(word string) bool { return strings.IndexFunc(word, isUnspaced) < 0 }

func compileForbiddenWords(r *Rule) (check, *Problem) {
	words := newWordSet(r.Words)
	all := make([]check, len(r.fields()))
	for i, f := range r.fields() {
		all[i] = eachText(f, func(value string) problem.Message {
			if found := words.find(value); found != "" {
				return problem.ForbiddenWord.With(found)
			}
			return problem.Message{}
		})
	}
	return func(v *visit) {
		for _, one := range all {
			one(v)
		}
	}, nil
}

// compileVagueWords finds texts that are only one of the words. Case and punctuation do not matter. Of several fields the first
// that says something counts.
func compileVagueWords(r *Rule) (check, *Problem) {
	vague := make(map[string]bool, len(r.Words))
	for _, w := range r.Words {
		vague[fold(w)] = true
	}
	fields := r.fields()
	judge := func(v *visit, at int, value func(*field) string) {
		for _, f := range fields {
			if text := value(f); text != "" {
				if alone := strings.Trim(fold(text), " .,;:!-"); vague[alone] {
					v.find(f.Name, at, problem.ForbiddenWord.With(alone))
				}
				return
			}
		}
	}
	if !fields[0].isOfItem() {
		return func(v *visit) { judge(v, -1, func(f *field) string { return f.order.Shown(v.order) }) }, nil
	}
	return func(v *visit) {
		for i := range v.order.Items {
			judge(v, i, func(f *field) string { return f.item.Shown(&v.order.Items[i]) })
		}
	}, nil
}
