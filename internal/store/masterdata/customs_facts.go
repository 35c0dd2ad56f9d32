package masterdata

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// CustomsSetting is a fact that can be set. Its value is one of Choices, or a text of at most Max characters on one line.
type CustomsSetting struct {
	Name    string
	Choices []string
	Max     int
	Needs   string // another one without which it says nothing
	Without string // the choice that does not need the other one; "" if all do
	About   string
}

//go:embed customs_facts.csv
var customsFactsCSV string

// CustomsSettings are the facts that can be set.
var CustomsSettings = sync.OnceValue(func() (all []CustomsSetting) {
	for _, row := range shipment.Rows("customs_facts.csv", customsFactsCSV)[1:] {
		most, err := strconv.Atoi(row[2])
		if err != nil {
			panic("customs_facts.csv: " + err.Error())
		}
		s := CustomsSetting{Name: row[0], Max: most, Needs: row[3], Without: row[4], About: row[5]}
		if row[1] != "" {
			s.Choices = strings.Fields(row[1])
		}
		all = append(all, s)
	}
	return all
})

// SetCustoms changes a fact; "" removes it. Returns a *problem.FieldError that says what it may be.
func SetCustoms(facts shipment.Customs, name, value string) error {
	value = strings.TrimSpace(value)
	settings := CustomsSettings()
	at := slices.IndexFunc(settings, func(s CustomsSetting) bool { return s.Name == name })
	if at < 0 {
		names := each.Of(settings, func(s CustomsSetting) string { return s.Name })
		return problem.Wrong(name, problem.UnknownOf.With(strings.Join(names, ", ")))
	}
	if value == "" {
		delete(facts, name)
		return nil
	}
	s := settings[at]
	country, isCountry := shipment.CountryByName(value)
	_, _, isLimit := shipment.ParseLimit(value)
	switch {
	case s.Choices != nil && !slices.Contains(s.Choices, value):
		return problem.Wrong(name, problem.NotStatable.With(strings.Join(s.Choices, ", ")))
	case s.Max > 0 && utf8.RuneCountInString(value) > s.Max, strings.ContainsFunc(value, unicode.IsControl), !utf8.ValidString(value):
		return problem.Wrong(name, problem.NotNote.With(s.Max))
	case name == shipment.CustomsOrigin && !isCountry:
		return problem.Wrong(name, problem.NotCountry)
	case name == shipment.CustomsExemptionLimit && !isLimit:
		return problem.Wrong(name, problem.NotExemptionLimit)
	}
	if facts[name] = value; name == shipment.CustomsOrigin {
		facts[name] = string(country)
	}
	return nil
}

// checkCustoms returns a *problem.FieldError of a fact that is missing because another one needs it.
func checkCustoms(facts shipment.Customs) error {
	if facts[shipment.CustomsContents] == "other" && facts[shipment.CustomsExplanation] == "" {
		return problem.Wrong(shipment.CustomsExplanation, problem.NeededFact)
	}
	for _, s := range CustomsSettings() {
		if value := facts[s.Name]; s.Needs != "" && value != "" && value != s.Without && facts[s.Needs] == "" {
			return problem.Wrong(s.Needs, problem.NeededFact)
		}
	}
	return nil
}
