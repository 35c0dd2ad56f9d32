package importer

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"waybill/internal/address"
	"waybill/internal/importer/xlsx"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// convert makes the text of a field of that of a cell, as the mapping of its column says. What it cannot convert
// stays as it is, and the validator refuses it.
func (c *columnPlan) convert(f *request.Field, row Row) string {
	cell := row.Cell(c.index)
	text := strings.TrimSpace(cell.Text)
	if isNumber(f) {
		text = cmp.Or(cell.Number, text)
	}
	if c.Values != nil {
		text = c.meaning(text)
	}
	text = tidy(f, text)
	isEmptyDash := isDash(text) && (isNumber(f) || slices.Contains(dashIsEmpty, f.Type.Name))
	if text == "" || isEmptyDash || shipment.IsNothing(text) && !isPrinted(f.Name) {
		return ""
	}
	return c.plain(f, text, row)
}

// tidy writes the text of a cell with the letters that its field has.
func tidy(f *request.Field, text string) string {
	if meaning, _ := meaningOf("cod", text); f.Name == codField && meaning == shipment.PaymentPrepaid {
		return "0" // no amount
	}
	isPostal := strings.HasSuffix(f.Name, "_postal")
	if f.Type.Name != request.TypeText || isPostal {
		text = latin(text)
	}
	if f.Type.Name == request.TypePhone || f.Type.Name == request.TypeLocalPhone || isPostal {
		text = strings.TrimPrefix(text, "'") // which Shopify puts there
	}
	return text
}

// latin writes the digits of all scripts and the wide forms of East Asia as ASCII has them, and any blank as a plain one. The Arabic
// signs become a point before decimals, which are never groups of thousands, and nothing between groups.
func latin(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return text // as most are
	}
	written := strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
			return r
		case r == '٫':
			return '.'
		case r == '٬', unicode.Is(unicode.Cf, r): // such as a mark of the direction
			return -1
		case '！' <= r && r <= '～':
			return r - '！' + '!'
		case r == '−':
			return '-'
		case unicode.IsSpace(r):
			return ' '
		}
		for _, digits := range unicode.Nd.R16 { // each range begins with a zero
			if rune(digits.Lo) <= r && r <= rune(digits.Hi) {
				return '0' + (r-rune(digits.Lo))%10
			}
		}
		return r
	}, text)
	if strings.ContainsRune(text, '٫') && threeDigits().MatchString(written) {
		written += "0"
	}
	return strings.TrimSpace(written)
}

// isDash reports whether a text is a dash that people write for nothing.
func isDash(text string) bool { return text == "-" || text == "–" || text == "—" }

// dashIsEmpty are the types of fields, beside numbers, in which a dash is no value.
var dashIsEmpty = []shipment.TypeName{request.TypeDate, request.TypePhone, request.TypeLocalPhone, request.TypeEmail}

// plain writes a text in the form that orders have.
func (c *columnPlan) plain(f *request.Field, text string, row Row) string {
	switch f.Type.Name {
	case request.TypeDecimal, request.TypeInteger:
		number := c.number(f, text, row)
		if size, known := c.size(row); known && size != nil {
			return inUnit(number, size, f.Type.Places)
		}
		if c.isRounded(f, text, number, row) {
			return inUnit(number, big.NewRat(1, 1), f.Type.Places)
		}
		return number
	case request.TypeDate:
		return c.Date.iso(text)
	case request.TypeCountry:
		return countryOf(text)
	case request.TypeCurrency:
		code, _ := currencyOf(text)
		return cmp.Or(code, text)
	case request.TypePhone:
		return c.abroad(extension().ReplaceAllString(text, ""), row)
	default:
		if f.Name == paymentField {
			text = cmp.Or(synonyms().words["payments"][normal(text)], text)
		}
		return text
	}
}

