package protocol

import (
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
	CreatedOn         time.Time      `json:"created_on"`
}

// Identification is the consignee's document for customs.
type Identification struct {
	Document string `json:"document"`
	Number   string `json:"number"`
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
	Description   string `json:"description"`
	Category      string `json:"category"`
	ProductID     string `json:"product_id"`
	SKU           string `json:"sku"`
	Quantity      int32  `json:"quantity"`
	Price         string `json:"price"`
	PriceCurrency string `json:"price_currency"` // ISO 4217
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
		Items: make([]Item, len(o.Items)), CreatedOn: o.CreatedOn,
	}
	for i, it := range o.Items {
		order.Items[i] = Item{
			Description: it.Desc, Category: it.Category, ProductID: it.ProductID, SKU: it.SKU,
			Quantity: it.Quantity, Price: it.PriceValue.String(), PriceCurrency: it.PriceCurrency,
		}
	}
	return order
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
	return o
}
