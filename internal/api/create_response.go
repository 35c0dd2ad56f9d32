package api

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// acceptedOrders is the response to a create request that does not wait.
func acceptedOrders(b store.Batch) shell.Response {
	return shell.Response{Status: http.StatusCreated, Body: batchBody(b, "tracking_nos", func(e *jx.Encoder, o *shipment.Order) {
		e.Str(o.TrackingNo)
	})}
}

// batchBody is the body of the response to a create request: the number of the batch, and under name a
// list with an element for each order, in the order of the request.
func batchBody(b store.Batch, name string, element func(*jx.Encoder, *shipment.Order)) []byte {
	var e jx.Encoder
	e.ObjStart()
	text(&e, "upload_batch_no", b.UploadBatchNo)
	array(&e, name, b.Orders, element)
	e.ObjEnd()
	return e.Bytes()
}

// labelled is the response to a blocking create request: the label of each order, or why there is none
// yet, which the outcome of its submission says.
func (a *API) labelled(r *http.Request, created *orders.Created) shell.Response {
	base, status, stuck := a.base(r), http.StatusCreated, []string(nil)
	body := batchBody(created.Batch, "orders", func(e *jx.Encoder, o *shipment.Order) {
		a.writeLabelled(e, base, o, created.Outcomes)
		if !o.HasLabel {
			status = http.StatusAccepted
			outcome := created.Outcomes[o.OrderID]
			if o.Hold != nil || outcome.State == store.SubmissionFailed || outcome.ErrorClass == store.ClassMissing {
				stuck = append(stuck, o.TrackingNo)
			}
		}
	})
	res := shell.Response{Status: status, Body: body}
	return withStuck(res, stuck)
}

// withStuck names the orders that need a person in the header of a response.
func withStuck(res shell.Response, stuck []string) shell.Response {
	if len(stuck) == 0 {
		return res
	}
	return res.With(http.Header{needsPersonHeader: {strings.Join(stuck[:min(len(stuck), orders.MaxNeedPeople)], ", ")}})
}

// needsPersonHeader lists the orders of a 202 whose label does not come by itself: the partner refused them, they
// are held, or wait for facts for customs.
const needsPersonHeader = "Waybill-Needs-Person"

// writeLabelled writes the label of a created order, or why there is none yet.
func (a *API) writeLabelled(e *jx.Encoder, base string, o *shipment.Order, outcomes map[int64]store.Outcome) {
	outcome := outcomes[o.OrderID]
	o.HasLabel = o.HasLabel || outcome.HasLabel()
	o.PartnerLabel = cmp.Or(o.PartnerLabel, outcome.Fetched)
	e.ObjStart()
	text(e, "tracking_no", o.TrackingNo)
	nullable(e, "order_label_url", a.orderLabelURL(base, o))
	switch {
	case o.HasLabel:
	case o.Hold != nil:
		text(e, "message", problem.HeldUntil.With(o.Hold.Reason).String())
	case outcome.Message == "" && a.Orders.Fulfiller.Paused():
		text(e, "message", problem.Paused.String())
	default:
		text(e, "message", cmp.Or(outcome.Message, problem.NoAnswerYet.String()))
	}
	e.ObjEnd()
}
