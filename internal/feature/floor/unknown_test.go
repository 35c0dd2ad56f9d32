package floor_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/floor"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/report"
)

// unknown are the open codes.
func (h *hubTest) unknown() []string {
	h.Helper()
	found := must[[]stored.Unknown](h.T)(h.floor.Stored.UnknownScans(h.Context(), h.Clock.Now().Add(time.Hour), "", 9))
	return each.Of(found, func(u stored.Unknown) string { return u.Code })
}

// closes closes a code, and checks the error, "" for none.
func (h *hubTest) closes(scan string, end shipment.Correction, want string) {
	h.Helper()
	_, err := h.floor.CloseUnknown(byAnn(h.T), scan, end)
	said := ""
	if invalid, ok := errors.AsType[*request.InvalidError](err); ok {
		said = fmt.Sprint(invalid.Problems)
	} else if err != nil {
		said = err.Error()
	}
	if (err == nil) != (want == "") || !strings.Contains(said, want) {
		h.Errorf("%s closed with %+v: %v, want %q", scan, end, err, want)
	}
}

// TestUnknownCodeIsAParcel: the scan of a code becomes one of the parcel that it is, by who scanned it, where and when, once.
func TestUnknownCodeIsAParcel(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		h.Clock.Advance(time.Hour)
		scanned := h.Clock.Now()
		h.scan(shipment.ActivityInbound, "torn")
		h.Clock.Advance(time.Hour)
		if got := h.unknown(); !slices.Equal(got, []string{"torn"}) {
			t.Fatalf("unknown: %q", got)
		}
		later := h.create(h.shipper, 1, "TORN")
		end := shipment.Correction{TrackingNo: strings.ToLower(o.TrackingNo)}
		h.closes("s9", end, store.ErrNotFound.Error())
		h.closes("s1", shipment.Correction{TrackingNo: "WB00000000000ID"}, "No order has this tracking number")
		if got := h.unknown(); len(got) != 1 {
			t.Errorf("after a number that no order has: %q", got)
		}
		u := must[stored.Unknown](t)(h.floor.Stored.UnknownScan(t.Context(), "s1"))
		if err := h.floor.Stored.ClaimUnknown(t.Context(), u, "", o.TrackingNo); err != nil { // by one who closes it at the same time
			t.Fatal(err)
		}
		h.closes("s1", shipment.Correction{TrackingNo: later.TrackingNo}, "closed already")
		h.closes("s1", end, "")
		h.closes("s1", end, "")
		h.closes("s1", shipment.Correction{TrackingNo: later.TrackingNo}, "closed already")
		if got := h.unknown(); len(got) != 0 {
			t.Errorf("closed: %q", got)
		}
		events := h.events(o)
		if len(events) != 2 || !events[0].OccurredOn.Equal(scanned) || events[0].Place != "Tuas" {
			t.Errorf("events: %+v", events)
		}
		if n := h.Count(t, fmt.Sprintf(`SELECT count(*) FROM hub_scans WHERE order_id = %d AND actor = 'ann@hub'`, o.OrderID)); n != 1 {
			t.Errorf("%d scans of the parcel", n)
		}
		if n := h.Count(t, `SELECT count(*) FROM audit_log WHERE subject_kind = 'unknown_scan' AND action = 'close' AND subject = 's1'
			AND actor = 'ann@hub'`); n != 1 {
			t.Errorf("%d entries in the audit log", n)
		}
	})
}

// TestUnknownCodeEndsOtherwise: a code is closed for a reason, not as a parcel that must not leave or with measures that nobody knows, and
// is deleted 30 days later.
func TestUnknownCodeEndsOtherwise(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		if _, err := h.store.StopOrders(byAnn(t), []string{o.TrackingNo}, "Customs"); err != nil {
			t.Fatal(err)
		}
		h.scan(shipment.ActivityOutbound, "one")
		h.scan(shipment.ActivityMeasured, "two")
		h.closes("s1", shipment.Correction{TrackingNo: o.TrackingNo}, "the operator has stopped it")
		h.closes("s2", shipment.Correction{TrackingNo: o.TrackingNo}, "Send a reason")
		if n := h.Count(t, `SELECT count(*) FROM hub_scans`); n != 0 || len(h.unknown()) != 2 {
			t.Errorf("%d scans, %q", n, h.unknown())
		}
		h.closes("s1", shipment.Correction{}, "Send a reason")
		h.closes("s1", shipment.Correction{Reason: "Given back"}, "")
		h.closes("s1", shipment.Correction{Reason: "Given back"}, "")
		h.closes("s1", shipment.Correction{Reason: "Thrown away"}, "closed already")
		for days, want := range []int{2, 1} { // on the day of the end and 31 days later
			h.Clock.Advance(time.Duration(days) * 31 * 24 * time.Hour)
			if err := h.floor.Stored.PurgeUnknown(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := h.Count(t, `SELECT count(*) FROM unknown_scans`); n != want {
				t.Errorf("%d codes are stored, want %d", n, want)
			}
		}
		if got := h.unknown(); !slices.Equal(got, []string{"two"}) {
			t.Errorf("unknown: %q", got)
		}
	})
}

