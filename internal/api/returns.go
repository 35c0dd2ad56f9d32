package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// createReturns stores a batch of return orders, each on the service of its lane.
func (a *API) createReturns(ctx context.Context, c call, sent *request.Orders) (response, error) {
	return a.idempotent(ctx, c, func(answer *store.NewAnswer) (response, error) {
		batch, _, err := a.prepare(ctx, c, sent, answer, shipment.ReturnService)
		if err != nil {
			return response{}, err
		}
		return a.create(ctx, "return", batch, acceptedReturns)
	})
}

// forwardOrders finds the forward orders of the returns of a call. What they add counts as if
// the caller had sent it: the error is errReturnsTooLarge when that is more than a body may hold.
func (a *API) forwardOrders(c call) func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) {
	size := len(c.body)
	take := func(bytes int) error {
		if size += bytes; size > maxBody {
			return errReturnsTooLarge
		}
		return nil
	}
	return func(ctx context.Context, refs []shipment.ForwardRef) (map[string]*shipment.Order, error) {
		return a.Store.ForwardOrders(ctx, c.caller.AccountID, refs, take)
	}
}

// acceptedReturns is the answer to a create of returns: a forward tracking number only
// where one was sent.
func acceptedReturns(b store.Batch) response {
	return response{status: http.StatusCreated, body: batchBody(b, "tracking_nos", func(e *jx.Encoder, o *shipment.Order) {
		e.ObjStart()
		text(e, "return_tracking_no", o.TrackingNo)
		if o.ForwardTrackingNo != "" {
			text(e, "forward_tracking_no", o.ForwardTrackingNo)
		}
		e.ObjEnd()
	})}
}
