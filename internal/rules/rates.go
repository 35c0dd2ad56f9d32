package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"waybill/internal/shipment"
)

// Bounds of the files of rates.
const (
	MaxRatesFile = 64 << 10 // bytes; the file of a day has less than 2 KiB
	MaxRates     = 200
	ratePlaces   = 6
)

// Rates are the euro foreign exchange reference rates of the European Central Bank of a day.
type Rates struct {
	Day     string          `json:"day"`      // such as 2026-11-25
	PerEuro map[string]Rate `json:"per_euro"` // by currency, with the euro
}

// Rate is how much one euro is, in millionths.
type Rate int64

func (r Rate) String() string { return string(shipment.AppendScaled(nil, int64(r), ratePlaces)) }

// MarshalJSON writes a number.
func (r Rate) MarshalJSON() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalJSON reads a number.
func (r *Rate) UnmarshalJSON(text []byte) (err error) {
	*r, err = readDecimal[Rate](ratePlaces)(text)
	return err
}

// The currency amounts of the special drawing right (SDR) in millionths, as the International Monetary Fund set them for
// 1 August 2022 to 31 July 2027.
var sdrBasket = map[string]Rate{"USD": 578_130, "EUR": 373_790, "CNY": 1_099_300, "JPY": 13_452_000, "GBP": 80_870}

const (
	sdrCode  = "XDR"
	sdrUntil = "2027-07-31"
)

// withSDR returns the rates with that of the SDR, which the Central Bank does not publish. Without a currency of the basket, or after
// its last day, there is none. r may be nil.
func (r *Rates) withSDR() map[string]Rate {
	if r == nil {
		return nil
	}
	euros := 0.0 // of an SDR
	for currency, amount := range sdrBasket {
		if r.PerEuro[currency] == 0 || r.PerEuro[sdrCode] != 0 || r.Day > sdrUntil {
			return r.PerEuro
		}
		euros += float64(amount) / float64(r.PerEuro[currency])
	}
	all := maps.Clone(r.PerEuro)
	all[sdrCode] = Rate(math.Round(1e6 / euros))
	return all
}

// AboveSDR reports whether the goods of an order are surely worth more for customs than a limit in special drawing rights: by these rates,
// or at any of the last years for currencies that have none. r may be nil.
func (r *Rates) AboveSDR(o *shipment.Order, limit float64) bool {
	v, least := variables{rates: r.withSDR()}, 0.0
	for i := range o.Items {
		it := &o.Items[i]
		least += float64(it.DeclaredValue()) / 1000 * float64(it.Quantity) * v.rate(it.PriceCurrency, sdrCode).low
	}
	return least > limit
}

// callsValue finds calls of the function that converts amounts by rates alone in the text of an expression, and callsRates those of the
// functions that are only surer by them.
var (
	callsValue = regexp.MustCompile(`\.\s*` + functionValue + `\s*\(`)
	callsRates = regexp.MustCompile(`\.\s*(at_most|(code_|piece_)?above)\s*\(`)
)

// UsesRates reports whether a rule converts amounts by rates if there are some.
func (r *Rule) UsesRates() bool {
	return r.NeedsRates() || callsRates.MatchString(r.When+" "+r.Expression)
}

// NeedsRates reports whether a rule finds nothing without rates.
func (r *Rule) NeedsRates() bool { return callsValue.MatchString(r.When + " " + r.Expression) }

