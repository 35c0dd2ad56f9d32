package floor_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// listed are the ids of the parcels that the list has, by attention, of one account or of all.
func (h *hubTest) listed(a shipment.Attention, account string) (ids []int64) {
	h.Helper()
	f, problems := request.ReadParcelFilter(url.Values{"attention": {string(a)}, "account_id": {account}})
	if problems != nil {
		h.Fatal(problems)
	}
	for place := ""; ; {
		page, ok, err := h.floor.Parcels(h.Context(), f, place)
		if err != nil || !ok {
			h.Fatal(ok, err)
		}
		for i := range page.Parcels {
			ids = append(ids, page.Parcels[i].OrderID)
		}
		if place = page.Next; place == "" {
			return ids
		}
	}
}

func (h *hubTest) set(statement string, args ...any) {
	h.Helper()
	if err := h.store.DB.Execute(h.Context(), "prepare a test", statement, args...); err != nil {
		h.Fatal(err)
	}
}

// TestAttention: each number of the overview is what SQL counts, and what the list has that it opens.
func TestAttention(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		other := h.account("other")
		at := func(o shipment.Order, status shipment.TrackerStatus, resume shipment.TrackerStatus, lost int64) {
			h.set(`UPDATE orders SET tracker_status = $1, tracker_resume = $2, lost_on = $3 WHERE order_id = $4`,
				string(status), string(resume), lost, o.OrderID)
		}
		for i := range 60 { // more than a page, of two accounts in turn
			k := h.shipper
			if i%3 == 0 {
				k = other
			}
			at(h.create(k, 1, ""), shipment.DestinationCountryCustoms, "", 0)
		}
		at(h.create(other, 1, ""), shipment.Exception, shipment.DestinationCountryCustoms, 0)
		at(h.create(other, 1, ""), shipment.Exception, shipment.CrossBorderTransit, 0)
		at(h.create(h.shipper, 1, ""), shipment.Exception, shipment.DestinationCountryCustoms, 1)
		at(h.create(h.shipper, 1, ""), shipment.FailedDelivery, "", 0)
		at(h.create(h.shipper, 1, ""), shipment.FailedPickup, "", 0)
		done := h.create(h.shipper, 1, "")
		at(done, shipment.Success, "", 0)
		for _, o := range []shipment.Order{done, h.create(other, 1, "")} {
			h.set(`INSERT INTO unmoved_events (account_id, order_id, seq) VALUES ($1, $2, 1)`, o.AccountID, o.OrderID)
		}
		waits, held := h.create(h.shipper, 5, ""), h.create(other, 5, "")
		h.set(`UPDATE submissions SET state = 'held' WHERE order_id = $1`, held.OrderID)
		h.create(h.shipper, 1, "")
		now := func() int64 { return engine.Micros(h.Clock.Now()) }
		counts := func() map[shipment.Attention]int64 {
			return must[map[shipment.Attention]int64](h.T)(h.store.Attention(h.Context()))
		}
		if n := counts()[shipment.AttentionPartnerDown]; n != 0 {
			h.Errorf("%d wait for a partner that answers", n)
		}
		if err := h.store.Ledger.RecordOutage(h.Context(), "acme", h.Clock.Now()); err != nil {
			h.Fatal(err)
		}
		h.set(`INSERT INTO tracking_events (account_id, order_id, seq, status, text, country, place, occurred_on, recorded_on, source,
			source_event_id, moved) SELECT account_id, order_id, 98, tracker_status, '', '', '', CAST($1 AS BIGINT), CAST($1 AS BIGINT), 'test', '',
			0 FROM orders`, engine.Micros(h.Clock.Now()))
		if n := counts()[shipment.AttentionSilent]; n != 0 {
			h.Errorf("%d are silent at once", n)
		}
		// A parcel that is silent for five days on a lane where two are usual, and one on a lane that is not known.
		for _, o := range []shipment.Order{h.create(h.shipper, 5, ""), h.create(other, 1, "")} {
			at(o, shipment.CrossBorderTransit, "", 0)
		}
		h.set(`INSERT INTO tracking_events (account_id, order_id, seq, status, text, country, place, occurred_on, recorded_on, source,
			source_event_id, moved) SELECT account_id, order_id, 99, tracker_status, '', '', '', CAST($1 AS BIGINT), CAST($1 AS BIGINT), 'test', '',
			0 FROM orders WHERE tracker_status = 'CROSS_BORDER_TRANSIT'`, engine.Micros(h.Clock.Now().Add(-5*24*time.Hour)))
		h.set(`INSERT INTO lane_times (service_id, origin, destination, days, parcels, measured_on)
			VALUES (5, 'Singapore', 'Indonesia', 2, 20, 1), (1, 'Singapore', 'Indonesia', 2, 19, 1)`)
		want := map[shipment.Attention]string{
			shipment.AttentionCustoms: `SELECT order_id FROM orders WHERE lost_on = 0 AND (tracker_status = 'DESTINATION_COUNTRY_CUSTOMS'
				OR tracker_status = 'EXCEPTION' AND tracker_resume = 'DESTINATION_COUNTRY_CUSTOMS')`,
			shipment.AttentionFailed: `SELECT order_id FROM orders WHERE tracker_status LIKE 'FAILED%'
				OR tracker_status = 'EXCEPTION' AND lost_on = 0`,
			shipment.AttentionLost:    `SELECT order_id FROM orders WHERE lost_on > 0`,
			shipment.AttentionUnmoved: `SELECT order_id FROM unmoved_events`,
			shipment.AttentionSilent: `SELECT o.order_id FROM orders o WHERE o.service_id = 5 AND o.tracker_status = 'CROSS_BORDER_TRANSIT'
				AND (SELECT max(e.occurred_on) FROM tracking_events e
					WHERE e.account_id = o.account_id AND e.order_id = o.order_id) <= ` + fmt.Sprint(now()-2*86400_000_000),
			shipment.AttentionPartnerDown: `SELECT order_id FROM submissions WHERE state IN ('pending', 'submitted', 'unknown')
				AND order_id = ` + fmt.Sprint(waits.OrderID),
		}
		sizes := map[shipment.Attention]int{
			shipment.AttentionCustoms: 61, shipment.AttentionFailed: 4, shipment.AttentionLost: 1, shipment.AttentionUnmoved: 2,
			shipment.AttentionSilent: 1, shipment.AttentionPartnerDown: 1,
		}
		for a, n := range counts() {
			ids := must[[]int64](h.T)(engine.Values[int64](h.Context(), h.store.DB.Reads, want[a]+` ORDER BY 1 DESC`))
			got := h.listed(a, "")
			if int(n) != len(ids) || !slices.Equal(got, ids) || len(ids) != sizes[a] {
				h.Errorf("%s: counted %d, listed %v, SQL has %v, want %d", a, n, got, ids, sizes[a])
			}
			of := slices.Concat(h.listed(a, fmt.Sprint(h.shipper.AccountID)), h.listed(a, fmt.Sprint(other.AccountID)))
			slices.SortFunc(of, func(a, b int64) int { return int(b - a) })
			if !slices.Equal(of, ids) {
				h.Errorf("%s: listed by account %v, want %v", a, of, ids)
			}
		}
		h.Clock.Advance(11 * time.Minute) // the outage was seen too long ago
		if n := counts()[shipment.AttentionPartnerDown]; n != 0 {
			h.Errorf("%d wait for a partner that nobody knows to be down", n)
		}
		h.Clock.Advance(7 * 24 * time.Hour) // seven days without an event: also those on a lane that is not known
		if n := counts()[shipment.AttentionSilent]; n < 60 || int(n) != len(h.listed(shipment.AttentionSilent, "")) {
			h.Errorf("%d are silent after a week, listed %d", n, len(h.listed(shipment.AttentionSilent, "")))
		}
		if page, ok, err := h.floor.Parcels(h.Context(), request.ParcelFilter{Attention: shipment.AttentionLost}, "x"); ok || err != nil {
			h.Errorf("a place that there is not: %v, %t, %v", page, ok, err)
		}
		_, problems := request.ReadParcelFilter(url.Values{"attention": {"lost"}, "code": {"A-1"}})
		if len(problems) != 1 || problems[0].Field != "attention" {
			h.Errorf("attention and a code: %v", problems)
		}
	})
}

