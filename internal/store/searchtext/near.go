package searchtext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nearLetters is from how many letters on a word may have a wrong one: shorter words are near too many others.
const nearLetters = 5

// alphabets are the letters, as they are normalised, of scripts with spaces between words.
var alphabets = []string{
	"abcdefghijklmnopqrstuvwxyz", "абвгдежзиклмнопрстуфхцчшщъыьэюя", "αβγδεζηθικλμνξοπρστυφχψω", "אבגדהוזחטיכלמנסעפצקרשת",
	"ابتثجحخدذرزسشصضطظعغفقكلمنهويءپچژگ",
}

// Misspellings returns the words of a query, as they are normalised, that have five letters or more and no digit, each with the words that
// differ from it by a letter, or by two neighbours that are swapped.
func Misspellings(query string) map[string][]string {
	all := map[string][]string{}
	for _, r := range runsOf(Normalise(query)) {
		isSpelt := !r.unspaced && len(r.text) <= maxTerm && !strings.ContainsFunc(r.text, unicode.IsNumber)
		if len(all) < maxConditions && isSpelt && utf8.RuneCountInString(r.text) >= nearLetters {
			all[r.text] = near([]rune(r.text))
		}
	}
	return all
}

// near returns the words that differ from one by a letter, or by two neighbours that are swapped, sorted.
func near(word []rune) (all []string) {
	script := max(0, slices.IndexFunc(alphabets, func(letters string) bool { return strings.ContainsRune(letters, word[0]) }))
	for i := range len(word) + 1 {
		before, behind := string(word[:i]), word[i:]
		rest := string(behind[min(1, len(behind)):])
		for _, letter := range alphabets[script] {
			all = append(all, before+string(letter)+string(behind), before+string(letter)+rest)
		}
		all = append(all, before+rest)
		if len(behind) > 1 {
			all = append(all, before+string(behind[1])+string(behind[0])+string(behind[2:]))
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(other string) bool { return other == string(word) })
}
