package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/shipment"
)

// key is a key of the JSON form of a rule.
type key struct {
	name     string
	required bool // the rule must have it, and it must not be null
	read     func(r *Rule, sent json.RawMessage) error
	// value is what read has read, as json.Marshal takes it; nil for an absent value that is not written.
	value func(r *Rule) any
}

// commonKeys are the keys of every rule, in the order in which they are written. Those of its kind follow.
var commonKeys = []key{
	{"id", true, readID, func(r *Rule) any { return r.ID }},
	{"service_id", false, readPositive(func(r *Rule) *int64 { return &r.ServiceID }), func(r *Rule) any { return orNull(r.ServiceID) }},
	{"account_id", false, readPositive(func(r *Rule) *int64 { return &r.AccountID }), func(r *Rule) any { return orNull(r.AccountID) }},
	{"origin", false, readCountry(func(r *Rule) *shipment.Country { return &r.Origin }), func(r *Rule) any { return countryText(r.Origin) }},
	{
		"destination", false, readCountry(func(r *Rule) *shipment.Country { return &r.Destination }),
		func(r *Rule) any { return countryText(r.Destination) },
	},
	{
		"severity", true, readChoice(func(r *Rule) *Severity { return &r.Severity }, SeverityError, SeverityWarning),
		func(r *Rule) any { return r.Severity },
	},
	{"valid_from", false, readDate(func(r *Rule) *string { return &r.ValidFrom }), func(r *Rule) any { return orNull(r.ValidFrom) }},
	{"valid_until", false, readDate(func(r *Rule) *string { return &r.ValidUntil }), func(r *Rule) any { return orNull(r.ValidUntil) }},
	{"messages", false, readMessages, func(r *Rule) any { return r.Messages }},
	{"source", false, readText(MaxSource, func(r *Rule) *string { return &r.Source }), func(r *Rule) any { return orAbsent(r.Source) }},
	{"disabled", false, readFlag, func(r *Rule) any { return r.Disabled }},
	{"when", false, readText(MaxExpression, func(r *Rule) *string { return &r.When }), func(r *Rule) any { return orAbsent(r.When) }},
	{"kind", true, readKind, func(r *Rule) any { return r.Kind }},
}

// parameterKeys are the keys of conditions. Which of them a rule has depends on its kind.
var parameterKeys = []key{
	{"field", false, readField, func(r *Rule) any { return orAbsent(r.Field) }},
	{
		"party", false, readChoice(func(r *Rule) *string { return &r.Party }, shipment.PartyShipper, shipment.PartyConsignee),
		func(r *Rule) any { return orAbsent(r.Party) },
	},
	{"types", false, readList(func(r *Rule) *[]string { return &r.Types }, taxType), func(r *Rule) any { return orAbsentList(r.Types) }},
	{"pattern", false, readText(MaxPattern, func(r *Rule) *string { return &r.Pattern }), func(r *Rule) any { return orAbsent(r.Pattern) }},
	{
		"kg", false, readDecimal(3, func(r *Rule) *int64 { return (*int64)(&r.KG) }),
		func(r *Rule) any { return orAbsent(json.Number(nonZero(r.KG))) },
	},
	{
		"cm", false, readDecimal(2, func(r *Rule) *int64 { return (*int64)(&r.CM) }),
		func(r *Rule) any { return orAbsent(json.Number(nonZero(r.CM))) },
	},
	{"divisor", false, readPositive(func(r *Rule) *int64 { return &r.Divisor }), func(r *Rule) any { return orAbsent(r.Divisor) }},
	{
		"amount", false, readDecimal(2, func(r *Rule) *int64 { return (*int64)(&r.Amount) }),
		func(r *Rule) any { return orAbsent(json.Number(nonZero(r.Amount))) },
	},
	{"currency", false, readCurrency, func(r *Rule) any { return orAbsent(r.Currency) }},
	{"words", false, readList(func(r *Rule) *[]string { return &r.Words }, word), func(r *Rule) any { return orAbsentList(r.Words) }},
	{
		"categories", false, readList(func(r *Rule) *[]string { return &r.Categories }, word),
		func(r *Rule) any { return orAbsentList(r.Categories) },
	},
	{
		"prefixes", false, readList(func(r *Rule) *[]string { return &r.Prefixes }, hsPrefix),
		func(r *Rule) any { return orAbsentList(r.Prefixes) },
	},
	{"scheme", false, readScheme, func(r *Rule) any { return orAbsent(r.Scheme) }},
	{"tax_type", false, readTaxType, func(r *Rule) any { return orAbsent(r.TaxType) }},
	{
		"expression", false, readText(MaxExpression, func(r *Rule) *string { return &r.Expression }),
		func(r *Rule) any { return orAbsent(r.Expression) },
	},
}

