package rules

import (
	"slices"

	"waybill/internal/each"
)

// kindSpec has the keys and functions of a kind of rules.
type kindSpec struct {
	kind       Kind
	parameters []string // keys that a rule of the kind must have
	optional   []string // keys that it may have
	fits       fit      // which fields its key field may name
	lists      bool     // it may name several
	// compile makes the check of a rule, once for a Set. The error says what is wrong with the value of its key.
	compile func(*Rule) (check, *Problem)
}

// fit says which fields a kind can check.
type fit struct {
	ok   func(*field) bool
	want string // for messages
}

var (
	anyField  = fit{func(*field) bool { return true }, "a field"}
	textField = fit{(*field).isText, "a text, such as consignee_postal or item_desc"}
	taxField  = fit{
		func(f *field) bool { return f.Name == fieldTaxIDs || f.Name == fieldIDNumber },
		"tax_ids or consignee_identifcation_number",
	}
	phones = fit{
		func(f *field) bool { return f.Name == "consignee_number" || f.Name == fieldPickupPhone },
		"consignee_number or pickup_contact_number",
	}
)

// kindSpecs are all kinds, in the order in which they are described.
var kindSpecs = []kindSpec{
	{kind: KindRequired, parameters: []string{"field"}, fits: anyField, compile: compileRequired},
	{kind: KindPattern, parameters: []string{"field", "pattern"}, fits: textField, compile: compilePattern},
	{kind: KindPostalCode, parameters: []string{"party"}, optional: []string{"pattern"}, compile: compilePostalCode},
	{kind: KindMaxWeight, parameters: []string{"kg"}, compile: compileMaxWeight},
	{kind: KindMaxLength, parameters: []string{"cm"}, compile: compileMaxLength},
	{kind: KindMaxGirth, parameters: []string{"cm"}, compile: compileMaxGirth},
	{kind: KindMaxVolumetricWeight, parameters: []string{"kg", "divisor"}, compile: compileMaxVolumetricWeight},
	{kind: KindMaxValue, parameters: []string{"amount", "currency"}, compile: compileMaxValue},
	{kind: KindMaxCODAmount, parameters: []string{"amount", "currency"}, compile: compileMaxCODAmount},
	{kind: KindForbiddenWords, parameters: []string{"field", "words"}, fits: textField, lists: true, compile: compileForbiddenWords},
	{kind: KindVagueWords, parameters: []string{"field", "words"}, fits: textField, lists: true, compile: compileVagueWords},
	{kind: KindForbiddenCategories, parameters: []string{"categories"}, compile: compileForbiddenCategories},
	{kind: KindForbiddenHSCodes, parameters: []string{"prefixes"}, compile: compileForbiddenHSCodes},
	{
		kind: KindGoods, parameters: []string{"goods"}, optional: []string{"field", "pieces", "expression"}, fits: anyField,
		compile: compileGoods,
	},
	{kind: KindEmbargo, parameters: []string{"places"}, optional: []string{"party"}, compile: compileEmbargo},
	{kind: KindSanctions, compile: compileSanctions},
	{kind: KindCurrencyDecimals, compile: compileCurrencyDecimals},
	{kind: KindKnownHSCode, compile: compileKnownHSCode},
	{kind: KindHSCodeLength, compile: compileHSCodeLength},
	{
		kind: KindTaxIDRequired, parameters: []string{"party", "types"}, optional: []string{"field"}, fits: taxField,
		compile: compileTaxIDRequired,
	},
	{
		kind: KindChecksum, parameters: []string{"scheme"}, optional: []string{"tax_type", "country", "party", "field"},
		fits: textField, compile: compileChecksum,
	},
	{kind: KindAddressScript, compile: compileAddressScript},
	{kind: KindRubbish, parameters: []string{"field"}, fits: textField, lists: true, compile: compileRubbish},
	{kind: KindPhoneCountry, parameters: []string{"field"}, fits: phones, compile: compilePhoneCountry},
	{kind: KindCEL, parameters: []string{"field", "expression"}, fits: anyField, compile: compileCEL},
}

// Kinds are the kinds of rules, in the order in which they are described.
func Kinds() []Kind {
	return each.Of(kindSpecs, func(k kindSpec) Kind { return k.kind })
}

// kindOf returns the kindSpec of a kind, nil for an unknown one.
func kindOf(kind Kind) *kindSpec {
	if i := slices.IndexFunc(kindSpecs, func(k kindSpec) bool { return k.kind == kind }); i >= 0 {
		return &kindSpecs[i]
	}
	return nil
}

// Parameters are the keys that only rules of a kind have.
func Parameters(kind Kind) []string {
	if k := kindOf(kind); k != nil {
		return each.Of(k.keys(), nameOf)
	}
	return nil
}

// keys are the keys of the kind's parameters, in the order in which they are written.
func (k *kindSpec) keys() []key {
	var keys []key
	for _, p := range parameterKeys {
		must := slices.Contains(k.parameters, p.name)
		if must || slices.Contains(k.optional, p.name) {
			p.required = must
			keys = append(keys, p)
		}
	}
	return keys
}

// wrongField says which fields the kind can check, "" if f is one.
func (k *kindSpec) wrongField(f *field) (want string) {
	if k.fits.ok == nil || k.fits.ok(f) {
		return ""
	}
	return k.fits.want
}
