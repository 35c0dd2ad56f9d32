package api

import (
	"cmp"
	"context"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

// cancelResults are the outcomes of a cancellation as the response shows them. A message of the store
// takes the place of the one here.
var cancelResults = map[store.CancelOutcome]orderResult{
	store.OrderCancelled:  {result: "cancelled", message: problem.Cancelled},
	store.OrderCancelling: {result: "cancelling", message: problem.Cancelling},
	store.OrderWouldEnd:   {result: "cancelled", message: problem.WouldCancel},
	store.OrderWouldAsk:   {result: "cancelling", message: problem.WouldAsk},
	store.OrderTooLate:    {result: "refused", message: problem.TooLate},
	store.OrderKept:       {result: "refused", message: problem.Kept},
	store.OrderUnknown:    {result: "not_found", message: problem.NotFound},
}

// cancelOrders cancels the account's orders that can be cancelled, and responds with the
// outcome of each. Repeating the request changes nothing.
func (a *changing) cancelOrders(ctx context.Context, c shell.Call, sent request.HoldRequest) (shell.Response, error) {
	cancel := a.api.Store.CancelOrders
	if sent.DryRun {
		cancel = a.api.Store.TryCancelOrders
	}
	results, err := cancel(ctx, c.Caller.AccountID, trackingKeys(sent.TrackingNos))
	return orderResults(ctx, sent.TrackingNos, err, func(i int) orderResult {
		r := results[i]
		if r.Outcome == store.OrderCancelling && !sent.DryRun {
			a.api.Fulfiller.Wake(r.Partner)
		}
		shown := cancelResults[r.Outcome]
		shown.message = cmp.Or(problem.Own(r.Message), shown.message)
		return shown
	})
}
