package protocol

import (
	"cmp"
	"slices"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// Order is an order as an adapter receives it. Absent texts are "". Decimals are strings, so that no reader
// rounds them.
type Order struct {
	TrackingNo        string         `json:"tracking_no"`
	ServiceID         int64          `json:"service_id"`
	IsReturn          bool           `json:"is_return"`
	ServiceType       string         `json:"service_type"` // PICKUP or DROPOFF of a return
	ShipperOrderID    string         `json:"shipper_order_id"`
	ForwardTrackingNo string         `json:"forward_tracking_no"`
	LengthCM          string         `json:"length_cm"`
	WidthCM           string         `json:"width_cm"`
	HeightCM          string         `json:"height_cm"`
	WeightKG          string         `json:"weight_kg"`
	PaymentType       string         `json:"payment_type"` // cod, prepaid or ""
	CODAmount         string         `json:"cod_amount"`   // in the currency of the consignee's country; 0 unless cod
	Incoterm          string         `json:"incoterm"`
	Identification    Identification `json:"identification"`
	Consignee         Party          `json:"consignee"`
	Pickup            Party          `json:"pickup"`
	PickupDate        string         `json:"pickup_date"` // YYYY-MM-DD
	PickupNotes       string         `json:"pickup_notes"`
	DeliveryNote      string         `json:"delivery_note"`
	Items             []Item         `json:"items"`
	ExportReason      string         `json:"export_reason"` // sale, gift, sample, documents, return, repair or ""
	InvoiceNo         string         `json:"invoice_no"`
	InvoiceDate       string         `json:"invoice_date"`     // YYYY-MM-DD
	FreightAmount     string         `json:"freight_amount"`   // in AmountCurrency
	InsuranceAmount   string         `json:"insurance_amount"` // in AmountCurrency
	AmountCurrency    string         `json:"amount_currency"`  // ISO 4217
	TaxIDs            []TaxID        `json:"tax_ids"`          // of both parties, Identification among them
	CreatedOn         time.Time      `json:"created_on"`
}

// Identification is the consignee's document for customs.
type Identification struct {
	Document string `json:"document"`
	Number   string `json:"number"`
}

// TaxID is a number by which a tax authority knows a party.
type TaxID struct {
	Party   string `json:"party"` // shipper or consignee
	Type    string `json:"type"`
	Country string `json:"country"` // ISO 3166 alpha-2
	Number  string `json:"number"`
}

// Party is one end of a shipment.
type Party struct {
	Name     string `json:"name"`
	Phone    string `json:"phone"`
	Email    string `json:"email"`
	Country  string `json:"country"` // ISO 3166 alpha-2
	Address  string `json:"address"`
	Postal   string `json:"postal"`
	State    string `json:"state"`
	City     string `json:"city"`
	Province string `json:"province"`
}

// Item is a line of an order's contents.
type Item struct {
	Description        string `json:"description"`
	Category           string `json:"category"`
	ProductID          string `json:"product_id"`
	SKU                string `json:"sku"`
	Quantity           int64  `json:"quantity"`
	Price              string `json:"price"`
	PriceCurrency      string `json:"price_currency"`      // ISO 4217
	HSCode             string `json:"hs_code"`             // 6 to 10 digits
	OriginCountry      string `json:"origin_country"`      // ISO 3166 alpha-2
	WeightKG           string `json:"weight_kg"`           // net, of one piece; 0 if it is unknown
	CustomsDescription string `json:"customs_description"` // the description if the shipper sent no other one
	URL                string `json:"url"`
	ImageURL           string `json:"image_url"`
}

// Response is an adapter's response about a submission.
type Response struct {
	HAWBNo  string    `json:"hawb_no,omitempty"`
	Label   LabelWord `json:"label,omitempty"`
	Error   ErrorCode `json:"error,omitempty"` // of a status from 400
	Message string    `json:"message,omitempty"`
}

// LabelWord says when the adapter has the label of an accepted order. Without a word Waybill draws the label.
type LabelWord string

// The words.
const (
	WordReady LabelWord = "ready" // the label is drawn and can be fetched
	WordLater LabelWord = "later" // the label will be drawn
)

// LabelSources maps the adapter's word to the source of the label.
var LabelSources = map[LabelWord]partner.LabelSource{
	"":        partner.LabelNone,
	WordReady: partner.LabelReady,
	WordLater: partner.LabelLater,
}

// Label is an adapter's response to a request for a label.
type Label struct {
	Format  shipment.LabelFormat `json:"format,omitempty"`
	Content []byte               `json:"content,omitempty"` // base 64
	Error   ErrorCode            `json:"error,omitempty"`   // of a status from 400
	Message string               `json:"message,omitempty"`
}

// ErrorCode says why an adapter did not do what it was asked.
type ErrorCode string

// The codes.
const (
	CodeRefused   ErrorCode = "refused"   // and never will, as the order is
	CodeTemporary ErrorCode = "temporary" // but may later; nothing was done
	CodeNotFound  ErrorCode = "not_found" // there is no submission with the key
	CodeNotReady  ErrorCode = "not_ready" // the label is not drawn yet
)

// NewOrder returns o as an adapter receives it.
func NewOrder(o shipment.Order) Order {
	order := Order{
		TrackingNo: o.TrackingNo, ServiceID: o.ServiceID, IsReturn: o.Return, ServiceType: o.ServiceType,
		ShipperOrderID: o.ShipperOrderID, ForwardTrackingNo: o.ForwardTrackingNo,
		LengthCM: o.Length.String(), WidthCM: o.Width.String(), HeightCM: o.Height.String(), WeightKG: o.Weight.String(),
		PaymentType: o.PaymentType, CODAmount: o.AmountToCollect().String(), Incoterm: o.Incoterm,
		Identification: Identification{Document: o.IdentificationDocumentName, Number: o.ConsigneeIdentificationNumber},
		Consignee:      newParty(o.Consignee), Pickup: newParty(o.Pickup),
		PickupDate: o.PickupDate, PickupNotes: o.PickupNotes, DeliveryNote: o.DeliveryNote,
		Items: make([]Item, len(o.Items)), CreatedOn: o.CreatedOn, TaxIDs: []TaxID{},
	}
	for i := range o.Items {
		order.Items[i] = newItem(&o.Items[i])
	}
	trade := cmp.Or(o.Trade, new(shipment.OrderTrade))
	order.ExportReason, order.InvoiceNo, order.InvoiceDate = trade.ExportReason, trade.InvoiceNo, trade.InvoiceDate
	order.FreightAmount, order.InsuranceAmount = trade.FreightAmount.String(), trade.InsuranceAmount.String()
	order.AmountCurrency = trade.AmountCurrency
	for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
		for _, id := range o.TaxIDsOf(party) {
			order.TaxIDs = append(order.TaxIDs, TaxID{Party: id.Party, Type: id.Type, Country: string(id.Country), Number: id.Number})
		}
	}
	return order
}

