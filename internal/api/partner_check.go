package api

import (
	"context"

	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
)

// PartnerCheck returns why a partner would refuse an order before it is called, and false if it would not.
type PartnerCheck func(ctx context.Context, o *shipment.Order) (request.FieldProblem, bool)

// partnerWarnings warns of what a partner would refuse. Its orders are created nevertheless: what is missing may be a
// setting.
func (a *API) partnerWarnings(ctx context.Context, partner string, o *shipment.Order) []ruleset.Warning {
	if check := a.PartnerChecks[partner]; check != nil {
		if problem, refused := check(ctx, o); refused {
			return []ruleset.Warning{{FieldProblem: problem, RuleID: partner}}
		}
	}
	return nil
}
