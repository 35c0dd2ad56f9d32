package label

import (
	"math/big"
	"strings"
	"testing"
)

// TestMoneyHasTheDecimalsOfItsCurrency checks the one spelling of an amount on labels and documents.
func TestMoneyHasTheDecimalsOfItsCurrency(t *testing.T) {
	for _, c := range []struct {
		currency    string
		thousandths int64
		want        string
	}{
		{"SGD", 0, "SGD 0.00"},
		{"SGD", 50, "SGD 0.05"},
		{"SGD", 40_500, "SGD 40.50"},
		{"SGD", 40_505, "SGD 40.505"}, // is not rounded
		{"USD", 12_000_000_000, "USD 12 000 000.00"},
		{"USD", -1_234_500, "USD -1 234.50"},
		{"JPY", 123_456_000, "JPY 123 456"},
		{"JPY", 10_500, "JPY 10.50"}, // is not rounded
		{"KWD", 7250, "KWD 7.250"},
		{"KWD", 7255, "KWD 7.255"},
		{"CLF", 7250, "CLF 7.2500"},
		{"", 1_000_000, "1 000.00"},
	} {
		if got := strings.ReplaceAll(money(c.currency, big.NewInt(c.thousandths)), string(noBreak), " "); got != c.want {
			t.Errorf("%d thousandths of %s: %q, want %q", c.thousandths, c.currency, got, c.want)
		}
	}
}
