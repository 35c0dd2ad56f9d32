package shipment

// OrderTrade is what an order says for customs and for its own records, beside the interface's fields. All of it
// may be absent.
type OrderTrade struct {
	ExportReason string // one of ExportReasons
	InvoiceNo    string
	InvoiceDate  string // YYYY-MM-DD

	// What the shipper paid for freight and insurance, in AmountCurrency.
	FreightAmount   Hundredths
	InsuranceAmount Hundredths
	AmountCurrency  string // ISO 4217

	TaxIDs   []TaxID    // at most MaxTaxIDs
	Metadata []Metadata // at most MaxMetadata; never printed
}

// ItemTrade is what an item says for customs beside the interface's fields. All of it may be absent.
type ItemTrade struct {
	HSCode        string      // Harmonized System: 6 to 10 digits
	OriginCountry Country     // where it was made
	Weight        Thousandths // kg, net, of one piece
	CustomsDesc   string      // the description for customs, when it differs from that of the item
	URL           string      // of the item in a shop
	ImageURL      string
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
	for i, m := range metadata {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendJSONString(b, m.Key)
		b = append(b, ':')
		b = AppendJSONString(b, m.Value)
	}
	return append(b, '}')
}

// The parties of a TaxID.
const (
	PartyShipper   = "shipper" // who exports; the pickup contact
	PartyConsignee = "consignee"
)

// The values of export_reason.
const (
	ExportSale      = "sale"
	ExportGift      = "gift"
	ExportSample    = "sample"
	ExportDocuments = "documents"
	ExportReturn    = "return"
	ExportRepair    = "repair"
)

// ExportReasons are the values of export_reason.
func ExportReasons() []string {
	return []string{ExportSale, ExportGift, ExportSample, ExportDocuments, ExportReturn, ExportRepair}
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
	var ids []TaxID
	if o.Trade != nil {
		for _, id := range o.Trade.TaxIDs {
			if id.Party == party {
				ids = append(ids, id)
			}
		}
	}
	number := o.ConsigneeIdentificationNumber
	if party != PartyConsignee || number == "" {
		return ids
	}
	for _, id := range ids {
		if id.Number == number {
			return ids
		}
	}
	return append(ids, TaxID{party, o.IdentificationDocumentName, o.Consignee.Country, number})
}
