package orderform

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// Names are the names of countries in a language. Safe for concurrent use.
type Names struct {
	countries []Choice
	codes     map[string]shipment.Country // by name in lower case
	names     map[shipment.Country]string
}

// Choice is a value that people choose, with a note about it.
type Choice struct{ Value, Note string }

var namesByTag sync.Map // *Names

// orders has a line for each language of the pages: its tag, and the codes of all countries in the order of their names. The rules
// that give the order are a megabyte of tables; TestNamesAreInOrder compares with them.
//
//go:embed orders.txt
var orders string

// NamesIn returns the names in a language by its BCP 47 tag, English for an unknown one.
func NamesIn(tag string) *Names {
	if known, ok := namesByTag.Load(tag); ok {
		return known.(*Names)
	}
	made, _ := namesByTag.LoadOrStore(tag, newNames(tag))
	return made.(*Names)
}

func newNames(tag string) *Names {
	lang := language.Make(tag)
	regions := display.Regions(lang)
	n := &Names{codes: map[string]shipment.Country{}, names: map[shipment.Country]string{}}
	for _, c := range shipment.Countries() {
		name := c.Name()
		if region, err := language.ParseRegion(string(c)); err == nil && regions != nil && regions.Name(region) != "" {
			name = regions.Name(region)
		}
		n.names[c] = name
		n.codes[strings.ToLower(name)] = c
	}
	lines := strings.Split(orders, "\n")
	of := max(0, slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, tag+" ") })) // English is the first
	n.countries = each.Of(strings.Fields(lines[of])[1:], func(code string) Choice { return Choice{n.names[shipment.Country(code)], code} })
	return n
}

// Countries are all countries, by name in the order of the language, with their codes.
func (n *Names) Countries() []Choice { return n.countries }

// Country is the name of a country that is given as a code, a name of the API, or a name in the language. Another
// text is returned as it is.
func (n *Names) Country(text string) string {
	if c, known := n.find(text); known {
		return n.names[c]
	}
	return text
}

// Find finds a country by its name in the language, or as the API does.
func (n *Names) find(text string) (shipment.Country, bool) {
	text = strings.TrimSpace(text)
	if c, known := n.codes[strings.ToLower(text)]; known {
		return c, true
	}
	return shipment.CountryByName(text)
}

// Code is the code of a country, "" if there is none of this name.
func (n *Names) Code(text string) shipment.Country {
	c, _ := n.find(text)
	return c
}

// code is the code of a country, or the text as it is.
func (n *Names) code(text string) string {
	if c, known := n.find(text); known {
		return string(c)
	}
	return text
}

// Currencies are all currencies by their codes, with the country of those that one country has.
func (n *Names) Currencies() []Choice {
	of := map[string][]shipment.Country{}
	for _, c := range shipment.Countries() {
		of[c.Currency()] = append(of[c.Currency()], c)
	}
	var all []Choice
	for _, code := range shipment.Currencies() {
		choice := Choice{Value: code}
		if countries := of[code]; len(countries) == 1 {
			choice.Note = n.names[countries[0]]
		}
		all = append(all, choice)
	}
	return all
}