// number writes a number with a point and without groups, in the unit of the cell.
func (c *columnPlan) number(f *request.Field, text string, row Row) string {
	text = c.side(text)
	switch {
	case row.Cell(c.index).Kind != TextCell:
		return text
	case isMoney(f.Name):
		return c.plainAmount(text, row)
	}
	return c.Decimal.plain(numberOf(f.Name, text))
}

// isRounded reports whether a number has more decimals than its field, which a program has calculated. Three decimals of an amount may
// be thousands, and so may what follows a point in a column with decimal commas.
func (c *columnPlan) isRounded(f *request.Field, text, number string, row Row) bool {
	_, decimals, _ := strings.Cut(number, ".")
	more := len(strings.TrimRight(decimals, "0"))
	thousands := isMoney(f.Name) && c.Decimal == DecimalPlain && len(decimals) == 3 ||
		strings.Contains(string(c.Decimal), "comma") && !strings.Contains(text, ",")
	unsure := row.Cell(c.index).Kind == TextCell && thousands
	return f.Type.Name == request.TypeDecimal && more > f.Type.Places && !unsure && plainNumber().MatchString(number)
}

// abroad is a phone number of a row with the country code that the column gives to those without one.
func (c *columnPlan) abroad(text string, row Row) string {
	switch {
	case c.Phone == "" || c.Phone == PhoneOfCountry && strings.HasSuffix(text, ".0"): // which is no digit of 6281234567890.0
		return text
	case c.Phone == PhoneOfCountry:
		return address.WithCountryCode(text, c.countryIn(row))
	}
	return abroad(text, c.Phone)
}

// countryIn is the country of the party of a phone number.
func (c *columnPlan) countryIn(row Row) shipment.Country {
	if c.country == nil {
		return ""
	}
	country, _ := shipment.CountryByName(c.country.textOrPreset(row))
	return country
}

// meaning translates a cell by the values of the mapping.
func (c *columnPlan) meaning(text string) string {
	if meaning, has := valueOf(c.Values, text); has {
		return meaning
	}
	if other, ok := c.Values["*"]; ok && text != "" {
		return other
	}
	return text
}

// valueOf returns what a text means by the values of a mapping, without regard to case.
func valueOf(values map[string]string, text string) (meaning string, has bool) {
	for value, meaning := range values {
		if strings.EqualFold(value, text) {
			return meaning, true
		}
	}
	return "", false
}

// The numbers that are written with a comma or a point before the decimals. Groups of thousands are separated by
// the other one, by blanks or by apostrophes.
var (
	commaNumber = compiled(`^[+-]?(\d+|\d{1,3}([.\x{00A0}\x{202F} '’]\d{3})+)(,\d+)?$`)
	pointNumber = compiled(`^[+-]?(\d+|\d{1,3}([,\x{00A0}\x{202F} '’]\d{3})+)(\.\d+)?$`)
	grouping    = strings.NewReplacer(" ", "", "\u00A0", "", "\u202F", "", "'", "", "’", "", "‘", "", "´", "", "`", "")

	// Numbers in groups that leave no doubt: 1'250.50, and 1,25,000.00 as in India.
	sureGroups   = compiled("^[+-]?\\d{1,3}([ '’‘´`]\\d{3})+([.,]\\d+)?$")
	indianGroups = compiled(`^[+-]?\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$`)
)

// plain writes a number with a point and without groups.
func (d Decimal) plain(text string) string {
	switch {
	case d == DecimalComma && commaNumber().MatchString(text):
		return strings.Replace(strings.ReplaceAll(grouping.Replace(text), ".", ""), ",", ".", 1)
	case d == DecimalPoint && pointNumber().MatchString(text):
		return strings.ReplaceAll(grouping.Replace(text), ",", "")
	case strings.Trim(text, "0123456789.") == "": // as most are
	case sureGroups().MatchString(text):
		return strings.ReplaceAll(grouping.Replace(text), ",", ".")
	case indianGroups().MatchString(text):
		return strings.ReplaceAll(text, ",", "")
	}
	return text
}

