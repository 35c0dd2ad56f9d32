package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// replaceOrder cancels an order, and creates another one in its place: the order with a merge patch. Nothing is cancelled if the
// new order would be invalid. It is created once the order is cancelled, after which the order cannot have another status.
func (a *changing) replaceOrder(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	return a.api.idempotent(ctx, c, func(key *store.IdempotentRequest) (shell.Response, error) {
		old, err := a.api.Store.OrderForEdit(a.api.Metered(ctx), c.Caller.AccountID, shipment.TrackingKey(c.Req.PathValue("tracking_no")))
		if err == nil && !old.ErasedOn.IsZero() {
			err = store.ErrErased
		}
		if err != nil {
			return shell.Response{}, err
		}
		services, err := a.api.Store.MasterData.LiveServices(ctx)
		if err != nil {
			return shell.Response{}, err
		}
		kind := forwardKind
		if old.Return {
			kind = returnKind
		}
		kind.read = func(ctx context.Context, _ *request.Form, lookups request.Lookups) (request.Orders, request.Problems, error) {
			return request.ReadReplacement(ctx, c.Body, &old, lookups)
		}
		kind.accepted = acceptedOrders
		valid, err := a.api.check(ctx, c, nil, services, kind)
		if err == nil {
			err = a.cancelFirst(ctx, &old)
		}
		if err != nil {
			return shell.Response{}, err
		}
		p := a.api.plan(c, kind, valid, services, key)
		p.batch.Replaces, p.batch.ReplacesNo = old.OrderID, old.TrackingNo
		res, err := a.api.carryOut(ctx, p)
		if _, isTaken := errors.AsType[*store.TakenError](err); isTaken { // since the check
			_, invalid := a.api.check(ctx, c, nil, services, kind)
			err = cmp.Or(invalid, err)
		}
		if replaced, isReplaced := errors.AsType[*store.ReplacedError](err); isReplaced {
			err = &shell.Problem{Status: http.StatusConflict, Detail: problem.ReplacedBefore.With(replaced.TrackingNo)}
		}
		return res, err
	})
}

// cancelFirst cancels an order that is replaced. Unless it is cancelled then, it returns why not.
func (a *changing) cancelFirst(ctx context.Context, o *shipment.Order) error {
	results, err := a.api.Store.CancelOrders(ctx, o.AccountID, []string{o.TrackingNo})
	if err != nil {
		return err
	}
	switch r := results[0]; r.Outcome {
	case store.OrderCancelled:
		return nil
	case store.OrderCancelling:
		a.api.Fulfiller.Wake(r.Partner)
		return errCancelling
	default:
		return &shell.Problem{Status: http.StatusConflict, Detail: cmp.Or(problem.Own(r.Message), cancelResults[r.Outcome].message)}
	}
}

// errCancelling is the response to a replacement while the partner is asked. It is a conflict, and not an acceptance, because
// nothing remembers the request: the caller repeats it.
var errCancelling = &shell.Problem{
	Status: http.StatusConflict, Detail: problem.ReplaceLater, Header: shell.RetryAfter(time.Minute),
}
