package floor

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// routes serve the operations of the JSON API.
type routes struct {
	feature.Core
	floor *Service
}

func newRoutes(c feature.Core) []shell.Route {
	r := &routes{c, New(c.Orders)}
	const hubs, stops = "/api/operator/hubs/", "/api/operator/stops/"
	view := answer.View(shell.ByID(r.floor.Stored.Hub), writeHub)
	return []shell.Route{
		r.Get(hubs, "list_hubs", shipment.ReadFloor, answer.Lists(func(ctx context.Context, _ shell.Call) ([]stored.Hub, error) {
			return r.floor.Stored.Hubs(ctx)
		}, writeHub)),
		shell.PostBody(r.Shell, hubs, "create_hub", shipment.Administer, &request.CreateHub, answer.Create(r.createHub, writeHub)),
		r.Get(hubs+"{id}/", "view_hub", shipment.ReadFloor, view),
		shell.PatchBody(r.Shell, hubs+"{id}/", "change_hub", shipment.Administer, &request.ChangeHub, answer.Change(r.changeHub, writeHub)),
		r.PostAction(hubs+"{id}/disable/", "disable_hub", shipment.Administer, r.switchHub(false), view),
		r.PostAction(hubs+"{id}/enable/", "enable_hub", shipment.Administer, r.switchHub(true), view),
		shell.PostBody(r.Shell, "/api/operator/scans/", "scan_in_hub", shipment.ScanParcels, &request.ScanInHub, r.scan),
		r.Get("/api/operator/scans/unknown/", "list_unknown_scans", shipment.ReadFloor, r.unknown),
		shell.PostBody(r.Shell, "/api/operator/scans/unknown/{scan}/close/", "close_unknown_scan", shipment.ScanParcels, &request.CloseUnknown,
			answer.Change(func(ctx context.Context, c shell.Call, sent shipment.Correction) (stored.Unknown, error) {
				return r.floor.CloseUnknown(ctx, c.Req.PathValue("scan"), sent)
			}, writeUnknown)),
		r.Get("/api/operator/orders/", "list_parcels", shipment.ReadFloor, shell.With(shell.Query(request.ReadParcelFilter), r.parcels)),
		shell.PostBody(r.Shell, "/api/operator/orders/change/", "change_parcels", shipment.ChangeParcels, &request.ChangeParcels,
			answer.Change(r.changeParcels, writeChosen)),
		r.Get("/api/operator/orders/jobs/{account_id}/{id}/", "view_parcel_job", shipment.ChangeParcels, answer.View(r.followJob, writeGroup)),
		r.Get(stops, "list_stops", shipment.ReadFloor, r.stops),
		shell.PostBody(r.Shell, stops, "stop_parcels", shipment.ChangeParcels, &request.StopParcels, r.results(r.Orders.Stop)),
		shell.PostBody(r.Shell, stops+"lift/", "lift_stops", shipment.ChangeParcels, &request.LiftStops, r.results(r.Orders.LiftStops)),
	}
}

func (r *routes) createHub(ctx context.Context, c shell.Call, sent request.Hub) (stored.Hub, error) {
	return r.floor.CreateHub(ctx, c.Caller, sent)
}

func (r *routes) changeHub(ctx context.Context, c shell.Call, change func(*request.Hub)) (stored.Hub, error) {
	return r.floor.ChangeHub(ctx, c.ID(), change)
}

func (r *routes) switchHub(enabled bool) func(context.Context, shell.Call) error {
	return shell.ToID(func(ctx context.Context, id int64) error {
		_, err := r.floor.SwitchHub(ctx, id, enabled)
		return err
	})
}

// scan records scans of parcels of any account in a hub.
func (r *routes) scan(ctx context.Context, c shell.Call, sent request.HubScans) (shell.Response, error) {
	results, err := r.floor.Scan(ctx, sent)
	header, say := r.PlainWords(c.Req)
	return answer.Object(http.StatusOK, &results, writeResults(say)).With(header), err
}

