package label

import (
	"math/big"
	"strings"
	"testing"
)

// TestMoneyHasTheDecimalsOfItsCurrency checks the one spelling of an amount on labels and documents.
func TestMoneyHasTheDecimalsOfItsCurrency(t *testing.T) {
	for _, c := range []struct {
		currency   string
		hundredths int64
		want       string
	}{
		{"SGD", 0, "SGD 0.00"},
		{"SGD", 5, "SGD 0.05"},
		{"SGD", 4050, "SGD 40.50"},
		{"USD", 1_200_000_000, "USD 12 000 000.00"},
		{"JPY", 123_456_00, "JPY 123 456"},
		{"JPY", 1050, "JPY 10.50"}, // is not rounded
		{"KWD", 725, "KWD 7.250"},
		{"CLF", 725, "CLF 7.2500"},
		{"", 100_000, "1 000.00"},
	} {
		if got := strings.ReplaceAll(money(c.currency, big.NewInt(c.hundredths)), string(noBreak), " "); got != c.want {
			t.Errorf("%d hundredths of %s: %q, want %q", c.hundredths, c.currency, got, c.want)
		}
	}
}
