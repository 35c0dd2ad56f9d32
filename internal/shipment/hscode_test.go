package shipment_test

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestKnownHSCode(t *testing.T) {
	for code, want := range map[string]bool{
		"610910": true, "6109100010": true, "010121": true, "970690": true,
		"000000": false, "771234": false, "980100": false, "999999": false, "611": false, "": false, "610911": false,
	} {
		if got := shipment.BuiltInHS().Has(code); got != want {
			t.Errorf("%q: known is %v", code, got)
		}
	}
	if n := testing.AllocsPerRun(10, func() { shipment.BuiltInHS().Has("6109100010") }); n > 0 {
		t.Errorf("a lookup allocates %v times", n)
	}
}

func TestSearchHS(t *testing.T) {
	for _, c := range []struct{ text, first string }{
		{"T-shirt", "610910"},
		{"cotton T-shirts", "610910"},
		{"smartphone", "851713"},
		{"lithium battery", "850650"},
		{"6109.10", "610910"},
		{"tea GREEN", "090210"},
		{"toy", "950300"},
		{"printed books", "490199"},
	} {
		found := shipment.BuiltInHS().Search(c.text, 5)
		if len(found) == 0 || len(found) > 5 || found[0].Code != c.first {
			t.Errorf("%q: %v: want %s first", c.text, found, c.first)
		}
	}
	for _, text := range []string{"", " ", "zyzzyva", strings.Repeat("cotton ", 50) + "zyzzyva"} {
		if found := shipment.BuiltInHS().Search(text, 5); len(found) > 0 {
			t.Errorf("%q: %v", text, found)
		}
	}
}
