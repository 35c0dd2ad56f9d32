package rules

import (
	"testing"

	"waybill/internal/shipment"
)

func TestPhoneIsOfItsCountry(t *testing.T) {
	for _, c := range []struct {
		number  string
		country shipment.Country
		want    bool
	}{
		{"+6281234567890", "ID", true},
		{"+6591234567", "ID", false},
		{"+821012345678", "KR", true},
		{"+4915112345678", "KR", false},
		{"+18764567890", "JM", true},
		{"+12125550123", "CA", true}, // +1 is that of both
		{"+447911123456", "JE", true},
		{"+77011234567", "KZ", true},
		{"+390669812345", "VA", true},
		{"+38344123456", "XK", true},
		{"+37744123456", "XK", true},
		{"+590690123456", "BL", true},
		{"+33612345678", "GP", false},
		{"0812345678", "ID", true}, // without a country code
		{"", "ID", true},
		{"+6591234567", "AQ", true}, // it has no country code
		{"+6591234567", "", true},
	} {
		if got := phoneIsOf(c.number, c.country); got != c.want {
			t.Errorf("%s is of %s: %v", c.number, c.country, got)
		}
	}
}
