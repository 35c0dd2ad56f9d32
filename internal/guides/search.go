package guides

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"waybill/internal/each"
)

// wordsSource has words and phrases that mean the same, a line each, and last those that a search leaves out, after a hyphen.
//
//go:embed words.txt
var wordsSource string

// meanings adds to words of the same meaning the line that has them. Of phrases that begin at the same word the first one counts.
var meanings = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for line := range strings.Lines(wordsSource) {
		left, out := strings.CutPrefix(line, "- ")
		for phrase := range strings.SplitSeq(left, ",") {
			replaced := apart(phrase)
			if out {
				pairs = append(pairs, replaced, "")
			} else {
				pairs = append(pairs, replaced, replaced+" ="+strings.Join(strings.Fields(line), "_")+" ")
			}
		}
	}
	return strings.NewReplacer(pairs...)
})

var (
	word   = regexp.MustCompile(`[\pL\pN]+`)
	plural = regexp.MustCompile(`([\pL\pN]{2}[^su\s])s\b`)
)

// apart returns the words of a text between spaces, without the s of a plural.
func apart(text string) string {
	return " " + strings.Join(word.FindAllString(plural.ReplaceAllString(strings.ToLower(text), "$1"), -1), "  ") + " "
}

// terms counts the words of a text and their meanings.
func terms(text string) map[string]float64 {
	count := map[string]float64{}
	for t := range strings.FieldsSeq(meanings().Replace(apart(text))) {
		count[t]++
	}
	return count
}

// entry is a section in an index.
type entry struct {
	section
	weight, score        float64
	title, context, body map[string]float64
}

// index finds sections.
type index struct {
	entries []entry
	rarity  map[string]float64 // of a term
}

func newIndex(guides []guide, operations []section) *index {
	x := &index{rarity: map[string]float64{}}
	for _, g := range append(slices.Clip(guides), guide{Name: "api", Sections: operations, weight: 0.5}) {
		context := g.Title
		for _, s := range g.Sections {
			if s.Page = g.Name; s.Level == 2 {
				context = g.Title + " " + s.Title
			}
			weight := g.weight
			if s.Level == 3 { // such as a code
				weight *= 0.8
			}
			e := entry{section: s, weight: weight, title: terms(s.Title + " " + s.name), context: terms(context), body: terms(s.text)}
			for t := range e.body {
				x.rarity[t]++
			}
			x.entries = append(x.entries, e)
		}
	}
	for t, n := range x.rarity {
		x.rarity[t] = math.Log(1 + float64(len(x.entries))/n)
	}
	return x
}

// maxQuery is how many bytes of a query count. More of them would only keep the server busy.
const maxQuery = 200

// find returns the sections for a query, the best first, at most 30.
func (x *index) find(query string) (found []section) {
	asked := terms(query[:min(len(query), maxQuery)])
	all := each.Of(x.entries, func(e entry) entry {
		e.score = x.score(&e, asked)
		return e
	})
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(b.score, a.score) })
	for _, e := range all[:30] {
		if e.score > 0 {
			e.Excerpt = excerpt(e.text, asked)
			found = append(found, e.section)
		}
	}
	return found
}

// score is how well a section fits: the terms that it has, each by its rarity, and how much of the title was asked for.
func (x *index) score(e *entry, asked map[string]float64) (score float64) {
	var ofTitle, matched float64
	for t := range asked {
		worth := x.rarity[t]
		if strings.HasPrefix(t, "=") {
			worth *= 0.7
		}
		if n := e.body[t]; n > 0 {
			score += worth * n / (n + 1 + float64(len(e.body))/100)
			if e.context[t] > 0 {
				score += worth
			}
		}
		if e.title[t] > 0 {
			ofTitle += worth * math.Sqrt(e.title[t])
			matched++
		}
	}
	return e.weight * (score + 2.5*ofTitle*(1+matched/float64(max(len(e.title), 1))))
}

// Address leads to the section. Anchors of operations have slashes.
func (s section) Address() template.URL { return template.URL("/docs/" + s.Page + "#" + s.Anchor) } //nolint:gosec // ours

// excerpt is the line of a section below its title that has most of the terms.
func excerpt(text string, asked map[string]float64) string {
	has := func(line string) (n float64) {
		for t := range terms(line) {
			n += min(asked[t], 1)
		}
		return n
	}
	_, text, _ = strings.Cut(text, "\n")
	return plain(slices.MaxFunc(strings.Split(text, "\n"), func(a, b string) int { return cmp.Compare(has(a), has(b)) }))
}

// operations are the operations of an OpenAPI document as sections.
func operations(document []byte) (all []section) {
	var described struct {
		Paths map[string]map[string]struct {
			Tags                              []string
			OperationID, Summary, Description string
		}
	}
	if err := json.Unmarshal(document, &described); err != nil {
		panic(err) // it is ours
	}
	for _, path := range slices.Sorted(maps.Keys(described.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(described.Paths[path])) {
			o := described.Paths[path][method]
			name := strings.ToUpper(method) + " " + path + " " + o.OperationID
			all = append(all, section{
				Title: o.Summary, Anchor: "/" + url.PathEscape(strings.Join(o.Tags, "")) + "/" + o.OperationID,
				name: name, text: o.Summary + "\n" + name + "\n" + o.Description,
			})
		}
	}
	return all
}
