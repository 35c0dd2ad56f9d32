package api

import (
	"context"
	"errors"
	"net/http"

	"waybill/internal/api/openapi"
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

// orderResult is the result for one order of a request.
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
	results := make([]numberResult, len(numbers))
	for i, no := range numbers {
		results[i] = numberResult{no, of(i)}
	}
	return respond(http.StatusOK, &results, writeResults(shell.Codes(ctx), true, "")), nil
}

// numberResult is what came of the order with a number.
type numberResult struct {
	trackingNo string
	orderResult
}

// writeResults writes what came of each order. The results that an operation has are for the document.
func writeResults(
	say func(field string, m problem.Message) string, hasErrors bool, about string, results ...string,
) func(*openapi.Object, *[]numberResult) {
	return func(o *openapi.Object, all *[]numberResult) {
		openapi.List(o, "orders", *all, func(o *openapi.Object, r *numberResult) {
			o.Text("tracking_no", r.trackingNo).About("As it was sent.")
			o.Text("result", r.result).Enum(results...).About(about)
			o.Text("message", problem.Say(say, "", r.message)).MinLength(1)
			if hasErrors {
				o.If(r.errors != nil).Raw("errors", "object", request.Said(r.errors, say).AppendJSON(nil)).Is("EditProblems").
					About("If the order would be invalid: the problems.")
			}
		}).MinItems(1)
	}
}

func writeHold(o *openapi.Object, h *shipment.Hold) {
	o.Text("reason", h.Reason)
	o.TextOrNull("rule_id", h.RuleID).About("The rule that held the order when it was created. Null if a person holds it.")
	o.Time("held_on", h.HeldOn)
	o.Text("actor_kind", h.ActorKind).Enum("rule", "user", "key", "command", "server")
	o.Text("actor", h.Actor).About("The id of the rule or the key, the e-mail address of the user, or who ran the command.")
}
