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
	"waybill/internal/store"
)

// listServices lists the services that the account may use, and the limits of its requests.
func (a *API) listServices(ctx context.Context, c shell.Call) (shell.Response, error) {
	live, err := a.Store.MasterData.LiveServices(ctx)
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		objects(e, "results", slices.Sorted(maps.Keys(live)), func(e *jx.Encoder, id *int64) { writeService(e, live[*id]) })
		e.FieldStart("limits")
		e.Obj(func(e *jx.Encoder) { writeLimits(e, a.RateLimit.Of(c.Caller)) })
	}), err
}

// portalServices lists the services as the portal of the original interface reads them.
func (a *API) portalServices(ctx context.Context, _ shell.Call) (shell.Response, error) {
	live, err := a.Store.MasterData.LiveServices(ctx)
	var e jx.Encoder
	e.ArrStart()
	for _, id := range slices.Sorted(maps.Keys(live)) {
		s := live[id]
		e.ObjStart()
		integer(&e, "service_id", s.ServiceID)
		text(&e, "service_name", s.Name)
		text(&e, "service_category", s.Category)
		text(&e, "service_destination_country", s.Destination.Name())
		text(&e, "pickup_country", s.Origin.Name())
		flag(&e, "allow_cod", s.COD)
		flag(&e, "allow_pickup", s.Category == shipment.CategoryPickup)
		e.ObjEnd()
	}
	e.ArrEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, err
}

// mostBatchNumbers is how many batches the portal offers to choose from.
const mostBatchNumbers = 200

// portalBatchNumbers lists the numbers of the account's newest batches, as the portal of the original interface reads them.
func (a *API) portalBatchNumbers(ctx context.Context, c shell.Call) (shell.Response, error) {
	batches, _, err := a.Store.Batches(ctx, c.Caller.AccountID, store.BatchSummary{}, mostBatchNumbers)
	var e jx.Encoder
	e.ArrStart()
	for _, b := range batches {
		e.Str(b.Number)
	}
	e.ArrEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}, err
}

// searchHSCodes finds HS codes by words of their descriptions.
func (a *API) searchHSCodes(ctx context.Context, _ shell.Call, search request.HSSearch) (shell.Response, error) {
	set, err := a.Rules.Current(ctx)
	if err != nil {
		return shell.Response{}, err
	}
	codes := set.HSCodes()
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		integer(e, "year", int64(codes.Year))
		text(e, "source", codes.Source)
		objects(e, "results", codes.Search(search.Text, int(search.Limit)), func(e *jx.Encoder, found *shipment.HSCode) {
			text(e, "hs_code", found.Code)
			text(e, "description", found.Description)
		})
	}), nil
}

func writeService(e *jx.Encoder, s shipment.Service) {
	integer(e, "service_id", s.ServiceID)
	text(e, "name", s.Name)
	nullable(e, "origin", s.Origin.Name())
	nullable(e, "destination", s.Destination.Name())
	text(e, "category", s.Category)
	flag(e, "cod", s.COD)
	text(e, "missing_customs", s.MissingCustoms())
}

// writeLimits writes how much a request may have, and how many requests a key may send: null if there is no
// limit.
func writeLimits(e *jx.Encoder, rate shell.RateLimit) {
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
}
