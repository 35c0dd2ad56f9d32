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

//go:embed hs2022.txt.gz
var hsFile string

// HSCode is a code of the Harmonized System with six digits.
type HSCode struct{ Code, Description string }

// Nomenclature is the codes of the Harmonized System with six digits of a year, with their English descriptions.
type Nomenclature struct {
	Year   int      `json:"year"`
	Source string   `json:"source"`
	Count  int      `json:"codes"`
	codes  []HSCode // sorted
}

// BuiltInHS is the nomenclature of this program, as UN Comtrade has it. It is read when it is first needed.
var BuiltInHS = sync.OnceValue(func() *Nomenclature {
	n := &Nomenclature{Year: 2022, Source: "UN Comtrade, https://github.com/datasets/harmonized-system (PDDL)"}
	file, err := gzip.NewReader(strings.NewReader(hsFile))
	if err != nil {
		panic("hs2022.txt.gz: " + err.Error())
	}
	text, err := io.ReadAll(file)
	if err != nil {
		panic("hs2022.txt.gz: " + err.Error())
	}
	n.setCodes(string(text))
	return n
})

// setCodes reads sorted lines of a code and its description.
func (n *Nomenclature) setCodes(text string) {
	n.codes = make([]HSCode, 0, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		code, description, _ := strings.Cut(strings.TrimSpace(line), " ")
		n.codes = append(n.codes, HSCode{code, description})
	}
	n.Count = len(n.codes)
}

// Has reports whether the nomenclature has the first six digits of a code. Countries add further digits of their own.
func (n *Nomenclature) Has(code string) bool {
	_, found := slices.BinarySearchFunc(n.codes, code[:min(len(code), 6)], func(c HSCode, digits string) int {
		return cmp.Compare(c.Code, digits)
	})
	return found
}

// Search returns at most limit codes that begin with a word of the text, or whose description has it, for each of its words.
// Descriptions that begin with the first word come first.
func (n *Nomenclature) Search(text string, limit int) []HSCode {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ".", "")))
	for i, word := range words {
		words[i] = hsStem(word)
	}
	type match struct {
		HSCode
		rank int
	}
	var found []match
	for _, c := range n.codes {
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
