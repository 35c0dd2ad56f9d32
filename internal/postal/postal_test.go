package postal_test

import (
	"strings"
	"testing"

	"waybill/internal/postal"
	"waybill/internal/shipment"
)

// Every format has an address and a city once, and no field twice: nothing of an address is lost.
func TestFormats(t *testing.T) {
	for _, country := range append(shipment.Countries(), "") {
		for _, latin := range []bool{true, false} {
			format := postal.Format(country, latin)
			for field, least := range map[string]int{"A": 1, "C": 1, "S": 0, "Z": 0} {
				if n := strings.Count(format, field); n < least || n > 1 {
					t.Errorf("%s: %q has %s %d times", country, format, field, n)
				}
			}
			if rest := strings.Trim(format, "ACSZ/,- "); rest != "" {
				t.Errorf("%s: %q has %q", country, format, rest)
			}
		}
	}
}

// The beginnings of postal codes are the expressions of a table that is not ours: all of them have to be readable.
func TestStates(t *testing.T) {
	total := 0
	for _, country := range shipment.Countries() {
		first := map[string]string{} // name of a state by each of its names
		for _, s := range postal.States(country) {
			total++
			if len(s.Names) == 0 || s.Names[0] == "" {
				t.Errorf("%s has a state without a name", country)
				continue
			}
			for _, name := range s.Names {
				name = postal.Fold(name)
				if other, twice := first[name]; twice && other != s.Names[0] {
					t.Errorf("%s: %s and %s are both called %s", country, other, s.Names[0], name)
				}
				first[name] = s.Names[0]
			}
		}
	}
	if total < 1300 {
		t.Errorf("%d states", total)
	}
	for _, s := range postal.States("US") {
		if s.Names[0] == "CA" && (!s.Has("94105") || s.Excludes("94105") || s.Has("10001") || !s.Excludes("10001")) {
			t.Error("94105 is in California, 10001 is not")
		}
	}
}
