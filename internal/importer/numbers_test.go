package importer_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// numbersOf are the quantities, prices and weights of the orders of a file, or what is wrong.
func numbersOf(t *testing.T, file string) (got []string, p *importer.Plan) {
	t.Helper()
	p = completed(t, read(t, file), nil)
	for _, c := range check(t, p) {
		if c.Order == nil {
			got = append(got, c.Problems[0].Cell+" "+c.Problems[0].Message.String())
			continue
		}
		item := c.Order.Items[0]
		got = append(got, fmt.Sprintf("%d %s %s", item.Quantity, item.PriceValue, c.Order.Weight))
	}
	return got, p
}

// TestNumbersAsPeopleWriteThem: digits of all scripts, groups of India and with apostrophes, and signs for no cents.
func TestNumbersAsPeopleWriteThem(t *testing.T) {
	const headings = "Recipient|Phone|Address|Postcode|Country|Item|Currency|Qty|Price|Weight (kg)\nAna|+6591234567|5 Main St|238800|SG|Mug|"
	for numbers, want := range map[string]string{ // currency, quantity, price and weight
		"INR|1|1,25,000.00|0.5": "1 125000 0.5", "INR|1|₹ 12,499.50|0.5": "1 12499.5 0.5", "INR|1|1,00,000|0.5": "1 100000 0.5",
		"INR|1|Rs. 2,50,000/-|3": "1 250000 3", "INR|1|Rs 500/-|3": "1 500 3", "INR|1|12,34,56,789.50|3": "1 123456789.5 3",
		"KES|1|KSh 1250/=|1": "1 1250 1", "EUR|1|12,-|1": "1 12 1", "EUR|1|12,- €|1": "1 12 1", "CHF|1|12.–|1": "1 12 1",
		"CHF|1|1'250.50|1": "1 1250.5 1", "CHF|1|1’250|1": "1 1250 1",
		"CHF|2|12'345'678.90|1": "2 12345678.9 1", "EUR|1|1 250,50|1": "1 1250.5 1",
		"SAR|٢|١٩٩٫٥٠|٠٫٥": "2 199.5 0.5", "SAR|٢|١٬٢٥٠|٠٫٧٥٠": "2 1250 0.75", "SAR|١|١٢٫٣٤٥|١": "1 12.35 1",
		"THB|๒|๓๕๐|๐.๕": "2 350 0.5", "THB|1|๑,๒๕๐.๐๐|1": "1 1250 1",
		"IRR|۳|۱۲۵۰|۱":        "3 1250 1",
		"INR|२|१,२५,०००.५०|१": "2 125000.5 1",
		"JPY|２|１，２００|０．５":     "2 1200 0.5", "JPY|2個|1,200円|250 g": "2 1200 0.25",
		"JPY|１点|￥１２，０００|２５０ｇ":      "1 12000 0.25",
		"JPY|1 pcs|1200 yen|0.5kg": "1 1200 0.5", "USD|x2|US $12.50|1": "2 12.5 1", "VND|1 cái|185.000|1\u00a0kg": "1 185000 1",
		"THB|1|๑,๒๕๐|1": "J2 The amount may be 1250 or 1.25.", "USD|1|12-|1": "J2 A valid number is required.",
		"INR|1|1,25,00|1": "J2 A valid number is required.", "USD|1 dozen|12|1": "I2 A valid integer is required.",
		"RM|1|12.50|1": "1 12.5 1", "円|1|1,200|1": "1 1200 1", "Rp|1|75.000|1": "J2 The amount may be 75000 or 75.",
		"€|1|1.250,50|1": "1 1250.5 1",
		"SGD|1|19.989999999999998|0.30000000000000004": "1 19.99 0.3", "SGD|1|8.3333|0.4535924": "1 8.33 0.454",
		"SGD|1|0.1250001|0.45359": "1 0.13 0.454", "SGD|1|8.333|1": "J2 The amount may be 8333 or 8.333.",
	} {
		for _, delimiter := range []string{";", "\t"} {
			got, _ := numbersOf(t, strings.ReplaceAll("Order No|"+strings.Replace(headings, "\n", "\nA-1|", 1)+numbers+"\n", "|", delimiter))
			if len(got) != 1 || got[0] != want {
				t.Errorf("%s: %q, want %q", numbers, got, want)
			}
		}
	}
}

// TestNumbersOfFiles reads the numbers of files as shops have them.
func TestNumbersOfFiles(t *testing.T) {
	for name, want := range map[string][]string{
		"c08.csv":  {"1 125000 2.5", "2 12499.5 0.9", "1 100000 3", "1 250000 3"},
		"c15.csv":  {"1 10 0.5", "2 199.5 0.5"},
		"c16.csv":  {"2 19.99 0.3", "1 8.33 0.454"},
		"c03b.csv": {"2 199.5 0.5", "2 1250 0.5", "2 350 0.5"},
	} {
		file, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := numbersOf(t, string(file)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
