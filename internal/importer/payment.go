package importer

import (
	"slices"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// paymentByAmount is a default of payment_type for files that only have amounts to collect: orders with an amount are cod, others
// prepaid.
const paymentByAmount = "by amount"

// defaultPayment returns the payment_type of an order whose rows do not say it. An amount to collect in a row refuses an order that
// is prepaid by default: nobody would collect it.
func (p *Plan) defaultPayment(d *Draft, preset string, rows []Row) string {
	cod := p.byField[codField]
	byAmount := strings.EqualFold(preset, paymentByAmount)
	at := -1
	if cod != nil {
		amount := cod.text
		if byAmount {
			amount = cod.textOrPreset
		}
		at = slices.IndexFunc(rows, func(row Row) bool { return collects(amount(row)) })
	}
	switch {
	case byAmount && at >= 0:
		return shipment.PaymentCOD
	case byAmount:
		return shipment.PaymentPrepaid
	case at >= 0 && strings.EqualFold(preset, shipment.PaymentPrepaid):
		d.add(p.at(rows[at], cod.source(rows[at]), codField, cod.text(rows[at]), problem.PrepaidAmount.With(paymentByAmount)))
	}
	return preset
}

// collects reports whether an amount is not 0. A text that is not a number, or has an exponent, counts as an amount: the
// validator says what is wrong with it.
func collects(amount string) bool {
	number, ok := numberIn(amount)
	return amount != "" && (!ok || number.Sign() != 0)
}
