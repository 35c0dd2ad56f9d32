package easypost

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// contents maps reasons for export to EasyPost's types of contents. The others are other.
var contents = map[string]string{
	shipment.ExportSale: "merchandise", shipment.ExportGift: "gift", shipment.ExportSample: "sample",
	shipment.ExportDocuments: "documents", shipment.ExportReturn: "returned_goods", "humanitarian": "humanitarian_donation",
}

// refusals are all reasons to refuse an order: mostly one, or each fact that is missing.
type refusals []*partner.RefusedError

// one returns all reasons as a *partner.RefusedError, or nil if there is none.
func (r refusals) one() error {
	if len(r) == 0 {
		return nil
	}
	all := *r[0]
	for _, more := range r[1:] {
		all = partner.RefusedError{Message: all.Message + " " + more.Message}
	}
	return &all
}

// missingField refuses an order that lacks a fact, which a field or a setting can say. It names what to fill in, and where.
func missingField(field string, item int, of, setting string) *partner.RefusedError {
	return partner.NewMissing(field, item, problem.MissingFact.With(of, setting))
}

// newCustoms declares an order's items. It says nothing that neither the order nor the facts say. It returns why the order is
// refused, above all what is missing.
func newCustoms(o *shipment.Order, facts shipment.Customs) (*easypost.CustomsInfo, refusals) {
	if len(o.Items) == 0 {
		return nil, refusals{{Field: "items", Missing: true, Message: "items is missing: customs needs a list of the contents."}}
	}
	trade := cmp.Or(o.Trade, new(shipment.OrderTrade))
	customs := &easypost.CustomsInfo{
		RestrictionType: facts[shipment.CustomsRestriction], NonDeliveryOption: trade.NonDeliveryOption,
		CustomsSigner:  trade.SignerName,
		CustomsCertify: facts[shipment.CustomsCertify] == "yes" && trade.SignerName == facts[shipment.CustomsSigner],
	}
	var refused refusals
	switch {
	case trade.ExportReason != "":
		customs.ContentsType, customs.ContentsExplanation = cmp.Or(contents[trade.ExportReason], "other"), trade.ExportReasonText
		if customs.ContentsType == "other" && trade.ExportReasonText == "" {
			customs.ContentsExplanation = trade.ExportReason
		}
	case o.Return:
		customs.ContentsType = "returned_goods"
	}
	if i := slices.IndexFunc(o.Items, func(it shipment.Item) bool { return it.IsDangerous() }); i >= 0 {
		refused = append(refused, &partner.RefusedError{Field: "item_un_number", Item: i + 1, Message: fmt.Sprintf(
			"items[%d] is dangerous goods: Waybill does not declare them to EasyPost's carriers. Send it by another service.", i)})
	}
	if customs.ContentsType == "" {
		refused = append(refused, missingField("export_reason", 0, "export_reason", shipment.CustomsContents))
	}
	if customs.RestrictionType == "" {
		refused = append(refused, partner.NewMissing("items", 0, problem.MissingRestriction))
	}
	values, wrong := lineValues(o)
	if wrong != nil {
		return nil, append(refused, wrong)
	}
	items, lacking := newCustomsItems(o, values)
	customs.CustomsItems, refused = items, append(refused, lacking...)
	if customs.EELPFC, wrong = exemption(o, values, facts); wrong != nil {
		refused = append(refused, wrong)
	}
	return customs, refused
}

// lineValues returns the values of the lines in thousandths of their currencies.
func lineValues(o *shipment.Order) ([]int64, *partner.RefusedError) {
	values := make([]int64, len(o.Items))
	for i := range o.Items {
		value, err := lineValue(&o.Items[i])
		if err != nil {
			return nil, &partner.RefusedError{
				Field: o.Items[i].ValueField(), Item: i + 1, Message: fmt.Sprintf("items[%d].%s %v.", i, o.Items[i].ValueField(), err),
			}
		}
		values[i] = value
	}
	return values, nil
}

