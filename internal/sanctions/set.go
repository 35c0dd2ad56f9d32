package sanctions

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
)

// minWord is how many letters a name of one word has at least: shorter ones are names of too many people.
const minWord = 5

// Hit is an entry that has a name.
type Hit struct {
	List  string
	Entry string // the id that the publisher gives it
	Name  string // as it is listed
}

// Set finds names in lists. A nil Set has none. Safe for concurrent use.
type Set struct {
	Texts []string // of its lists, as Read returns them; "" is none
	Heads []Head
	hits  map[uint64][]Hit // by the hash of a key
}

// seed is of this process.
var seed = maphash.MakeSeed()

// NewSet makes a set of lists, which are as Read returns them; "" is none. 60,000 names take 11 MB with their texts.
func NewSet(texts []string) (*Set, error) {
	s := &Set{Texts: texts, hits: make(map[uint64][]Hit)}
	for _, text := range texts {
		first, lines, isLoaded := strings.Cut(text, "\n")
		if !isLoaded {
			continue
		}
		var head Head
		if err := json.Unmarshal([]byte(first), &head); err != nil {
			return nil, fmt.Errorf("read a list of sanctions: %w", err)
		}
		s.Heads = append(s.Heads, head)
		for line := range strings.Lines(lines) {
			entry, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			for _, key := range keys(name) {
				hash := maphash.String(seed, key)
				s.hits[hash] = append(s.hits[hash], Hit{head.List, entry, name})
			}
		}
	}
	return s, nil
}

// Find returns the entries that have a name, each once.
func (s *Set) Find(name string) (hits []Hit) {
	if s == nil || len(s.hits) == 0 {
		return nil
	}
	for _, key := range keys(name) {
		for _, hit := range s.hits[maphash.String(seed, key)] {
			if !slices.ContainsFunc(hits, func(h Hit) bool { return h.List == hit.List && h.Entry == hit.Entry }) {
				hits = append(hits, hit)
			}
		}
	}
	return hits
}

// keys are what names have in common that are equal: their words in Latin letters without marks and case, sorted. A Chinese name has a
// second key, in which all characters but the first are one word, as in "Wang Xiaoming". A name that is too short has none.
func keys(name string) (all []string) {
	words := strings.Fields(strings.Map(plain, unidecode.Unidecode(name)))
	forms := [][]string{words}
	if len(words) > 2 && isChinese(name) {
		forms = append(forms, []string{words[0], strings.Join(words[1:], "")})
	}
	for _, form := range forms {
		slices.Sort(form)
		if len(form) > 1 || len(form) == 1 && len(form[0]) >= minWord {
			all = append(all, strings.Join(form, " "))
		}
	}
	return all
}

func isChinese(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) })
}

// plain makes small letters and digits of a text, and spaces of what separates words. Apostrophes do not. Lists write y, as in Yana, where
// letters are replaced one by one by i.
func plain(r rune) rune {
	switch r = unicode.ToLower(r); {
	case r == 'y':
		return 'i'
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		return r
	case r == '\'', r == '`':
		return -1
	}
	return ' '
}
