package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/feature/desk"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// pack packs the parcel of a number or reference, or puts it on the station of the caller, or says why not.
func (a *handoverLists) pack(ctx context.Context, c shell.Call, r request.PackRequest) (shell.Response, error) {
	scan, err := a.api.desk.Scanned(ctx, c.Caller, r.Code, r.OrderID, func(o *shipment.Order) (desk.Scan, error) {
		return a.api.desk.Pack(ctx, c.Caller, o, r)
	})
	return a.scanned(c, &scan, func(e *jx.Encoder) {
		moment(e, "packed_on", scan.Packing.On)
		nullable(e, "packed_by", scan.Packing.By)
	}), err
}

// scanned responds with what came of a scan, in the language of the caller, and what more writes; nil: nothing.
func (a *handoverLists) scanned(c shell.Call, scan *desk.Scan, more func(*jx.Encoder)) shell.Response {
	header, say := a.api.PlainWords(c.Req)
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		text(e, "result", scan.Outcome)
		shell.WriteCode(e, scan.Message)
		text(e, "message", problem.Say(say, "", scan.Message))
		nullable(e, "tracking_no", scan.TrackingNo)
		if more != nil {
			more(e)
		}
	}).With(header)
}

// undoPacking makes the parcel of an order that the caller packed one that is not packed.
func (a *handoverLists) undoPacking(ctx context.Context, c shell.Call) (shell.Response, error) {
	return shell.Response{Status: http.StatusNoContent}, a.api.desk.UndoPacking(ctx, c.Caller, c.Req.PathValue("tracking_no"))
}