// newCustomsItems declares the items. Of several items without a country of origin it names the first.
func newCustomsItems(o *shipment.Order, values []int64) ([]*easypost.CustomsItem, refusals) {
	weights, wrong := lineOunces(o)
	if wrong != nil {
		return nil, refusals{wrong}
	}
	var refused refusals
	items := make([]*easypost.CustomsItem, len(o.Items))
	for i := range o.Items {
		it, trade := &o.Items[i], tradeOf(&o.Items[i])
		origin := string(trade.OriginCountry)
		if origin == "" && refused == nil {
			refused = refusals{missingField("item_origin_country", i+1, fmt.Sprintf("items[%d].item_origin_country", i), shipment.CustomsOrigin)}
		}
		items[i] = &easypost.CustomsItem{
			Description: it.CustomsDesc(), Quantity: float64(it.Quantity), Value: float64(values[i]) / 1000,
			Weight: weights[i], Currency: it.PriceCurrency, Code: cmp.Or(it.SKU, it.ProductID), HSTariffNumber: trade.HSCode, OriginCountry: origin,
		}
	}
	return items, refused
}

func tradeOf(it *shipment.Item) *shipment.ItemTrade { return cmp.Or(it.Trade, new(shipment.ItemTrade)) }

// exemption is the exemption from the export filing of the United States, "" for an export from another country. Its
// limit is for the goods of one tariff number (15 CFR 30.37(a)). All goods count together if an item has no number.
func exemption(o *shipment.Order, lines []int64, facts shipment.Customs) (string, *partner.RefusedError) {
	if o.Pickup.Country != "US" {
		return "", nil
	}
	if t := o.Trade; t != nil && t.ExportITN != "" {
		return "AES " + strings.TrimSpace(strings.TrimPrefix(t.ExportITN, "AES")), nil
	} else if t != nil && t.ExportExemption != "" {
		return t.ExportExemption, nil
	}
	stated := facts[shipment.CustomsExemption]
	if stated == "" {
		return "", missingField("export_exemption", 0, "export_itn or export_exemption", shipment.CustomsExemption)
	}
	// A Schedule B number has ten digits. Goods that only share the beginning of their numbers may have the same one.
	digits, currency := 10, o.Items[0].PriceCurrency
	for i := range o.Items {
		digits = min(digits, max(6, len(tradeOf(&o.Items[i]).HSCode)))
		if tradeOf(&o.Items[i]).HSCode == "" {
			digits = 0
		}
		if o.Items[i].PriceCurrency != currency {
			currency = ""
		}
	}
	values := map[string]int64{}
	for i := range o.Items {
		code := tradeOf(&o.Items[i]).HSCode
		values[code[:min(digits, len(code))]] += lines[i]
	}
	for _, value := range values {
		switch holds, known := facts.Exempts(value, currency); {
		case !known:
			return "", &partner.RefusedError{Message: fmt.Sprintf(
				"%s is %s, and the prices of the items are in %s: they cannot be compared. State both in one currency.",
				shipment.CustomsExemptionLimit, facts[shipment.CustomsExemptionLimit], cmp.Or(currency, "several currencies"))}
		case !holds:
			return "", &partner.RefusedError{Message: fmt.Sprintf(
				"The goods are worth %.2f %s, and %s %s holds up to %s for the goods of one tariff number: they need an export filing.",
				float64(value)/1000, currency, shipment.CustomsExemption, stated, facts[shipment.CustomsExemptionLimit])}
		}
	}
	return stated, nil
}

// sameFacts reports whether what a shipment that EasyPost has says for customs is what would be said now. EasyPost itself
// fills in a way back, and may round weights.
func sameFacts(has, wanted *easypost.CustomsInfo) bool {
	if has == nil || wanted == nil {
		return true
	}
	return has.CustomsCertify == wanted.CustomsCertify && has.CustomsSigner == wanted.CustomsSigner && has.EELPFC == wanted.EELPFC &&
		has.ContentsType == wanted.ContentsType && has.ContentsExplanation == wanted.ContentsExplanation &&
		has.RestrictionType == wanted.RestrictionType &&
		(wanted.NonDeliveryOption == "" || has.NonDeliveryOption == wanted.NonDeliveryOption) &&
		sameItems(has.CustomsItems, wanted.CustomsItems)
}

// sameItems compares the origins and the weight of items in any order.
func sameItems(has, wanted []*easypost.CustomsItem) bool {
	const rounded = 0.1 // ounces of an item
	origins, weight := map[string]int{}, 0.0
	for _, it := range has {
		if it != nil {
			origins[it.OriginCountry]++
			weight += it.Weight
		}
	}
	for _, it := range wanted {
		origins[it.OriginCountry]--
		weight -= it.Weight
	}
	for _, more := range origins {
		if more != 0 {
			return false
		}
	}
	return math.Abs(weight) <= rounded*float64(len(wanted))
}
