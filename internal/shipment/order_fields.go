package shipment

//go:generate go run ../fieldgen

import (
	"slices"
	"strings"
)

// The limits of fields.
const (
	MaxText    = 255  // code points of a text
	MaxAddress = 1000 // code points of an address
	MaxURL     = 1000 // code points of a URL
	MaxItems   = 200  // items of an order
)

// The types of several fields.
var (
	typeText     = Type{Name: TypeText, MaxLength: MaxText}
	typeCountry  = Type{Name: TypeCountry}
	typeCurrency = Type{Name: TypeCurrency}
	typeDate     = Type{Name: TypeDate}
	typeSize     = Type{Name: TypeDecimal, Digits: 10, Places: 2}
	typeWeight   = Type{Name: TypeDecimal, Digits: 10, Places: 3, Min: 1}
	typeAmount   = Type{Name: TypeDecimal, Digits: 12, Places: 2}
	typeURL      = Type{Name: TypeURL, MaxLength: MaxURL}
	typeMoney    = Type{Name: TypeDecimal, Digits: 13, Places: 3}
	typeShort    = Type{Name: TypeText, MaxLength: 40}
	// typePaper is the number of a paper: it says nothing of a person without the books of the shipper.
	typePaper = Type{Name: TypeText, MaxLength: MaxText, Impersonal: true}
)

// Where fields are sent.
var (
	required     = Sent{Required, Required}
	optional     = Sent{Optional, Optional}
	mustOfReturn = Sent{Optional, Required}
	mustOfCreate = Sent{Required, NotSent}
	ofCreate     = Sent{Optional, NotSent}
	ofReturn     = Sent{NotSent, Optional}
)

func choice(choices ...string) Type { return Type{Name: TypeChoice, Choices: choices} }

