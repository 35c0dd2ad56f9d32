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
func (a *changing) holdOrders(ctx context.Context, c shell.Call, hold request.HoldRequest) (shell.Response, error) {
	results, err := a.api.Store.HoldOrders(
		shell.AsCaller(ctx, c), c.Caller.AccountID, trackingKeys(hold.TrackingNos), hold.Reason, hold.DryRun)
	done := orderResult{result: "held", message: problem.Held}
	if hold.DryRun {
		done.message = problem.WouldHold
	}
	return a.heldOrReleased(ctx, hold, results, err, done, problem.HeldBefore)
}

// releaseOrders releases the account's orders that are held, and responds with the result of each.
func (a *changing) releaseOrders(ctx context.Context, c shell.Call, release request.HoldRequest) (shell.Response, error) {
	results, err := a.api.Store.ReleaseOrders(shell.AsCaller(ctx, c), c.Caller.AccountID, trackingKeys(release.TrackingNos), release.DryRun)
	done := orderResult{result: "released", message: problem.Released}
	if release.DryRun {
		done.message = problem.WouldRelease
	}
	return a.heldOrReleased(ctx, release, results, err, done, problem.NotHeld)
}

func (a *changing) heldOrReleased(
	ctx context.Context, sent request.HoldRequest, results []store.HoldResult, err error, done orderResult, same problem.Message,
) (shell.Response, error) {
	return orderResults(ctx, sent.TrackingNos, err, func(i int) orderResult {
		switch r := &results[i]; {
		case r.Changed:
			if r.Partner != "" && !sent.DryRun {
				a.api.Fulfiller.Wake(r.Partner)
			}
			return done
		case errors.Is(r.Err, store.ErrTooMany):
			return orderResult{result: "refused", message: problem.ManyChanges}
		case r.Err != nil:
			return resultOfEdit(false, r.Err)
		}
		return orderResult{result: "unchanged", message: same}
	})
}

// trackingKeys are tracking numbers as the store has them.
func trackingKeys(sent []string) []string {
	return each.Of(sent, shipment.TrackingKey)
}

// orderResult is what came of one order of a request.
type orderResult struct {
	result  string
	message problem.Message
	errors  request.Problems // why the order would be invalid
}

// orderResults responds with what came of each order of a request, or with the error that ended it.
func orderResults(ctx context.Context, numbers []string, err error, of func(i int) orderResult) (shell.Response, error) {
	if err != nil {
		return shell.Response{}, err
	}
	var e jx.Encoder
	say := shell.Codes(ctx)
	e.ObjStart()
	e.FieldStart("orders")
	e.ArrStart()
	for i, no := range numbers {
		r := of(i)
		e.ObjStart()
		text(&e, "tracking_no", no)
		text(&e, "result", r.result)
		text(&e, "message", problem.Say(say, "", r.message))
		if r.errors != nil {
			raw(&e, "errors", request.Said(r.errors, say).AppendJSON(nil))
		}
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, nil
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
