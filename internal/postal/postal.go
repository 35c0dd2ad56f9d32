// Package postal knows how addresses are written in each country: in which order, which states there are, and with what
// the postal codes of a state begin. The facts are the address metadata of Google's libaddressinput, see generate.go.
package postal

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"waybill/internal/shipment"
)

//go:generate go run generate.go package/data

var (
	//go:embed formats.tsv
	formatsTSV string
	//go:embed states.tsv
	statesTSV string
)

// formats are the rows of formats.tsv: country, format in its own script, format in Latin letters.
var formats = sync.OnceValue(func() map[shipment.Country][]string {
	table := map[shipment.Country][]string{}
	for line := range strings.Lines(formatsTSV) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		table[shipment.Country(cells[0])] = cells
	}
	return table
})

// Format is how an address is written in a country, in Latin letters or in the country's own: A stands for the address, C
// for the city, S for the state, Z for the postal code, / for the end of a line, and all else for itself. Some formats have
// no state or no postal code. Countries about which nothing is known have A/C, S Z.
func Format(country shipment.Country, latin bool) string {
	cells := formats()[country]
	switch {
	case cells == nil:
		return "A/C, S Z"
	case latin:
		return cells[2]
	}
	return cells[1]
}

// State is a state, province or other first part of a country that addresses name.
type State struct {
	Names []string       // the first is that of addresses, such as CA; the others are as good, such as California
	codes *regexp.Regexp // the beginning of its postal codes; nil: not known
}

var states = sync.OnceValue(func() map[shipment.Country][]State {
	table := map[shipment.Country][]State{}
	for line := range strings.Lines(statesTSV) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		s := State{Names: strings.Split(cells[1], "|")}
		if cells[2] != "" {
			s.codes = regexp.MustCompile("^(?:" + cells[2] + ")")
		}
		table[shipment.Country(cells[0])] = append(table[shipment.Country(cells[0])], s)
	}
	return table
})

// States are the states of a country; none if its addresses need none, or if they are not known. Do not change them.
func States(country shipment.Country) []State { return states()[country] }

var named = sync.OnceValue(func() map[shipment.Country]map[string]*State {
	table := map[shipment.Country]map[string]*State{}
	for country, list := range states() {
		table[country] = map[string]*State{}
		for i := range list {
			for _, name := range list[i].Names {
				table[country][Fold(name)] = &list[i]
			}
		}
	}
	return table
})

// Named are the states of a country by Fold of each of their names. Do not change them.
func Named(country shipment.Country) map[string]*State { return named()[country] }

// Fold is a name in lower case without accents, punctuation and repeated spaces.
func Fold(name string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r) && r < '\u0370': // accents of Latin letters; marks of other scripts are letters of theirs
			return -1
		case r == '\'' || r == '.' || r == '’':
			return -1
		case unicode.IsPunct(r):
			return ' '
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))), " ")
}

// Excludes reports whether a postal code is certainly that of another state.
func (s State) Excludes(code string) bool { return s.codes != nil && !s.codes.MatchString(code) }

// Has reports whether a postal code is one of the state.
func (s State) Has(code string) bool { return s.codes != nil && s.codes.MatchString(code) }
