package address

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"waybill/internal/postal"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// checkCountry finds the country that a text means, "" for none.
func checkCountry(sent string) (shipment.Country, Finding) {
	text := tidy(sent)
	if text == "" {
		return "", doubtful("", "The country is missing. Without it nothing can be said about postal codes and local phone numbers.")
	}
	if c, found := shipment.CountryByName(text); found {
		return c, suggest(sent, c.Name(), fmt.Sprintf("Orders take this spelling too, and show %s.", c.Name()))
	}
	if c, found := spellings()[postal.Fold(text)]; found {
		return c, Finding{Suggested: c.Name(), Result: Suggested, Reason: "Orders do not take this spelling."}
	}
	if c, found := request.Nearest(postal.Fold(text), english()); found {
		return c, doubtful(c.Name(), fmt.Sprintf("No country is called %s. %s is spelled almost like it.", quote(text), c.Name()))
	}
	return "", doubtful("", fmt.Sprintf("No country is called %s: send its name in English, or its code of ISO 3166-1.", quote(text)))
}

// quote is a text for a message, cut after 60 characters.
func quote(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + "…"
	}
	return `"` + text + `"`
}

// moreNames are names that are in no table.
var moreNames = map[string]shipment.Country{
	"england": "GB", "scotland": "GB", "wales": "GB", "northern ireland": "GB", "britain": "GB",
	"holland": "NL", "the netherlands": "NL", "republic of singapore": "SG", "spore": "SG", "republic of indonesia": "ID",
	"rok": "KR", "s korea": "KR", "korea south": "KR", "republic korea": "KR", "republic of korea": "KR",
	"prc": "CN", "mainland china": "CN", "pr china": "CN", "roc taiwan": "TW", "taiwan roc": "TW",
	"hong kong china": "HK", "hk sar": "HK", "macao china": "MO", "emirates": "AE", "ksa": "SA",
	"burma": "MM", "lao pdr": "LA", "us of a": "US", "drc": "CD", "eire": "IE", "republic of ireland": "IE", "swaziland": "SZ",
	"macedonia": "MK", "cape verde": "CV", "east timor": "TL", "federal republic of germany": "DE", "republic of the philippines": "PH",
	"kingdom of thailand": "TH", "ประเทศไทย": "TH", "the philippines": "PH", "the gambia": "GM",
}

// languages are those whose names of countries are read, beside English.
var languages = []language.Tag{
	language.English, language.SimplifiedChinese, language.TraditionalChinese, language.Japanese, language.Korean,
	language.Indonesian, language.Malay, language.Thai, language.Vietnamese, language.Filipino, language.Hindi, language.Arabic,
	language.German, language.French, language.Spanish, language.Portuguese, language.Italian, language.Dutch, language.Russian,
	language.Turkish, language.Polish, language.Ukrainian, language.Swedish, language.Norwegian, language.Danish, language.Finnish,
	language.Czech, language.Hungarian, language.Greek, language.Hebrew, language.Persian, language.Romanian,
}

// spellings are the countries by their names in many languages, folded. They are made at the first use, take some
// 0.9 MB and are only read.
var spellings = sync.OnceValue(func() map[string]shipment.Country {
	all := make(map[string]shipment.Country, 8000)
	for _, tag := range slices.Backward(languages) { // the first ones count when a name is that of two countries
		namer := display.Regions(tag)
		for _, c := range shipment.Countries() {
			if region, err := language.ParseRegion(string(c)); err == nil {
				all[postal.Fold(namer.Name(region))] = c
			}
		}
	}
	maps.Copy(all, moreNames)
	maps.Copy(all, english())
	delete(all, "")
	return all
})

// english are the folded names that request.Nearest compares with.
var english = sync.OnceValue(func() map[string]shipment.Country {
	names := make(map[string]shipment.Country)
	for _, c := range shipment.Countries() {
		names[postal.Fold(c.Name())] = c
	}
	return names
})