// OrderFields are the fields of an order. Create requests report problems in this order.
var OrderFields = slices.Concat([]Field[Order]{
	number("service_id", Type{Name: TypeService}, mustOfCreate, "Id of the service, which is a lane from country to country.",
		func(o *Order) *int64 { return &o.ServiceID }),
	text("tracking_no", Type{Name: TypeTrackingNo}, ofCreate, "The shipper's own tracking number; one is issued when it is absent.",
		func(o *Order) *string { return &o.TrackingNo }),
	text("shipper_order_id", typePaper, optional, "The shipper's own reference.", func(o *Order) *string { return &o.ShipperOrderID }),
	number("order_length", typeSize, required, "Length of the package in cm.", func(o *Order) *int64 { return (*int64)(&o.Length) }),
	number("order_width", typeSize, required, "Width of the package in cm.", func(o *Order) *int64 { return (*int64)(&o.Width) }),
	number("order_height", typeSize, required, "Height of the package in cm.", func(o *Order) *int64 { return (*int64)(&o.Height) }),
	number("order_weight", typeWeight, required, "Weight of the package in kg.", func(o *Order) *int64 { return (*int64)(&o.Weight) }),
	text("payment_type", choice(PaymentCOD, PaymentPrepaid), mustOfCreate, "cod is cash on delivery.",
		func(o *Order) *string { return &o.PaymentType }),
	number("cod_amt_to_collect", typeAmount, ofCreate,
		"Amount to collect on delivery of a cod order, in the currency of the consignee's country.",
		func(o *Order) *int64 { return (*int64)(&o.CODAmountToCollect) }),
	text("incoterm", choice("DDP", "DDU", "DAP", "EXW", "FCA", "CPT", "CIP", "DPU"), ofCreate, "Who pays the duties.",
		func(o *Order) *string { return &o.Incoterm }),
	text("identification_document_name", typeText, ofCreate, "Kind of the consignee's identification, such as LOCALTAXID.",
		func(o *Order) *string { return &o.IdentificationDocumentName }),
	text("consignee_identifcation_number", typeText, ofCreate, "Identification number of the consignee.",
		func(o *Order) *string { return &o.ConsigneeIdentificationNumber }),
}, partyFields(), behind(OfWhole, tradeAt,
	text("consignee_company", typeText, optional, "Company of the consignee. Documents have it above the name.",
		func(t *OrderTrade) *string { return &t.ConsigneeCompany }),
	text("shipper_company", typeText, optional, "Company of the sender. Documents have it above the name of the pickup contact.",
		func(t *OrderTrade) *string { return &t.ShipperCompany }),
	text("consignee_name_latin", typeText, optional, "Name of the consignee in Latin letters, which documents have beside the name.",
		func(t *OrderTrade) *string { return &t.ConsigneeNameLatin }),
	text("consignee_address_latin", Type{Name: TypeText, MaxLength: MaxAddress}, optional,
		"Address of the consignee with its city in Latin letters, which documents have beside the address.",
		func(t *OrderTrade) *string { return &t.ConsigneeAddressLatin }),
), []Field[Order]{
	text("pickup_date", typeDate, ofCreate, "Day of the pickup.", func(o *Order) *string { return &o.PickupDate }),
	text("pickup_notes", typeText, ofCreate, "Notes for the pickup.", func(o *Order) *string { return &o.PickupNotes }),
	text("delivery_note", typeText, ofCreate, "Note for the delivery.", func(o *Order) *string { return &o.DeliveryNote }),
	list("items", Type{Name: TypeItems, Min: 1, Max: MaxItems}, required, "Contents of the package.",
		func(o *Order) int { return len(o.Items) }),
	text("service_type", choice(ServiceTypePickup, ServiceTypeDropOff), Sent{NotSent, Required}, "How the return starts.",
		func(o *Order) *string { return &o.ServiceType }),
	text("forward_tracking_no", Type{Name: TypeText, MaxLength: 40, Impersonal: true}, ofReturn,
		"Tracking number of the forward order, which comes back. The response repeats it. "+
			"If it is an order of the account, it fills the fields that the return leaves out.",
		func(o *Order) *string { return &o.ForwardTrackingNo }),
}, behind(OfTrade, tradeAt, slices.Concat([]Field[OrderTrade]{
	text("export_reason", choice(ExportReasons()...), optional, "Why the goods leave the country.",
		func(t *OrderTrade) *string { return &t.ExportReason }),
	text("invoice_no", typePaper, optional, "Number of the shipper's invoice.", func(t *OrderTrade) *string { return &t.InvoiceNo }),
	text("invoice_date", typeDate, optional, "Date of the shipper's invoice.", func(t *OrderTrade) *string { return &t.InvoiceDate }),
	number("freight_amount", typeMoney, ofCreate, "Cost of the freight, in amount_currency.",
		func(t *OrderTrade) *int64 { return (*int64)(&t.FreightAmount) }),
	number("insurance_amount", typeMoney, ofCreate, "Cost of the insurance, in amount_currency.",
		func(t *OrderTrade) *int64 { return (*int64)(&t.InsuranceAmount) }),
	number("packing_amount", typeMoney, ofCreate, "Cost of the packing, in amount_currency.",
		func(t *OrderTrade) *int64 { return (*int64)(&t.PackingAmount) }),
	number("handling_amount", typeMoney, ofCreate, "Cost of the handling, in amount_currency.",
		func(t *OrderTrade) *int64 { return (*int64)(&t.HandlingAmount) }),
	number("other_amount", typeMoney, ofCreate, "Other charges, in amount_currency.",
		func(t *OrderTrade) *int64 { return (*int64)(&t.OtherAmount) }),
	number("discount_amount", typeMoney, ofCreate, "Discount on the goods and charges, in amount_currency.",
		func(t *OrderTrade) *int64 { return (*int64)(&t.DiscountAmount) }),
	text("amount_currency", typeCurrency, ofCreate,
		"ISO 4217 code of the currency of the charges and the discount. Required with one of them.",
		func(t *OrderTrade) *string { return &t.AmountCurrency }),
	text("export_reason_text", typeText, optional, "Why the goods leave the country, in words, above all if export_reason is other.",
		func(t *OrderTrade) *string { return &t.ExportReasonText }),
	text("export_type", choice(ExportPermanent, ExportTemporary), optional, "Whether the goods stay abroad.",
		func(t *OrderTrade) *string { return &t.ExportType }),
	text("duties_paid_by", choice(PartyShipper, PartyConsignee, PartyImporter), optional, "Who pays duties and taxes to the carrier.",
		func(t *OrderTrade) *string { return &t.DutiesPaidBy }),
	text("non_delivery_option", choice(NonDeliveryReturn, NonDeliveryAbandon), optional,
		"What happens to the parcel if it cannot be delivered.", func(t *OrderTrade) *string { return &t.NonDeliveryOption }),
	text("exporter_reference", typeText, optional, "Number by which customs know the shipper, beside its tax ids.",
		func(t *OrderTrade) *string { return &t.ExporterReference }),
	text("importer_reference", typeText, optional, "Number by which customs know the importer, beside the tax ids of the consignee.",
		func(t *OrderTrade) *string { return &t.ImporterReference }),
	text("licence_no", typePaper, optional, "Number of the export or import licence.", func(t *OrderTrade) *string { return &t.LicenceNo }),
	text("certificate_no", typePaper, optional, "Number of the certificate, such as of origin or health.",
		func(t *OrderTrade) *string { return &t.CertificateNo }),
	text("export_itn", typePaper, optional, "Internal Transaction Number of the export filing in the United States, such as X20260315123456.",
		func(t *OrderTrade) *string { return &t.ExportITN }),
	text("export_exemption", typePaper, optional, "Exemption from that filing, such as NOEEI 30.37(a).",
		func(t *OrderTrade) *string { return &t.ExportExemption }),
	text("export_mrn", typePaper, optional, "Movement Reference Number of the export declaration in the European Union.",
		func(t *OrderTrade) *string { return &t.ExportMRN }),
	text("prior_notice_no", typePaper, optional, "Number of the prior notice of food to the FDA of the United States.",
		func(t *OrderTrade) *string { return &t.PriorNoticeNo }),
	text("signer_name", typeText, optional, "Who signs the customs declaration.", func(t *OrderTrade) *string { return &t.SignerName }),
	text("signer_place", typeText, optional, "Where it is signed.", func(t *OrderTrade) *string { return &t.SignerPlace }),
	text("signed_on", typeDate, optional, "Date of the signature.", func(t *OrderTrade) *string { return &t.SignedOn }),
}, thirdParty("importer", "importer of record, if it is not the consignee", func(t *OrderTrade) *Party { return &t.Importer }),
	thirdParty("sold_to", "buyer, if it is not the consignee", func(t *OrderTrade) *Party { return &t.SoldTo }), []Field[OrderTrade]{
		list("tax_ids", Type{Name: TypeTaxIDs, Max: MaxTaxIDs}, optional,
			"Tax ids of the shipper and the consignee, beside consignee_identifcation_number.", func(t *OrderTrade) int { return len(t.TaxIDs) }),
		list("metadata", Type{Name: TypeMetadata, Max: MaxMetadata}, optional,
			"Texts of the shipper's own, by key. They are never printed.", func(t *OrderTrade) int { return len(t.Metadata) }),
	})...))

