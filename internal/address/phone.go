package address

import (
	"fmt"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// checkPhone suggests a phone number in the form of ITU-T E.164, which orders take: a plus sign, the country code and
// the number. A number without a country code is taken for one of the country of the address.
func checkPhone(sent string, country shipment.Country) Finding {
	text := request.TidyPhone(tidy(sent))
	if !strings.HasPrefix(text, "+") && country == "" {
		return doubtful("", "Without a plus sign and the country code, or the country of the address, it cannot be read.")
	}
	number, err := phonenumbers.Parse(text, string(country))
	if err != nil {
		return doubtful("", "This is no phone number: send a plus sign, the country code and the number.")
	}
	e164 := phonenumbers.Format(number, phonenumbers.E164)
	if wrong := wrongNumber(number, country); wrong != "" {
		if !request.IsPhone(e164) {
			e164 = ""
		}
		return doubtful(e164, wrong)
	}
	return suggest(sent, e164, "Orders take phone numbers with a plus sign and the country code, and show them so.")
}

// WithCountryCode returns a phone number of a country as orders take it, if it has no country code. Other numbers, and
// texts that are no number of the country, stay as they are.
func WithCountryCode(text string, country shipment.Country) string {
	if strings.HasPrefix(request.TidyPhone(tidy(text)), "+") || country == "" {
		return text
	}
	number, err := phonenumbers.Parse(text, string(country))
	if err != nil || !phonenumbers.IsValidNumber(number) || !sharesCode(number, country) {
		return text
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}

// wrongNumber says what speaks against a number, "" for nothing.
func wrongNumber(number *phonenumbers.PhoneNumber, country shipment.Country) string {
	region := phonenumbers.GetRegionCodeForNumber(number)
	numbers := fmt.Sprintf("with +%d", number.GetCountryCode())
	if c, found := shipment.CountryByName(region); found {
		numbers = "of " + c.Name()
	}
	switch reason := phonenumbers.IsPossibleNumberWithReason(number); {
	case reason == phonenumbers.TOO_SHORT:
		return fmt.Sprintf("Numbers %s are longer.", numbers)
	case reason == phonenumbers.TOO_LONG:
		return fmt.Sprintf("Numbers %s are shorter.", numbers)
	case !phonenumbers.IsValidNumber(number):
		return fmt.Sprintf("As far as is known, nobody has numbers %s that begin so or have that length.", numbers)
	case country != "" && !sharesCode(number, country):
		return fmt.Sprintf("It is a number %s, and the address is in %s.", numbers, country.Name())
	}
	return ""
}

// sharesCode reports whether a number has the country code of a country.
func sharesCode(number *phonenumbers.PhoneNumber, country shipment.Country) bool {
	code := phonenumbers.GetCountryCodeForRegion(string(country))
	return code == 0 || code == int(number.GetCountryCode())
}
