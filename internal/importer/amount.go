package importer

import (
	"cmp"
	"strings"

	"waybill/internal/shipment"
)

const (
	codField         = "cod_amt_to_collect"
	consigneeCountry = "consignee_country"
	priceCurrency    = "item_price_currency"
)

var (
	// amountParts splits a text into the number, and the texts before and after it.
	amountParts = compiled("^([-+]?)\\s*(\\p{L}{0,4} ?\\p{Sc}?)\\.?\\s*([-+]?\\d[\\d.,'’‘´` ]*?)\\s*(\\p{L}{0,4}\\p{Sc}?)\\.?$")
	// noCents is what people write for no cents, such as 250/- and 12,-, before a currency or not.
	noCents = compiled(`^(.*\d)\s*(?:[.,][-–—]{1,2}|/[-=])(\s*\p{L}*\p{Sc}?\.?)$`)
)

// amountOf returns the number of an amount such as Rp125.000 or 12,50 €, and the currency that its sign or code means; "" if it has
// none, or a sign of several currencies. A text that is no amount stays as it is.
func amountOf(text string) (number, currency string) {
	text = latin(text)
	if isDigit(text, 0) && isDigit(text, len(text)-1) {
		return text, "" // as most are
	}
	m := amountParts().FindStringSubmatch(noCents().ReplaceAllString(text, "$1$2"))
	if m == nil {
		return text, ""
	}
	before, isSign := currencyOf(m[2])
	after, isSignToo := currencyOf(m[4])
	if !isSign || !isSignToo || before != "" && after != "" && before != after {
		return text, ""
	}
	return m[1] + m[3], cmp.Or(before, after)
}

// currencyOf returns the currency that a sign or code means, "" for several or none.
func currencyOf(sign string) (code string, isSign bool) {
	sign = strings.ReplaceAll(sign, " ", "")
	if code, isSign = meaningOf("signs", sign); isSign {
		return code, true
	}
	if code, isSign = shipment.CurrencyByCode(sign); isSign {
		return code, true
	}
	return "", sign == ""
}

// pieces are such as 2 pcs and x2.
var pieces = compiledWords(`[x×]?\s?(\d{1,5})\s*`, "pieces", `?\.?$`)

// numberOf is the text of a number without the sign of a currency or the unit that a field may have.
func numberOf(field, text string) string {
	text = latin(text)
	switch {
	case isDigits(text): // as most are
	case field == quantityField:
		text = pieces().ReplaceAllString(text, "$1")
	case isMoney(field):
		text, _ = amountOf(text)
	case unitsOf[field] != nil:
		text, _ = measureOf(field, text)
	}
	return text
}

// currencyField is the field that says the currency of an amount: its code, or the country that has it.
func currencyField(amount string) string {
	switch {
	case amount == codField:
		return consigneeCountry // whose currency is collected
	case isOfItem(amount):
		return priceCurrency
	}
	return "amount_currency"
}

// currency is the currency that a row has, "" if that is not known.
func (f *fieldPlan) currency(row Row) string {
	if f == nil {
		return ""
	}
	text := f.textOrPreset(row)
	if f.Name == consigneeCountry {
		country, _ := shipment.CountryByName(text)
		return country.Currency()
	}
	return strings.ToUpper(text)
}

// amountIn returns the number of the amount in a cell of a row, and its currency: that of its sign, of the heading, or of the order.
func (c *columnPlan) amountIn(text string, row Row) (number, currency string) {
	number, says := amountOf(text)
	return number, cmp.Or(says, c.currency, c.currencies.currency(row))
}

// thousands is a number in groups of thousands, if its currency has no decimals.
var thousands = compiled(`^[+-]?[1-9]\d{0,2}((\.\d{3})+|(,\d{3})+|([ '’]\d{3})+)$`)

// hasDecimals reports whether ISO 4217 gives a currency decimals.
func hasDecimals(currency string) bool {
	return currency == "" || shipment.CurrencyDecimals(currency) > 0
}

// plainAmount writes an amount with a point and without groups.
func (c *columnPlan) plainAmount(text string, row Row) string {
	if isDigits(text) {
		return text // as most are
	}
	number, currency := c.amountIn(text, row)
	if !hasDecimals(currency) && thousands().MatchString(number) {
		return withoutGroups(number)
	}
	return c.Decimal.of(currency).plain(number)
}

func withoutGroups(number string) string {
	return strings.NewReplacer(".", "", ",", "").Replace(grouping.Replace(number))
}
