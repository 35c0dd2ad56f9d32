package request

import (
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

var codAmountSlot = createTable.slots[codAmount]

// createCheck is a create order whose fields are all valid.
type createCheck struct {
	*shipment.Order
	service     shipment.Service
	amountGiven bool // the amount to collect is neither absent nor null nor blank
}

// problems are those across the fields of the order.
func (c createCheck) problems() (found []FieldProblem) {
	add := func(field string, m problem.Message) { found = append(found, FieldProblem{field, ofWhole, m}) }
	if !c.service.Serves(c.Pickup.Country, c.Consignee.Country) {
		add("service_id", problem.OtherLane.With(c.ServiceID, endName(c.service.Origin), endName(c.service.Destination)))
	}
	// An amount says nothing without its currency.
	charged := func(c shipment.Charge) bool { return c.Amount > 0 }
	if t := c.Trade; t != nil && t.AmountCurrency == "" && slices.ContainsFunc(t.Charges(), charged) {
		add(amountCurrency, problem.Required)
	}
	if c.PaymentType != shipment.PaymentCOD {
		return found
	}
	if !c.service.COD {
		add("payment_type", problem.NoCOD.With(c.ServiceID))
	}
	if !c.amountGiven {
		add(codAmount, problem.Required)
	} else if c.CODAmountToCollect == 0 {
		add(codAmount, problem.NotPositive)
	}
	// What is collected is in the consignee's currency, so the prices are too.
	currency := c.Consignee.Country.Currency()
	for i := range c.Items {
		if currency != "" && c.Items[i].PriceCurrency != currency {
			found = append(found, FieldProblem{itemCurrency, i, problem.OtherCurrency.With(currency, c.Consignee.Country.Name())})
		}
	}
	return found
}

// endName names an end of a lane.
func endName(c shipment.Country) string {
	if c == "" {
		return problem.AnyCountry
	}
	return c.Name()
}