// unknown lists the codes that no order has, the last first.
func (r *routes) unknown(ctx context.Context, c shell.Call) (shell.Response, error) {
	before, scan := time.UnixMicro(math.MaxInt64), ""
	if cursor := request.LastValue(c.Query(), "cursor"); cursor != "" {
		text, after, ok := strings.Cut(cursor, " ")
		micros, err := strconv.ParseInt(text, 10, 64)
		if err != nil || !ok || !engine.IsText(after) {
			return shell.Response{}, shell.ErrInvalidCursor
		}
		before, scan = time.UnixMicro(micros), after
	}
	found, err := r.floor.Stored.UnknownScans(ctx, before, scan, c.Limit()+1)
	page, next := answer.Cut(found, c.Limit(), func(u *stored.Unknown) string { return fmt.Sprintf("%d %s", u.On.UnixMicro(), u.Scan) })
	return answer.Page(next, page, writeUnknown), err
}

// parcels lists parcels of all accounts that have not ended, or of one account.
func (r *routes) parcels(ctx context.Context, c shell.Call, f request.ParcelFilter) (shell.Response, error) {
	f.Limit = c.Limit()
	page, ok, err := r.floor.Parcels(ctx, f, request.LastValue(c.Query(), "cursor"))
	if !ok && err == nil {
		err = shell.ErrInvalidCursor
	}
	return answer.Page(page.Next, page.Parcels, writeParcel), err
}

// stops lists the parcels that are stopped, by account and order.
func (r *routes) stops(ctx context.Context, c shell.Call) (shell.Response, error) {
	var after store.Stop
	if cursor := request.LastValue(c.Query(), "cursor"); cursor != "" {
		if n, err := fmt.Sscanf(cursor, "%d-%d", &after.AccountID, &after.OrderID); n < 2 || err != nil {
			return shell.Response{}, shell.ErrInvalidCursor
		}
	}
	found, err := r.Orders.Store.Stops(ctx, after, c.Limit()+1)
	page, next := answer.Cut(found, c.Limit(), func(s *store.Stop) string { return fmt.Sprintf("%d-%d", s.AccountID, s.OrderID) })
	return answer.Page(next, page, writeStop), err
}

// results makes an operation on the parcels that a request names, which responds with the result of each.
func (r *routes) results(do func(context.Context, request.HoldRequest) ([]orders.Result, error)) shell.On[request.HoldRequest] {
	return answer.Change(func(ctx context.Context, _ shell.Call, sent request.HoldRequest) ([]orders.Result, error) {
		return do(ctx, sent)
	}, writeStopped)
}

func writeStopped(o *openapi.Object, results *[]orders.Result) {
	openapi.List(o, "orders", *results, func(o *openapi.Object, r *orders.Result) {
		o.Text("tracking_no", r.TrackingNo).About("As it was sent.")
		o.Text("result", r.Outcome).Enum("stopped", "lifted", "unchanged", "refused", "not_found")
		answer.Why(o, nil, r.Message)
	}).MinItems(1)
}

func writeParcel(o *openapi.Object, p *Parcel) {
	o.Int64("order_id", p.OrderID)
	o.Int64("account_id", p.AccountID)
	o.Text("tracking_no", p.TrackingNo)
	o.TextOrNull("shipper_order_id", p.ShipperOrderID)
	o.TextOrNull("hawb_no", p.HAWBNo).About("Number that the partner gave it.")
	o.Int64("service_id", p.ServiceID)
	o.TextOrNull("partner", p.Partner)
	o.Text("consignee_name", p.Consignee.Name)
	o.Text("consignee_city", p.Consignee.City)
	o.Text("consignee_country", p.Consignee.Country.Name())
	o.Decimal("order_weight", p.Weight).Format("double").About("In kg.")
	answer.Measured(o, &p.Measured)
	o.TextOrNull("status_code", string(p.StatusCode))
	o.Text("tracker_status_code", string(p.TrackerStatus)).Is("TrackerStatus")
	o.TextOrNull("held", p.HeldBecause()).About("Why its shipper or a rule holds it.")
	o.TextOrNull("stopped", p.Stop).About("Why the operator stops it.")
	o.Time("created_on", p.CreatedOn)
	o.Time("updated_on", p.UpdatedOn)
}

