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
	words []string // folded
	// phrases are the places of words by their first word; the words of a phrase have one space between them.
	phrases map[string][]int
	// lengths has a bit for the length of each first word of a phrase, by its first byte: most words of a text are not looked up.
	lengths [256]uint64
	// parts are the places of words in scripts that put no spaces between words, by their first character.
	parts map[rune][]int
	plain bool // one of the parts is in ASCII, such as a sign
}

// newWordSet makes a set of words. Those with a character that is unspaced are found within others, too.
func newWordSet(words []string, unspaced func(rune) bool) *wordSet {
	s := &wordSet{phrases: make(map[string][]int, len(words)), parts: make(map[rune][]int)}
	for i, w := range words {
		w = fold(w)
		first, end := firstWord(w)
		if first < 0 || strings.IndexFunc(w, unspaced) >= 0 {
			r, _ := utf8.DecodeRuneInString(w)
			s.parts[r] = append(s.parts[r], i)
			s.plain = s.plain || len(w) == utf8.RuneCountInString(w)
		} else {
			s.phrases[w[first:end]] = append(s.phrases[w[first:end]], i)
			s.lengths[w[first]] |= lengthBit(end - first)
			w = w[first:]
		}
		s.words = append(s.words, w)
	}
	return s
}

// find returns the first forbidden word that a text has, folded; "" if it has none.
func (s *wordSet) find(text string) (first string) {
	var room [foldRoom]byte
	s.each(appendFolded(room[:0], text), func(word, _ int) bool {
		first = s.words[word]
		return false
	})
	return first
}

// each calls found with the place of each word that a folded text has, and where it begins in the text, until found says no.
func (s *wordSet) each(text []byte, found func(word, at int) bool) {
	for at := 0; ; {
		first, end := firstWord(text[at:])
		if first < 0 {
			break
		}
		rest := text[at+first:]
		at += end
		if s.lengths[rest[0]]&lengthBit(end-first) == 0 {
			continue
		}
		for _, i := range s.phrases[string(rest[:end-first])] {
			if w := s.words[i]; len(rest) >= len(w) && string(rest[:len(w)]) == w && endsWord(rest[len(w):]) && !found(i, at-end+first) {
				return
			}
		}
	}
	if !s.plain && isASCII(text) {
		return
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		for _, i := range s.parts[r] {
			if bytes.HasPrefix(text[at:], []byte(s.words[i])) && !found(i, at) {
				return
			}
		}
		at += size
	}
}

func lengthBit(length int) uint64 { return 1 << min(length, 63) }

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
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

func compileForbiddenWords(r *Rule) (check, *Problem) {
	words := newWordSet(r.Words, isUnspaced)
	return eachTextOf(r.fields(), func(value string) problem.Message {
		if found := words.find(value); found != "" {
			return problem.ForbiddenWord.With(found)
		}
		return problem.Message{}
	}), nil
}

// compileVagueWords finds texts that are only one of the words. Case and punctuation do not matter. Of several fields the first
// that says something counts.
func compileVagueWords(r *Rule) (check, *Problem) {
	vague := make(map[string]bool, len(r.Words))
	for _, w := range r.Words {
		vague[fold(w)] = true
	}
	fields := r.fields()
	return fields[0].each(func(v *visit, i int) {
		for _, f := range fields {
			if text := f.shown(v.order, i); text != "" {
				if alone := strings.Trim(fold(text), " .,;:!-"); vague[alone] {
					v.find(f.Name, i, problem.ForbiddenWord.With(alone))
				}
				return
			}
		}
	}), nil
}
