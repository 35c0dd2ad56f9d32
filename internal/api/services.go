package api

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// listServices lists the services that the account may use, and the limits of its requests.
func (a *API) listServices(ctx context.Context, c shell.Call) (shell.Response, error) {
	live, err := a.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return shell.Response{}, err
	}
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("results")
	e.ArrStart()
	for _, id := range slices.Sorted(maps.Keys(live)) {
		writeService(&e, live[id])
	}
	e.ArrEnd()
	e.FieldStart("limits")
	writeLimits(&e, a.RateLimit.Of(c.Caller))
	e.ObjEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, nil
}

// searchHSCodes finds HS codes by words of their descriptions.
func (a *API) searchHSCodes(_ context.Context, c shell.Call) (shell.Response, error) {
	search, problems := request.ReadHSSearch(request.ParseQuery(c.Req.URL.RawQuery))
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	var e jx.Encoder
	e.ObjStart()
	integer(&e, "year", shipment.HSYear)
	text(&e, "source", shipment.HSSource)
	e.FieldStart("results")
	e.ArrStart()
	for _, found := range shipment.SearchHS(search.Text, int(search.Limit)) {
		e.ObjStart()
		text(&e, "hs_code", found.Code)
		text(&e, "description", found.Description)
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, nil
}

func writeService(e *jx.Encoder, s shipment.Service) {
	e.ObjStart()
	integer(e, "service_id", s.ServiceID)
	text(e, "name", s.Name)
	nullable(e, "origin", s.Origin.Name())
	nullable(e, "destination", s.Destination.Name())
	text(e, "category", s.Category)
	flag(e, "cod", s.COD)
	e.ObjEnd()
}

// writeLimits writes how much a request may have, and how many requests a key may send: null if there is no
// limit.
func writeLimits(e *jx.Encoder, rate shell.RateLimit) {
	e.ObjStart()
	integer(e, "orders_per_request", request.MaxOrders)
	integer(e, "items_per_order", request.MaxItems)
	integer(e, "bytes_per_request", shell.MaxBody)
	if rate.PerSecond > 0 {
		integer(e, "requests_per_second", int64(rate.PerSecond))
		integer(e, "requests_at_once", int64(rate.Burst))
	} else {
		nullable(e, "requests_per_second", "")
		nullable(e, "requests_at_once", "")
	}
	e.ObjEnd()
}