func tradeAt(o *Order) **OrderTrade { return &o.Trade }

// PartyFields are the fields of the consignee and the pickup. Sent says in which requests a consignee has the field.
var PartyFields = []Field[Party]{
	text("name", typeText, required, "Name", func(p *Party) *string { return &p.Name }),
	text("number", Type{Name: TypePhone}, required, "Phone number", func(p *Party) *string { return &p.Number }),
	text("country", typeCountry, required, "Country", func(p *Party) *string { return (*string)(&p.Country) }),
	text("address", Type{Name: TypeText, MaxLength: MaxAddress}, required, "Street address", func(p *Party) *string { return &p.Address }),
	text("postal", typeText, optional, "Postal code", func(p *Party) *string { return &p.Postal }),
	text("state", typeText, optional, "State", func(p *Party) *string { return &p.State }),
	text("city", typeText, optional, "City", func(p *Party) *string { return &p.City }),
	text("province", typeText, ofCreate, "Province", func(p *Party) *string { return &p.Province }),
	text("email", Type{Name: TypeEmail, MaxLength: MaxText}, mustOfReturn, "E-mail address", func(p *Party) *string { return &p.Email }),
}

// RecordFields are the fields that a record shows as they were sent, in its order. A record has the keys of the original
// interface only. No order has a shipper_sub_account_id or a store_id.
var RecordFields = NamedFields(strings.Fields(`shipper_sub_account_id shipper_order_id store_id consignee_name consignee_number
	consignee_country consignee_address consignee_postal consignee_state consignee_city consignee_province consignee_email
	order_length order_width order_height order_weight pickup_contact_name pickup_contact_number pickup_country pickup_address
	pickup_postal pickup_state pickup_city pickup_province payment_type delivery_note cod_amt_to_collect`)...)

// RestFields are the fields of an order that a record does not show.
var RestFields = slices.DeleteFunc(slices.Clone(OrderFields), func(f Field[Order]) bool {
	shown := slices.ContainsFunc(RecordFields, func(of Field[Order]) bool { return of.Name == f.Name })
	return shown || f.Name == "service_id" || f.Name == "tracking_no" || f.Type.Name == TypeItems
})

// NamedFields are fields of an order. One that the table does not have is a text that no order has.
func NamedFields(names ...string) []Field[Order] {
	fields := make([]Field[Order], len(names))
	for i, name := range names {
		fields[i] = text(name, Type{}, Sent{}, "", func(*Order) *string { return new(string) })
		if f := orderField(name); f != nil {
			fields[i] = *f
		}
	}
	return fields
}

func partyFields() []Field[Order] {
	var consignee, pickup []Field[Order]
	for _, f := range PartyFields {
		consignee = append(consignee, ofParty("consignee", f, func(o *Order) *Party { return &o.Consignee }))
		owner := "pickup"
		switch f.Name {
		case "name", "number":
			owner, f.Sent = "pickup_contact", mustOfReturn
		case "email":
			owner, f.Sent = "pickup_contact", ofReturn
		}
		pickup = append(pickup, ofParty(owner, f, func(o *Order) *Party { return &o.Pickup }))
	}
	return append(consignee, pickup...)
}

// thirdParty are the fields of a party of the trade data.
func thirdParty(owner, about string, at func(*OrderTrade) *Party) []Field[OrderTrade] {
	fields := make([]Field[OrderTrade], len(PartyFields))
	for i, f := range PartyFields {
		f.Name, f.About, f.Sent = owner+"_"+f.Name, f.About+" of the "+about+".", optional
		fields[i] = within(f, at)
	}
	return fields
}

func ofParty(owner string, f Field[Party], at func(*Order) *Party) Field[Order] {
	f.Name, f.Part = owner+"_"+f.Name, OfParty
	f.About += " of the " + strings.ReplaceAll(owner, "_", " ") + "."
	return within(f, at)
}
