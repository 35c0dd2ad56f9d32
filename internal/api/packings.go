package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// packRefusals say what is against packing a parcel.
var packRefusals = map[store.HandoverRefusal]problem.Message{
	store.HandoverCancelled: problem.PackCancelled,
	store.HandoverPickedUp:  problem.PackPickedUp,
	store.HandoverHeld:      problem.PackHeld,
	store.HandoverNoLabel:   problem.PackNoLabel,
}

// pack notes that the parcel of a number or reference is packed, or puts it on the station of the caller, or says why not.
func (a *handoverLists) pack(ctx context.Context, c shell.Call, r request.PackRequest) (shell.Response, error) {
	o, err := a.api.Store.Search.OrderOfCode(ctx, c.Caller.AccountID, r.Code, r.OrderID)
	if errors.Is(err, store.ErrNotFound) {
		return a.packed(c, "refused", problem.ParcelUnknown, "", store.Packing{}), nil
	}
	if err != nil {
		return shell.Response{}, err
	}
	p := store.Packing{OrderID: o.OrderID, Ticked: r.Ticked, Weight: r.Weight, Scan: r.Scan}
	if r.Packed {
		p.On = a.api.Now()
	}
	refusal, before, err := a.api.Store.Parcels.SavePacking(ctx, c.Caller.AccountID, p)
	if err != nil {
		return shell.Response{}, err
	}
	if !before.On.IsZero() {
		p = before
	}
	result, message := "packed", problem.Packed
	switch {
	case refusal.Refusal == store.HandoverRepeated:
		result, message = "unchanged", problem.PackedBefore.With(before.By)
	case refusal.Refusal == store.HandoverHeld:
		result, message, p.On = "refused", problem.PackHeld.With(refusal.Reason), time.Time{}
	case refusal.Refusal != store.HandoverTaken:
		result, message, p.On = "refused", packRefusals[refusal.Refusal], time.Time{}
	case p.On.IsZero():
		result, message = "on_station", problem.OnStation
	}
	return a.packed(c, result, message, o.TrackingNo, p), nil
}

// packed responds with what came of a scan.
func (a *handoverLists) packed(c shell.Call, result string, message problem.Message, trackingNo string, p store.Packing) shell.Response {
	return a.scanned(c, result, message, trackingNo, func(e *jx.Encoder) {
		moment(e, "packed_on", p.On)
		nullable(e, "packed_by", p.By)
	})
}

// undoPacking makes the parcel of an order that the caller packed one that is not packed.
func (a *handoverLists) undoPacking(ctx context.Context, c shell.Call) (shell.Response, error) {
	number := shipment.TrackingKey(c.Req.PathValue("tracking_no"))
	ids, err := a.api.Orders.OrderIDs(ctx, c.Caller.AccountID, []string{number})
	if err == nil {
		err = a.api.Store.Parcels.UndoPacking(ctx, c.Caller.AccountID, ids[number])
	}
	if errors.Is(err, store.ErrTooLate) {
		err = &shell.Problem{Status: http.StatusConflict, Detail: problem.PackedTooLate}
	}
	return shell.Response{Status: http.StatusNoContent}, err
}
