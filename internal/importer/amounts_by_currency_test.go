package importer_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// completed is the plan of a file as it is proposed to read it, with the defaults that the files of this folder lack.
func completed(t *testing.T, table *importer.Table, defaults map[string]string) *importer.Plan {
	t.Helper()
	given := missingColumns()
	delete(given, "order_weight")
	maps.Copy(given, defaults)
	return planWith(t, table, importer.Complete(table, importer.Mapping{Defaults: given}))
}

// amountsOf are the first prices of the orders of a plan, or what is wrong.
func amountsOf(t *testing.T, p *importer.Plan) string {
	t.Helper()
	var got []string
	for _, c := range check(t, p) {
		if c.Order == nil {
			got = append(got, c.Problems[0].Message.String())
			continue
		}
		got = append(got, c.Order.Items[0].PriceCurrency+" "+c.Order.Items[0].PriceValue.String())
	}
	return strings.Join(got, "; ")
}

// pricesFile is a file of orders with a price each, which follows its currency.
func pricesFile(delimiter string, prices ...string) string {
	file := "Order No|Recipient|Phone|Address|Postcode|Country|Item|Qty|Currency|Price|Weight (kg)\n"
	for _, price := range prices {
		currency, amount, _ := strings.Cut(price, " ")
		file += "|Ana|+6591234567|5 Main St|238800|SG|Mug|1|" + currency + "|\"" + amount + "\"|1\n"
	}
	return strings.ReplaceAll(file, "|", delimiter)
}

// TestEachCurrencyShowsItsOwnDecimals: the rows of a currency do not say how the amounts of another one are written.
func TestEachCurrencyShowsItsOwnDecimals(t *testing.T) {
	for _, c := range []struct {
		prices []string
		want   string
	}{
		{[]string{"SGD 12.50", "IDR 75.000", "VND 185.000"}, "SGD 12.5; The amount may be 75000 or 75.; VND 185000"},
		{[]string{"SGD 12.50", "IDR 75.000", "IDR 1.250.000"}, "SGD 12.5; IDR 75000; IDR 1250000"},
		{[]string{"SGD 12.50", "IDR 75.000", "IDR 80.000,50"}, "SGD 12.5; IDR 75000; IDR 80000.5"},
		{[]string{"EUR 12,50", "JPY 3,500"}, "EUR 12.5; JPY 3500"},
		{[]string{"EUR 12,50", "KRW 3.500", "KRW 1.200.000"}, "EUR 12.5; KRW 3500; KRW 1200000"},
		{[]string{"JPY 3,500", "JPY 12,000"}, "JPY 3500; JPY 12000"},
		{[]string{"JPY 3 500", "VND 3'500", "CLP 12.990"}, "JPY 3500; VND 3500; CLP 12990"},
		{[]string{"JPY 980", "JPY 12.50"}, "JPY 980; JPY 12.5"},
		{[]string{"EUR 12,50", "THB 1,350"}, "EUR 12.5; The amount may be 1350 or 1.35."},
		{[]string{"EUR 1.250,50", "MYR 1,250.50", "THB 1.350"}, "EUR 1250.5; MYR 1250.5; The amount may be 1350 or 1.35."},
		{[]string{"MYR 12.50", "MYR 1.350", "IDR 1.350"}, "MYR 12.5; MYR 1.35; The amount may be 1350 or 1.35."},
		{[]string{"KWD 1.250", "KWD 1.300"}, "The amount may be 1250 or 1.25.; The amount may be 1300 or 1.3."},
		{[]string{"IDR n.a.", "IDR 75.000"}, "A valid number is required.; The amount may be 75000 or 75."},
		{[]string{"SGD 12.50", "IDR Rp75.000"}, "SGD 12.5; The amount may be 75000 or 75."},
		{[]string{"SGD 12.50", " Rp 75.000"}, "SGD 12.5; The amount may be 75000 or 75."},
	} {
		for _, delimiter := range []string{",", ";", "\t"} {
			table := read(t, pricesFile(delimiter, c.prices...))
			got := strings.Split(amountsOf(t, completed(t, table, map[string]string{"item_price_currency": "IDR"})), "; ")
			for i, want := range strings.Split(c.want, "; ") {
				if i >= len(got) || !strings.HasPrefix(got[i], want) {
					t.Errorf("%q: %q, want %q", c.prices, got, c.want)
					break
				}
			}
		}
	}
}

