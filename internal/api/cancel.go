package api

import (
	"cmp"
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// cancelResults is how the outcome of a cancellation is told. A message of the store's
// result comes before the one here.
var cancelResults = map[store.CancelOutcome]struct{ result, message string }{
	store.OrderCancelled:  {"cancelled", "The order is cancelled."},
	store.OrderCancelling: {"cancelling", "The courier is asked to give the order back."},
	store.OrderTooLate:    {"refused", "The parcel was picked up, so the order cannot be cancelled."},
	store.OrderKept:       {"refused", "The courier goes on with the order."},
	store.OrderUnknown:    {"not_found", "Not found."},
}

// cancelOrders cancels each of the account's orders that can be, and says of each what
// became of it. Asking twice is asking once.
func (a *API) cancelOrders(ctx context.Context, c call, sent *request.Form) (response, error) {
	sentNumbers, problems := request.ReadCancel(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	numbers := make([]string, len(sentNumbers))
	for i, no := range sentNumbers {
		numbers[i] = shipment.TrackingKey(no)
	}
	results, err := a.Store.CancelOrders(ctx, c.caller.AccountID, numbers)
	if err != nil {
		return response{}, err
	}
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("orders")
	e.ArrStart()
	for i, r := range results {
		told := cancelResults[r.Outcome]
		e.ObjStart()
		text(&e, "tracking_no", sentNumbers[i])
		text(&e, "result", told.result)
		text(&e, "message", cmp.Or(r.Message, told.message))
		e.ObjEnd()
		if r.Outcome == store.OrderCancelling {
			a.Fulfiller.Wake(r.Partner)
		}
	}
	e.ArrEnd()
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}, nil
}
