package shipment

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed tariffs.csv
var tariffsCSV string

// MaxHSCode is how many digits an HS code has at most: those of Saudi Arabia and Türkiye.
const MaxHSCode = 12

// Tariff is how many digits the codes of a country's customs tariff have. The first six are those of the Harmonized System.
type Tariff struct {
	Digits                   []string // such as 8 and 10
	Longest                  int      // digits of its longest codes
	Source, ReadOn, ReviewOn string
}

// Tariffs are the customs tariffs by country. A country whose tariff was not read about has none.
var Tariffs = sync.OnceValue(func() map[Country]*Tariff {
	all := make(map[Country]*Tariff)
	for _, row := range Rows("tariffs.csv", tariffsCSV)[1:] { // place,digits,source,read_on,review_on
		t := &Tariff{Digits: strings.Split(row[1], "|"), Source: row[2], ReadOn: row[3], ReviewOn: row[4]}
		var err error
		if t.Longest, err = strconv.Atoi(t.Digits[len(t.Digits)-1]); err != nil {
			panic("tariffs.csv: " + err.Error())
		}
		for _, c := range countriesOf(cmp.Or(countryGroups[row[0]], row[0])) {
			all[c] = t
		}
	}
	return all
})

// Fits reports whether a code of 6 digits or more has a length of the tariff. A code without its last digits, two by two, is right
// too: declarations by post need six digits.
func (t *Tariff) Fits(code string) bool {
	return len(code)%2 == 0 && len(code) <= t.Longest || slices.Contains(t.Digits, strconv.Itoa(len(code)))
}
