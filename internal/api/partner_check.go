package api

import (
	"context"

	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
)

// PartnerCheck returns why a partner would refuse an order before it is called.
type PartnerCheck func(ctx context.Context, o *shipment.Order) []request.FieldProblem

// partnerWarnings warns of what a partner would refuse. Its orders are created nevertheless: what is missing may be a
// setting.
func (a *API) partnerWarnings(ctx context.Context, partner string, o *shipment.Order) []ruleset.Warning {
	check := a.PartnerChecks[partner]
	if check == nil {
		return nil
	}
	var warnings []ruleset.Warning
	for _, problem := range check(ctx, o) {
		warnings = append(warnings, ruleset.Warning{FieldProblem: problem, RuleID: partner})
	}
	return warnings
}
