package importer_test

import (
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestARowWithoutCurrencyHasThatOfItsOrder: the default is of orders that name no currency. If the rows of an order name several, each
// row must.
func TestARowWithoutCurrencyHasThatOfItsOrder(t *testing.T) {
	const headings = "Order No|Recipient|Phone|Address|Postcode|Country|Item|Qty|Price|Currency\n"
	const to = "Ana|+6591234567|5 Main St|238800|SG|"
	for _, c := range []struct {
		rows []string // order, price, currency
		want string
	}{
		{[]string{"A|10|SGD", "A|5|"}, "SGD 10, SGD 5"},
		{[]string{"A|10|", "A|5|SGD"}, "SGD 10, SGD 5"},
		{[]string{"A|10|", "B|5|SGD"}, "MYR 10; SGD 5"},
		{[]string{"A|10|sgd", "B|7|THB", "A|5|", "B|3|"}, "SGD 10, SGD 5; THB 7, THB 3"},
		{[]string{"A|10|", "A|5|"}, "MYR 10, MYR 5"},
		{[]string{"A|10|SGD", "A|5|THB", "A|3|"}, "Currency J4 SGD, THB"},
		{[]string{"|10|SGD", "|5|"}, "SGD 10; MYR 5"},
		{[]string{"A|3,500|JPY", "A|1,200|"}, "JPY 3500, JPY 1200"},
		{[]string{"A|12.50|SGD", "B|75.000|IDR", "B|80.000|"}, "SGD 12.5; Price I3 75.000, Price I4 80.000"},
	} {
		for _, delimiter := range []string{";", "\t"} {
			file := headings
			for _, row := range c.rows {
				order, rest, _ := strings.Cut(row, "|")
				file += order + "|" + to + "Mug|1|" + rest + "\n"
			}
			table := read(t, strings.ReplaceAll(file, "|", delimiter))
			given := missingColumns()
			given["item_price_currency"] = "MYR"
			p := planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: given}))
			var orders []string
			for _, checked := range check(t, p) {
				var got []string
				for _, found := range checked.Problems {
					got = append(got, found.Heading+" "+found.Cell+" "+found.Value)
				}
				if checked.Order != nil {
					for _, item := range checked.Order.Items {
						got = append(got, item.PriceCurrency+" "+item.PriceValue.String())
					}
				}
				orders = append(orders, strings.Join(got, ", "))
			}
			if got := strings.Join(orders, "; "); got != c.want {
				t.Errorf("%q: %s, want %s", c.rows, got, c.want)
			}
		}
	}
}
