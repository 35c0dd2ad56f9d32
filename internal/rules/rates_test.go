package rules_test

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// The forms of the European Central Bank.
const (
	ratesXML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.1000'/>
			<Cube currency='SGD' rate='1.50'/>
			<Cube currency='IDR' rate='17487.21'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`
	ratesCSV = "Date, USD, SGD, IDR, \n20 November 2026, 1.1000, 1.50, 17487.21, \n"
)

func parseRates(t *testing.T, text string) *rules.Rates {
	t.Helper()
	r, err := rules.ParseRates([]byte(text), noon)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParseRates(t *testing.T) {
	perEuro := map[string]rules.Rate{"EUR": 1e6, "USD": 1_100_000, "SGD": 1_500_000, "IDR": 17_487_210_000}
	want := &rules.Rates{Day: "2026-11-20", PerEuro: perEuro}
	for _, text := range []string{
		ratesXML, ratesCSV, "\ufeff" + strings.ReplaceAll(ratesCSV, "\n", "\r\n"), strings.ReplaceAll(ratesXML, "'", `"`),
		inXML("<gesmes:subject>", "<gesmes:subject time='2020-01-01'>"),
	} {
		if diff := cmp.Diff(want, parseRates(t, text)); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

// many is a file with more rates than there are currencies.
func many() string {
	var names, values strings.Builder
	for i := range rules.MaxRates + 1 {
		fmt.Fprintf(&names, ",A%c%c", 'A'+i/26, 'A'+i%26)
		values.WriteString(",1.5")
	}
	return "Date" + names.String() + "\n20 November 2026" + values.String()
}

func inXML(text, other string) string { return strings.Replace(ratesXML, text, other, 1) }

// wrongRates are files with what is wrong with them.
var wrongRates = map[string]string{
	"":                                    "the file does not have two lines with as many values",
	"PK\x03\x04":                          "the file does not have two lines",
	"<html><body>Not found</body></html>": "the file has no rates of a day",
	"<html><body>Not found":               "XML syntax error on line 1: unexpected EOF",
	`<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>`:                "XML syntax error on line 1: invalid character entity &a;",
	inXML("1.50", "1,50"):                                     "line 10: the rate of SGD is 1,50: want a number above 0 with at most 10",
	inXML("1.50", "0.00"):                                     "line 10: the rate of SGD is 0.00: want a number above 0",
	inXML("1.50", "-1.5"):                                     "line 10: the rate of SGD is -1.5",
	inXML("1.50", "1e9999999"):                                "line 10: the rate of SGD is 1e9999999",
	inXML("1.50", "NaN"):                                      "line 10: the rate of SGD is NaN",
	inXML("1.50", "99999999999"):                              "line 10: the rate of SGD is 99999999999",
	inXML("1.50", "1.1234567"):                                "line 10: the rate of SGD is 1.1234567",
	inXML("SGD", "USD"):                                       "line 10: a second rate of USD",
	inXML("SGD", "EUR"):                                       "line 10: a second rate of EUR",
	inXML("SGD", "dollar"):                                    `line 10: the currency is "dollar", not a code such as USD`,
	inXML("2026-11-20", "20.11.2026"):                         `line 8: the day is "20.11.2026": want one day, such as 2026-11-25`,
	inXML("2026-11-20", "2026-11-24"):                         "the rates are of 2026-11-24, which is in the future",
	inXML("</Cube>", "<Cube time='2026-11-19'/></Cube>"):      `line 12: the day is "2026-11-19": want one day`,
	"Date, USD\n20 November 2026, 1.1\n19 November 2026, 1.1": "the file does not have two lines",
	"Date, USD\n20 November 2026, 1.1, 1.5":                   "the file does not have two lines with as many values",
	"Date, USD, \n20 November 2026, 1.1, 1.5":                 `line 2: the currency is "", not a code such as USD`,
	"Date\n20 November 2026":                                  "the file has no rates of a day",
	"USD\n1.1":                                                "the file has no rates of a day",
	"Date, USD\n20/11/26, 1.1":                                `line 2: the day is "20/11/26": want one day`,
	"Date, USD\n20 November 2026, N/A":                        "line 2: the rate of USD is N/A",
	"Currency,Rate\nUSD,1.1":                                  `line 2: the currency is "Currency"`,
	many():                                                    "line 2: more than 200 rates",
	strings.Repeat("x", rules.MaxRatesFile+1):                 "the file has more than 64 KiB",
}

func TestWrongRates(t *testing.T) {
	for text, want := range wrongRates {
		_, err := rules.ParseRates([]byte(text), noon)
		if got := fmt.Sprint(err); !strings.HasPrefix(got, want) ||
			!strings.HasSuffix(got, "want eurofxref-daily.xml or eurofxref.csv of the European Central Bank") {
			t.Errorf("%.300s\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestRatesOfTomorrow: the day has begun elsewhere.
func TestRatesOfTomorrow(t *testing.T) {
	if r := parseRates(t, inXML("2026-11-20", "2026-11-23")); r.Day != "2026-11-23" {
		t.Errorf("the rates are of %s", r.Day)
	}
}

// FuzzParseRates checks that rates that are read can convert amounts.
func FuzzParseRates(f *testing.F) {
	f.Add([]byte(ratesXML))
	f.Add([]byte(ratesCSV))
	for text := range wrongRates {
		f.Add([]byte(text))
	}
	set, err := rules.Compile([]rules.Rule{{
		ID: "r", Severity: rules.SeverityError, Kind: rules.KindCEL, Field: "items", Expression: `order.value("USD") < 0.0`,
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := rules.ParseRates(text, noon)
		if err != nil {
			return
		}
		_, hasUSD := r.PerEuro["USD"]
		_, hasSGD := r.PerEuro["SGD"]
		if found := set.With(r, nil, nil).Check(example(), noon); (len(found) == 1) != (hasUSD && hasSGD) {
			t.Errorf("%v: found %q", r, describe(found))
		}
	})
}

// TestValue: the example costs SGD 21.00 and USD 50.00.
func TestValue(t *testing.T) {
	rates := parseRates(t, ratesXML)
	onlySGD := func(o *shipment.Order) { o.Items = o.Items[:1] }
	for _, c := range []struct {
		name, expression string
		rates            *rules.Rates
		change           func(*shipment.Order)
		want             string // "": the rule finds nothing
	}{
		{name: "two currencies", expression: `order.value("USD") == 65.40`, rates: rates},
		{name: "the euro", expression: `order.value("EUR") == 59.45`, rates: rates}, // 14 + 45.4545…
		{name: "rounded down", expression: `order.value("EUR") < 59.4545`, rates: rates},
		{name: "the sum is rounded, not its parts", expression: `order.value("EUR") == 0.07`, rates: rates, change: func(o *shipment.Order) {
			o.Items = []shipment.Item{ // 0.02666… and 0.04545…
				{Quantity: 2, PriceValue: 2, PriceCurrency: "SGD"}, {Quantity: 1, PriceValue: 5, PriceCurrency: "USD"},
			}
		}},
		{name: "half up", expression: `order.value("EUR") == 0.01`, rates: rates, change: func(o *shipment.Order) {
			o.Items = []shipment.Item{{Quantity: 3, PriceValue: 1, PriceCurrency: "IDR"}, {Quantity: 1, PriceValue: 1, PriceCurrency: "SGD"}}
		}},
		{name: "an exact half", expression: `order.value("SGD") == 0.02`, rates: rates, change: func(o *shipment.Order) {
			o.Items = []shipment.Item{{Quantity: 1, PriceValue: 1, PriceCurrency: "EUR"}}
		}},
		{
			name: "a half of two parts that end nowhere", expression: `order.value("EUR") == 0.02`,
			rates: &rules.Rates{PerEuro: map[string]rules.Rate{"EUR": 1e6, "USD": 1_200_000, "SGD": 1_500_000}},
			change: func(o *shipment.Order) { // 0.00833… and 0.00666… are 0.015
				o.Items[0].Quantity, o.Items[0].PriceValue, o.Items[1].PriceValue = 1, 1, 1
			},
		},
		{name: "above a limit", expression: `order.value("USD") <= 65.39`, rates: rates, want: "items[-1]: This value is not accepted."},
		{name: "the largest prices", expression: `order.value("SGD") > 1e18`, change: func(o *shipment.Order) {
			onlySGD(o)
			o.Items[0].Quantity, o.Items[0].PriceValue = 1e15, 9_999_999_999
		}},
		{name: "one currency needs no rate", expression: `order.value("SGD") == 21.0`, change: onlySGD},
		{
			name: "another limit of one currency", expression: `order.value("SGD") <= 20.0 && order.value("EUR") <= 15.0`,
			change: onlySGD, want: "items[-1]: This value is not accepted.",
		},
		{name: "no rates", expression: `order.value("USD") < 0.0`},
		{name: "no rates, negated", expression: `!(order.value("USD") != 0.0)`},
		{name: "no rates, in a loop", expression: `order.items.all(i, i.price_value > order.value("EUR"))`},
		{name: "no rate of the target", expression: `order.value("SAR") < 0.0`, rates: rates},
		{name: "no rate of an item", expression: `order.value("EUR") < 0.0`, rates: rates, change: func(o *shipment.Order) {
			o.Items[0].PriceCurrency = "SAR"
		}},
		{name: "nothing costs anything", expression: `order.value("EUR") == 0.0`, change: func(o *shipment.Order) {
			o.Items[0].PriceValue, o.Items[1].PriceValue = 0, 0
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := example()
			if c.change != nil {
				c.change(o)
			}
			set := compile(t, celRule("items", c.expression)).With(c.rates, nil, nil)
			if got := strings.Join(describe(set.Check(o, noon)), "|"); got != c.want {
				t.Errorf("%s: found %q, want %q", c.expression, got, c.want)
			}
		})
	}
}

// TestSDR: a special drawing right is a basket of five currencies, here €1.2159914. The example costs €59.4545.
func TestSDR(t *testing.T) {
	basket := func(day string, others map[string]rules.Rate) *rules.Rates {
		r := &rules.Rates{Day: day, PerEuro: map[string]rules.Rate{
			"EUR": 1e6, "USD": 1_100_000, "CNY": 8_000_000, "JPY": 160_000_000, "GBP": 850_000, "SGD": 1_500_000,
		}}
		maps.Copy(r.PerEuro, others)
		return r
	}
	free := func(o *shipment.Order) { o.Items = []shipment.Item{{Quantity: 1, PriceCurrency: "SAR"}} }
	for name, c := range map[string]struct {
		rates  *rules.Rates
		change func(*shipment.Order)
		want   string // what the goods are worth
		surely string // what they are worth at least, if a rate is missing
	}{
		"of the basket":      {rates: basket("2026-11-20", nil), want: "48.89"},
		"the last day":       {rates: basket("2027-07-31", nil), want: "48.89"},
		"another basket":     {rates: basket("2027-08-01", nil), surely: "40"},
		"of the bank":        {rates: basket("2027-08-01", map[string]rules.Rate{"XDR": 800_000}), want: "47.56"},
		"no yen":             {rates: basket("2026-11-20", map[string]rules.Rate{"JPY": 0}), surely: "40"},
		"no rate of an item": {rates: basket("2026-11-20", map[string]rules.Rate{"SGD": 0}), surely: "40"},
		"no rates":           {surely: "40"},
		"goods for nothing":  {change: free, want: "0.00"},
	} {
		o := example()
		if c.change != nil {
			c.change(o)
		}
		least, err := strconv.ParseFloat(c.surely+c.want, 64)
		if err != nil {
			t.Fatal(err)
		}
		if !c.rates.AboveSDR(o, least-0.01) || c.rates.AboveSDR(o, 60) || c.want != "" && c.rates.AboveSDR(o, least+0.01) {
			t.Errorf("%s: the goods are not worth %v", name, least)
		}
		if c.want == "" {
			continue
		}
		set := compile(t, celRule("items", `order.value("XDR") == `+c.want)).With(c.rates, nil, nil)
		if found := set.Check(o, noon); found != nil {
			t.Errorf("%s: an expression finds %q", name, describe(found))
		}
	}
}

// TestSDRWithoutRates: goods that are worth more than 300 SDR at each rate of the last years are known without rates.
func TestSDRWithoutRates(t *testing.T) {
	for amount, want := range map[string]bool{
		"450.00 USD": true, "1000.00 USD": true, "400.00 USD": false, "450.00 EUR": true, "330.00 EUR": false, "3600.00 CNY": true,
		"80000 JPY": true, "1700.00 SAR": true, "9000000 IDR": true, "1.00 XXX": false,
	} {
		number, currency, _ := strings.Cut(amount, " ")
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		o := &shipment.Order{Items: []shipment.Item{{Quantity: 2, PriceValue: shipment.Hundredths(value * 50), PriceCurrency: currency}}}
		if got := (*rules.Rates)(nil).AboveSDR(o, 300); got != want {
			t.Errorf("%s is more than 300 SDR: %v", amount, got)
		}
	}
}

// TestNoRate: a condition that needs a rate does not hold without, and is no fault.
func TestNoRate(t *testing.T) {
	set := compile(t, rule(`"kind":"max_weight","kg":1,"when":"order.value(\"USD\") > 65.0"`))
	item := compile(t, celRule("item_desc", `order.value("USD") < 65.0`))
	for _, c := range []struct {
		set   *rules.Set
		found int
	}{{set, 1}, {item, 2}} {
		if found := c.set.Check(example(), noon); found != nil {
			t.Errorf("found %q without rates", describe(found))
		}
		if v := c.set.Explain(example(), noon); v[0].Skip != rules.SkipNoRate || v[0].Findings != nil {
			t.Errorf("explained by %+v", v)
		}
		with := c.set.With(parseRates(t, ratesCSV), nil, nil)
		if found := with.Check(example(), noon); len(found) != c.found {
			t.Errorf("found %q with rates", describe(found))
		}
		if v := with.Explain(example(), noon); v[0].Skip != rules.Checked {
			t.Errorf("explained by %+v", v)
		}
		if found := with.With(nil, nil, nil).Check(example(), noon); found != nil {
			t.Errorf("found %q after the rates", describe(found))
		}
	}
}

// BenchmarkValue: the order that takes longest has all currencies.
func BenchmarkValue(b *testing.B) {
	var r rules.Rates
	r.PerEuro = map[string]rules.Rate{"EUR": 1e6}
	o := example()
	o.Items = nil
	for i, currency := range shipment.Currencies()[:30] {
		r.PerEuro[currency] = rules.Rate(17_010_007 + i*i*i)
	}
	for i := range shipment.MaxItems {
		o.Items = append(o.Items, shipment.Item{Quantity: 3, PriceValue: 9_999_999, PriceCurrency: shipment.Currencies()[i%30]})
	}
	set, err := rules.Compile([]rules.Rule{{
		ID: "r", Severity: rules.SeverityError, Kind: rules.KindCEL, Field: "items", Expression: `order.value("EUR") < 0.0`,
	}})
	if err != nil {
		b.Fatal(err)
	}
	set = set.With(&r, nil, nil)
	for b.Loop() {
		if len(set.Check(o, noon)) != 1 {
			b.Fatal("found nothing")
		}
	}
}
