package api

import (
	"cmp"
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
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
	numbers := make([]string, len(sentNumbers))
	for i, no := range sentNumbers {
		numbers[i] = shipment.TrackingKey(no)
	}
	results, err := a.Store.CancelOrders(ctx, c.Caller.AccountID, numbers)
	if err != nil {
		return shell.Response{}, err
	}
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("orders")
	e.ArrStart()
	for i, r := range results {
		shown := cancelResults[r.Outcome]
		e.ObjStart()
		text(&e, "tracking_no", sentNumbers[i])
		text(&e, "result", shown.result)
		text(&e, "message", cmp.Or(r.Message, shown.message))
		e.ObjEnd()
		if r.Outcome == store.OrderCancelling {
			a.Fulfiller.Wake(r.Partner)
		}
	}
	e.ArrEnd()
	e.ObjEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, nil
}
