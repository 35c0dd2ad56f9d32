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

// crossFieldChecks are the checks across the fields of a create order, in field order.
var crossFieldChecks = []struct {
	field string
	check func(createCheck) Node
}{
	{"service_id", createCheck.lane},
	{"payment_type", createCheck.payment},
	{codAmount, createCheck.amount},
	{"items", createCheck.currencies},
	{amountCurrency, createCheck.amountCurrency},
}

func crossFieldProblems(c createCheck) Problems {
	var problems Problems
	for _, across := range crossFieldChecks {
		problems = problems.with(across.field, across.check(c))
	}
	return problems
}

func (c createCheck) isCOD() bool { return c.PaymentType == shipment.PaymentCOD }

func (c createCheck) lane() Node {
	if c.service.Serves(c.Pickup.Country, c.Consignee.Country) {
		return nil
	}
	return Messages{problem.OtherLane.With(c.ServiceID, endName(c.service.Origin), endName(c.service.Destination))}
}

// endName names an end of a lane.
func endName(c shipment.Country) string {
	if c == "" {
		return problem.AnyCountry
	}
	return c.Name()
}

func (c createCheck) payment() Node {
	if !c.isCOD() || c.service.COD {
		return nil
	}
	return Messages{problem.NoCOD.With(c.ServiceID)}
}

func (c createCheck) amount() Node {
	switch {
	case c.isCOD() && !c.amountGiven:
		return Messages{problem.Required}
	case c.isCOD() && c.CODAmountToCollect == 0:
		return Messages{problem.NotPositive}
	}
	return nil
}

// currencies: what is collected is in the consignee's currency, so the prices are too.
func (c createCheck) currencies() Node {
	want := c.Consignee.Country.Currency()
	if !c.isCOD() || want == "" {
		return nil
	}
	var wrong List
	for i := range c.Items {
		if c.Items[i].PriceCurrency == want {
			continue
		}
		message := problem.OtherCurrency.With(want, c.Consignee.Country.Name())
		wrong = wrong.put(i, len(c.Items), Problems{{itemCurrency, Messages{message}}})
	}
	return wrong.node()
}

// amountCurrency: an amount says nothing without its currency.
func (c createCheck) amountCurrency() Node {
	charged := func(c shipment.Charge) bool { return c.Amount > 0 }
	if t := c.Trade; t != nil && t.AmountCurrency == "" && slices.ContainsFunc(t.Charges(), charged) {
		return Messages{problem.Required}
	}
	return nil
}
