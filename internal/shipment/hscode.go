package shipment

import (
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

// HSYear is the year of the nomenclature in hs2022.txt.gz: the codes of six digits with their English descriptions, as UN
// Comtrade has them. https://github.com/datasets/harmonized-system publishes them under PDDL.
const HSYear = 2022

// HSSource is where the nomenclature comes from.
const HSSource = "UN Comtrade, https://github.com/datasets/harmonized-system (PDDL)"

//go:embed hs2022.txt.gz
var hsFile string

// HSCode is a code of the Harmonized System with six digits.
type HSCode struct{ Code, Description string }

// hsCodes are all codes, sorted. They are read when they are first needed.
var hsCodes = sync.OnceValue(func() []HSCode {
	file, err := gzip.NewReader(strings.NewReader(hsFile))
	if err != nil {
		panic("hs2022.txt.gz: " + err.Error())
	}
	text, err := io.ReadAll(file)
	if err != nil {
		panic("hs2022.txt.gz: " + err.Error())
	}
	codes := make([]HSCode, 0, 5700)
	for line := range strings.Lines(string(text)) {
		code, description, _ := strings.Cut(strings.TrimSpace(line), " ")
		codes = append(codes, HSCode{code, description})
	}
	return codes
})

// KnownHSCode reports whether the nomenclature has the first six digits of a code. Countries add further digits of their own.
func KnownHSCode(code string) bool {
	_, found := slices.BinarySearchFunc(hsCodes(), code[:min(len(code), 6)], func(c HSCode, digits string) int {
		return cmp.Compare(c.Code, digits)
	})
	return found
}

// SearchHS returns at most limit codes that begin with a word of the text, or whose description has it, for each of its words.
// Descriptions that begin with the first word come first.
func SearchHS(text string, limit int) []HSCode {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ".", "")))
	for i, word := range words {
		words[i] = hsStem(word)
	}
	type match struct {
		HSCode
		rank int
	}
	var found []match
	for _, c := range hsCodes() {
		if rank, matches := hsRank(c, words); matches {
			found = append(found, match{c, rank})
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(a.rank, b.rank) })
	codes := make([]HSCode, min(limit, len(found)))
	for i := range codes {
		codes[i] = found[i].HSCode
	}
	return codes
}

// hsStem makes a word fit its singular and its plural: battery and batteries.
func hsStem(word string) string {
	for _, ending := range []string{"ies", "s", "y"} {
		if stem, found := strings.CutSuffix(word, ending); found && len(stem) > 3 {
			return stem
		}
	}
	return word
}

// hsRank is how far from the beginning of the description the words are. A word that is only within another one counts more.
func hsRank(c HSCode, words []string) (rank int, matches bool) {
	const within = 1000
	description := " " + strings.ToLower(c.Description)
	for i, word := range words {
		if strings.HasPrefix(c.Code, word) {
			continue
		}
		at, weight := strings.Index(description, " "+word), 1
		if at < 0 {
			at, weight = strings.Index(description, word)+within, within
		}
		if at == within-1 {
			return 0, false
		}
		rank += at * weight / (i + 1)
	}
	return rank, len(words) > 0
}
