package public

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"waybill/internal/shipment"
)

// locale is a language of the pages.
type locale struct {
	tag     string
	words   Words
	regions display.Namer
}

// localeOf returns the locale of a request, and whether the reader chose it by the parameter lang. If not, it
// follows from the header Accept-Language.
func localeOf(r *http.Request) (lang *locale, chosen bool) {
	tag := r.URL.Query().Get("lang")
	i := slices.IndexFunc(locales().list, func(l *locale) bool { return strings.EqualFold(l.tag, tag) })
	if i >= 0 {
		return locales().list[i], true
	}
	return acceptedLocale(r.Header.Get("Accept-Language")), false
}

// maxAcceptLanguage is how many bytes of a header are parsed; browsers send some 50.
const maxAcceptLanguage = 500

// acceptedLocale returns the locale for an Accept-Language header (RFC 9110, section 12.5.4), the default if
// the header cannot be parsed.
func acceptedLocale(header string) *locale {
	all := locales()
	if len(header) > maxAcceptLanguage {
		header = ""
	}
	_, i := language.MatchStrings(all.matcher, header)
	return all.list[i]
}

// country returns the name of a country, "" for none.
func (l *locale) country(c shipment.Country) string {
	region, err := language.ParseRegion(string(c))
	if err != nil {
		return ""
	}
	return l.regions.Name(region)
}

// route returns the countries of origin and destination.
func (l *locale) route(origin, destination shipment.Country) string {
	from, to := l.country(origin), l.country(destination)
	switch {
	case from == "" || to == "" || from == to:
		return cmp.Or(to, from)
	case l.words.Dir == "rtl":
		return from + " ← " + to
	}
	return from + " → " + to
}

// place returns a place, translated if it is known, and its country.
func (l *locale) place(place string, c shipment.Country) string {
	country := l.country(c)
	if strings.EqualFold(place, c.Name()) {
		place = "" // as in Singapore, Singapore
	}
	if known := l.words.Places[place]; known != "" {
		place = known
	}
	if place == "" || country == "" {
		return place + country
	}
	return strings.NewReplacer("{place}", place, "{country}", country).Replace(l.words.Place)
}

// moment returns a time with its offset from UTC, in the zone of where it is.
func (l *locale) moment(t time.Time) string {
	text := t.Format(l.words.Date)
	if len(l.words.Months) > 0 {
		text = strings.Replace(text, t.Format("Jan"), l.words.Months[t.Month()-1], 1)
	}
	return text + " " + offset(t)
}

// link returns an address in this language if the reader chose it.
func (l *locale) link(path string, chosen bool) string {
	if !chosen {
		return path
	}
	return path + "?" + url.Values{"lang": {l.tag}}.Encode()
}
