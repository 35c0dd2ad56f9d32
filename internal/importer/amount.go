package importer

import (
	"cmp"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

const (
	codField         = "cod_amt_to_collect"
	consigneeCountry = "consignee_country"
	priceCurrency    = "item_price_currency"
)

// signs are the signs of one currency each. Others, such as $, are those of several.
var signs = map[string]string{
	"rp": "IDR", "€": "EUR", "£": "GBP", "s$": "SGD", "us$": "USD", "a$": "AUD", "au$": "AUD", "hk$": "HKD", "nt$": "TWD", "nz$": "NZD",
	"r$": "BRL", "rm": "MYR", "฿": "THB", "₫": "VND", "đ": "VND", "₱": "PHP", "₹": "INR", "₩": "KRW", "₺": "TRY", "zł": "PLN", "₪": "ILS",
	"₦": "NGN", "₴": "UAH", "元": "CNY", "円": "JPY", "원": "KRW", "บาท": "THB", "kč": "CZK",
}

// ofSeveral are the signs of several currencies.
var ofSeveral = []string{"$", "¥", "￥", "kr", "rs", "fr", "c$"}

// amountParts splits a text into the number, and the texts before and after it.
var amountParts = compiled(
	`^([-+]?)\s*(\p{L}{0,3}\p{Sc}?)\.?\s*([-+]?\d[\d.,'’\x{00A0}\x{202F} ]*?)\s*(\p{L}{0,3}\p{Sc}?)\.?$`)

// amountOf returns the number of an amount such as Rp125.000 or 12,50 €, and the currency that its sign or code means; "" if it has
// none, or a sign of several currencies. A text that is no amount stays as it is.
func amountOf(text string) (number, currency string) {
	if isDigit(text, 0) && isDigit(text, len(text)-1) {
		return text, "" // as most are
	}
	m := amountParts().FindStringSubmatch(text)
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
	if code, isSign = signs[strings.ToLower(sign)]; isSign {
		return code, true
	}
	if code, isSign = shipment.CurrencyByCode(sign); isSign {
		return code, true
	}
	return "", sign == "" || slices.Contains(ofSeveral, strings.ToLower(sign))
}

// numberOf is the text of a number without the sign of a currency or the unit that a field may have.
func numberOf(field, text string) string {
	switch {
	case isMoney(field):
		text, _ = amountOf(text)
	case unitsOf[field] != nil:
		text, _ = measureOf(field, text)
	}
	return text
}

// currencyOf returns the currency that an amount in a row must have, "" if that is not known.
func (p *Plan) currencyOf(f *fieldPlan, row Row) string {
	field := "amount_currency"
	switch {
	case f.Name == codField:
		field = consigneeCountry // whose currency is collected
	case f.kind == itemField:
		field = priceCurrency
	}
	of := p.byField[field]
	if of == nil {
		return ""
	}
	text := of.textOrPreset(row)
	if f.Name == codField {
		country, _ := shipment.CountryByName(text)
		return country.Currency()
	}
	return strings.ToUpper(text)
}
