package api

import (
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

// copied charges what the returns of a call copy from stored orders: it counts as if the caller had sent it. The error is
// errReturnsTooLarge when the request would be larger than a body may be, and admission.ErrBusy when there is no memory for it.
func (a *orderCalls) copied(c shell.Call) func(bytes int) error {
	size := len(c.Body)
	return func(bytes int) error {
		if size += bytes; size > shell.MaxBody {
			return errReturnsTooLarge
		}
		held := a.Hold(c.Req.Context())
		if held.IsMost() { // it is served almost alone, and is not larger than maxBody
			return nil
		}
		return held.Add(int64(bytes) * (1 + a.CostOfStoring()))
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
