package shipment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Customs are facts for a customs declaration by the names of CustomsSettings. An account states them for its orders, and a
// service for those of accounts that do not. They count where an order says nothing. A name that is missing is a fact that
// nobody stated.
type Customs map[string]string

// The names of facts.
const (
	CustomsContents       = "contents_type"
	CustomsExplanation    = "contents_explanation"
	CustomsRestriction    = "restriction_type"
	CustomsNonDelivery    = "non_delivery_option"
	CustomsOrigin         = "origin_country"
	CustomsSigner         = "customs_signer"
	CustomsCertify        = "customs_certify"
	CustomsExemption      = "export_exemption"
	CustomsExemptionLimit = "export_exemption_limit"
	CustomsSignerPlace    = "customs_signer_place"
	CustomsExporter       = "exporter_reference"
	CustomsDuties         = "duties_paid_by"
	CustomsExportType     = "export_type"
)

// NoLimit is the value of CustomsExemptionLimit for an exemption at any value.
const NoLimit = "none"

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
			Name: CustomsContents, Choices: []string{"merchandise", "gift", "sample", "documents", "returned_goods", "other"},
			About: "What is in the parcels whose orders have no export_reason.",
		},
		{Name: CustomsExplanation, Max: most, About: "What it is, if contents_type is other."},
		{
			Name: CustomsRestriction, Choices: []string{"none"},
			About: "none: the import of the goods is not restricted. EasyPost's library cannot send what another type needs.",
		},
		{Name: CustomsNonDelivery, Choices: []string{"return", "abandon"}, About: "What happens to a parcel that cannot be delivered."},
		{Name: CustomsOrigin, Max: 60, About: "Country where items without item_origin_country were made, by its code."},
		{Name: CustomsSigner, Max: most, About: "Who signs the declaration."},
		{
			Name: CustomsCertify, Choices: []string{"yes", "no"}, Needs: CustomsSigner, Without: "no",
			About: "Whether the signer certifies the declaration.",
		},
		{
			Name: CustomsExemption, Max: most, Needs: CustomsExemptionLimit,
			About: "Exemption from the export filing of the United States, such as NOEEI 30.37(a).",
		},
		{
			Name: CustomsExemptionLimit, Max: 20,
			About: "Highest value of the goods of one tariff number for which the exemption holds, such as 2500 USD, or none.",
		},
		{Name: CustomsSignerPlace, Max: most, Needs: CustomsSigner, About: "Where the declaration is signed."},
		{Name: CustomsExporter, Max: most, About: "Number by which customs know the shipper, of orders without exporter_reference."},
		{
			Name: CustomsDuties, Choices: []string{PartyShipper, PartyConsignee, PartyImporter},
			About: "Who pays duties and taxes of orders without duties_paid_by.",
		},
		{Name: CustomsExportType, Choices: []string{ExportPermanent, ExportTemporary}, About: "Whether the goods stay abroad."},
	}
}

// together are facts that are stated together: one without the other may be wrong.
var together = map[string]string{
	CustomsExplanation: CustomsContents, CustomsCertify: CustomsSigner, CustomsExemptionLimit: CustomsExemption,
	CustomsSignerPlace: CustomsSigner,
}

// reasonOf are the reasons for export of contents that have another name.
var reasonOf = map[string]string{"merchandise": ExportSale, "returned_goods": ExportReturn}

// Fill makes the facts those of an order that does not say them. The order gets trade data and items of its own. The export
// exemption is not filled in, because it only holds for some orders.
func (c Customs) Fill(o *Order) {
	if len(c) == 0 {
		return
	}
	*o = *o.Clone()
	t := o.MakeTrade()
	if t.ExportReason == "" && !o.Return && c[CustomsContents] != "" {
		t.ExportReason = cmp.Or(reasonOf[c[CustomsContents]], c[CustomsContents])
		t.ExportReasonText = cmp.Or(t.ExportReasonText, c[CustomsExplanation])
	}
	if t.SignerName == "" {
		t.SignerName, t.SignerPlace = c[CustomsSigner], cmp.Or(t.SignerPlace, c[CustomsSignerPlace])
	}
	t.NonDeliveryOption = cmp.Or(t.NonDeliveryOption, c[CustomsNonDelivery])
	t.ExporterReference = cmp.Or(t.ExporterReference, c[CustomsExporter])
	t.DutiesPaidBy = cmp.Or(t.DutiesPaidBy, c[CustomsDuties])
	t.ExportType = cmp.Or(t.ExportType, c[CustomsExportType])
	if c[CustomsOrigin] == "" {
		return
	}
	o.Items = slices.Clone(o.Items)
	for i := range o.Items {
		made := ItemTrade{}
		if o.Items[i].Trade != nil {
			made = *o.Items[i].Trade
		}
		made.OriginCountry = cmp.Or(made.OriginCountry, Country(c[CustomsOrigin]))
		o.Items[i].Trade = &made
	}
}