// null is a value that is written as null.
type null struct{}

func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

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

func orAbsentList(v []string) any {
	if len(v) == 0 {
		return nil
	}
	return v
}

// nonZero is a decimal as text, "" for 0.
func nonZero[T interface {
	comparable
	String() string
}](v T) string {
	var zero T
	if v == zero {
		return ""
	}
	return v.String()
}

func countryText(c shipment.Country) string {
	if c == "" {
		return "*"
	}
	return c.Name()
}

var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

func readID(r *Rule, sent json.RawMessage) error {
	var id string
	if json.Unmarshal(sent, &id) != nil || !idForm.MatchString(id) {
		return fmt.Errorf("is %s: want 1 to %d lower-case letters, digits and hyphens that do not begin with a hyphen, such as kr-pccc",
			cut(sent), MaxID)
	}
	r.ID = id
	return nil
}

func readPositive(at func(*Rule) *int64) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		var n int64
		if json.Unmarshal(sent, &n) != nil || n < 1 {
			return fmt.Errorf("is %s: want a whole number from 1", cut(sent))
		}
		*at(r) = n
		return nil
	}
}

func readCountry(at func(*Rule) *shipment.Country) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		var name string
		err := json.Unmarshal(sent, &name)
		if err == nil && name == "*" {
			return nil
		}
		country, known := shipment.CountryByName(name)
		if err != nil || !known {
			return fmt.Errorf("is %s: want the name or the code of a country, such as South Korea or KR, or * for every country", cut(sent))
		}
		*at(r) = country
		return nil
	}
}

func readChoice[T ~string](at func(*Rule) *T, choices ...T) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		var name T
		if json.Unmarshal(sent, &name) != nil || !slices.Contains(choices, name) {
			return fmt.Errorf("is %s: want %s", cut(sent), alternatives(choices))
		}
		*at(r) = name
		return nil
	}
}

func readDate(at func(*Rule) *string) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		var day string
		err := json.Unmarshal(sent, &day)
		if err == nil {
			_, err = time.Parse(time.DateOnly, day)
		}
		if err != nil {
			return fmt.Errorf("is %s: want a day as YYYY-MM-DD", cut(sent))
		}
		*at(r) = day
		return nil
	}
}

// languageForm is that of BCP 47 tags, such as en, ko or zh-Hant.
var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

func readMessages(r *Rule, sent json.RawMessage) error {
	var messages map[string]string
	if err := json.Unmarshal(sent, &messages); err != nil {
		return fmt.Errorf(`is %s: want an object with a text for each language, such as {"en":"…"}`, cut(sent))
	}
	if len(messages) > MaxMessages {
		return fmt.Errorf("has %d languages: want at most %d", len(messages), MaxMessages)
	}
	for _, language := range slices.Sorted(maps.Keys(messages)) {
		text := messages[language]
		if !languageForm.MatchString(language) {
			return fmt.Errorf("has the language %q: want a language tag such as en, ko or zh-Hant", cutText(language))
		}
		if n := utf8.RuneCountInString(text); strings.TrimSpace(text) == "" || n > MaxMessage {
			return fmt.Errorf("has %d characters for %s: want 1 to %d", n, language, MaxMessage)
		}
	}
	if messages["en"] == "" {
		return fmt.Errorf("has no text for en: add one, or leave messages out for the built-in message")
	}
	r.Messages = messages
	return nil
}

func readText(limit int, at func(*Rule) *string) func(*Rule, json.RawMessage) error {
	return func(r *Rule, sent json.RawMessage) error {
		var text string
		if json.Unmarshal(sent, &text) != nil {
			return fmt.Errorf("is %s: want a text", cut(sent))
		}
		if n := utf8.RuneCountInString(text); strings.TrimSpace(text) == "" || n > limit {
			return fmt.Errorf("has %d characters: want 1 to %d, or leave it out", n, limit)
		}
		*at(r) = text
		return nil
	}
}

func readFlag(r *Rule, sent json.RawMessage) error {
	if json.Unmarshal(sent, &r.Disabled) != nil {
		return fmt.Errorf("is %s: want true or false", cut(sent))
	}
	return nil
}

func readKind(r *Rule, sent json.RawMessage) error {
	var kind Kind
	if json.Unmarshal(sent, &kind) != nil || kindOf(kind) == nil {
		return fmt.Errorf("is %s: want %s", cut(sent), alternatives(Kinds()))
	}
	r.Kind = kind
	return nil
}
