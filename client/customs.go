package client

import (
	"context"
	"net/http"
)

// DocumentCustoms is the Kind of the Document that CustomsData reads.
const DocumentCustoms = "customs"

// CustomsData is what the customs declarations and invoices of an order print. Absent texts and numbers are "".
type CustomsData struct {
	TrackingNo     string          `json:"tracking_no"`
	ShipperOrderID string          `json:"shipper_order_id"`
	HAWBNo         string          `json:"hawb_no"` // the partner's number
	Service        string          `json:"service"`
	InvoiceNo      string          `json:"invoice_no"`    // the tracking number if the order has no other
	InvoiceDate    string          `json:"invoice_date"`  // YYYY-MM-DD
	ExportReason   string          `json:"export_reason"` // one of those of orders, or ""
	Incoterm       string          `json:"incoterm"`
	NamedPlace     string          `json:"named_place"` // of the incoterm
	Exporter       CustomsParty    `json:"exporter"`
	Importer       CustomsParty    `json:"importer"`
	Packages       int             `json:"packages"`
	Quantity       int64           `json:"quantity"`     // pieces of all items
	Length         Decimal         `json:"length"`       // cm
	Width          Decimal         `json:"width"`        // cm
	Height         Decimal         `json:"height"`       // cm
	NetWeight      Decimal         `json:"net_weight"`   // kg; "" if an item has none
	GrossWeight    Decimal         `json:"gross_weight"` // kg, of the parcel
	Items          []CustomsItem   `json:"items"`
	GoodsValues    []CustomsAmount `json:"goods_values"` // of the items, by currency
	Freight        *CustomsAmount  `json:"freight"`
	Insurance      *CustomsAmount  `json:"insurance"`
	Packing        *CustomsAmount  `json:"packing"`
	Handling       *CustomsAmount  `json:"handling"`
	OtherCharges   *CustomsAmount  `json:"other_charges"`
	Discount       *CustomsAmount  `json:"discount"` // taken off the others
	Totals         []CustomsAmount `json:"totals"`   // of the items and all charges, by currency

	ExportReasonText  string        `json:"export_reason_text"`
	ExportType        string        `json:"export_type"`         // permanent, temporary or ""
	DutiesPaidBy      string        `json:"duties_paid_by"`      // shipper, consignee, importer or ""
	NonDeliveryOption string        `json:"non_delivery_option"` // return, abandon or ""
	ExporterReference string        `json:"exporter_reference"`
	ImporterReference string        `json:"importer_reference"`
	LicenceNo         string        `json:"licence_no"`
	CertificateNo     string        `json:"certificate_no"`
	ExportITN         string        `json:"export_itn"`
	ExportExemption   string        `json:"export_exemption"`
	SignerName        string        `json:"signer_name"`
	SignerPlace       string        `json:"signer_place"`
	SignedOn          string        `json:"signed_on"`          // YYYY-MM-DD or ""
	ImporterOfRecord  *CustomsParty `json:"importer_of_record"` // nil: the importer
	SoldTo            *CustomsParty `json:"sold_to"`            // the buyer; nil: the importer
}

// CustomsParty is the exporter or the importer.
type CustomsParty struct {
	Name     string         `json:"name"`
	Number   string         `json:"number"` // phone
	Email    string         `json:"email"`
	Country  string         `json:"country"`
	Address  string         `json:"address"`
	Postal   string         `json:"postal"`
	State    string         `json:"state"`
	City     string         `json:"city"`
	Province string         `json:"province"`
	TaxIDs   []CustomsTaxID `json:"tax_ids"`
}

// CustomsTaxID is a number by which a tax authority knows a party.
type CustomsTaxID struct {
	Type    string `json:"type"`
	Country string `json:"country"` // that issued it
	Number  string `json:"number"`
}

// CustomsItem is a line of goods.
type CustomsItem struct {
	Description   string  `json:"description"`
	Category      string  `json:"category"`
	SKU           string  `json:"sku"`
	ProductID     string  `json:"product_id"`
	HSCode        string  `json:"hs_code"`
	OriginCountry string  `json:"origin_country"`
	Quantity      int     `json:"quantity"`
	NetWeight     Decimal `json:"net_weight"` // kg, of all pieces
	Currency      string  `json:"currency"`
	UnitValue     Decimal `json:"unit_value"`
	Value         Decimal `json:"value"` // of all pieces

	UNNumber           string `json:"un_number"` // of dangerous goods
	HazardClass        string `json:"hazard_class"`
	PackingInstruction string `json:"packing_instruction"`
	HazardQuantity     string `json:"hazard_quantity"`
}

// CustomsAmount is an amount in a currency.
type CustomsAmount struct {
	Currency string  `json:"currency"`
	Amount   Decimal `json:"amount"`
}

// CustomsData reads the customs data of an order. address is the URL of the order's Document of the kind
// DocumentCustoms; it needs no key, and the key is not sent to it. It returns ErrNotFound when there is no such
// document.
func (c *Client) CustomsData(ctx context.Context, address string) (CustomsData, error) {
	return ask[CustomsData](ctx, c, "reading customs data", call{method: http.MethodGet, address: address}, nil)
}

// HSCode is a code of the Harmonized System with six digits.
type HSCode struct {
	Code        string `json:"hs_code"`
	Description string `json:"description"`
}

// SearchHS finds at most limit HS codes by words of their English descriptions, or by their first digits; 0 is 20. It returns a
// *ValidationError for a text that is empty or has more than 100 characters, and for a limit above 50.
func (c *Client) SearchHS(ctx context.Context, text string, limit int) ([]HSCode, error) {
	query := parameters(map[string]any{"limit": limit})
	query.Set("q", text)
	return results[HSCode](ctx, c, "searching HS codes", "/customs/hs/", query)
}
