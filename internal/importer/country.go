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

// otherNames are names of countries that CLDR does not have, or not alone, and parts of countries that are written as one.
var otherNames = map[string]shipment.Country{
	"scotland": "GB", "england": "GB", "wales": "GB", "northernireland": "GB", "greatbritain": "GB", "inggris": "GB", "großbritannien": "GB",
	"republikindonesia": "ID", "czechrep": "CZ", "czechrepublic": "CZ", "中国香港": "HK", "中國香港": "HK", "中国澳门": "MO", "中國澳門": "MO",
	"中国台湾": "TW", "中國台灣": "TW", "hongkongsar": "HK", "中国大陆": "CN", "mainlandchina": "CN", "holland": "NL",
	"السعودية": "SA", "الإمارات": "AE", "الامارات": "AE",
}

// countryAndState is such as USA - California.
var countryAndState = compiled(`^(.+?)\s+[-–]\s+(.+)$`)

// nameWithCode is such as United Kingdom (UK), as WooCommerce writes it.
var nameWithCode = compiled(`^(.+?)\s*\(([^()]+)\)$`)

// countryOf returns the code of the country that a text names, in any language. A text that names none stays as it is.
func countryOf(text string) string {
	if country, known := findCountry(text); known {
		return string(country)
	}
	if m := nameWithCode().FindStringSubmatch(text); m != nil {
		name, known := findCountry(m[1])
		code, knownToo := findCountry(m[2])
		if known && knownToo && name == code {
			return string(name)
		}
	}
	if m := countryAndState().FindStringSubmatch(text); m != nil {
		name, known := findCountry(m[1])
		if _, knownToo := findCountry(m[2]); known && !knownToo {
			return string(name)
		}
	}
	return text
}

func findCountry(text string) (shipment.Country, bool) {
	text = strings.TrimSpace(text)
	if country, known := shipment.CountryByName(text); known {
		return country, true
	}
	name := normal(strings.TrimPrefix(strings.ToLower(text), "the "))
	country := cmp.Or(countryNames()[name], otherNames[name])
	return country, country != ""
}
