package importer

import (
	"cmp"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"waybill/internal/shipment"
)

// countryNames are the countries by their normal names in all languages of the Unicode CLDR. A name that is one country in a
// language and another one elsewhere has none.
var countryNames = sync.OnceValue(func() map[string]shipment.Country {
	names := make(map[string]shipment.Country)
	for _, tag := range display.Supported.Tags() {
		regions := display.Regions(tag)
		if regions == nil {
			continue
		}
		for _, country := range shipment.Countries() {
			name := normal(regions.Name(language.MustParseRegion(string(country))))
			if other, known := names[name]; known && other != country {
				country = ""
			}
			names[name] = country
		}
	}
	delete(names, "")
	return names
})

var (
	// nameWithCode is such as United Kingdom (UK), as WooCommerce writes it.
	nameWithCode = compiled(`^(.+?)\s*\(([^()]+)\)$`)
	// countryAndState is such as USA - California.
	countryAndState = compiled(`^(.+?)\s+[-–]\s+(.+)$`)
)

// countryOf returns the code of the country that a text names, in any language. A text that names none stays as it is.
func countryOf(text string) string {
	country, known := findCountry(text)
	if m := nameWithCode().FindStringSubmatch(text); m != nil && !known {
		code, _ := findCountry(m[2])
		country, known = findCountry(m[1])
		known = known && country == code
	}
	if m := countryAndState().FindStringSubmatch(text); m != nil && !known {
		_, isCountry := findCountry(m[2])
		country, known = findCountry(m[1])
		known = known && !isCountry
	}
	if !known {
		return text
	}
	return string(country)
}

// findCountry returns the country with a name or code. CLDR does not have all names, and none for a part of a country that is written
// as one: these are in the vocabulary.
func findCountry(text string) (shipment.Country, bool) {
	text = strings.TrimSpace(text)
	if country, known := shipment.CountryByName(text); known {
		return country, true
	}
	name := normal(strings.TrimPrefix(strings.ToLower(text), "the "))
	other, _ := meaningOf("countries", name)
	country := cmp.Or(countryNames()[name], shipment.Country(other))
	return country, country != ""
}
