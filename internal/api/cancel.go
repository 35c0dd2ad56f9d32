package api

import (
	"cmp"
	"context"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/store"
)

// cancelResults are the outcomes of a cancellation as the response shows them. A message of the store
// takes the place of the one here.
var cancelResults = map[store.CancelOutcome]struct {
	result  string
	message problem.Message
}{
	store.OrderCancelled:  {"cancelled", problem.Cancelled},
	store.OrderCancelling: {"cancelling", problem.Cancelling},
	store.OrderTooLate:    {"refused", problem.TooLate},
	store.OrderKept:       {"refused", problem.Kept},
	store.OrderUnknown:    {"not_found", problem.NotFound},
}

// cancelOrders cancels the account's orders that can be cancelled, and responds with the
// outcome of each. Repeating the request changes nothing.
func (a *API) cancelOrders(ctx context.Context, c shell.Call, sentNumbers []string) (shell.Response, error) {
	results, err := a.Store.CancelOrders(ctx, c.Caller.AccountID, trackingKeys(sentNumbers))
	if err != nil {
		return shell.Response{}, err
	}
	return orderResults(sentNumbers, func(i int) (result string, message problem.Message) {
		r := results[i]
		if r.Outcome == store.OrderCancelling {
			a.Fulfiller.Wake(r.Partner)
		}
		shown := cancelResults[r.Outcome]
		return shown.result, cmp.Or(problem.Own(r.Message), shown.message)
	}), nil
}
