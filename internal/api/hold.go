package api

import (
	"context"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// resultsRoute is the route of an operation on the orders that a request names, which responds with the result of each.
func resultsRoute[T any](
	a *API, path, operation string, allow shipment.Permission, body *request.Body[T],
	do func(*orders.Service, context.Context, orders.Caller, T) ([]orders.Result, error),
) shell.Route {
	return shell.PostBody(a.Shell, path, operation, allow, body, answer.Change(
		func(ctx context.Context, c shell.Call, sent T) ([]orders.Result, error) {
			return do(a.Orders, ctx, a.By(c), sent)
		},
		writeResults(true, ""),
	))
}

// writeResults writes what came of each order. The results that an operation has are for the document.
func writeResults(
	hasErrors bool, about string, results ...string,
) func(*openapi.Object, *[]orders.Result) {
	return func(o *openapi.Object, all *[]orders.Result) {
		openapi.List(o, "orders", *all, func(o *openapi.Object, r *orders.Result) {
			o.Text("tracking_no", r.TrackingNo).About("As it was sent.")
			o.Text("result", r.Outcome).Enum(results...).About(about)
			answer.Why(o, nil, r.Message)
			if hasErrors {
				o.If(r.Problems != nil).Raw("errors", "object", r.Problems.AppendJSON(nil)).Is("EditProblems").
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
