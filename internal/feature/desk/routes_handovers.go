package desk

import (
	"context"
	"net/http"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// mostTrouble is how many parcels are named that cannot be handed over any more.
const mostTrouble = 100

// listOf is the id of the list of the path, 0 for a number that no list has.
func listOf(c shell.Call) int64 {
	id, _ := parcels.ParseHandoverNumber(c.Req.PathValue("number"))
	return id
}

// list is the list of the path. Returns store.ErrNotFound.
func (r *routes) list(ctx context.Context, c shell.Call) (parcels.Handover, error) {
	return r.desk.Parcels.Handover(ctx, c.Caller.AccountID, listOf(c))
}

// open opens a list for a service and a place.
func (r *routes) open(ctx context.Context, c shell.Call, sent request.HandoverRequest) (shell.Response, error) {
	might, err := r.desk.Parcels.HandoverExpected(ctx, c.Caller.AccountID, sent.ServiceID, parcels.MostExpected)
	if err != nil {
		return shell.Response{}, err
	}
	write := func(o *openapi.Object, h *parcels.Handover) {
		writeHandover(o, &shownHandover{Handover: *h, isCounted: true, isWhole: true, expected: might})
	}
	answer.Once(ctx, http.StatusCreated, write)
	h, err := r.desk.OpenHandover(ctx, c.Caller, sent)
	return answer.Object(http.StatusCreated, &h, write), err
}

// onList makes an operation that changes the list of the path, and shows it.
func (r *routes) onList(
	change func(context.Context, masterdata.Caller, int64, request.HandoverRequest) (parcels.Handover, error),
) shell.On[request.HandoverRequest] {
	return func(ctx context.Context, c shell.Call, sent request.HandoverRequest) (shell.Response, error) {
		h, err := change(ctx, c.Caller, listOf(c), sent)
		if err != nil {
			return shell.Response{}, err
		}
		return r.view(ctx, c, h)
	}
}

// view shows a list with what is on it now.
func (r *routes) view(ctx context.Context, _ shell.Call, h parcels.Handover) (shell.Response, error) {
	expected, trouble, err := r.desk.Parcels.Ahead(ctx, &h, mostTrouble)
	shown := shownHandover{Handover: h, isCounted: true, isWhole: true, expected: expected, trouble: trouble}
	return answer.Object(http.StatusOK, &shown, writeHandover), err
}

// parcels lists the parcels of a list, the last scanned first.
func (r *routes) parcels(ctx context.Context, c shell.Call, h parcels.Handover) (shell.Response, error) {
	after, ok := store.OrderFilter{}.ReadCursor(request.LastValue(c.Query(), "cursor"))
	if !ok {
		return shell.Response{}, shell.ErrInvalidCursor
	}
	listed, err := r.desk.Parcels.ListedParcels(ctx, h.AccountID, h.HandoverID, after, c.Limit()+1)
	listed, next := answer.Cut(listed, c.Limit(), func(last *parcels.Listed) string {
		return cursorOf(*last).String()
	})
	return answer.Page(next, listed, writeHandoverParcel), err
}

// cursorOf is the place after a parcel in its list.
func cursorOf(last parcels.Listed) store.Cursor {
	return store.Cursor{CreatedOn: last.ScannedOn.UnixMicro(), OrderID: last.OrderID}
}

// add puts the parcel of a number or reference on a list, or says why not.
func (r *routes) add(ctx context.Context, c shell.Call, sent request.HandoverRequest) (shell.Response, error) {
	if listOf(c) == 0 {
		return shell.Response{}, shell.ErrNotFound
	}
	scan, err := r.desk.Scanned(ctx, c.Caller, sent.Code, sent.OrderID, func(o *shipment.Order) (parcels.Scan, error) {
		return r.desk.Parcels.AddToHandover(ctx, c.Caller.AccountID, listOf(c), o, sent.Scan)
	})
	return r.scanned(c, &scan, false), err
}

// remove takes a parcel off a list that is open.
func (r *routes) remove(ctx context.Context, c shell.Call) (shell.Response, error) {
	err := r.desk.RemoveFromHandover(ctx, c.Caller, listOf(c), c.Req.PathValue("tracking_no"))
	return shell.Response{Status: http.StatusNoContent}, err
}

// print sends a list as PDF.
func (r *routes) print(ctx context.Context, c shell.Call) (shell.Response, error) {
	list, err := r.desk.document(ctx, r.Printing, r.By(c), listOf(c))
	return shell.DocumentResponse(c.Req.Context(), list, err)
}

// shownHandover is a list as a response shows it.
type shownHandover struct {
	parcels.Handover
	isCounted bool // it is known how many parcels it has
	isWhole   bool // it is not one of many
	expected  int64
	trouble   []parcels.Listed
}

func writeHandover(o *openapi.Object, h *shownHandover) {
	o.Text("number", h.Number()).Pattern("^HL-[0-9]{5,}$")
	o.Int64("service_id", h.ServiceID).About("Service of its parcels.")
	o.Text("place", h.Place).About("Where the parcels are handed over.")
	o.Text("state", string(h.State)).Is("HandoverState")
	o.Time("opened_on", h.OpenedOn)
	o.Text("opened_by", h.OpenedBy).About("E-mail address of a user, or id of a key.")
	o.TextOrNull("reason", h.Reason).About("Why it was opened again.")
	o.TimeOrNull("closed_on", h.ClosedOn)
	o.TextOrNull("closed_by", h.ClosedBy).
		About("As `opened_by`. What is about its closing is of the last time if the list was opened again.")
	o.TextOrNull("given_by", h.GivenBy).About("Who handed the parcels over.")
	o.TextOrNull("taken_by", h.TakenBy).About("Name of the driver.")
	o.OrNull(h.isCounted).Int("parcels", h.Parcels).Minimum(0).About("How many parcels it has. Null for an open list among others.")
	o.OrNull(h.isCounted).Decimal("weight", h.Weight).Format("double").About("Of its parcels, in kg. Null as `parcels`.")
	o.If(h.isWhole).TextOrNull("signature", h.Signature).
		About("Lines as in the path of an SVG of 600 by 200; null: the driver signed on paper, or not yet. " +
			"This and what follows is not in a list of lists.")
	o.If(h.isWhole).Int("picked_up", h.Carried).Minimum(0).
		About("How many of its parcels became picked up because the list was closed.")
	o.If(h.isWhole).Int("expected", h.expected).Minimum(0).
		About("How many parcels an open list may get, with those on it: orders of the service with a label that are not held and " +
			"were not picked up. At most 10000 are counted.")
	openapi.List(o.If(h.isWhole), "trouble", h.trouble, func(o *openapi.Object, p *parcels.Listed) {
		o.Text("tracking_no", p.TrackingNo)
		o.Text("code", p.Trouble).Is("HandoverCode")
	}).About("Parcels of an open list that cannot be handed over any more, at most 100. The list cannot be closed with them.")
}

func writeHandoverParcel(o *openapi.Object, p *parcels.Listed) {
	o.Text("tracking_no", p.TrackingNo)
	o.Decimal("order_weight", p.Weight).Format("double").About("In kg.")
	o.Time("scanned_on", p.ScannedOn)
	o.Text("scanned_by", p.ScannedBy).About("E-mail address of a user, or id of a key.")
	o.Flag("picked_up", p.Carried).About("Whether it became picked up because the list was closed.")
}