// value returns the declared value of the items in a currency, rounded to hundredths, half up, or errNoRate if it cannot be converted.
func (v *variables) value(currency string) ref.Val {
	var amounts map[string]*big.Int // by currency; the largest ones fit no int64
	var line, quantity big.Int
	for i := range v.order.Items {
		it := &v.order.Items[i]
		amount := amounts[it.PriceCurrency]
		switch {
		case it.DeclaredValue() == 0:
			continue
		case amount == nil && it.PriceCurrency != currency && (v.rates[it.PriceCurrency] == 0 || v.rates[currency] == 0):
			return types.WrapErr(errNoRate)
		case amounts == nil:
			amounts = make(map[string]*big.Int, 1)
			fallthrough
		case amount == nil:
			amount = new(big.Int)
			amounts[it.PriceCurrency] = amount
		}
		line.Mul(line.SetInt64(int64(it.DeclaredValue())), quantity.SetInt64(it.Quantity))
		amount.Add(amount, &line)
	}
	const precision = 1e15
	sum := big.NewInt(10*precision/2 + shipment.MaxItems) // thousandths / precision; each conversion cuts off less than one such unit
	for from, amount := range amounts {
		amount.Mul(amount, big.NewInt(precision))
		if from != currency {
			amount.Mul(amount, big.NewInt(int64(v.rates[currency])))
			amount.Quo(amount, big.NewInt(int64(v.rates[from])))
		}
		sum.Add(sum, amount)
	}
	// The double is the one that is nearest to the decimal, as that of a price.
	value, _ := new(big.Rat).SetFrac(sum.Quo(sum, big.NewInt(10*precision)), big.NewInt(100)).Float64()
	return types.Double(value)
}

// span is what one unit of a currency is worth in another at least and at most.
type span struct{ low, high float64 }

// ratesOfYears are the rates of currencies to the US dollar and to the euro in five years, with a margin for those to come.
var ratesOfYears = sync.OnceValue(func() map[string][2]span {
	all := make(map[string][2]span)
	for _, row := range readTable("rates.csv") {
		var n [4]float64
		for i, column := range []string{"usd_low", "usd_high", "eur_low", "eur_high"} {
			n[i], _ = strconv.ParseFloat(row[column], 64) // 0: not known
		}
		percent, err := strconv.ParseFloat(row["margin"], 64)
		if err == nil && n[0] > 0 { // without a margin the rates are not to be used
			margin := 1 + percent/100
			all[row["currency"]] = [2]span{{n[0] / margin, n[1] * margin}, {n[2] / margin, n[3] * margin}}
		}
	}
	all["USD"], all["EUR"] = [2]span{{1, 1}, all["USD"][1]}, [2]span{all["EUR"][0], {1, 1}}
	var basket [2]span // what the currencies of the SDR are worth together
	for currency, amount := range sdrBasket {
		for i, of := range all[currency] {
			basket[i].low += float64(amount) / 1e6 / of.high
			basket[i].high += float64(amount) / 1e6 / of.low
		}
	}
	all[sdrCode] = [2]span{{1 / basket[0].high, 1 / basket[0].low}, {1 / basket[1].high, 1 / basket[1].low}}
	return all
})

// rate is what one unit of a currency is worth in another: by the rates of the set, or else at those of the last years.
func (v *variables) rate(from, to string) span {
	if from == to {
		return span{1, 1}
	}
	if v.rates[from] != 0 && v.rates[to] != 0 {
		exact := float64(v.rates[to]) / float64(v.rates[from])
		return span{exact, exact}
	}
	between := span{0, math.Inf(1)}
	for i, of := range ratesOfYears()[from] { // by the dollar and by the euro: the narrower one counts
		if in := ratesOfYears()[to]; of.low > 0 && in[i].low > 0 {
			between = span{max(between.low, in[i].low/of.high), min(between.high, in[i].high/of.low)}
		}
	}
	return between
}

// scopes of amounts that are compared with a limit.
const (
	ofOrder = iota
	ofCode  // the items with one HS code
	ofPiece // one piece of the item, or of any
)

