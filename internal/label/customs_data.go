package label

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// customsData is what the customs declarations and invoices of an order print, for programs. Texts that are
// absent are "", other values null.
type customsData struct {
	TrackingNo     string         `json:"tracking_no"`
	ShipperOrderID string         `json:"shipper_order_id"`
	HAWBNo         string         `json:"hawb_no"`
	Service        string         `json:"service"`
	InvoiceNo      string         `json:"invoice_no"`
	InvoiceDate    string         `json:"invoice_date"`
	ExportReason   string         `json:"export_reason"`
	Incoterm       string         `json:"incoterm"`
	NamedPlace     string         `json:"named_place"`
	Exporter       customsParty   `json:"exporter"`
	Importer       customsParty   `json:"importer"`
	Packages       int            `json:"packages"`
	Quantity       int64          `json:"quantity"`
	Length         *json.Number   `json:"length"` // cm
	Width          *json.Number   `json:"width"`
	Height         *json.Number   `json:"height"`
	NetWeight      *json.Number   `json:"net_weight"` // kg
	GrossWeight    *json.Number   `json:"gross_weight"`
	Items          []customsItem  `json:"items"`
	GoodsValues    []customsTotal `json:"goods_values"` // without charges, by currency
	Freight        *customsTotal  `json:"freight"`
	Insurance      *customsTotal  `json:"insurance"`
	Packing        *customsTotal  `json:"packing"`
	Handling       *customsTotal  `json:"handling"`
	OtherCharges   *customsTotal  `json:"other_charges"`
	Discount       *customsTotal  `json:"discount"` // taken off the others
	Totals         []customsTotal `json:"totals"`   // with all charges, by currency

	ExportReasonText  string        `json:"export_reason_text"`
	ExportType        string        `json:"export_type"`
	DutiesPaidBy      string        `json:"duties_paid_by"`
	NonDeliveryOption string        `json:"non_delivery_option"`
	ExporterReference string        `json:"exporter_reference"`
	ImporterReference string        `json:"importer_reference"`
	LicenceNo         string        `json:"licence_no"`
	CertificateNo     string        `json:"certificate_no"`
	ExportITN         string        `json:"export_itn"`
	ExportExemption   string        `json:"export_exemption"`
	SignerName        string        `json:"signer_name"`
	SignerPlace       string        `json:"signer_place"`
	SignedOn          string        `json:"signed_on"`
	ImporterOfRecord  *customsParty `json:"importer_of_record"` // null: the importer
	SoldTo            *customsParty `json:"sold_to"`            // null: the importer
}

// addTrade adds what the order says for customs beside its parties and goods.
func (data *customsData) addTrade(t *shipment.OrderTrade) {
	for i, to := range []**customsTotal{
		&data.Freight, &data.Insurance, &data.Packing, &data.Handling, &data.OtherCharges, &data.Discount,
	} {
		if amount := t.Charges()[i].Amount; amount > 0 {
			*to = &customsTotal{t.AmountCurrency, decimal(big.NewInt(int64(amount)))}
		}
	}
	data.ExportReasonText, data.ExportType, data.DutiesPaidBy = t.ExportReasonText, t.ExportType, t.DutiesPaidBy
	data.NonDeliveryOption, data.ExporterReference, data.ImporterReference = t.NonDeliveryOption, t.ExporterReference, t.ImporterReference
	data.LicenceNo, data.CertificateNo = t.LicenceNo, t.CertificateNo
	data.ExportITN, data.ExportExemption = t.ExportITN, t.ExportExemption
	data.SignerName, data.SignerPlace, data.SignedOn = t.SignerName, t.SignerPlace, t.SignedOn
}

type customsParty struct {
	Name     string `json:"name"`
	Number   string `json:"number"`
	Email    string `json:"email"`
	Country  string `json:"country"`
	Address  string `json:"address"`
	Postal   string `json:"postal"`
	State    string `json:"state"`
	City     string `json:"city"`
	Province string `json:"province"`

	Company      string `json:"company"`
	NameLatin    string `json:"name_latin"`
	AddressLatin string `json:"address_latin"`

	TaxIDs []customsTaxID `json:"tax_ids"`
}

type customsTaxID struct {
	Type    string `json:"type"`
	Country string `json:"country"`
	Number  string `json:"number"`
}

