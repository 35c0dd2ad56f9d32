package api

import (
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

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