// worth is what goods of an order are declared at in a currency, at least and at most: the largest sum of a scope.
func (v *variables) worth(currency string, scope int) (most span) {
	sums := make(map[string]span, 1)
	for i := range v.order.Items {
		it := &v.order.Items[i]
		key, pieces := "", float64(it.Quantity)
		switch {
		case scope == ofPiece && v.item != nil && v.item != it:
			continue
		case scope == ofPiece:
			key, pieces = strconv.Itoa(i), 1
		case scope == ofCode:
			key = cmp.Or(it.Trade, &noItemTrade).HSCode
		}
		if amount := float64(it.DeclaredValue()) * pieces; amount > 0 {
			rate, sum := v.rate(it.PriceCurrency, currency), sums[key]
			sums[key] = span{sum.low + amount*rate.low, sum.high + amount*rate.high}
		}
	}
	for _, sum := range sums { // thousandths
		most = span{max(most.low, math.Round(sum.low/10)/100), max(most.high, math.Round(sum.high/10)/100)}
	}
	return most
}

// ParseRates reads a file of the European Central Bank of one day: eurofxref-daily.xml or eurofxref.csv.
func ParseRates(text []byte, now time.Time) (*Rates, error) {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	r := &Rates{PerEuro: map[string]Rate{"EUR": 1_000_000}}
	var err error
	switch {
	case len(text) > MaxRatesFile:
		err = fmt.Errorf("the file has more than %d KiB", MaxRatesFile>>10)
	case bytes.HasPrefix(text, []byte("<")):
		err = r.readXML(text)
	default:
		err = r.readCSV(string(text))
	}
	switch {
	case err != nil:
	case r.Day == "" || len(r.PerEuro) == 1:
		err = errors.New("the file has no rates of a day")
	case r.Day > now.UTC().AddDate(0, 0, 1).Format(time.DateOnly):
		err = fmt.Errorf("the rates are of %s, which is in the future", r.Day)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: want eurofxref-daily.xml or eurofxref.csv of the European Central Bank", err)
	}
	return r, nil
}

// readXML reads <Cube time='2026-11-25'><Cube currency='USD' rate='1.0876'/>…</Cube>.
func (r *Rates) readXML(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		line, _ := d.InputPos()
		has := make(map[string]string)
		if element, isStart := token.(xml.StartElement); isStart && element.Name.Local == "Cube" {
			for _, a := range element.Attr {
				has[a.Name.Local] = a.Value
			}
		}
		if day, isDay := has["time"]; isDay {
			err = r.add(line, "Date", day)
		} else if len(has) > 0 {
			err = r.add(line, has["currency"], has["rate"])
		}
		if err != nil {
			return err
		}
	}
}

// readCSV reads a line of headings and one of values: Date, USD, … and 25 November 2026, 1.0876, …
func (r *Rates) readCSV(text string) error {
	lines := strings.Split(text, "\n")
	names, values := strings.Split(lines[0], ","), strings.Split(lines[len(lines)-1], ",")
	if len(lines) != 2 || len(names) != len(values) {
		return errors.New("the file does not have two lines with as many values")
	}
	for i, name := range names {
		if err := r.add(2, strings.TrimSpace(name), strings.TrimSpace(values[i])); err != nil {
			return err
		}
	}
	return nil
}

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

// add adds the rate of a currency, or the day if the name is Date.
func (r *Rates) add(line int, name, value string) error {
	rate, err := readDecimal[Rate](ratePlaces)(json.RawMessage(value))
	switch {
	case name == "Date":
		day, err := time.Parse(time.DateOnly, value)
		if err != nil {
			day, err = time.Parse("2 January 2006", value)
		}
		if err != nil || r.Day != "" {
			return fmt.Errorf("line %d: the day is %q: want one day, such as 2026-11-25", line, cutText(value))
		}
		r.Day = day.Format(time.DateOnly)
		return nil
	case name == "" && value == "": // lines of CSV end with a comma
		return nil
	case !currencyCode.MatchString(name):
		return fmt.Errorf("line %d: the currency is %q, not a code such as USD", line, cutText(name))
	case err != nil:
		return fmt.Errorf("line %d: the rate of %s %w", line, name, err)
	case r.PerEuro[name] != 0:
		return fmt.Errorf("line %d: a second rate of %s", line, name)
	case len(r.PerEuro) > MaxRates:
		return fmt.Errorf("line %d: more than %d rates", line, MaxRates)
	}
	r.PerEuro[name] = rate
	return nil
}
