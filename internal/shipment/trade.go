package shipment

import (
	"cmp"
	"slices"
	"strings"
)

// OrderTrade has the fields of an order for customs, papers and its own records, beside those of the interface. All of it
// may be absent.
type OrderTrade struct {
	ExportReason string // one of ExportReasons
	InvoiceNo    string
	InvoiceDate  string // YYYY-MM-DD

	// Charges beside the value of the goods, in AmountCurrency.
	FreightAmount   Thousandths
	InsuranceAmount Thousandths
	PackingAmount   Thousandths
	HandlingAmount  Thousandths
	OtherAmount     Thousandths
	DiscountAmount  Thousandths // taken off the others
	AmountCurrency  string      // ISO 4217

	ExportReasonText  string // the reason in words, above all if it is ExportOther
	ExportType        string // ExportPermanent, ExportTemporary or ""
	DutiesPaidBy      string // PartyShipper, PartyConsignee, PartyImporter or ""
	NonDeliveryOption string // NonDeliveryReturn, NonDeliveryAbandon or ""
	ExporterReference string // numbers by which customs know the shipper and the importer
	ImporterReference string
	LicenceNo         string
	CertificateNo     string
	ExportITN         string // Internal Transaction Number of an export filing in the United States
	ExportExemption   string // from that filing
	ExportMRN         string // Movement Reference Number of an export declaration in the European Union
	PriorNoticeNo     string // of food to the United States
	SignerName        string
	SignerPlace       string
	SignedOn          string // YYYY-MM-DD

	// Few orders have them, so they are here. They are part of the order itself in requests and responses.
	ConsigneeCompany string
	ShipperCompany   string
	// Spellings in Latin letters of what is in another script. The address has the city in it.
	ConsigneeNameLatin    string
	ConsigneeAddressLatin string

	Importer Party // of record, if it is not the consignee
	SoldTo   Party // who bought the goods, if it is not the consignee

	TaxIDs   []TaxID    // at most MaxTaxIDs
	Metadata []Metadata // at most MaxMetadata; never printed
}

// ItemTrade has the fields of an item for customs, beside those of the interface. All of it may be absent.
type ItemTrade struct {
	HSCode        string      // Harmonized System: 6 to MaxHSCode digits
	OriginCountry Country     // where it was made
	Weight        Thousandths // kg, net, of one piece
	CustomsDesc   string      // the description for customs, when it differs from that of the item
	URL           string      // of the item in a shop
	ImageURL      string
	CustomsValue  Thousandths // of one piece, in the currency of the price; 0: the price counts

	ManufacturerCode string // by which its manufacturer knows it
	GTIN             string // Global Trade Item Number

	// For dangerous goods.
	UNNumber           string // UN and four digits
	HazardClass        string
	PackingInstruction string
	HazardQuantity     string // net, with its unit
}

// The most entries of the lists of an order, and the most code points of a key and a value of metadata.
const (
	MaxTaxIDs        = 10
	MaxMetadata      = 20
	MaxMetadataKey   = 40
	MaxMetadataValue = 500
)

// TaxID is a number by which a tax authority knows a party of an order.
type TaxID struct {
	Party   string  // PartyShipper or PartyConsignee
	Type    string  // one of TaxIDTypes
	Country Country // that issued it, "" when it is not said
	Number  string
}

// Metadata is a text that the shipper keeps with an order under a key of its own.
type Metadata struct{ Key, Value string }

// AppendMetadata appends metadata as a JSON object, in the order in which it was sent.
func AppendMetadata(b []byte, metadata []Metadata) []byte {
	b = append(b, '{')
	for _, m := range metadata {
		b = appendField(b, m.Key, m.Value)
	}
	return append(b, '}')
}

// The parties of a TaxID.
const (
	PartyShipper   = "shipper" // who exports; the pickup contact
	PartyConsignee = "consignee"
	PartyImporter  = "importer" // of record; it has no tax ids of its own
)

// The values of export_type and non_delivery_option.
const (
	ExportPermanent = "permanent"
	ExportTemporary = "temporary"

	NonDeliveryReturn  = "return"
	NonDeliveryAbandon = "abandon"
)

// The values of export_reason.
const (
	ExportSale      = "sale"
	ExportGift      = "gift"
	ExportSample    = "sample"
	ExportDocuments = "documents"
	ExportReturn    = "return"
	ExportRepair    = "repair"
	ExportOther     = "other" // export_reason_text says which
)

// ExportReasons are the values of export_reason.
func ExportReasons() []string {
	return []string{
		ExportSale, ExportGift, ExportSample, ExportDocuments, ExportReturn, ExportRepair,
		"warranty", "personal_effects", "intercompany", "exhibition", "humanitarian", ExportOther,
	}
}

