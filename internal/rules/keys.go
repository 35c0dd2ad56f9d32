package rules

import (
	"encoding/json"
	"fmt"
	"slices"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// key is a key of the JSON form of a rule.
type key struct {
	name     string
	required bool // the rule must have it, and it must not be null
	read     func(r *Rule, sent json.RawMessage) error
	// value returns what read has stored, for json.Marshal; nil for an absent value, which is not written.
	value func(r *Rule) any
}

// of makes a key of its reader, its place in a rule and its form.
func of[T any](name string, read func(json.RawMessage) (T, error), at func(*Rule) *T, value func(T) any) key {
	return key{
		name: name,
		read: func(r *Rule, sent json.RawMessage) error {
			v, err := read(sent)
			if err == nil {
				*at(r) = v
			}
			return err
		},
		value: func(r *Rule) any { return value(*at(r)) },
	}
}

// must makes a key one that every rule has.
func must(k key) key {
	k.required = true
	return k
}

// commonKeys are the keys of every rule, in the order in which they are written. Those of its kind follow.
var commonKeys = []key{
	must(of("id", readID, func(r *Rule) *string { return &r.ID }, always)),
	of("service_id", readPositive, func(r *Rule) *int64 { return &r.ServiceID }, orNull),
	of("account_id", readPositive, func(r *Rule) *int64 { return &r.AccountID }, orNull),
	of("origin", readCountries, func(r *Rule) *[]shipment.Country { return &r.Origins }, countriesValue),
	of("destination", readCountries, func(r *Rule) *[]shipment.Country { return &r.Destinations }, countriesValue),
	must(of("severity", readChoice(SeverityError, SeverityHold, SeverityWarning), func(r *Rule) *Severity { return &r.Severity }, always)),
	of("valid_from", readDate, func(r *Rule) *string { return &r.ValidFrom }, orNull),
	of("valid_until", readDate, func(r *Rule) *string { return &r.ValidUntil }, orNull),
	of("messages", readMessages, func(r *Rule) *map[string]string { return &r.Messages }, notEmpty),
	of("source", readText(MaxSource), func(r *Rule) *string { return &r.Source }, orAbsent),
	of("read_on", readDate, func(r *Rule) *string { return &r.ReadOn }, orAbsent),
	of("review_on", readDate, func(r *Rule) *string { return &r.ReviewOn }, orAbsent),
	of("disabled", readFlag, func(r *Rule) *bool { return &r.Disabled }, always),
	of("when", readText(MaxExpression), func(r *Rule) *string { return &r.When }, orAbsent),
	must(of("kind", readKind, func(r *Rule) *Kind { return &r.Kind }, always)),
}

// parameterKeys are the keys of conditions. Which of them a rule has depends on its kind.
var parameterKeys = []key{
	{name: "field", read: readFields, value: fieldsValue},
	of("party", readChoice(shipment.PartyShipper, shipment.PartyConsignee), func(r *Rule) *string { return &r.Party }, orAbsent),
	of("types", readList(taxType), func(r *Rule) *[]string { return &r.Types }, notEmpty),
	of("pattern", readText(MaxPattern), func(r *Rule) *string { return &r.Pattern }, orAbsent),
	of("kg", readDecimal[shipment.Thousandths](3), func(r *Rule) *shipment.Thousandths { return &r.KG }, decimalValue),
	of("cm", readDecimal[shipment.Hundredths](2), func(r *Rule) *shipment.Hundredths { return &r.CM }, decimalValue),
	of("divisor", readPositive, func(r *Rule) *int64 { return &r.Divisor }, orAbsent),
	of("amount", readDecimal[shipment.Hundredths](2), func(r *Rule) *shipment.Hundredths { return &r.Amount }, decimalValue),
	of("currency", readCurrency, func(r *Rule) *string { return &r.Currency }, orAbsent),
	of("words", readList(word), func(r *Rule) *[]string { return &r.Words }, notEmpty),
	of("categories", readList(word), func(r *Rule) *[]string { return &r.Categories }, notEmpty),
	of("prefixes", readList(hsPrefix), func(r *Rule) *[]string { return &r.Prefixes }, notEmpty),
	of("goods", readList(goodsKind), func(r *Rule) *[]string { return &r.Goods }, notEmpty),
	of("pieces", readPositive, func(r *Rule) *int64 { return &r.Pieces }, orAbsent),
	of("places", readList(place), func(r *Rule) *[]string { return &r.Places }, notEmpty),
	of("scheme", readChoice(Schemes()...), func(r *Rule) *string { return &r.Scheme }, orAbsent),
	of("tax_type", readChoice(shipment.TaxIDTypes()...), func(r *Rule) *string { return &r.TaxType }, orAbsent),
	of("country", readCountry, func(r *Rule) *shipment.Country { return &r.Country }, countryValue),
	of("expression", readText(MaxExpression), func(r *Rule) *string { return &r.Expression }, orAbsent),
}

// null is a value that is written as null.
type null struct{}

func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func always[T any](v T) any { return v }

func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return null{}
	}
	return v
}

func orAbsent[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

func notEmpty[T []string | map[string]string](v T) any {
	if len(v) == 0 {
		return nil
	}
	return v
}

func decimalValue[T interface {
	~int64
	String() string
}](v T) any {
	if v == 0 {
		return nil
	}
	return json.Number(v.String())
}

func countryValue(c shipment.Country) any { return orAbsent(c.Name()) }

// fieldsValue is the field of a rule, or the list of its fields.
func fieldsValue(r *Rule) any {
	if r.Fields != nil {
		return r.Fields
	}
	return orAbsent(r.Field)
}

// countriesValue is an end of a lane as it is written: *, a country or a group, or a list of them.
func countriesValue(countries []shipment.Country) any {
	var names []string
	for _, group := range shipment.CountryGroups() {
		members := shipment.CountryGroup(group)
		isMember := func(c shipment.Country) bool { return slices.Contains(members, c) }
		if left := slices.DeleteFunc(slices.Clone(countries), isMember); len(countries)-len(left) == len(members) {
			names, countries = append(names, group), left
		}
	}
	names = append(names, each.Of(countries, shipment.Country.Name)...)
	switch len(names) {
	case 0:
		return "*"
	case 1:
		return names[0]
	}
	return names
}

// MarshalJSON writes the JSON form, with all keys that the kind has.
func (r Rule) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for _, k := range r.keys() {
		v := k.value(&r)
		if v == nil {
			continue
		}
		text, err := shipment.PlainJSON(v) // expressions have &&
		if err != nil {
			return nil, fmt.Errorf("write %s of rule %s: %w", k.name, r.ID, err)
		}
		b = append(shipment.AppendKey(b, k.name), text...)
	}
	return append(b, '}'), nil
}

// keys are the keys that a rule of its kind has.
func (r *Rule) keys() []key {
	keys := slices.Clip(commonKeys)
	if k := kindOf(r.Kind); k != nil {
		keys = append(keys, k.keys()...)
	}
	return keys
}
