package protocol

import (
	"slices"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// Identification is the consignee's document for customs.
type Identification struct {
	Document string `json:"document"`
	Number   string `json:"number"`
}

// Response is an adapter's response about a submission, or with its capabilities.
type Response struct {
	HAWBNo  string    `json:"hawb_no,omitempty"`
	Label   LabelWord `json:"label,omitempty"`
	Error   ErrorCode `json:"error,omitempty"` // of a status from 400
	Message string    `json:"message,omitempty"`
	Capabilities
}

// Capabilities are what an adapter declares beside its responses about submissions. An adapter of an earlier version declares nothing.
type Capabilities struct {
	Needs []string `json:"needs,omitempty"` // facts for customs without which the partner takes no order, see shipment.CustomsNeeds
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
	order := newOrder(&o)
	order.IsReturn, order.CreatedOn = o.Return, o.CreatedOn
	order.Identification = Identification{Document: o.IdentificationDocumentName, Number: o.ConsigneeIdentificationNumber}
	order.Consignee, order.Pickup = newParty(&o.Consignee), newParty(&o.Pickup)
	order.Items, order.TaxIDs = make([]Item, len(o.Items)), []TaxID{}
	for i := range o.Items {
		order.Items[i] = newItem(&o.Items[i])
	}
	for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
		for _, id := range o.TaxIDsOf(party) {
			order.TaxIDs = append(order.TaxIDs, newTaxID(&id))
		}
	}
	return order
}

// redacted replaces personal data.
const redacted = "…"

// withoutPersonalData returns o in the form that may be recorded apart from the order.
func (o Order) withoutPersonalData() Order {
	for _, text := range append(o.personalTexts(), &o.Identification.Number) {
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
