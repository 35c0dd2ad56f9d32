package console

import (
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"waybill/internal/shipment"
)

// Words are the texts of a page in one language.
type Words struct {
	Title    string // of the page
	History  string // heading above the updates
	Times    string // what the times mean
	Unknown  string // there is no parcel with the number
	Check    string // what to do then
	Statuses map[shipment.TrackerStatus]string
}

// locale is a language of the pages.
type locale struct {
	tag     language.Tag
	words   Words
	regions display.Namer
}

// locales returns all locales, the default first, and the matcher that finds the best one for a reader.
var locales = sync.OnceValue(func() (all struct {
	list    []locale
	matcher language.Matcher
},
) {
	tags := make([]language.Tag, len(wordsByLanguage))
	for i, in := range wordsByLanguage {
		tags[i] = language.MustParse(in.tag)
		all.list = append(all.list, locale{tags[i], in.words, display.Regions(tags[i])})
	}
	all.matcher = language.NewMatcher(tags)
	return all
})

// maxAcceptLanguage is how many bytes of a header are parsed; browsers send some 50.
const maxAcceptLanguage = 500

// localeOf returns the locale for an Accept-Language header (RFC 9110, section 12.5.4), the default if the
// header cannot be parsed.
func localeOf(header string) locale {
	all := locales()
	if len(header) > maxAcceptLanguage {
		return all.list[0]
	}
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return all.list[0]
	}
	_, i, _ := all.matcher.Match(wanted...)
	return all.list[i]
}

// country returns the name of a country, "" for none.
func (l locale) country(c shipment.Country) string {
	region, err := language.ParseRegion(string(c))
	if err != nil {
		return ""
	}
	return l.regions.Name(region)
}

// route returns the countries of origin and destination.
func (l locale) route(origin, destination shipment.Country) string {
	from, to := l.country(origin), l.country(destination)
	if from == "" || to == "" {
		return from + to
	}
	return from + " → " + to
}

// place returns a place and its country.
func (l locale) place(place string, c shipment.Country) string {
	country := l.country(c)
	if place == "" || country == "" {
		return place + country
	}
	return place + ", " + country
}
