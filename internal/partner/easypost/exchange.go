package easypost

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"
)

// redacted stands for what is not to be kept.
const redacted = "…"

// maxNoted is how many rates, and how many messages of carriers, are kept of an answer.
const maxNoted = 10

// shipmentView is what is kept of EasyPost's answer: who has read it can tell what was done.
// The addresses are left out, and that of the label, which whoever knows it can fetch.
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
		Rates: offers(s.Rates), Messages: carriersWords(s.Messages),
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

// offers names the first of the rates.
func offers(rates []*easypost.Rate) []string {
	var named []string
	for _, r := range rates {
		if r != nil && len(named) < maxNoted {
			named = append(named, viewRate(r))
		}
	}
	return named
}

// carriersWords are the first of the messages of carriers that gave no rate.
func carriersWords(messages []*easypost.CarrierMessage) []string {
	var words []string
	for _, m := range messages {
		if m != nil && len(words) < maxNoted {
			words = append(words, m.Carrier+": "+m.Message)
		}
	}
	return words
}

// withoutPersonalData is a shipment as it may be kept apart from its order.
func withoutPersonalData(s *easypost.Shipment) *easypost.Shipment {
	kept := *s
	kept.ToAddress, kept.FromAddress = withoutPerson(s.ToAddress), withoutPerson(s.FromAddress)
	if s.CustomsInfo != nil {
		customs := *s.CustomsInfo
		customs.CustomsSigner = redacted
		kept.CustomsInfo = &customs
	}
	if s.Options != nil && s.Options.HandlingInstructions != "" {
		options := *s.Options
		options.HandlingInstructions = redacted
		kept.Options = &options
	}
	return &kept
}

func withoutPerson(a *easypost.Address) *easypost.Address {
	return &easypost.Address{Name: redacted, Street1: redacted, City: a.City, State: a.State, Country: a.Country}
}

// describe is a line and a body, if there is one, for the operator.
func describe(line string, body any) string {
	if body == nil {
		return line
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		return line + " " + err.Error()
	}
	return line + " " + strings.TrimSuffix(text.String(), "\n")
}
