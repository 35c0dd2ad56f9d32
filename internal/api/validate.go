package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// validateOrders responds with the problems and the warnings of each order of a create request, and stores nothing.
func (a *API) validateOrders(ctx context.Context, c call, sent *request.Form) (response, error) {
	services, err := a.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return response{}, err
	}
	lookups, err := a.lookups(ctx, c, services)
	if err != nil {
		return response{}, err
	}
	checker, err := a.checker(ctx, c)
	if err != nil {
		return response{}, err
	}
	warnings, at := newFoundWarnings(), a.Now()
	lookups.Rules = func(i int, o *shipment.Order) []request.FieldProblem {
		o.AccountID = c.caller.AccountID
		refused, found := checker.All(o, at)
		warnings.add(i, append(found, a.partnerWarnings(ctx, services[o.ServiceID].Partner, o)...))
		return refused
	}
	orders, problems, err := request.CheckCreate(ctx, sent, lookups)
	if err != nil {
		return response{}, err
	}
	if problems != nil {
		return response{}, &validationError{problems}
	}
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("orders")
	e.ArrStart()
	for i, node := range orders {
		e.ObjStart()
		e.FieldStart("errors")
		e.Raw(node.AppendJSON(nil))
		writeWarnings(&e, warnings.of(i))
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}, nil
}