// Over returns the facts of c, with defaults for the facts that c does not state. Facts that belong together come from one of them.
func (c Customs) Over(defaults Customs) Customs {
	all := maps.Clone(c)
	if all == nil {
		all = Customs{}
	}
	for name, value := range defaults {
		if first := together[name]; c[name] == "" && (first == "" || c[first] == "") {
			all[name] = value
		}
	}
	return all
}

// CustomsError refuses a setting.
type CustomsError struct{ Name, Message string }

func (e *CustomsError) Error() string { return e.Message }

func wrongCustoms(name, format string, args ...any) error {
	return &CustomsError{name, fmt.Sprintf(format, args...)}
}

// Set changes a fact; "" removes it. Returns a *CustomsError that says what it may be.
func (c Customs) Set(name, value string) error {
	value = strings.TrimSpace(value)
	settings := CustomsSettings()
	at := slices.IndexFunc(settings, func(s CustomsSetting) bool { return s.Name == name })
	if at < 0 {
		names := make([]string, len(settings))
		for i, s := range settings {
			names[i] = s.Name
		}
		return wrongCustoms(name, "%q is no setting: want one of %s", name, strings.Join(names, ", "))
	}
	s := settings[at]
	country, isCountry := CountryByName(value)
	switch {
	case value == "":
		delete(c, name)
		return nil
	case s.Choices != nil && !slices.Contains(s.Choices, value):
		return wrongCustoms(name, "%s is %q: want one of %s, or nothing", name, value, strings.Join(s.Choices, ", "))
	case s.Max > 0 && utf8.RuneCountInString(value) > s.Max, strings.ContainsFunc(value, unicode.IsControl), !utf8.ValidString(value):
		return wrongCustoms(name, "%s has at most %d characters on one line", name, s.Max)
	case name == CustomsOrigin && !isCountry:
		return wrongCustoms(name, "%s is %q: want the code of a country, such as SG", name, value)
	case name == CustomsExemptionLimit:
		if _, _, ok := parseLimit(value); !ok {
			return wrongCustoms(name, "%s is %q: want an amount and a currency, such as 2500 USD, or %s", name, value, NoLimit)
		}
	}
	if c[name] = value; name == CustomsOrigin {
		c[name] = string(country)
	}
	return nil
}

// Check returns a *CustomsError of a fact that is missing because another one needs it.
func (c Customs) Check() error {
	if c[CustomsContents] == "other" && c[CustomsExplanation] == "" {
		return wrongCustoms(CustomsExplanation, "%s is other: set %s, too", CustomsContents, CustomsExplanation)
	}
	for _, s := range CustomsSettings() {
		if value := c[s.Name]; s.Needs != "" && value != "" && value != s.Without && c[s.Needs] == "" {
			return wrongCustoms(s.Needs, "%s is %s: set %s, too", s.Name, value, s.Needs)
		}
	}
	return nil
}

// Exempts reports whether the export exemption holds for goods of a value in a currency, in thousandths of it. Nothing is
// known if the limit of the exemption is in another currency, or if there is none.
func (c Customs) Exempts(thousandths int64, currency string) (holds, known bool) {
	if c[CustomsExemptionLimit] == NoLimit {
		return true, true
	}
	limit, of, ok := parseLimit(c[CustomsExemptionLimit])
	known = ok && of == currency
	return known && thousandths <= limit*1000, known
}

// parseLimit reads a whole amount and its currency, or NoLimit.
func parseLimit(text string) (amount int64, currency string, ok bool) {
	number, currency, _ := strings.Cut(text, " ")
	amount, err := strconv.ParseInt(number, 10, 32)
	return amount, currency, text == NoLimit || err == nil && amount > 0 && slices.Contains(Currencies(), currency)
}
