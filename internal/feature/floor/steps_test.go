package floor_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/feature/floor"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

var update = flag.Bool("update", false, "write what the steps change, in testdata")

// hubDay is a day in a hub, with parcels of two shippers in each state.
type hubDay struct {
	*hubTest
	names   []string
	parcels []shipment.Order
	second  stored.Hub
	steps   *database.Changes
}

// TestSteps does each thing that people of a hub do with parcels, unknown codes and hubs in each state, and compares all that is stored
// with what was recorded before: also the rows that a step must leave as they are.
func TestSteps(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, f *storetest.Fixture) {
		h := &hubDay{hubTest: newHubTest(t, f)}
		o := orders.New(orders.Config{Store: h.store, Now: h.Clock.Now})
		h.floor = floor.New(o)
		h.floor.Jobs = jobs.NewService(h.store, o, slog.New(slog.DiscardHandler))
		h.fill()
		var names []string
		for i := range h.parcels {
			names = append(names, h.parcels[i].TrackingNo, fmt.Sprint("parcel-", h.parcels[i].OrderID))
		}
		h.Clock.Advance(time.Minute)
		h.steps = database.NewChanges(t, f.URL, f.Clock.Now(), names...)
		for i, steps := range []func(){h.stepsOfScans, h.stepsOfUnknown, h.stepsOfHubs, h.stepsOfChanges} {
			steps()
			h.steps.Compare("testdata/"+[]string{"scans", "unknown", "hubs", "changes"}[i]+".txt", *update)
		}
	}, floor.Feature(feature.Process{}).Part)
}

// fill makes parcels: those of even numbers are of the first shipper.
func (h *hubDay) fill() {
	h.Helper()
	_, _, err := h.store.Webhooks.CreateEndpoint(h.Context(), h.hub.AccountID, shipment.EndpointSettings{})
	second := h.account("second")
	h.names = []string{
		"printed", "not printed", "of a partner without a label", "stopped", "held", "cancelled", "delivered", "lost", "erased",
		"on its way back",
		"came", "came to the other", "weighed", "measured", "of a partner", "of a partner, printed",
		"with an own label", "same", "same",
	}
	for i, name := range h.names {
		k, service := []masterdata.Key{h.shipper, second}[i%2], int64(1)
		if i == 2 || i > 13 && name != "same" {
			service = 5
		}
		h.parcels = append(h.parcels, h.create(k, service, name))
		h.Clock.Advance(time.Second)
	}
	h.names = append(h.names, "whose reference is a number")
	h.parcels = append(h.parcels, h.create(second, 1, h.parcels[0].TrackingNo))
	for i := range h.parcels {
		o := &h.parcels[i]
		if change := map[string]string{
			"delivered": `tracker_status = 'SUCCESS'`, "on its way back": `tracker_status = 'RETURN_TO_SENDER'`,
			"lost":   `tracker_status = 'EXCEPTION', tracker_resume = 'PICKED_UP', lost_on = created_on`,
			"erased": `tracker_status = 'EXCEPTION', erased_on = created_on`, "of a partner": `has_label = 1`,
			"of a partner, printed": `has_label = 1`, "with an own label": `has_label = 2`,
		}[h.names[i]]; change != "" {
			h.Exec(h.T, `UPDATE orders SET `+change+` WHERE order_id = $1`, o.OrderID)
		}
		if err == nil && (i == 0 || i > 2 && i != 14) {
			err = h.store.Prints.MarkPrinted(h.Context(), o.AccountID, []int64{o.OrderID})
		}
	}
	must[[]store.HoldResult](h.T)(h.store.StopOrders(byAnn(h.T), []string{h.parcels[3].TrackingNo}, "Look"))
	held, number := h.parcels[4].AccountID, []string{h.parcels[4].TrackingNo}
	must[[]store.HoldResult](h.T)(h.store.HoldOrders(h.Context(), held, number, "Not paid", false))
	must[[]store.CancelResult](h.T)(h.store.CancelOrders(h.Context(), h.parcels[5].AccountID, []string{h.parcels[5].TrackingNo}, false))
	h.second = must[stored.Hub](h.T)(h.floor.CreateHub(byAnn(h.T), masterdata.Caller{}, request.Hub{
		Name: "Batam", Country: "ID", Timezone: "Asia/Jakarta",
	}))
	for i, scan := range []request.HubScan{{}, {}, {Weight: 1300}, {Length: 100, Width: 200, Height: 300}} {
		scan.Scan, scan.Code = "first", h.parcels[10+i].TrackingNo
		if i > 1 {
			scan.Scan = "second"
		}
		h.Clock.Advance(time.Second)
		must[[]floor.Result](h.T)(h.floor.Scan(byAnn(h.T), request.HubScans{
			HubID: h.hub.HubID + int64(i%2), Activity: []string{"inbound", "inbound", "measured", "measured"}[i], Scans: []request.HubScan{scan},
		}))
	}
	for _, scan := range []string{"open", "open, of the other hub", "measured", "claimed", "closed", "closed as a parcel"} {
		h.Clock.Advance(time.Second)
		sent := request.HubScans{HubID: h.hub.HubID, Activity: "inbound", Scans: []request.HubScan{{Scan: scan, Code: "code " + scan}}}
		if scan == "measured" {
			sent.Activity, sent.Scans[0].Weight = "measured", 1000
		}
		if scan == "open, of the other hub" {
			sent.HubID = h.second.HubID
		}
		must[[]floor.Result](h.T)(h.floor.Scan(byAnn(h.T), sent))
	}
	must[stored.Unknown](h.T)(h.floor.CloseUnknown(byAnn(h.T), "closed", shipment.Correction{Reason: "Given back"}))
	must[stored.Unknown](h.T)(h.floor.CloseUnknown(byAnn(h.T), "closed as a parcel", shipment.Correction{TrackingNo: h.parcels[1].TrackingNo}))
	u := must[stored.Unknown](h.T)(h.floor.Stored.UnknownScan(h.Context(), "claimed"))
	if err == nil {
		err = h.floor.Stored.ClaimUnknown(h.Context(), u, "", h.parcels[0].TrackingNo)
	}
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hubDay) step(name string, do func(ctx context.Context) (string, error)) {
	h.Helper()
	h.steps.Step(name, func() (string, error) {
		return do(audit.WithActor(h.Context(), audit.Actor{Kind: audit.ActorUser, Name: "bob@hub"}))
	})
}

