package rules

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nyaruka/phonenumbers"

	"waybill/internal/shipment"
)

// dialledAs are further beginnings of numbers of a country beside its own country code: Kosovo used those of Serbia, Monaco
// and Slovenia until 2017, the Vatican has its own, which is not in use, and people in Hong Kong have mobiles of the mainland.
var dialledAs = map[shipment.Country][]string{
	"XK": {"+381", "+377", "+386"},
	"VA": {"+379"},
	"HK": {"+861"},
}

// callingCodes are the country codes of all countries that have one, each with its plus sign.
var callingCodes = sync.OnceValue(func() map[shipment.Country]string {
	codes := make(map[shipment.Country]string)
	for region := range phonenumbers.GetSupportedRegions() {
		codes[shipment.Country(region)] = "+" + strconv.Itoa(phonenumbers.GetCountryCodeForRegion(region))
	}
	return codes
})

// phoneIsOf reports whether a phone number with a plus sign has the country code of a country. Countries that share a
// code, such as the United States, Canada and Jamaica, are not told apart. A number without a plus sign is taken for one
// of the country, and so is every number if the country has no country code.
func phoneIsOf(number string, country shipment.Country) bool {
	code, known := callingCodes()[country]
	if !known || !strings.HasPrefix(number, "+") || strings.HasPrefix(number, code) {
		return true
	}
	return slices.ContainsFunc(dialledAs[country], func(other string) bool { return strings.HasPrefix(number, other) })
}