// TestMeasureLanes: what is usual on a lane is what 19 of 20 times between two events of delivered parcels are not longer than.
func TestMeasureLanes(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		const day = 86400_000_000
		start := engine.Micros(h.Clock.Now())
		event := func(o shipment.Order, seq, on int64, status shipment.TrackerStatus) {
			h.set(`INSERT INTO tracking_events (account_id, order_id, seq, status, text, country, place, occurred_on, recorded_on, source,
				source_event_id, moved) VALUES ($1, $2, $3, $4, '', '', '', $5, $5, 'test', '', 0)`, o.AccountID, o.OrderID, seq, string(status), on)
		}
		for i := range int64(20) { // 20 times of 3 days, 20 at once, and two of 9 days, in the wrong order
			o := h.create(h.shipper, 1, "")
			last := start + 3*day
			if i < 2 {
				last = start + 9*day
			}
			event(o, 50, start-30*day, shipment.PendingPickup) // before the pickup
			event(o, 51, last, shipment.Success)
			event(o, 52, start, shipment.PickedUp)
			event(o, 53, start, shipment.CrossBorderTransit)
			h.set(`UPDATE orders SET tracker_status = 'SUCCESS' WHERE order_id = $1`, o.OrderID)
		}
		event(h.create(h.shipper, 5, ""), 50, start, shipment.PickedUp) // not delivered
		lanes := func() [][2]int64 {
			return must[[][2]int64](h.T)(engine.Pairs(h.Context(), h.store.DB.Reads, `SELECT days, parcels FROM lane_times
				WHERE service_id = 1 AND origin = 'Singapore' AND destination = 'Indonesia'`))
		}
		if n, err := h.store.MeasureLanes(h.Context()); n != 1 || err != nil || !slices.Equal(lanes(), [][2]int64{{3, 20}}) {
			h.Fatalf("measured %d lanes, %v: %v, want one of 3 days by 20 parcels", n, err, lanes())
		}
		h.Clock.Advance(store.LanesEvery - time.Minute)
		if n, err := h.store.MeasureLanes(h.Context()); n != 0 || err != nil {
			h.Errorf("measured %d lanes again, %v", n, err)
		}
		h.set(`UPDATE orders SET tracker_status = 'CANCELLED'`)
		h.Clock.Advance(time.Minute)
		if n, err := h.store.MeasureLanes(h.Context()); n != 0 || err != nil || len(lanes()) != 0 {
			h.Errorf("after a day without delivered parcels: %d lanes, %v, %v", n, err, lanes())
		}
	})
}
