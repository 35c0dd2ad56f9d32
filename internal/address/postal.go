package address

import (
	"fmt"
	"strings"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// checkPostal suggests a postal code as its country writes it.
func checkPostal(sent string, country shipment.Country) Finding {
	text := strings.TrimSpace(tidy(sent))
	codes := rules.PostalCodesOf(country)
	switch {
	case codes != nil && codes.None:
		return Finding{Result: Suggested, Reason: fmt.Sprintf("%s has no postal codes: leave it out.", country.Name())}
	case !codes.Checked():
		return checkText(sent)
	}
	// A spreadsheet makes 12420.0 of the number 12420.
	if whole, isFloat := strings.CutSuffix(text, ".0"); isFloat {
		text = whole
	}
	if code, right := codes.Spell(text); right {
		return suggest(sent, code, fmt.Sprintf("Codes of %s are written so.", country.Name()))
	}
	if code, lost := codes.RestoreZeros(text); lost {
		return doubtful(code, fmt.Sprintf("%s A zero at the beginning seems to be lost.", describe(codes, country)))
	}
	if code, right := codes.Spell(asDigits.Replace(text)); right {
		return doubtful(code, fmt.Sprintf("%s Letters seem to stand in the place of digits.", describe(codes, country)))
	}
	return doubtful("", describe(codes, country))
}

// asDigits makes digits of the letters that look like them.
var asDigits = strings.NewReplacer("O", "0", "o", "0", "I", "1", "l", "1")

// missingPostal is the finding about an address without a postal code; false if its country needs none.
func missingPostal(country shipment.Country) (Finding, bool) {
	codes := rules.PostalCodesOf(country)
	if codes == nil || !codes.Required {
		return Finding{}, false
	}
	f := doubtful("", "Addresses need a postal code. "+describe(codes, country))
	f.Field = "postal"
	return f, true
}

// describe says what the codes of a country are like.
func describe(codes *rules.PostalCodes, country shipment.Country) string {
	verb := "have"
	if strings.HasPrefix(codes.Form, "as in ") {
		verb = "are written"
	}
	return fmt.Sprintf("Postal codes of %s (%s) %s %s.", country.Name(), codes.Name, verb, codes.Form)
}
