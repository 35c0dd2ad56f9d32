package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/request"
)

// validateOrders responds with the problems of each order of a create request, and stores nothing.
func (a *API) validateOrders(ctx context.Context, c call, sent *request.Form) (response, error) {
	services, err := a.Store.LiveServices(ctx)
	if err != nil {
		return response{}, err
	}
	rules, err := a.rules(ctx, c, services)
	if err != nil {
		return response{}, err
	}
	orders, problems, err := request.CheckCreate(ctx, sent, rules)
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
	for _, node := range orders {
		e.ObjStart()
		e.FieldStart("errors")
		e.Raw(node.AppendJSON(nil))
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}, nil
}