// Charge is a charge of an order beside the value of its goods.
type Charge struct {
	Name   string // in English, as invoices have it
	Amount Thousandths
	Off    bool // it is taken off the others
}

// Charges are all kinds of charges, in the order of invoices. Those that the order does not have are 0.
func (t *OrderTrade) Charges() []Charge {
	return []Charge{
		{"Freight", t.FreightAmount, false},
		{"Insurance", t.InsuranceAmount, false},
		{"Packing", t.PackingAmount, false},
		{"Handling", t.HandlingAmount, false},
		{"Other charges", t.OtherAmount, false},
		{"Discount", t.DiscountAmount, true},
	}
}

// HazardClasses are the classes and divisions of dangerous goods.
func HazardClasses() []string {
	return strings.Fields("1.1 1.2 1.3 1.4 1.4S 1.5 1.6 2.1 2.2 2.3 3 4.1 4.2 4.3 5.1 5.2 6.1 6.2 7 8 9")
}

// batteries are the UN numbers of batteries that labels have a note about: of lithium and of sodium ions, packed alone, with equipment
// or in it.
var batteries = strings.Fields("UN3090 UN3091 UN3480 UN3481 UN3551 UN3552")

// IsDangerous reports whether the order says that the item is dangerous goods.
func (i *Item) IsDangerous() bool {
	return i.Trade != nil && (i.Trade.UNNumber != "" || i.Trade.HazardClass != "" || i.Trade.PackingInstruction != "")
}

// HasDangerousGoods reports whether the order says that an item is dangerous goods.
func (o *Order) HasDangerousGoods() bool {
	return slices.ContainsFunc(o.Items, func(i Item) bool { return i.IsDangerous() })
}

// BatteryNumbers are the different UN numbers of the batteries that the order says that items are or have.
func (o *Order) BatteryNumbers() (numbers []string) {
	for _, number := range batteries {
		if slices.ContainsFunc(o.Items, func(i Item) bool { return i.Trade != nil && i.Trade.UNNumber == number }) {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// The types of tax ids that documents and rules name.
const (
	TaxIOSS = "IOSS" // EU Import One-Stop Shop, of goods up to 150 EUR
	TaxEORI = "EORI" // EU and GB Economic Operators Registration and Identification
	TaxPCCC = "PCCC" // Korean personal customs clearance code
)

// TaxIDTypes are the types of tax ids. OTHER is any other one.
func TaxIDTypes() []string {
	return []string{
		"ABN", "ARN", "BRN", "CNPJ", "CPF", "CUIT", "EIN", TaxEORI, "GST", TaxIOSS, "LOCALTAXID", "NIK", "NPWP", "PAN",
		"PASSPORT", TaxPCCC, "RESIDENT_ID", "RFC", "RUT", "TIN", "UEN", "VAT", "VOEC", "OTHER",
	}
}

// DeclaredValue is what one piece of an item is declared at, in thousandths of the currency of its price. Documents, partners, rules and
// limits use it, so that all of them judge and state the same amount.
func (i *Item) DeclaredValue() Thousandths {
	if i.HasCustomsValue() {
		return i.Trade.CustomsValue
	}
	return 10 * Thousandths(i.PriceValue)
}

// HasCustomsValue reports whether the item is declared at another value than its price.
func (i *Item) HasCustomsValue() bool { return i.Trade != nil && i.Trade.CustomsValue > 0 }

// ValueField is the name of the field that has the declared value.
func (i *Item) ValueField() string {
	if i.HasCustomsValue() {
		return "item_customs_value"
	}
	return "item_price_value"
}

// CustomsDesc is the description of an item for customs.
func (i *Item) CustomsDesc() string {
	if i.Trade != nil && i.Trade.CustomsDesc != "" {
		return i.Trade.CustomsDesc
	}
	return i.Desc
}

// TaxIDsOf are the tax ids of a party. Those of the consignee include the identification number of the API,
// unless tax_ids repeats it.
func (o *Order) TaxIDsOf(party string) []TaxID {
	sent := slices.Clone(cmp.Or(o.Trade, new(OrderTrade)).TaxIDs)
	ids := slices.DeleteFunc(sent, func(id TaxID) bool { return id.Party != party })
	number := o.ConsigneeIdentificationNumber
	if party != PartyConsignee || number == "" || slices.ContainsFunc(ids, func(id TaxID) bool { return id.Number == number }) {
		return ids
	}
	return append(ids, TaxID{party, o.IdentificationDocumentName, o.Consignee.Country, number})
}
