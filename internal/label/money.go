package label

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// noBreak is the space within an amount, at which no line breaks.
const noBreak = '\u00a0'

// money formats an amount in thousandths as "SGD 1 234.50": the code, and the decimals of the currency. An
// amount below the smallest unit of its currency, such as JPY 10.50, keeps its decimals, two or three, because a
// document must not round it. Without a currency it is the number.
func money(currency string, amount *big.Int) string {
	whole, rest := new(big.Int).QuoRem(new(big.Int).Abs(amount), big.NewInt(1000), new(big.Int))
	mils := rest.Int64()
	decimals := shipment.CurrencyDecimals(currency)
	switch {
	case mils%10 != 0:
		decimals = max(decimals, 3)
	case mils != 0:
		decimals = max(decimals, 2)
	}
	var b strings.Builder
	if currency != "" {
		b.WriteString(currency)
		b.WriteRune(noBreak)
	}
	if amount.Sign() < 0 {
		b.WriteByte('-')
	}
	b.WriteString(grouped(whole))
	if decimals > 0 {
		b.WriteByte('.')
		b.WriteString(fmt.Sprintf("%03d0", mils)[:decimals])
	}
	return b.String()
}

// grouped formats a number with a space between thousands, which no country reads as a decimal point.
func grouped(n *big.Int) string {
	digits := n.String()
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteRune(noBreak)
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// total is the value of the items in one currency.
type total struct {
	currency string
	amount   *big.Int // thousandths; 200 lines of the largest allowed quantity and price exceed 64 bits
}

// String formats the total, "" without an amount.
func (t total) String() string {
	if t.amount == nil {
		return ""
	}
	return money(t.currency, t.amount)
}

// lineTotal returns an item's quantity times its price, or its value for customs. The interface leaves open whether item_price_value is
// the price of a unit or of the line; documents read it as a unit's.
func lineTotal(item *shipment.Item) total {
	return total{item.PriceCurrency, new(big.Int).Mul(big.NewInt(item.Quantity), big.NewInt(int64(item.DeclaredValue())))}
}

// totals returns the sums of n values by currency, in the order in which currencies first appear.
func totals(n int, value func(i int) total) []total {
	var sums []total
	for i := range n {
		v := value(i)
		if at := slices.IndexFunc(sums, func(sum total) bool { return sum.currency == v.currency }); at >= 0 {
			sums[at].amount.Add(sums[at].amount, v.amount)
		} else {
			sums = append(sums, total{v.currency, new(big.Int).Set(v.amount)})
		}
	}
	return sums
}

// values formats the totals: "SGD 40.50 + USD 12.00".
func values(items []shipment.Item) string {
	all := totals(len(items), func(i int) total { return lineTotal(&items[i]) })
	return strings.Join(each.Of(all, total.String), " + ")
}

// kilograms formats thousandths of a kg in the shortest form: "1.25". It returns "" for nil.
func kilograms(thousandths *big.Int) string {
	if thousandths == nil {
		return ""
	}
	whole, rest := new(big.Int).QuoRem(thousandths, big.NewInt(1000), new(big.Int))
	return grouped(whole) + strings.TrimPrefix(shipment.Thousandths(rest.Int64()).String(), "0")
}
