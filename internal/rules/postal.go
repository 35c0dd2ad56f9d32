package rules

import "waybill/internal/shipment"

// postalFormat is the form of the postal codes of a country.
type postalFormat struct {
	valid func(code string) bool
	form  string // for messages, such as "5 digits"
}

// postalFormatOf is the form of the postal codes of a country; false if it has none, or if it is not known.
func postalFormatOf(shipment.Country) (postalFormat, bool) { return postalFormat{}, false }
