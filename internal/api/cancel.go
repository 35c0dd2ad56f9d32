package api

import (
	"cmp"
	"context"

	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/store"
)

// cancelResults are the outcomes of a cancellation as the response shows them. A message of the store
// takes the place of the one here.
var cancelResults = map[store.CancelOutcome]struct{ result, message string }{
	store.OrderCancelled:  {"cancelled", "The order is cancelled."},
	store.OrderCancelling: {"cancelling", "The partner is asked to give the order back."},
	store.OrderTooLate:    {"refused", "The parcel was picked up, so the order cannot be cancelled."},
	store.OrderKept:       {"refused", "The partner goes on with the order."},
	store.OrderUnknown:    {"not_found", "Not found."},
}

// cancelOrders cancels the account's orders that can be cancelled, and responds with the
// outcome of each. Repeating the request changes nothing.
func (a *API) cancelOrders(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	sentNumbers, problems := request.ReadCancel(sent)
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	results, err := a.Store.CancelOrders(ctx, c.Caller.AccountID, trackingKeys(sentNumbers))
	if err != nil {
		return shell.Response{}, err
	}
	return orderResults(sentNumbers, func(i int) (result, message string) {
		r := results[i]
		if r.Outcome == store.OrderCancelling {
			a.Fulfiller.Wake(r.Partner)
		}
		shown := cancelResults[r.Outcome]
		return shown.result, cmp.Or(r.Message, shown.message)
	}), nil
}
