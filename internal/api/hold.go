package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// holdOrders holds the account's orders that can be held, and responds with the result of each.
func (a *API) holdOrders(ctx context.Context, c shell.Call, hold request.HoldRequest) (shell.Response, error) {
	results, err := a.Store.HoldOrders(
		shell.AsCaller(ctx, c), c.Caller.AccountID, trackingKeys(hold.TrackingNos), hold.Reason, hold.DryRun)
	done := editResult{result: "held", message: problem.Held}
	if hold.DryRun {
		done.message = problem.WouldHold
	}
	return a.heldOrReleased(hold, results, err, done, problem.HeldBefore)
}

// releaseOrders releases the account's orders that are held, and responds with the result of each.
func (a *API) releaseOrders(ctx context.Context, c shell.Call, release request.HoldRequest) (shell.Response, error) {
	results, err := a.Store.ReleaseOrders(shell.AsCaller(ctx, c), c.Caller.AccountID, trackingKeys(release.TrackingNos), release.DryRun)
	done := editResult{result: "released", message: problem.Released}
	if release.DryRun {
		done.message = problem.WouldRelease
	}
	return a.heldOrReleased(release, results, err, done, problem.NotHeld)
}

func (a *API) heldOrReleased(
	sent request.HoldRequest, results []store.HoldResult, err error, done editResult, same problem.Message,
) (shell.Response, error) {
	if err != nil {
		return shell.Response{}, err
	}
	return orderResults(sent.TrackingNos, func(i int) (result string, message problem.Message) {
		switch r := &results[i]; {
		case r.Changed:
			if r.Partner != "" && !sent.DryRun {
				a.Fulfiller.Wake(r.Partner)
			}
			return done.result, done.message
		case errors.Is(r.Err, store.ErrTooMany):
			return "refused", problem.ManyChanges
		case r.Err != nil:
			refused := resultOfEdit(false, r.Err)
			return refused.result, refused.message
		}
		return "unchanged", same
	}), nil
}

// trackingKeys are tracking numbers as the store has them.
func trackingKeys(sent []string) []string {
	return each.Of(sent, shipment.TrackingKey)
}

// orderResults responds with what came of each order of a request.
func orderResults(numbers []string, of func(i int) (result string, message problem.Message)) shell.Response {
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("orders")
	e.ArrStart()
	for i, no := range numbers {
		result, message := of(i)
		e.ObjStart()
		text(&e, "tracking_no", no)
		text(&e, "result", result)
		text(&e, "message", message.String())
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}
}

// writeHold writes why the order is held, null if it is not.
func writeHold(e *jx.Encoder, h *shipment.Hold) {
	e.FieldStart("hold")
	if h == nil {
		e.Null()
		return
	}
	e.ObjStart()
	text(e, "reason", h.Reason)
	nullable(e, "rule_id", h.RuleID)
	timestamp(e, "held_on", h.HeldOn)
	text(e, "actor_kind", h.ActorKind)
	text(e, "actor", h.Actor)
	e.ObjEnd()
}
