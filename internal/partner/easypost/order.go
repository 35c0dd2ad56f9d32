package easypost

import (
	"cmp"
	"slices"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/shipment"
)

// forCustoms is a field that only the customs form needs.
const forCustoms = "pickup_contact_number"

// required are the fields without which no carrier takes a parcel. All other fields are optional, or are
// checked when an order is created.
var required = []struct {
	field string
	has   func(*shipment.Order) bool
}{
	{"consignee_name", func(o *shipment.Order) bool { return given(o.Consignee.Name) }},
	{"consignee_address", func(o *shipment.Order) bool { return given(o.Consignee.Address) }},
	{"consignee_city or consignee_postal", func(o *shipment.Order) bool { return given(city(o.Consignee), o.Consignee.Postal) }},
	{"consignee_state or consignee_province", func(o *shipment.Order) bool { return hasState(o.Consignee) }},
	{"consignee_country", func(o *shipment.Order) bool { return given(string(o.Consignee.Country)) }},
	{"pickup_contact_name", func(o *shipment.Order) bool { return given(o.Pickup.Name) }},
	{forCustoms, func(o *shipment.Order) bool { return !crossesBorder(o) || given(o.Pickup.Number) }},
	{"pickup_address", func(o *shipment.Order) bool { return given(o.Pickup.Address) }},
	{"pickup_city or pickup_postal", func(o *shipment.Order) bool { return given(city(o.Pickup), o.Pickup.Postal) }},
	{"pickup_state or pickup_province", func(o *shipment.Order) bool { return hasState(o.Pickup) }},
	{"pickup_country", func(o *shipment.Order) bool { return given(string(o.Pickup.Country)) }},
}

// given reports whether one of the texts is not blank.
func given(texts ...string) bool {
	return slices.ContainsFunc(texts, func(s string) bool { return strings.TrimSpace(s) != "" })
}

// hasState reports whether a party has the state that addresses of its country need. The carriers of the
// United States and Canada sort and rate by it.
func hasState(p shipment.Party) bool {
	return p.Country != "US" && p.Country != "CA" || given(p.State, p.Province)
}

// crossesBorder reports whether a parcel needs a customs form, on which EasyPost wants the sender's phone
// number.
func crossesBorder(o *shipment.Order) bool { return o.Pickup.Country != o.Consignee.Country }

// newShipment returns an order in EasyPost's form, or the reasons to refuse it, which name what is missing. A
// return goes from its pickup to its consignee like every order: EasyPost's is_return would swap the two.
//
// Its facts for customs come from the order, or from facts that the account or the service states.
func newShipment(key string, o shipment.Order, facts shipment.Customs) (*easypost.Shipment, refusals) {
	facts.Fill(&o)
	for _, r := range required {
		if !r.has(&o) {
			field, _, _ := strings.Cut(r.field, " or ")
			return nil, refusals{{
				Field: field, Missing: field == forCustoms, Message: r.field + " is missing: EasyPost's carriers require it.",
			}}
		}
	}
	if o.Weight <= 0 {
		return nil, refusals{{Field: "order_weight", Message: "order_weight is 0: EasyPost's carriers require it."}}
	}
	s := &easypost.Shipment{
		Reference:   key,
		FromAddress: newAddress(o.Pickup),
		ToAddress:   newAddress(o.Consignee),
		Parcel:      newParcel(o),
		Options:     newOptions(o),
	}
	s.ToAddress.FederalTaxID = o.ConsigneeIdentificationNumber
	if t := o.Trade; t != nil {
		s.ToAddress.Company, s.FromAddress.Company = t.ConsigneeCompany, t.ShipperCompany
		s.ToAddress.Name = cmp.Or(t.ConsigneeNameLatin, s.ToAddress.Name)
		s.ToAddress.Street1 = cmp.Or(t.ConsigneeAddressLatin, s.ToAddress.Street1)
		s.Options.InvoiceNumber = t.InvoiceNo
		s.TaxIdentifiers = newTaxIdentifiers(&o)
	}
	if crossesBorder(&o) {
		customs, refused := newCustoms(&o, facts)
		if refused != nil {
			return nil, refused
		}
		s.CustomsInfo = customs
	}
	return s, nil
}

func newAddress(p shipment.Party) *easypost.Address {
	return &easypost.Address{
		Name: p.Name, Phone: p.Number, Email: p.Email, Street1: p.Address, City: city(p),
		State: cmp.Or(p.State, p.Province), Zip: p.Postal, Country: string(p.Country),
	}
}

// cityStates are the city states, whose addresses have no city of their own.
var cityStates = map[shipment.Country]string{"SG": "Singapore", "HK": "Hong Kong", "MO": "Macao", "MC": "Monaco"}

func city(p shipment.Party) string { return cmp.Or(p.City, cityStates[p.Country]) }

// newParcel returns a parcel with all three dimensions or, if one is unknown, with none: EasyPost accepts
// nothing else.
func newParcel(o shipment.Order) *easypost.Parcel {
	parcel := &easypost.Parcel{Weight: ounces(o.Weight)}
	if o.Length > 0 && o.Width > 0 && o.Height > 0 {
		parcel.Length, parcel.Width, parcel.Height = inches(o.Length), inches(o.Width), inches(o.Height)
	}
	return parcel
}

// incoterms maps incoterms to EasyPost's, which follow Incoterms 2010: DAP replaced DDU there, and DPU replaced their DAT in 2020.
var incoterms = map[string]string{
	"DDP": "DDP", "DAP": "DAP", "DDU": "DAP", "DPU": "DAT", "EXW": "EXW", "FCA": "FCA", "CPT": "CPT", "CIP": "CIP",
}

func newOptions(o shipment.Order) *easypost.ShipmentOptions {
	options := &easypost.ShipmentOptions{
		LabelFormat:          "PDF",
		Incoterm:             incoterms[o.Incoterm],
		HandlingInstructions: o.DeliveryNote,
		PrintCustom1:         o.TrackingNo, // so that the packer finds the label's order
	}
	if collect := o.AmountToCollect(); collect > 0 {
		options.CODAmount, options.CODMethod = collect.String(), "CASH"
	}
	return options
}

// entities maps parties of a tax id to EasyPost's.
var entities = map[string]string{shipment.PartyShipper: "SENDER", shipment.PartyConsignee: "RECEIVER"}

// newTaxIdentifiers returns the tax ids of an order. The country of one that does not say who issued it is the country of
// its party.
func newTaxIdentifiers(o *shipment.Order) []*easypost.TaxIdentifier {
	home := map[string]shipment.Country{shipment.PartyShipper: o.Pickup.Country, shipment.PartyConsignee: o.Consignee.Country}
	var identifiers []*easypost.TaxIdentifier
	for _, id := range o.Trade.TaxIDs {
		identifiers = append(identifiers, &easypost.TaxIdentifier{
			Entity: entities[id.Party], TaxIdType: id.Type, TaxId: id.Number, IssuingCountry: string(cmp.Or(id.Country, home[id.Party])),
		})
	}
	return identifiers
}
