package label

import (
	"fmt"
	"math/big"
	"strings"

	"waybill/internal/shipment"
)

// money formats hundredths, with decimals only if they are not 0, and a space between thousands, which no
// country reads as a decimal point.
func money(amount *big.Int) string {
	whole, rest := new(big.Int).DivMod(amount, big.NewInt(100), new(big.Int))
	digits := whole.String()
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune(0xA0)
		}
		b.WriteRune(digit)
	}
	if cents := rest.Int64(); cents > 0 {
		fmt.Fprintf(&b, ".%02d", cents)
	}
	return b.String()
}

// total is the value of the items in one currency.
type total struct {
	currency string
	amount   *big.Int // hundredths; 200 lines of the largest allowed quantity and price exceed 64 bits
}

func amount(h shipment.Hundredths) *big.Int { return big.NewInt(int64(h)) }

// lineValue returns an item's quantity times its price, in hundredths. The interface leaves open whether
// item_price_value is the price of a unit or of the line; documents read it as a unit's.
func lineValue(item *shipment.Item) *big.Int {
	return new(big.Int).Mul(big.NewInt(int64(item.Quantity)), big.NewInt(int64(item.PriceValue)))
}

// totals returns the items' value by currency, in the order in which currencies first appear.
func totals(items []shipment.Item) []total {
	var sums []total
next:
	for i := range items {
		value := lineValue(&items[i])
		for _, t := range sums {
			if t.currency == items[i].PriceCurrency {
				t.amount.Add(t.amount, value)
				continue next
			}
		}
		sums = append(sums, total{items[i].PriceCurrency, value})
	}
	return sums
}

// values formats the totals: "SGD 40.5 + USD 12".
func values(items []shipment.Item) string {
	var parts []string
	for _, t := range totals(items) {
		parts = append(parts, t.currency+" "+money(t.amount))
	}
	return strings.Join(parts, " + ")
}
