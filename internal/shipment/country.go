package shipment

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// ISO 3166-1 and ISO 4217, with the aliases that shippers use, and the decimals of currencies.
var (
	//go:embed countries.csv
	countriesCSV string
	//go:embed currencies.csv
	currenciesCSV string
)

// Country is an ISO 3166-1 alpha-2 code in upper case, or "" for none. Orders hold
// the code; the API shows the name.
type Country string

type countryRow struct{ name, currency string }

type tables struct {
	countries  map[Country]countryRow
	byName     map[string]Country // alpha-2, alpha-3, name or alias; also in lower case
	currencies map[string]int     // number of decimals
}

// loaded reads the embedded tables once; nothing writes to them after.
var loaded = sync.OnceValue(func() tables {
	rows := Rows("countries.csv", countriesCSV)
	t := tables{
		countries:  make(map[Country]countryRow, len(rows)),
		byName:     make(map[string]Country, 10*len(rows)),
		currencies: make(map[string]int),
	}
	for _, row := range rows[1:] { // alpha2,alpha3,name,currency,aliases
		code := Country(row[0])
		t.countries[code] = countryRow{name: row[2], currency: row[3]}
		for _, name := range append(row[:3:3], strings.Split(row[4], "|")...) {
			if name != "" {
				t.byName[name] = code // as most write it, found without making it lower-case
				t.byName[strings.ToLower(name)] = code
			}
		}
	}
	for _, row := range Rows("currencies.csv", currenciesCSV)[1:] { // code,decimals
		decimals, err := strconv.Atoi(row[1])
		if err != nil {
			panic("currencies.csv: " + err.Error())
		}
		t.currencies[row[0]] = decimals
	}
	return t
})

// CountryByName finds a country by its alpha-2 code, alpha-3 code, name or alias,
// ignoring case. The second result is false when there is none.
func CountryByName(name string) (Country, bool) {
	byName := loaded().byName
	c, ok := byName[name]
	if !ok {
		c, ok = byName[strings.ToLower(name)]
	}
	return c, ok
}

// Countries are all countries, sorted by their codes.
func Countries() []Country { return slices.Sorted(maps.Keys(loaded().countries)) }

// Name is the country's English short name, "" for no country.
func (c Country) Name() string { return loaded().countries[c].name }

// eu are the member states of the European Union.
const eu = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK"

// CountryGroups are the names of groups of countries that rules can name.
func CountryGroups() []string { return slices.Sorted(maps.Keys(countryGroups)) }

// countryGroups are groups of countries by name, as lists of codes. ICS2 is the security area of the European Union, in which goods
// need no entry summary declaration.
var countryGroups = map[string]string{
	"ASEAN": "BN ID KH LA MM MY PH SG TH TL VN",
	"EFTA":  "CH IS LI NO",
	"EU":    eu,
	"GCC":   "AE BH KW OM QA SA",
	"ICS2":  eu + " CH LI NO",
}

// CountryGroup returns the countries of a group, sorted by their codes; nil for an unknown name.
func CountryGroup(name string) []Country {
	all := countriesOf(countryGroups[name])
	slices.Sort(all)
	return all
}

// countriesOf are the countries of a list of codes.
func countriesOf(codes string) (all []Country) {
	for code := range strings.FieldsSeq(codes) {
		all = append(all, Country(code))
	}
	return all
}

// InGroup reports whether an address is in a group of countries. Monaco and Northern Ireland (a postal code that begins with BT)
// belong to the territory of the European Union for customs, and so they do for EU and ICS2.
func (p *Party) InGroup(name string) bool {
	if len(p.Country) == 2 && strings.Contains(countryGroups[name], string(p.Country)) {
		return true
	}
	northernIreland := p.Country == "GB" && strings.HasPrefix(strings.ToUpper(p.Postal), "BT")
	return (name == "EU" || name == "ICS2") && (northernIreland || p.Country == "MC")
}

// Currency is the country's ISO 4217 currency, "" when the table lists none.
func (c Country) Currency() string { return loaded().countries[c].currency }

// CurrencyByCode finds an ISO 4217 currency by its code, ignoring case, and returns the code in
// upper case. The second result is false when there is none.
func CurrencyByCode(code string) (string, bool) {
	code = upperASCII(code)
	_, found := loaded().currencies[code]
	return code, found
}

// Currencies are the codes of all currencies, sorted.
func Currencies() []string { return slices.Sorted(maps.Keys(loaded().currencies)) }

// CurrencyDecimals is how many decimals an amount in a currency has after ISO 4217, 0 to 4: 0 for JPY, 3 for
// KWD. It is 2 for an unknown code.
func CurrencyDecimals(code string) int {
	decimals, found := loaded().currencies[code]
	if !found {
		return 2
	}
	return decimals
}
