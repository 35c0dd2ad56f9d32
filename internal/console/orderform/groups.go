package orderform

import "slices"

// ServiceGroup is the name of the group whose fields are about the order itself.
var ServiceGroup = key("Service and payment")

// CustomsGroup is the name of the group whose fields are for customs.
var CustomsGroup = key("Customs")

// DeclarationGroup is the name of the group whose fields are for customs, too, and which few orders have.
var DeclarationGroup = key("More for customs")

// The fields of the groups of both forms, in the order in which they are shown. A form leaves out those that its orders do
// not have.
var (
	consigneeFields = party("consignee_", "consignee_", key("With the country code, such as +62 812 3456 7890."),
		key("Street, house number, building."))
	contactFields = party("pickup_", "pickup_contact_", "", "")
	pickupFields  = slices.Concat(contactFields, []Field{
		named("pickup_date", key("Date of pickup"), ""),
		named("pickup_notes", key("Notes for the pickup"), ""),
	})
	serviceFields = []Field{
		named("service_id", key("Service"), key("Those that run between the two countries come first.")),
		named("payment_type", key("Payment"), "",
			Option{"prepaid", key("Prepaid")}, Option{"cod", key("Cash on delivery")}),
		named("cod_amt_to_collect", key("Amount to collect"),
			key("With cash on delivery: in the currency of the consignee’s country.")),
		named("incoterm", key("Duties and taxes"), "",
			Option{"DDP", key("DDP: the sender pays")}, Option{"DAP", key("DAP: the consignee pays")},
			Option{"DDU", key("DDU: the consignee pays")}, Option{"DPU", key("DPU: the consignee pays")},
			Option{"CPT", key("CPT: the consignee pays")}, Option{"CIP", key("CIP: the consignee pays")},
			Option{"FCA", key("FCA: the consignee pays")}, Option{"EXW", key("EXW: the consignee pays")}),
		named("delivery_note", key("Note for the delivery"), ""),
		named("forward_tracking_no", key("Order that comes back"),
			key("Its tracking number. What you leave empty is taken from it.")),
		named("service_type", key("How it starts"), "",
			Option{"PICKUP", key("It is picked up")}, Option{"DROPOFF", key("It is dropped off")}),
		named("shipper_order_id", key("Your reference"), key("Such as the number of the order in your shop.")),
		named("tracking_no", key("Your own tracking number"), key("Leave it empty, and one is issued.")),
	}
)

// The groups that both forms have.
var (
	packageGroup = Group{Name: key("Package"), Card: "shipment", Step: key("What"), Fields: []Field{
		named("order_weight", key("Weight in kg"), ""),
		named("order_length", key("Length in cm"), ""),
		named("order_width", key("Width in cm"), ""),
		named("order_height", key("Height in cm"), ""),
	}}
	namesGroup = Group{
		Card: "consignee", Name: key("Companies and Latin letters"), Hint: key("Beside the names and the address above."),
		Folded: true, OnDemand: true,
		Fields: []Field{
			named("consignee_company", key("Company of the consignee"), ""),
			named("shipper_company", key("Company of the sender"), ""),
			named("consignee_name_latin", key("Consignee in Latin letters"), key("If the destination does not read the letters of the name.")),
			named("consignee_address_latin", key("Address in Latin letters"), key("With the city.")),
		},
	}
	customsGroup = Group{
		Card: "customs", Name: CustomsGroup, Hint: key("What some countries ask for."), Folded: true, List: TaxIDs,
		Fields: []Field{
			named("identification_document_name", key("Identification of the consignee"), key("Its kind, such as LOCALTAXID or NIK.")),
			named("consignee_identifcation_number", key("Identification number"), ""),
			named("export_reason", key("Reason of the export"), "",
				Option{"sale", key("Sale")}, Option{"gift", key("Gift")}, Option{"sample", key("Sample")},
				Option{"documents", key("Documents")}, Option{"return", key("Return of goods")}, Option{"repair", key("Repair")},
				Option{"warranty", key("Repair under warranty")}, Option{"personal_effects", key("Personal effects")},
				Option{"intercompany", key("Between branches of a company")}, Option{"exhibition", key("Exhibition")},
				Option{"humanitarian", key("Humanitarian aid")}, Option{"other", key("Other")}),
			named("invoice_no", key("Number of your invoice"), ""),
			named("invoice_date", key("Date of your invoice"), ""),
			named("freight_amount", key("Cost of the freight"), ""),
			named("insurance_amount", key("Cost of the insurance"), ""),
			named("amount_currency", key("Currency of these costs"), ""),
		},
	}
	declarationGroup = Group{
		Card: "customs", Name: DeclarationGroup, Hint: key("What some countries ask for."), Folded: true, OnDemand: true,
		Fields: []Field{
			named("export_reason_text", key("The reason in words"), key("Above all if it is another one.")),
			named("export_type", key("Type of the export"), "",
				Option{"permanent", key("The goods stay abroad")}, Option{"temporary", key("The goods come back")}),
			named("duties_paid_by", key("Who pays duties and taxes"), "",
				Option{"shipper", key("Sender")}, Option{"consignee", key("Consignee")}, Option{"importer", key("Importer of record")}),
			named("non_delivery_option", key("A parcel that cannot be delivered"), "",
				Option{"return", key("Comes back")}, Option{"abandon", key("Is abandoned")}),
			named("exporter_reference", key("Customs number of the exporter"), ""),
			named("importer_reference", key("Customs number of the importer"), ""),
			named("licence_no", key("Number of the licence"), ""),
			named("certificate_no", key("Number of the certificate"), key("Such as of origin or health.")),
			named("export_itn", key("ITN of the export filing"), key("For exports from the United States, such as X20260315123456.")),
			named("export_exemption", key("Exemption from the export filing"), key("For exports from the United States, such as NOEEI 30.37(a).")),
			named("export_mrn", key("MRN of the export declaration"), key("For exports from the European Union.")),
			named("prior_notice_no", key("Number of the prior notice"), key("For food to the United States.")),
			named("packing_amount", key("Cost of the packing"), ""),
			named("handling_amount", key("Cost of the handling"), ""),
			named("other_amount", key("Other charges"), ""),
			named("discount_amount", key("Discount"), key("It is taken off the goods and charges.")),
			named("signer_name", key("Signer"), key("Who signs the declaration.")),
			named("signer_place", key("Place of the signature"), ""),
			named("signed_on", key("Date of the signature"), ""),
		},
	}
	importerGroup = Group{
		Card: "customs", Name: key("Importer of record"), Hint: key("If it is not the consignee."), Folded: true, OnDemand: true,
		Fields: party("importer_", "importer_", "", ""),
	}
	buyerGroup = Group{
		Card: "customs", Name: key("Buyer"), Hint: key("If it is not the consignee."), Folded: true, OnDemand: true,
		Fields: party("sold_to_", "sold_to_", "", ""),
	}
	recordsGroup = Group{
		Card: "records", Name: key("Your records"), Hint: key("Texts that you keep with the order. They are never printed."),
		Folded: true, List: Metadata,
	}
)