func (h *hubDay) stepsOfScans() {
	for i, name := range h.names {
		o := &h.parcels[i]
		for _, a := range []shipment.Activity{
			shipment.ActivityInbound, shipment.ActivityOutbound, shipment.ActivityDamaged, shipment.ActivityFound, shipment.ActivityReturn,
			shipment.ActivityMeasured,
		} {
			for n, scan := range []request.HubScan{{Scan: "new"}, {Scan: "first"}, {Scan: "new", ScannedOn: h.Clock.Now().Add(9 * time.Hour)}} {
				if n > 0 && i < 10 && a != shipment.ActivityFound {
					continue
				}
				scan.Code = o.TrackingNo
				if a == shipment.ActivityMeasured {
					scan.Weight, scan.Length, scan.Width, scan.Height = 1500, 10, 20, 30
				}
				sent := request.HubScans{
					HubID: h.hub.HubID, Activity: string(a), SentOn: h.Clock.Now().Add(10 * time.Hour), Scans: []request.HubScan{scan},
				}
				h.step(fmt.Sprintf("%s: %s, scan %s, %d", name, a, scan.Scan, n), func(ctx context.Context) (string, error) {
					got, err := h.floor.Scan(ctx, sent)
					if err != nil {
						return "", err
					}
					return fmt.Sprint(got[0].Outcome, " ", got[0].Next, " ", got[0].Message.String(), " ", got[0].Partner), nil
				})
			}
		}
		h.step(name+": read", func(ctx context.Context) (string, error) {
			scans, err := h.floor.Stored.ScansOf(ctx, o.AccountID, o.OrderID)
			page, _, _ := h.floor.Parcels(ctx, request.ParcelFilter{Code: o.TrackingNo}, "")
			return fmt.Sprint(scans, each.Of(page.Parcels, func(p floor.Parcel) any { return []any{p.Measured, p.Partner, p.Stop} })), err
		})
	}
	for _, hub := range []stored.Hub{h.hub, h.second} {
		h.step("parcels in "+hub.Name, func(ctx context.Context) (string, error) {
			ids, end, err := h.floor.Stored.InHub(ctx, hub.HubID, 999, 9)
			return fmt.Sprint(ids, end), err
		})
	}
}

func (h *hubDay) stepsOfUnknown() {
	for _, scan := range []string{"open", "open, of the other hub", "measured", "claimed", "closed", "closed as a parcel", "none"} {
		for _, end := range []shipment.Correction{
			{},
			{Reason: "Given back"},
			{Reason: "Thrown away"},
			{TrackingNo: h.parcels[0].TrackingNo},
			{TrackingNo: h.parcels[1].TrackingNo},
			{TrackingNo: h.parcels[3].TrackingNo},
			{TrackingNo: "WB00000000000ID"},
			{TrackingNo: h.parcels[0].TrackingNo, Reason: "Given back"},
		} {
			h.step(fmt.Sprintf("%s: close, %s%s", scan, end.TrackingNo, end.Reason), func(ctx context.Context) (string, error) {
				u, err := h.floor.CloseUnknown(ctx, scan, end)
				return u.ClosedBy, err
			})
		}
		for _, was := range []int{0, 1} { // as two people do who close it at once
			h.step(fmt.Sprintf("%s: claim for parcel %d", scan, was), func(ctx context.Context) (string, error) {
				u := stored.Unknown{AccountID: h.hub.AccountID, Scan: scan}
				return "done", h.floor.Stored.ClaimUnknown(ctx, u, "", h.parcels[was].TrackingNo)
			})
		}
		for _, code := range []string{"code " + scan, "another"} {
			for _, hub := range []stored.Hub{h.hub, h.second} {
				h.step(fmt.Sprintf("%s: scan %s again in %s", scan, code, hub.Name), func(ctx context.Context) (string, error) {
					sent := request.HubScans{HubID: hub.HubID, Activity: "inbound", Scans: []request.HubScan{{Scan: scan, Code: code}}}
					got, err := h.floor.Scan(ctx, sent)
					return fmt.Sprint(each.Of(got, func(r floor.Result) string { return r.Outcome + r.Next })), err
				})
			}
		}
	}
	for _, later := range []time.Duration{30*24*time.Hour - 70*time.Second, 30 * 24 * time.Hour, 31 * 24 * time.Hour} {
		h.step("purge after "+later.String(), func(ctx context.Context) (string, error) {
			h.Clock.Advance(later)
			defer h.Clock.Advance(-later)
			return "done", h.floor.Stored.PurgeUnknown(ctx)
		})
	}
	h.step("list", func(ctx context.Context) (string, error) {
		all, err := h.floor.Stored.UnknownScans(ctx, h.Clock.Now(), "", 9)
		return fmt.Sprint(each.Of(all, func(u stored.Unknown) string { return u.Scan })), err
	})
}

