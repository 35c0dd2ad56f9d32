package shipment

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Customs are facts for a customs declaration by their names. An account states them for its orders, and a
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
		made := *cmp.Or(o.Items[i].Trade, new(ItemTrade))
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

// Exempts reports whether the export exemption holds for goods of a value in a currency, in thousandths of it. Nothing is
// known if the limit of the exemption is in another currency, or if there is none.
func (c Customs) Exempts(thousandths int64, currency string) (holds, known bool) {
	if c[CustomsExemptionLimit] == NoLimit {
		return true, true
	}
	limit, of, ok := ParseLimit(c[CustomsExemptionLimit])
	known = ok && of == currency
	return known && thousandths <= limit*1000, known
}

// ParseLimit reads the value of CustomsExemptionLimit: a whole amount and its currency, or NoLimit.
func ParseLimit(text string) (amount int64, currency string, ok bool) {
	number, currency, _ := strings.Cut(text, " ")
	amount, err := strconv.ParseInt(number, 10, 32)
	return amount, currency, text == NoLimit || err == nil && amount > 0 && slices.Contains(Currencies(), currency)
}