func writeHub(o *openapi.Object, h *stored.Hub) {
	o.Int64("hub_id", h.HubID).Minimum(1)
	o.Text("name", h.Name)
	o.Text("country", h.Country.Name())
	o.Text("timezone", h.Timezone)
	o.TimeOrNull("disabled_on", h.DisabledOn).About("Null if it is used.")
}

// writeResults writes the results of scans, in the words of say; nil is English.
func writeResults(say func(field string, m problem.Message) string) func(*openapi.Object, *[]Result) {
	return func(o *openapi.Object, results *[]Result) {
		openapi.List(o, "scans", *results, func(o *openapi.Object, result *Result) {
			writeResult(o, result)
			o.Text("message", problem.Say(say, "", result.Message)).MinLength(1).About("The code in words, in the language of Accept-Language.")
		}).MinItems(1)
	}
}

func writeResult(o *openapi.Object, r *Result) {
	code, args := shell.CodeOf(r.Message)
	o.Text("scan", r.Scan).About("Its name, as it was sent.")
	o.Text("result", r.Outcome).Enum(Recorded, Repeated, Refused, Unknown, Several).About("`repeated`: the last scan of the parcel is the " +
		"same, and this one is not recorded. `refused`: the parcel must not leave. `unknown`: no order has the code. `several`: choose one of " +
		"`candidates`.")
	o.TextOrNull("next", r.Next).About("Where the parcel goes: to the `partner`, on with the `service`, or `aside`, or back to its shipper " +
		"(`return`), or its label must be printed first (`print`). Null if the parcel is not known.")
	o.Text("code", code).About("Why.")
	o.Raw("args", "object", args).Is("ErrorArgs")
	o.TextOrNull("tracking_no", r.Order.TrackingNo)
	o.OrNull(r.Order.OrderID != 0).Int("account_id", r.Order.AccountID)
	o.TextOrNull("destination", r.Order.Consignee.Country.Name())
	o.TextOrNull("partner", r.Partner)
	openapi.List(o.If(r.Candidates != nil), "candidates", r.Candidates, func(o *openapi.Object, c *shipment.Order) {
		o.Int64("order_id", c.OrderID)
		o.Int64("account_id", c.AccountID)
		o.Text("tracking_no", c.TrackingNo)
	})
}

func writeUnknown(o *openapi.Object, u *stored.Unknown) {
	o.Text("scan", u.Scan).About("Its name.")
	o.Text("scanned_code", u.Code)
	o.Int64("hub_id", u.HubID)
	o.Text("activity", string(u.Activity))
	o.Time("scanned_on", u.On)
	o.Text("scanned_by", u.Actor).About("E-mail address of a user, or id of a key.")
	o.TimeOrNull("closed_on", u.ClosedOn).About("Null while it is open.")
	o.TextOrNull("closed_by", u.ClosedBy).About("As `scanned_by`.")
	o.TextOrNull("reason", u.Reason).About("Why it was closed.")
	o.TextOrNull("tracking_no", u.TrackingNo).About("The parcel that it is.")
}

func writeStop(o *openapi.Object, s *store.Stop) {
	o.Text("tracking_no", s.TrackingNo)
	o.Int64("account_id", s.AccountID)
	o.Text("reason", s.Reason)
	o.Time("stopped_on", s.StoppedOn)
	o.Text("stopped_by", s.Actor).About("E-mail address of a user, id of a key, or who ran the command.")
}