func (h *hubDay) stepsOfHubs() {
	third := must[stored.Hub](h.T)(h.floor.CreateHub(byAnn(h.T), masterdata.Caller{}, request.Hub{
		Name: "Johor", Country: "MY", Timezone: "Asia/Kuala_Lumpur",
	}))
	must[stored.Hub](h.T)(h.floor.SwitchHub(byAnn(h.T), third.HubID, false))
	h.steps.Begin()
	for _, id := range []int64{h.hub.HubID, h.second.HubID, third.HubID, 99} {
		for _, name := range []string{"Tuas", "Batam", "Changi"} {
			h.step(fmt.Sprintf("hub %d gets the name %s", id, name), func(ctx context.Context) (string, error) {
				hub, err := h.floor.ChangeHub(ctx, id, func(r *request.Hub) { r.Name = name })
				return fmt.Sprint(hub), err
			})
		}
		for _, enabled := range []bool{true, false} {
			h.step(fmt.Sprintf("hub %d is enabled: %t", id, enabled), func(ctx context.Context) (string, error) {
				hub, err := h.floor.SwitchHub(ctx, id, enabled)
				return fmt.Sprint(hub.Name, hub.DisabledOn.IsZero()), err
			})
		}
	}
}

func (h *hubDay) stepsOfChanges() {
	for i, name := range h.names {
		number := []string{h.parcels[i].TrackingNo}
		h.step("stop "+name, func(ctx context.Context) (string, error) {
			results, err := h.store.StopOrders(ctx, number, "Customs")
			return fmt.Sprint(results), err
		})
		h.step("lift the stop of "+name, func(ctx context.Context) (string, error) {
			results, err := h.store.LiftStops(ctx, number)
			return fmt.Sprint(results), err
		})
	}
	own, other := h.parcels[0].AccountID, h.parcels[1].AccountID
	for i, sent := range []request.ParcelChange{
		{Codes: []string{"same", "none", h.parcels[0].TrackingNo, "came"}},
		{Filter: &request.ParcelFilter{Code: "same"}},
		{Filter: &request.ParcelFilter{Code: "same", AccountID: other}},
		{Filter: &request.ParcelFilter{Partner: "acme"}},
		{Filter: &request.ParcelFilter{AccountID: own}},
		{Filter: &request.ParcelFilter{HubID: h.hub.HubID}},
		{Filter: &request.ParcelFilter{HubID: h.second.HubID, AccountID: other}},
	} {
		h.step(fmt.Sprintf("choose %d", i), func(ctx context.Context) (string, error) {
			c, err := h.floor.Choose(ctx, &sent)
			return fmt.Sprint(each.Of(c.Groups, func(g floor.Group) any { return []any{g.AccountID, g.Numbers} }), c.Unknown, c.Several), err
		})
	}
	all := each.Of(h.parcels, func(o shipment.Order) string { return o.TrackingNo })
	for _, kind := range []jobs.Kind{jobs.Hold, jobs.Release, jobs.Cancel, jobs.Report, jobs.Correct} {
		fields := map[string]any{}
		for name, value := range map[string]string{"reason": "Because", "status": "PICKED_UP", "address": "Tuas"} {
			for _, field := range request.FieldsOfAction(string(kind)) {
				if field == name {
					fields[name] = value
				}
			}
		}
		for _, dryRun := range []bool{true, false} {
			h.step(fmt.Sprintf("%s, trial %t", kind, dryRun), func(ctx context.Context) (string, error) {
				sent := request.ParcelChange{Kind: string(kind), Fields: fields, DryRun: dryRun, Codes: all}
				c, err := h.floor.Choose(ctx, &sent)
				if err == nil {
					err = h.floor.Change(ctx, c.Groups, &sent, nil)
				}
				return fmt.Sprint(each.Of(c.Groups, func(g floor.Group) any {
					return []any{g.AccountID, g.Parcels(), g.Same(), g.Changed(), g.Job.State, g.Job.Counts, len(g.Kept)}
				})), err
			})
		}
	}
}