// TestFloorIsCounted: each scan is counted with its result, and what waits is what the tables have.
func TestFloorIsCounted(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		var counted []string
		h.floor = floor.New(orders.New(orders.Config{Store: h.store, Now: h.Clock.Now, Scanned: func(activity, result string) {
			counted = append(counted, activity+" "+result)
		}}))
		o := h.create(h.shipper, 1, "A-1")
		h.scan(shipment.ActivityInbound, o.TrackingNo, "one")
		h.scan(shipment.ActivityInbound, o.TrackingNo, "two")
		if want := []string{"inbound recorded", "inbound unknown", "inbound repeated", "inbound unknown"}; !slices.Equal(counted, want) {
			t.Errorf("counted %q, want %q", counted, want)
		}
		h.closes("s2", shipment.Correction{Reason: "Given back"}, "")
		if _, err := h.store.StopOrders(byAnn(t), []string{o.TrackingNo}, "Customs"); err != nil {
			t.Fatal(err)
		}
		waits := map[string]int64{}
		for _, q := range must[report.Facts](t)(report.Reader{Store: h.store}.Facts(t.Context())).Queues {
			if waits[q.Kind] = q.Waiting; strings.HasPrefix(q.Kind, "unknown") && !q.OldestDue.IsZero() {
				t.Errorf("a code is due on %s", q.OldestDue)
			}
		}
		if waits["stops"] != 1 || waits["unknown_scans"] != 1 {
			t.Errorf("waits: %v", waits)
		}
	})
}

// TestEventsAreStoredWithTheirFacts: what has an event is not stored if its event cannot be, and an account that is not the operator's any
// more gets none.
func TestEventsAreStoredWithTheirFacts(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		for _, account := range []int64{h.hub.AccountID, h.shipper.AccountID} {
			if _, _, err := h.store.Webhooks.CreateEndpoint(t.Context(), account, shipment.EndpointSettings{}); err != nil {
				t.Fatal(err)
			}
		}
		stop := func() error {
			_, err := h.store.StopOrders(byAnn(t), []string{o.TrackingNo}, "Customs")
			return err
		}
		h.Exec(t, `ALTER TABLE events RENAME TO events_kept`)
		_, err := h.floor.Scan(byAnn(t), request.HubScans{HubID: 1, Activity: "inbound", Scans: []request.HubScan{{Scan: "x", Code: "one"}}})
		if stopErr := stop(); err == nil || stopErr == nil {
			t.Errorf("without a table of events: %v, %v", err, stopErr)
		}
		h.Exec(t, `ALTER TABLE events_kept RENAME TO events`)
		if n := h.Count(t, `SELECT (SELECT count(*) FROM unknown_scans) + (SELECT count(*) FROM order_stops)`); n != 0 {
			t.Errorf("%d facts without their events", n)
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		h.Exec(t, `UPDATE accounts SET operator = 0`)
		h.says(h.scan(shipment.ActivityInbound, "one")[0], floor.Unknown, "", "No order has this number. It is in the list of unknown parcels.")
		of := fmt.Sprintf(`SELECT count(*) FROM events WHERE type = 'parcel.stopped' AND account_id = %d`, h.hub.AccountID)
		if n := h.Count(t, of); n != 1 {
			t.Errorf("%d events of the stop", n)
		}
		if n := h.Count(t, `SELECT count(*) FROM events WHERE type IN ('parcel.stopped', 'scan.unknown')`); n != 1 {
			t.Errorf("%d events", n)
		}
	})
}

// TestEventOfALiftedStop: the event says which stop is lifted: its reason, since when and by whom, and not who lifts it.
func TestEventOfALiftedStop(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		o := h.create(h.shipper, 1, "A-1")
		if _, _, err := h.store.Webhooks.CreateEndpoint(t.Context(), h.hub.AccountID, shipment.EndpointSettings{}); err != nil {
			t.Fatal(err)
		}
		on := shipment.FormatTime(h.Clock.Now())
		must[[]store.HoldResult](t)(h.store.StopOrders(byAnn(t), []string{o.TrackingNo}, "Customs"))
		h.Clock.Advance(time.Hour)
		bob := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "bob@hub"})
		must[[]store.HoldResult](t)(h.store.LiftStops(bob, []string{o.TrackingNo}))
		must[[]store.HoldResult](t)(h.store.LiftStops(bob, []string{o.TrackingNo})) // there is none any more
		for _, event := range []string{"parcel.stopped", "parcel.stop_lifted"} {
			n := h.Count(t, fmt.Sprintf(`SELECT count(*) FROM events WHERE type = '%s'`, event))
			about := h.Count(t, fmt.Sprintf(`SELECT count(*) FROM events WHERE type = '%s' AND data LIKE '%%"Customs"%%' AND data LIKE '%%%s%%'
				AND data LIKE '%%"ann@hub"%%' AND data LIKE '%%%s%%'`, event, on, o.TrackingNo))
			if n != 1 || about != 1 {
				t.Errorf("%s: %d events, %d of the stop", event, n, about)
			}
		}
	})
}
