package rules

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// PostalCodes describes the postal codes of a country.
type PostalCodes struct {
	Name     string // what they are called there, such as Postleitzahl (PLZ); "" if nothing is checked
	Form     string // for texts, such as "5 digits, as in 10115"; "" if nothing is checked
	Required bool   // addresses need one
	None     bool   // there are no postal codes

	country  shipment.Country
	wrong    problem.Message // about a code that has none of the forms
	layouts  []layout        // none if nothing is checked
	prefix   string          // letters that all codes begin with, such as LV
	examples []string
}

// layout is a form of postal codes: # is a digit, @ a letter, * either, and all else stands for itself.
type layout string

// postalTable reads the embedded table once.
var postalTable = sync.OnceValue(func() map[shipment.Country]*PostalCodes {
	table := make(map[shipment.Country]*PostalCodes)
	for _, row := range readTable("postal-codes.csv") {
		p := newPostalCodes(row)
		table[p.country] = p
	}
	return table
})

func newPostalCodes(row map[string]string) *PostalCodes {
	p := &PostalCodes{
		country: shipment.Country(row["country"]), Name: row["name"], Required: row["use"] == "required", None: row["use"] == "none",
		layouts: layoutsOf(row["formats"]), examples: splitCell(row["examples"]),
	}
	for i, l := range p.layouts {
		if i == 0 {
			p.prefix = l.prefix()
		} else if p.prefix != l.prefix() {
			p.prefix = ""
		}
	}
	if p.Checked() {
		p.describe()
	}
	return p
}

// splitCell is the list that a cell of a table has.
func splitCell(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return r == '|' })
}

func layoutsOf(cell string) (all []layout) {
	for _, form := range splitCell(cell) {
		all = append(all, layout(form))
	}
	return all
}

// describe sets the texts about the forms, such as "5 or 6 digits, as in 10000 or 700000".
func (p *PostalCodes) describe() {
	var lengths []string
	examples := alternatives(p.examples)
	for _, l := range p.layouts {
		if strings.Trim(string(l), "#") != "" {
			p.Form, p.wrong = "as in "+examples, problem.PostalCode.With(p.country.Name(), examples)
			return
		}
		lengths = append(lengths, strconv.Itoa(len(l)))
	}
	digits := alternatives(lengths)
	p.Form, p.wrong = digits+" digits, as in "+examples, problem.PostalDigits.With(p.country.Name(), digits, examples)
}

// PostalCodesOf describes the postal codes of a country; nil for an unknown country.
func PostalCodesOf(country shipment.Country) *PostalCodes { return postalTable()[country] }

// Checked reports whether the form of the codes is known. A nil PostalCodes is not checked.
func (p *PostalCodes) Checked() bool { return p != nil && p.layouts != nil }

// Spell is a code as the country writes it. It is false if the code has no form of the country, whatever its case and
// its separators are. A code without the letters that all codes of the country begin with is right, and so is one with
// the country before it: 1010 in Latvia, D-10115 in Germany.
func (p *PostalCodes) Spell(code string) (string, bool) {
	f, found := p.fit(compactPostal(code))
	if !found {
		return "", false
	}
	return f.String(), true
}

// RestoreZeros is a code of digits with the zeros at its beginning that a spreadsheet took away, one or two. It is false
// if the code is none without them, or if codes of the country do not begin with zeros.
func (p *PostalCodes) RestoreZeros(code string) (string, bool) {
	code = compactPostal(code)
	if _, found := p.fit(code); found || strings.Trim(code, "0123456789") != "" {
		return "", false
	}
	for _, zeros := range []string{"0", "00"} {
		for _, l := range p.layouts {
			if l.fits(zeros+code) && p.hasExample(zeros) {
				return fitted{l, zeros + code}.String(), true
			}
		}
	}
	return "", false
}

func (p *PostalCodes) hasExample(prefix string) bool {
	return slices.ContainsFunc(p.examples, func(e string) bool { return strings.HasPrefix(e, prefix) })
}

// valid reports whether a code has a form of the country.
func (p *PostalCodes) valid(code string) bool {
	_, found := p.fit(compactPostal(code))
	return found
}

// fit finds the form that a compact code has.
func (p *PostalCodes) fit(code string) (fitted, bool) {
	for _, candidate := range [...]string{code, p.prefix + code, p.withoutCountry(code)} {
		for _, l := range p.layouts {
			if l.fits(candidate) {
				return fitted{l, candidate}, true
			}
		}
	}
	return fitted{}, false
}

// withoutCountry is a code without the country before it: the ISO code, or the letters of plates.
func (p *PostalCodes) withoutCountry(code string) string {
	if rest, found := strings.CutPrefix(code, string(p.country)); found {
		return rest
	}
	return strings.TrimPrefix(code, plates[p.country])
}

// plates are the letters that are written before postal codes. Most are the country letters of number plates.
var plates = map[shipment.Country]string{
	"AT": "A", "BE": "B", "DE": "D", "ES": "E", "FI": "FIN", "FR": "F", "HU": "H", "IT": "I", "LI": "FL", "LU": "L",
	"NO": "N", "PT": "P", "SE": "S", "SG": "S", "SI": "SLO",
}

// fitted is a compact code that has a form.
type fitted struct {
	layout layout
	code   string
}

// String is the code with the separators of its form.
func (f fitted) String() string {
	var b strings.Builder
	i := 0
	for _, c := range []byte(f.layout) {
		if c == ' ' || c == '-' {
			b.WriteByte(c)
			continue
		}
		b.WriteByte(f.code[i])
		i++
	}
	return b.String()
}

// prefix is the letters that all codes of the form begin with, such as LV; "" if the form is not letters and digits.
func (l layout) prefix() string {
	end := strings.IndexByte(string(l), '#')
	if end < 0 {
		return ""
	}
	letters := strings.Trim(string(l[:end]), " -")
	if strings.ContainsFunc(letters, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return ""
	}
	return letters
}

// fits reports whether a compact code has the form.
func (l layout) fits(code string) bool {
	i := 0
	for _, want := range []byte(l) {
		if want == ' ' || want == '-' {
			continue
		}
		if i == len(code) || !fitsAt(want, code[i]) {
			return false
		}
		i++
	}
	return i == len(code)
}

func fitsAt(want, c byte) bool {
	digit, letter := '0' <= c && c <= '9', 'A' <= c && c <= 'Z'
	switch want {
	case '#':
		return digit
	case '@':
		return letter
	case '*':
		return digit || letter
	}
	return c == want
}

// compactPostal is a code in upper case ASCII without separators. The characters of East Asian keyboards, and those that
// spreadsheets and address books add, are read as what they stand for.
func compactPostal(code string) string {
	if !strings.ContainsFunc(code, func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') }) {
		return code
	}
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if '\uFF01' <= r && r <= '\uFF5E' { // full width
			r -= 0xFEE0
		}
		switch r {
		case ' ', '\t', '\u00A0', '\u2009', '\u202F', '\u3000', '-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '.', '\u3012',
			'\u200B', '\u200E', '\u200F', '\uFEFF', '\'':
			return -1
		}
		return r
	}, code))
}