// lastGroups are the groups that both forms end with.
var lastGroups = []Group{namesGroup, customsGroup, declarationGroup, importerGroup, buyerGroup, recordsGroup}

var createGroups = slices.Concat([]Group{
	{Name: key("Consignee"), Card: "consignee", Step: key("To whom"), Hint: key("Who receives the parcel."), Fields: consigneeFields},
	{
		Name: key("Pickup"), Card: "pickup", Hint: key("Where the parcel is collected. It is filled in from your last order."),
		Fields: pickupFields,
		Line:   []string{"pickup_contact_name", "pickup_address", "pickup_postal", "pickup_city", "pickup_date"},
	},
	packageGroup,
	{Name: key("Contents"), Card: "items", Hint: key("What is in the parcel, as customs must read it."), List: Items},
	{Name: ServiceGroup, Card: "shipment", Step: key("How"), Fields: serviceFields},
}, lastGroups)

var returnGroups = slices.Concat([]Group{
	{Name: key("Return"), Card: "shipment", Fields: serviceFields},
	{Name: key("Pickup"), Card: "pickup", Hint: key("Who sends the parcel back."), Fields: pickupFields},
	{Name: key("Consignee"), Card: "consignee", Hint: key("Who gets the parcel back."), Fields: consigneeFields},
	packageGroup,
	{Name: key("Contents"), Card: "items", List: Items},
}, lastGroups)

// party are the fields of a party, with the prefixes of those of the place and of the person.
func party(place, person, phoneHint, addressHint string) []Field {
	return []Field{
		named(person+"name", key("Name"), ""),
		named(place+"country", key("Country"), ""),
		named(person+"number", key("Phone"), phoneHint),
		named(person+"email", key("E-mail"), ""),
		named(place+"address", key("Address"), addressHint),
		named(place+"city", key("City"), ""),
		named(place+"postal", key("Postal code"), ""),
		named(place+"state", key("State or region"), ""),
		named(place+"province", key("Province"), ""),
	}
}

// itemWords are the words for the fields of an item.
var itemWords = map[string]Field{
	"item_desc":           {Label: key("Description"), Hint: key("What it is and what it is made of, such as cotton T-shirt.")},
	"item_quantity":       {Label: key("Quantity")},
	"item_price_value":    {Label: key("Price")},
	"item_price_currency": {Label: key("Currency")},
	"item_category":       {Label: key("Category"), More: true},
	"item_sku":            {Label: key("SKU"), More: true},
	"item_product_id":     {Label: key("Product id"), More: true},
	"item_hs_code":        {Label: key("HS code"), Hint: key("6 digits or more, or words in English to search them."), More: true},
	"item_origin_country": {Label: key("Made in"), More: true},
	"item_weight":         {Label: key("Net weight of one in kg"), More: true},
	"item_customs_desc":   {Label: key("Description for customs"), More: true},
	"item_url":            {Label: key("Page in your shop"), More: true},
	"item_image_url":      {Label: key("Address of a picture"), More: true},
	"item_customs_value":  {Label: key("Value of one for customs"), More: true},
	"item_gtin":           {Label: key("GTIN, as on the barcode"), More: true},

	"item_manufacturer_code":   {Label: key("Product number of the manufacturer"), More: true},
	"item_un_number":           {Label: key("UN number, if dangerous"), More: true},
	"item_hazard_class":        {Label: key("Class of dangerous goods"), More: true},
	"item_packing_instruction": {Label: key("Packing instruction"), More: true},
	"item_hazard_quantity":     {Label: key("Quantity of dangerous goods"), More: true},
}

// taxIDWords are the words for the fields of a tax id. The types are names that are the same in all languages.
var taxIDWords = map[string]Field{
	"party":   {Label: key("Whose"), Options: []Option{{"shipper", key("Sender")}, {"consignee", key("Consignee")}}},
	"type":    {Label: key("Kind of tax id")},
	"country": {Label: key("Issued by")},
	"number":  {Label: key("Tax id")},
}
