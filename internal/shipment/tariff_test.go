package shipment_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// TestEachTariffHasASourceThatWasRead: no length is guessed, and each is to be read again.
func TestEachTariffHasASourceThatWasRead(t *testing.T) {
	for c, tariff := range shipment.Tariffs() {
		read, err := time.Parse(time.DateOnly, tariff.ReadOn)
		review, wrong := time.Parse(time.DateOnly, tariff.ReviewOn)
		if !strings.Contains(tariff.Source, "http") || err != nil || wrong != nil || !read.Before(review) {
			t.Errorf("%s: source %q, read on %q, to be read again on %q", c, tariff.Source, tariff.ReadOn, tariff.ReviewOn)
		}
		first := slices.Contains([]string{"8", "9", "10", "12"}, tariff.Digits[0])
		if c.Name() == "" || !first || tariff.Longest < 8 || tariff.Longest > shipment.MaxHSCode {
			t.Errorf("%q: %v digits", c, tariff.Digits)
		}
	}
}

func TestTariffs(t *testing.T) {
	for c, codes := range map[shipment.Country]map[string]bool{
		"US": {"610910": true, "61091000": true, "6109100012": true, "6109100": false, "610910001": false, "610910001200": false},
		"DE": {"610910": true, "61091000": true, "6109100010": true, "61091000101": false},
		"JP": {"610910": true, "610910000": true, "6109100": false, "6109100000": false},
		"SG": {"610910": true, "61091010": true, "6109101000": false},
		"TH": {"61091010": true, "61091010000": true, "610910100001": false},
		"SA": {"610910": true, "610910100000": true, "61091010000": false},
	} {
		for code, want := range codes {
			if got := shipment.Tariffs()[c].Fits(code); got != want {
				t.Errorf("%s in %s: %v", code, c, got)
			}
		}
	}
	if shipment.Tariffs()["AQ"] != nil {
		t.Error("Antarctica has a tariff")
	}
}
