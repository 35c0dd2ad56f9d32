package easypost

import (
	"fmt"

	easypost "github.com/EasyPost/easypost-go/v5"
)

// redacted replaces what must not be recorded.
const redacted = "…"

// maxNoted is how many rates, and how many messages of carriers, are recorded of a response.
const maxNoted = 10

// shipmentView is the recorded part of EasyPost's response, enough to see what was done. It leaves out the
// addresses of people, and the label's address, because everyone who has it can fetch the label.
type shipmentView struct {
	ID           string   `json:"id"`
	TrackingCode string   `json:"tracking_code,omitempty"`
	RefundStatus string   `json:"refund_status,omitempty"`
	Label        string   `json:"label,omitempty"` // its type
	Bought       string   `json:"bought,omitempty"`
	Rates        []string `json:"rates,omitempty"`
	Messages     []string `json:"messages,omitempty"`
}

func viewShipment(s *easypost.Shipment) shipmentView {
	view := shipmentView{
		ID: s.ID, TrackingCode: s.TrackingCode, RefundStatus: s.RefundStatus,
		Rates: offers(s.Rates), Messages: carrierMessages(s.Messages),
	}
	if s.PostageLabel != nil {
		view.Label = s.PostageLabel.LabelFileType
	}
	if s.SelectedRate != nil {
		view.Bought = viewRate(s.SelectedRate)
	}
	return view
}

func viewRate(r *easypost.Rate) string {
	return fmt.Sprintf("%s/%s %s %s", r.Carrier, r.Service, r.Rate, r.Currency)
}

// offers lists the first of the rates.
func offers(rates []*easypost.Rate) []string { return first(rates, viewRate) }

// carrierMessages lists the first of the messages of carriers that gave no rate.
func carrierMessages(messages []*easypost.CarrierMessage) []string {
	return first(messages, func(m *easypost.CarrierMessage) string { return m.Carrier + ": " + m.Message })
}

// first lists the first of some values that are not nil.
func first[T any](values []*T, text func(*T) string) (texts []string) {
	for _, v := range values {
		if v != nil && len(texts) < maxNoted {
			texts = append(texts, text(v))
		}
	}
	return texts
}

// withoutPersonalData returns a shipment in the form that may be recorded apart from its order.
func withoutPersonalData(s *easypost.Shipment) *easypost.Shipment {
	kept := *s
	kept.ToAddress, kept.FromAddress = withoutPerson(s.ToAddress), withoutPerson(s.FromAddress)
	if s.CustomsInfo != nil && s.CustomsInfo.CustomsSigner != "" {
		customs := *s.CustomsInfo
		customs.CustomsSigner = redacted
		kept.CustomsInfo = &customs
	}
	if s.Options != nil && s.Options.HandlingInstructions != "" {
		options := *s.Options
		options.HandlingInstructions = redacted
		kept.Options = &options
	}
	kept.TaxIdentifiers = make([]*easypost.TaxIdentifier, len(s.TaxIdentifiers))
	for i, id := range s.TaxIdentifiers {
		kept.TaxIdentifiers[i] = new(*id)
		kept.TaxIdentifiers[i].TaxId = redacted
	}
	return &kept
}

func withoutPerson(a *easypost.Address) *easypost.Address {
	return &easypost.Address{Name: redacted, Street1: redacted, City: a.City, State: a.State, Country: a.Country}
}