// inUnit converts a number into kg or cm, rounded to the decimal places of the field.
func inUnit(text string, size *big.Rat, places int) string {
	n, ok := numberIn(text)
	if !ok {
		return text
	}
	text = n.Mul(n, size).FloatString(places)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// numberIn is the number that a text without an exponent is: to make that of 1e999999 takes 20 ms, and to write it a gigabyte.
func numberIn(text string) (n *big.Rat, ok bool) {
	if !plainNumber().MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

var (
	plainNumber  = compiled(`^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})$`)
	dayNumbers   = compiled(`^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})\.?$`)
	serialNumber = compiled(`^[1-9]\d{0,6}(\.0+)?$`)
	timeOfDay    = compiled(`[T,]?\s*\d{1,2}:\d{2}.*$`)
)

// iso writes a day as YYYY-MM-DD, without the time that may follow it.
func (o DateOrder) iso(text string) string {
	if day, ok := dayOfSerial(text); ok && o == DateSerial {
		return day
	}
	day := timeOfDay().ReplaceAllString(text, "")
	for _, order := range []DateOrder{o, DateISO} {
		if date, ok := order.day(day); ok {
			return date
		}
	}
	if _, err := time.Parse(time.DateOnly, day); err == nil {
		return day
	}
	return text
}

// dayForm is a way to write days, and where the year, the month and the day are in it.
type dayForm struct {
	pattern          func() *regexp.Regexp
	year, month, day int
}

// dayForms are the ways to write days in an order. Those whose month has a name have no order.
var dayForms = map[DateOrder][]dayForm{
	DateDMY: {{dayNumbers, 3, 2, 1}}, DateMDY: {{dayNumbers, 3, 1, 2}}, DateYMD: {{dayNumbers, 1, 2, 3}},
	DateISO: {
		{compiled(`^(\d{1,2})(?:st|nd|rd|th|\.)?[-/ ]*(\pL+)\.?[-/, ]*(\d{4}|\d{2})$`), 3, 2, 1}, // 1-Dec-26
		{compiled(`^(\pL+)\.?[- ]*(\d{1,2})(?:st|nd|rd|th)?,?[- ]+(\d{4})$`), 3, 1, 2},           // Dec 1, 2026
		{compiled(`^(\d{4})[年년]\s*(\d{1,2})[月월]\s*(\d{1,2})[日일]$`), 1, 2, 3},
	},
}

// day reads a day in an order.
func (o DateOrder) day(text string) (iso string, ok bool) {
	for _, form := range dayForms[o] {
		if m := form.pattern().FindStringSubmatch(text); m != nil {
			month, _ := meaningOf("months", m[form.month])
			return dayOf(m[form.year], cmp.Or(month, m[form.month]), m[form.day])
		}
	}
	return "", false
}

// dayOf is a day of numbers as they are written.
func dayOf(year, month, day string) (iso string, ok bool) {
	if len(year) == 2 {
		year = "20" + year
	}
	iso = fmt.Sprintf("%s-%02s-%02s", year, month, day)
	_, err := time.Parse(time.DateOnly, iso)
	return iso, err == nil
}

// dayOfSerial is the day with a number in spreadsheets, such as 46053 or 46053.0.
func dayOfSerial(text string) (iso string, ok bool) {
	const leapDay = 60 // 1900-02-29, which did not exist
	n, err := strconv.ParseFloat(text, 64)
	iso, ok = xlsx.DateOf(n, false)
	return iso, ok && err == nil && n > leapDay && serialNumber().MatchString(text)
}

// abroad writes a phone number with a country code, which is + for a number that has it without a plus sign.
func abroad(text, code string) string {
	digits := phoneSeparators.Replace(text)
	switch {
	case !isDigits(digits) || strings.HasPrefix(digits, "00"):
		return text
	case code == "+", strings.HasPrefix(digits, code[1:]) && len(digits) >= len(code)+7:
		return "+" + digits
	}
	return code + strings.TrimPrefix(digits, "0")
}

var phoneSeparators = strings.NewReplacer(" ", "", "-", "", ".", "", "(", "", ")", "", "/", "")
