package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// identificationIs reports whether the identification number of the API, which is the consignee's, is of a type
// of tax ids.
func identificationIs(o *order, taxType string) bool {
	return o.ConsigneeIdentificationNumber != "" && strings.EqualFold(strings.TrimSpace(o.IdentificationDocumentName), taxType)
}

func compileTaxIDRequired(r *Rule) (check, *Problem) {
	field := r.Field
	field = cmp.Or(field, fieldTaxIDs)
	if r.Party == shipment.PartyShipper && field == fieldIDNumber {
		return nil, &Problem{Key: "field", Message: problem.RuleWrong.With(
			"is consignee_identifcation_number, which is not the shipper's: want tax_ids")}
	}
	missing := problem.ConsigneeTaxID
	if r.Party == shipment.PartyShipper {
		missing = problem.ShipperTaxID
	}
	return maximum(field, missing.With(alternatives(r.Types)), func(o *order) bool { return !hasTaxID(o, r) }), nil
}

func hasTaxID(o *order, r *Rule) bool {
	isWanted := func(id shipment.TaxID) bool { return id.Party == r.Party && slices.Contains(r.Types, id.Type) }
	return slices.ContainsFunc(tradeOf(o).TaxIDs, isWanted) || r.Party == shipment.PartyConsignee &&
		slices.ContainsFunc(r.Types, func(taxType string) bool { return identificationIs(o, taxType) })
}

func compileChecksum(r *Rule) (check, *Problem) {
	if (r.Field == "") == (r.TaxType == "") {
		return nil, &Problem{Key: "tax_type", Message: problem.RuleWrong.With("and field: want one of them")}
	}
	if r.TaxType == "" && (r.Country != "" || r.Party != "") {
		return nil, &Problem{Key: "tax_type", Message: problem.RuleWrong.With("is missing: country and party belong to the tax ids of a type")}
	}
	s, known := schemes[r.Scheme]
	if !known {
		return nil, &Problem{Key: "scheme", Message: problem.RuleValue.With(strconv.Quote(cutText(r.Scheme)), alternatives(Schemes()))}
	}
	wrong := func(number string) problem.Message {
		if s.valid(number) {
			return problem.Message{}
		}
		return invalidNumbers[r.Scheme]
	}
	if r.Field != "" {
		return eachText(fieldsByName[r.Field], wrong), nil
	}
	return func(v *visit) {
		o := v.order
		if identificationIs(o, r.TaxType) && r.isAbout(o, &shipment.TaxID{Party: shipment.PartyConsignee}) {
			v.findText(fieldIDNumber, -1, wrong(o.ConsigneeIdentificationNumber))
		}
		for i := range tradeOf(o).TaxIDs {
			if id := &o.Trade.TaxIDs[i]; id.Type == r.TaxType && r.isAbout(o, id) {
				v.findText(fieldTaxIDs, i, wrong(id.Number))
			}
		}
	}, nil
}

// isAbout reports whether a tax id of an order has the party and the country of the rule. The country of a tax id that
// does not say it is that of its party.
func (r *Rule) isAbout(o *order, id *shipment.TaxID) bool {
	if r.Party != "" && r.Party != id.Party {
		return false
	}
	country := id.Country
	if country == "" {
		p, _ := partyOf(o, id.Party)
		country = p.Country
	}
	return r.Country == "" || r.Country == country
}
