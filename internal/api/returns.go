package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

var errReturnsTooLarge = &shell.Problem{
	Status: http.StatusRequestEntityTooLarge,
	Detail: problem.ReturnsTooLarge,
}

// forwardOrders finds the forward orders that the returns of a call name. What the returns copy from
// them counts as if the caller had sent it: the error is errReturnsTooLarge when the request would be
// larger than a body may be, and admission.ErrBusy when there is no memory for it.
func (a *API) forwardOrders(c shell.Call) func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) {
	return func(ctx context.Context, refs []shipment.ForwardRef) (map[string]*shipment.Order, error) {
		size, held := len(c.Body), a.Hold(ctx)
		cost := 1 + a.CostOfStoring()
		return a.Store.ForwardOrders(ctx, c.Caller.AccountID, refs, func(bytes int) error {
			if size += bytes; size > shell.MaxBody {
				return errReturnsTooLarge
			}
			if held.IsMost() { // it is served almost alone, and is not larger than maxBody
				return nil
			}
			return held.Add(int64(bytes) * cost)
		})
	}
}

// acceptedReturns is the response to a return request. It has a forward tracking number where the
// request has one.
func acceptedReturns(b store.Batch) shell.Response {
	return shell.Response{Status: http.StatusCreated, Body: batchBody(b, "tracking_nos", func(e *jx.Encoder, o *shipment.Order) {
		e.ObjStart()
		text(e, "return_tracking_no", o.TrackingNo)
		if o.ForwardTrackingNo != "" {
			text(e, "forward_tracking_no", o.ForwardTrackingNo)
		}
		e.ObjEnd()
	})}
}