func newItem(it *shipment.Item) Item {
	trade := cmp.Or(it.Trade, new(shipment.ItemTrade))
	return Item{
		Description: it.Desc, Category: it.Category, ProductID: it.ProductID, SKU: it.SKU,
		Quantity: it.Quantity, Price: it.PriceValue.String(), PriceCurrency: it.PriceCurrency,
		HSCode: trade.HSCode, OriginCountry: string(trade.OriginCountry), WeightKG: trade.Weight.String(),
		CustomsDescription: it.CustomsDesc(), URL: trade.URL, ImageURL: trade.ImageURL,
	}
}

func newParty(p shipment.Party) Party {
	return Party{
		Name: p.Name, Phone: p.Number, Email: p.Email, Country: string(p.Country), Address: p.Address,
		Postal: p.Postal, State: p.State, City: p.City, Province: p.Province,
	}
}

// redacted replaces personal data.
const redacted = "…"

// withoutPersonalData returns o in the form that may be recorded apart from the order.
func (o Order) withoutPersonalData() Order {
	for _, text := range []*string{
		&o.Identification.Number, &o.PickupNotes, &o.DeliveryNote,
		&o.Consignee.Name, &o.Consignee.Phone, &o.Consignee.Email, &o.Consignee.Address, &o.Consignee.Postal,
		&o.Pickup.Name, &o.Pickup.Phone, &o.Pickup.Email, &o.Pickup.Address, &o.Pickup.Postal,
	} {
		if *text != "" {
			*text = redacted
		}
	}
	o.TaxIDs = slices.Clone(o.TaxIDs)
	for i := range o.TaxIDs {
		o.TaxIDs[i].Number = redacted
	}
	return o
}
