package shipment_test

import (
	"testing"

	"waybill/internal/shipment"
)

func TestGroupsHaveCountries(t *testing.T) {
	for _, name := range shipment.CountryGroups() {
		for _, c := range shipment.CountryGroup(name) {
			if c.Name() == "" {
				t.Errorf("%s has %q", name, c)
			}
		}
	}
	if n := len(shipment.CountryGroup("EU")); n != 27 {
		t.Errorf("the EU has %d members", n)
	}
	if shipment.CountryGroup("EWG") != nil {
		t.Error("there is no such group")
	}
}

func TestInGroup(t *testing.T) {
	for _, c := range []struct {
		country shipment.Country
		postal  string
		group   string
		want    bool
	}{
		{"DE", "10115", "EU", true},
		{"DE", "10115", "ICS2", true},
		{"NO", "0107", "EU", false},
		{"NO", "0107", "ICS2", true},
		{"MC", "98000", "EU", true},
		{"GB", "bt1 5gs", "EU", true},
		{"GB", "SW1A 1AA", "ICS2", false},
		{"GB", "BT1 5GS", "GCC", false},
		{"", "", "EU", false},
		{"SA", "11564", "GCC", true},
	} {
		p := shipment.Party{Country: c.country, Postal: c.postal}
		if got := p.InGroup(c.group); got != c.want {
			t.Errorf("%s %s in %s: %v", c.country, c.postal, c.group, got)
		}
	}
}
