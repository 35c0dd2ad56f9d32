package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// originalRoutes are calls of documents and clients of the original interface for which Waybill has operations of its own.
func (a *API) originalRoutes() []shell.Route {
	return []shell.Route{
		shell.PostBody(a.Shell, "/api/order/cancel-orders/", "original_cancel", shipment.WriteOrders, &request.MarkPrinted, a.originalCancel),
		a.GetOpen("/api/data/{list}/", "original_list", originalList),
	}
}

// originalCancel cancels orders, and says in one text that all are cancelled, or under its number of each other order why it is not. An
// order that a partner is asked for is not cancelled yet.
func (a *API) originalCancel(ctx context.Context, c shell.Call, numbers []string) (shell.Response, error) {
	results, err := a.Orders.Cancel(ctx, a.By(c), request.HoldRequest{TrackingNos: numbers})
	var e jx.Encoder
	e.ObjStart()
	written := map[string]bool{}
	for _, r := range results {
		if r.Outcome != orders.Cancelled && !written[r.TrackingNo] {
			written[r.TrackingNo] = true
			text(&e, r.TrackingNo, r.Message.String())
		}
	}
	status := http.StatusBadRequest
	if len(written) == 0 {
		status = http.StatusOK
		quoted := each.Of(numbers, func(no string) string { return "'" + no + "'" })
		text(&e, "detail", "Order: "+strings.Join(quoted, ", ")+" has been cancelled.")
	}
	e.ObjEnd()
	return shell.Response{Status: status, Body: e.Bytes()}, err
}

// originalCategories are those that a client of the original interface offers. An item may have any other.
var originalCategories = []string{"Fashion Apparel", "Electronics", "Lifestyle Products", "Printed Matters", "Others"}

// originalList is a list of texts that portals of the original interface offer to choose from.
func originalList(_ context.Context, r *http.Request) (shell.Response, error) {
	var list []string
	switch r.PathValue("list") {
	case "places":
		list = each.Of(shipment.Countries(), shipment.Country.Name)
	case "item-categories":
		list = originalCategories
	case "currencies":
		list = shipment.Currencies()
	case "tracker-statuses":
		list = each.Of(shipment.TrackerStatuses(), func(s shipment.TrackerStatus) string { return string(s) })
	default:
		return shell.Response{}, shell.ErrNotFound
	}
	return bareList(list, func(e *jx.Encoder, s *string) { e.Str(*s) }), nil
}