type customsItem struct {
	Description   string       `json:"description"`
	Category      string       `json:"category"`
	SKU           string       `json:"sku"`
	ProductID     string       `json:"product_id"`
	HSCode        string       `json:"hs_code"`
	OriginCountry string       `json:"origin_country"`
	Quantity      int64        `json:"quantity"`
	NetWeight     *json.Number `json:"net_weight"` // kg, of all pieces
	Currency      string       `json:"currency"`
	UnitValue     *json.Number `json:"unit_value"`
	Value         *json.Number `json:"value"` // of all pieces

	UNNumber           string `json:"un_number"`
	HazardClass        string `json:"hazard_class"`
	PackingInstruction string `json:"packing_instruction"`
	HazardQuantity     string `json:"hazard_quantity"`
}

type customsTotal struct {
	Currency string       `json:"currency"`
	Amount   *json.Number `json:"amount"`
}

// CustomsJSON returns what the customs declarations and invoices of a shipment print, as a JSON object. Amounts
// and weights are exact, and may have more digits than a float64 holds.
func CustomsJSON(s *Shipment) ([]byte, error) {
	of, o := declare(s), &s.Order
	data := customsData{
		TrackingNo: o.TrackingNo, ShipperOrderID: o.ShipperOrderID, HAWBNo: o.HAWBNo, Service: of.service,
		InvoiceNo: of.invoiceNo, InvoiceDate: of.invoiceDate, ExportReason: string(of.reason), Incoterm: o.Incoterm,
		Exporter: customsPartyOf(senderOf(o), of.exporter), Importer: customsPartyOf(consigneeOf(o), of.importer),
		Packages: 1, Quantity: of.quantity(), NetWeight: decimal(of.netWeight()), GrossWeight: sizeOf(o.Weight),
		Length: sizeOf(o.Length), Width: sizeOf(o.Width), Height: sizeOf(o.Height),
		Items:       make([]customsItem, len(of.goods)),
		GoodsValues: customsTotals(of.value(0, len(of.goods))...), Totals: customsTotals(of.payable()...),
	}
	if o.Incoterm != "" {
		data.NamedPlace, _ = of.place()
	}
	data.addTrade(of.trade)
	if t := of.trade; t.Importer != (shipment.Party{}) {
		data.ImporterOfRecord = new(customsPartyOf(party{Party: &t.Importer}, nil))
	}
	if t := of.trade; t.SoldTo != (shipment.Party{}) {
		data.SoldTo = new(customsPartyOf(party{Party: &t.SoldTo}, nil))
	}
	for i := range of.goods {
		g, item := &of.goods[i], &o.Items[i]
		t := cmp.Or(item.Trade, new(shipment.ItemTrade))
		data.Items[i] = customsItem{
			Description: g.description, Category: item.Category, SKU: item.SKU, ProductID: item.ProductID, HSCode: g.hsCode,
			OriginCountry: g.origin.Name(), Quantity: g.quantity, NetWeight: decimal(g.netWeight),
			UNNumber: t.UNNumber, HazardClass: t.HazardClass, PackingInstruction: t.PackingInstruction, HazardQuantity: t.HazardQuantity,
			Currency: g.value.currency, UnitValue: decimal(g.unit.amount), Value: decimal(g.value.amount),
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // an address with & stays legible
	if err := e.Encode(data); err != nil {
		return nil, fmt.Errorf("write the customs data of %s: %w", o.TrackingNo, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func customsPartyOf(p party, ids []shipment.TaxID) customsParty {
	return customsParty{
		Name: p.Name, Number: p.Number, Email: p.Email, Country: p.Country.Name(), Address: p.Address, Postal: p.Postal,
		State: p.State, City: p.City, Province: p.Province, Company: p.company, NameLatin: p.nameLatin, AddressLatin: p.addressLatin,
		TaxIDs: each.Of(ids, func(id shipment.TaxID) customsTaxID { return customsTaxID{id.Type, id.Country.Name(), id.Number} }),
	}
}

func customsTotals(totals ...total) []customsTotal {
	return each.Of(totals, func(t total) customsTotal { return customsTotal{t.currency, decimal(t.amount)} })
}

// sizeOf returns a measure of an order, nil when the order has none.
func sizeOf[T shipment.Hundredths | shipment.Thousandths](measure T) *json.Number {
	if measure == 0 {
		return nil
	}
	return new(json.Number(fmt.Sprint(measure)))
}

// decimal formats thousandths in their shortest form, nil for nil.
func decimal(thousandths *big.Int) *json.Number {
	if thousandths == nil {
		return nil
	}
	text := new(big.Rat).SetFrac(thousandths, big.NewInt(1000)).FloatString(3)
	return new(json.Number(strings.TrimRight(strings.TrimRight(text, "0"), ".")))
}
