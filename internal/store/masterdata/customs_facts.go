package masterdata

import (
	"slices"
	"strings"
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

// CustomsSettings are the facts that can be set. The choices of contents and restrictions are EasyPost's:
// https://docs.easypost.com/docs/customs-infos
func CustomsSettings() []CustomsSetting {
	const most = 255
	return []CustomsSetting{
		{
			Name: shipment.CustomsContents, Choices: []string{"merchandise", "gift", "sample", "documents", "returned_goods", "other"},
			About: "What is in the parcels whose orders have no export_reason.",
		},
		{Name: shipment.CustomsExplanation, Max: most, About: "What it is, if contents_type is other."},
		{
			Name: shipment.CustomsRestriction, Choices: []string{"none"},
			About: "none: the import of the goods is not restricted. EasyPost's library cannot send what another type needs.",
		},
		{
			Name: shipment.CustomsNonDelivery, Choices: []string{"return", "abandon"},
			About: "What happens to a parcel that cannot be delivered.",
		},
		{Name: shipment.CustomsOrigin, Max: 60, About: "Country where items without item_origin_country were made, by its code."},
		{Name: shipment.CustomsSigner, Max: most, About: "Who signs the declaration."},
		{
			Name: shipment.CustomsCertify, Choices: []string{"yes", "no"}, Needs: shipment.CustomsSigner, Without: "no",
			About: "Whether the signer certifies the declaration.",
		},
		{
			Name: shipment.CustomsExemption, Max: most, Needs: shipment.CustomsExemptionLimit,
			About: "Exemption from the export filing of the United States, such as NOEEI 30.37(a).",
		},
		{
			Name: shipment.CustomsExemptionLimit, Max: 20,
			About: "Highest value of the goods of one tariff number for which the exemption holds, such as 2500 USD, or none.",
		},
		{Name: shipment.CustomsSignerPlace, Max: most, Needs: shipment.CustomsSigner, About: "Where the declaration is signed."},
		{
			Name: shipment.CustomsExporter, Max: most,
			About: "Number by which customs know the shipper, of orders without exporter_reference.",
		},
		{
			Name: shipment.CustomsDuties, Choices: []string{shipment.PartyShipper, shipment.PartyConsignee, shipment.PartyImporter},
			About: "Who pays duties and taxes of orders without duties_paid_by.",
		},
		{
			Name: shipment.CustomsExportType, Choices: []string{shipment.ExportPermanent, shipment.ExportTemporary},
			About: "Whether the goods stay abroad.",
		},
	}
}

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
