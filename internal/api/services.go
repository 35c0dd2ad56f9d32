package api

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// listServices lists the services that the account may use, and the limits of its requests.
func (a *API) listServices(ctx context.Context, c shell.Call) (shell.Response, error) {
	live, err := a.Store.MasterData.LiveServices(ctx)
	return answer.Object(http.StatusOK, &serviceList{inOrder(live), a.RateLimit.Of(c.Caller)}, writeServices), err
}

// inOrder are services by their ids.
func inOrder(live map[int64]shipment.Service) []shipment.Service {
	return each.Of(slices.Sorted(maps.Keys(live)), func(id int64) shipment.Service { return live[id] })
}

// portalServices lists the services as the portal of the original interface reads them.
func (a *API) portalServices(ctx context.Context, _ shell.Call) (shell.Response, error) {
	live, err := a.Store.MasterData.LiveServices(ctx)
	return bareList(inOrder(live), func(e *jx.Encoder, s *shipment.Service) { openapi.Write(e, nil, s, writePortalService) }), err
}

// bareList is a response with a list that no object is around.
func bareList[T any](elements []T, write func(*jx.Encoder, *T)) shell.Response {
	var e jx.Encoder
	e.ArrStart()
	for i := range elements {
		write(&e, &elements[i])
	}
	e.ArrEnd()
	return shell.Response{Status: http.StatusOK, Body: e.Bytes()}
}

// mostBatchNumbers is how many batches the portal offers to choose from.
const mostBatchNumbers = 200

// portalBatchNumbers lists the numbers of the account's newest batches, as the portal of the original interface reads them.
func (a *API) portalBatchNumbers(ctx context.Context, c shell.Call) (shell.Response, error) {
	batches, _, err := a.Store.Batches(ctx, c.Caller.AccountID, store.BatchSummary{}, mostBatchNumbers)
	return bareList(batches, func(e *jx.Encoder, b *store.BatchSummary) { e.Str(b.Number) }), err
}

// searchHSCodes finds HS codes by words of their descriptions.
func (a *API) searchHSCodes(ctx context.Context, _ shell.Call, search request.HSSearch) (shell.Response, error) {
	set, err := a.Orders.Rules.Current(ctx)
	if err != nil {
		return shell.Response{}, err
	}
	codes := set.HSCodes()
	found := foundCodes{codes.Year, codes.Source, codes.Search(search.Text, int(search.Limit))}
	return answer.Object(http.StatusOK, &found, writeHSCodes), nil
}

func writeServices(o *openapi.Object, l *serviceList) {
	openapi.List(o, "results", l.services, writeService).Of("Service")
	openapi.Nested(o, "limits", &l.rate, writeLimits).Is("Limits")
}

// serviceList has the services, and the limits of a caller.
type serviceList struct {
	services []shipment.Service
	rate     shell.RateLimit
}

func writeService(o *openapi.Object, s *shipment.Service) {
	o.Int64("service_id", s.ServiceID).Minimum(1).About("The `service_id` of an order.")
	o.Text("name", s.Name).About("Printed on the label.")
	o.TextOrNull("origin", s.Origin.Name()).About("Country of the pickup. Null is any country.")
	o.TextOrNull("destination", s.Destination.Name()).About("Country of the consignee. Null is any country.")
	o.Text("category", s.Category).Enum("pickup", "drop-off").About("How a parcel starts its journey.")
	o.Flag("cod", s.COD).About("Whether the service offers cash on delivery.")
	o.Text("missing_customs", s.MissingCustoms()).Enum("wait", "refuse").
		About("What happens to an order that lacks a fact for customs without which the partner of the service takes no order. " +
			"`wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the field.")
	o.Text("customs_forms", s.CustomsForms()).Enum("post", "invoice").
		About("Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone.")
}

func writePortalService(o *openapi.Object, s *shipment.Service) {
	o.Int64("service_id", s.ServiceID).Minimum(1)
	o.Text("service_name", s.Name)
	o.Text("service_category", s.Category).Enum("pickup", "drop-off")
	o.Text("service_destination_country", s.Destination.Name()).About("Empty for any country.")
	o.Text("pickup_country", s.Origin.Name()).About("Empty for any country.")
	o.Flag("allow_cod", s.COD)
	o.Flag("allow_pickup", s.Category == shipment.CategoryPickup)
}

// writeLimits writes how much a request may have, and how many requests a key may send.
func writeLimits(o *openapi.Object, rate *shell.RateLimit) {
	o.Int("orders_per_request", request.MaxOrders).Minimum(1).About("Orders or returns of a create request.")
	o.Int("items_per_order", request.MaxItems).Minimum(1)
	o.Int("bytes_per_request", shell.MaxBody).Minimum(1).About("Size of a body.")
	o.OrNull(rate.PerSecond > 0).Int("requests_per_second", int64(rate.PerSecond)).Minimum(1).
		About("Requests of a key. Null if there is no limit.")
	o.OrNull(rate.PerSecond > 0).Int("requests_at_once", int64(rate.Burst)).Minimum(1).
		About("Requests of a key that may come at once. Null if there is no limit.")
}

// foundCodes are HS codes, and the nomenclature that has them.
type foundCodes struct {
	year   int
	source string
	codes  []shipment.HSCode
}

func writeHSCodes(o *openapi.Object, f *foundCodes) {
	o.Int("year", int64(f.year)).About("The year of the nomenclature.")
	o.Text("source", f.source).About("Who published it.")
	openapi.List(o, "results", f.codes, func(o *openapi.Object, found *shipment.HSCode) {
		o.Text("hs_code", found.Code).Pattern("^[0-9]{6}$")
		o.Text("description", found.Description)
	}).MaxItems(50).About("The best matches first.")
}
