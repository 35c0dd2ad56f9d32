package importer

import (
	"math/big"
	"slices"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// PaymentByAmount is a default of payment_type for files that only have amounts to collect: orders with an amount are cod, others
// prepaid.
const PaymentByAmount = "by amount"

// defaultPayment is the payment_type of an order whose rows do not say it.
func (p *Plan) defaultPayment(preset string, rows []Row) string {
	if !strings.EqualFold(preset, PaymentByAmount) {
		return preset
	}
	if f := p.byField[codField]; f != nil && slices.ContainsFunc(rows, func(row Row) bool { return collects(f.textOrPreset(row)) }) {
		return shipment.PaymentCOD
	}
	return shipment.PaymentPrepaid
}

// collects reports whether an amount is not 0. What is no number is an amount: it is refused as such.
func collects(amount string) bool {
	number, ok := new(big.Rat).SetString(amount)
	return amount != "" && (!ok || number.Sign() != 0)
}

// refuseUncollected adds an amount to collect of an order that is prepaid only by the default: nobody would collect it.
func (p *Plan) refuseUncollected(d *Draft, rows []Row) {
	cod, payment := p.byField[codField], p.byField[paymentField]
	if cod == nil || payment == nil || !strings.EqualFold(payment.preset, shipment.PaymentPrepaid) {
		return
	}
	if slices.ContainsFunc(rows, func(row Row) bool { return payment.text(row) != "" }) {
		return
	}
	for j, row := range rows {
		if amount := cod.text(row); collects(amount) {
			d.problems = append(d.problems, p.at(d.Rows[j], cod.source(row), codField, amount, problem.PrepaidAmount.With(PaymentByAmount)))
			return
		}
	}
}