// TestFilesOfSeveralCurrencies reads files with the amounts of several currencies.
func TestFilesOfSeveralCurrencies(t *testing.T) {
	for name, want := range map[string]string{
		"c02.csv": "SGD 12.5; The amount may be 75000 or 75.; VND 185000", "c02b.csv": "EUR 12.5; JPY 3500", "c18.csv": "JPY 3500; JPY 12000",
	} {
		file, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := amountsOf(t, completed(t, read(t, string(file)), nil)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestAmountsToCollectAreOfTheirCountries: what is collected is in the currency of the consignee's country, which its rows decide for.
func TestAmountsToCollectAreOfTheirCountries(t *testing.T) {
	const file = "Order No,Recipient,Phone,Address,Postcode,Country,Item,Category,Qty,Currency,Price,Weight (kg),COD amount,Service\n" +
		"1,Ana,+60123456789,5 Jalan Ampang,50450,MY,Mug,Home,1,MYR,12,1,12.50,3\n" +
		"2,Budi,+6281234567890,Jl. Sudirman 1,10220,ID,Mug,Home,1,IDR,150000,1,150.000,1\n"
	table := read(t, file)
	p := completed(t, table, map[string]string{"payment_type": "by amount"})
	got := check(t, p)
	if got[0].Order == nil || got[0].Order.AmountToCollect().String() != "12.5" {
		t.Errorf("in MYR: %+v", got[0].Problems)
	}
	if got[1].Order != nil || got[1].Problems[0].Message.String() != "The amount may be 150000 or 150." || got[1].Problems[0].Cell != "M3" {
		t.Errorf("in IDR: %+v", got[1].Problems)
	}
}

// TestTheAnswerIsOfOneCurrency: a mapping says how the amounts of a currency are written, and leaves those of others as they are.
func TestTheAnswerIsOfOneCurrency(t *testing.T) {
	table := read(t, pricesFile(";", "SGD 1,250.50", "IDR 75.000", "IDR 80.000", "MYR 1.350"))
	p := completed(t, table, nil)
	comma, point := p.AmountWays("item_price_value", 9, "IDR")
	for way, want := range map[importer.Decimal]string{
		comma.Decimal: "SGD 1250.5; IDR 75000; IDR 80000; The amount may be 1350 or 1.35.",
		point.Decimal: "SGD 1250.5; IDR 75; IDR 80; The amount may be 1350 or 1.35.",
	} {
		m := importer.Mapping{Columns: []importer.ColumnMapping{{Heading: "Price", Field: "item_price_value", Decimal: way}}}
		given := missingColumns()
		delete(given, "order_weight")
		m.Defaults = given
		if got := amountsOf(t, planWith(t, table, importer.Complete(table, m))); got != want {
			t.Errorf("%s: %s, want %s", way, got, want)
		}
	}
	for way, valid := range map[importer.Decimal]bool{
		"IDR comma, SGD point": true, "comma": true, "IDR": false, "idr comma": false, "IDR comma; SGD point": false, "IDR dots": false,
	} {
		m := importer.Mapping{Columns: []importer.ColumnMapping{{Heading: "Price", Field: "item_price_value", Decimal: way}}}
		if err := m.Validate(); valid != (err == nil) {
			t.Errorf("%s: %v", way, err)
		}
	}
	weight := importer.Mapping{Columns: []importer.ColumnMapping{{Heading: "Weight", Field: "order_weight", Decimal: "IDR comma"}}}
	if err := weight.Validate(); err == nil || !strings.Contains(err.Error(), "order_weight is no amount") {
		t.Error(err)
	}
}

// TestARememberedWayIsComparedByCurrency: a mapping of an earlier file is asked about if the amounts of some currency are written in
// another way.
func TestARememberedWayIsComparedByCurrency(t *testing.T) {
	m := importer.Mapping{Columns: []importer.ColumnMapping{
		{Heading: "Price", Field: "item_price_value", Decimal: "comma"}, {Heading: "Currency", Field: "item_price_currency"},
	}}
	for prices, want := range map[string]int{
		"EUR 12,50|JPY 3,500": 0, "EUR 12,50|SGD 1,250.50": 1, "EUR 12,50|SGD 1.250|SGD 12.50": 1, "EUR 12,50|SGD 10": 0,
	} {
		if got := importer.Unfit(read(t, pricesFile(";", strings.Split(prices, "|")...)), m); len(got) != want {
			t.Errorf("%s: %+v", prices, got)
		}
	}
}

// TestNoCorrectionIsOfSeveralCurrencies: one press corrects refused amounts of one currency, not of several.
func TestNoCorrectionIsOfSeveralCurrencies(t *testing.T) {
	for prices, want := range map[string]int{"EUR 12,50|EUR 7,95": 2, "EUR 12,50|SGD 7,95": 0} {
		table := read(t, pricesFile(";", strings.Split(prices, "|")...))
		m := importer.Complete(table, importer.Mapping{Columns: []importer.ColumnMapping{{Heading: "Price", Field: "item_price_value"}}})
		if _, cells := planWith(t, table, m).Fix("item_price_value", 9, map[int]bool{0: true, 1: true}); cells != want {
			t.Errorf("%s: %d cells, want %d", prices, cells, want)
		}
	}
}
