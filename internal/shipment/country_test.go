package shipment

import "testing"

func TestCurrenciesHaveTheirDecimals(t *testing.T) {
	for code, want := range map[string]int{
		"SGD": 2, "IDR": 2, "EUR": 2, "JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "KWD": 3, "BHD": 3, "CLF": 4, "": 2,
	} {
		if got := CurrencyDecimals(code); got != want {
			t.Errorf("%q has %d decimals, want %d", code, got, want)
		}
		if _, known := CurrencyByCode(code); known != (code != "") {
			t.Errorf("%q is known: %t", code, known)
		}
	}
}
