package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// reported is an operator's event.
func reported(trackingNo string, status shipment.TrackerStatus, occurredOn time.Time) shipment.TrackingReport {
	return shipment.TrackingReport{TrackingNo: trackingNo, TrackingEvent: shipment.TrackingEvent{
		Status: status, OccurredOn: occurredOn, Source: shipment.SourceOperator,
	}}
}

func track(t *testing.T, s *store.Store, reports ...shipment.TrackingReport) []store.TrackingOutcome {
	t.Helper()
	return must[[]store.TrackingOutcome](t)(s.AddTrackingEvents(t.Context(), reports))
}

func tracked(t *testing.T, s *store.Store, trackingNo string) store.Track {
	t.Helper()
	tracks := must[map[string][]store.Track](t)(s.TrackOrders(t.Context(), []string{trackingNo}, 0))
	equal(t, "tracks of "+trackingNo, len(tracks[trackingNo]), 1)
	return tracks[trackingNo][0]
}

func TestTrackingMoves(t *testing.T) { onEachEngine(t, testTrackingMoves) }

func testTrackingMoves(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	mine, theirs := create(t, s, k, storetest.Order(1)).Orders[0], create(t, s, other, storetest.Order(2)).Orders[0]
	f.clock.Advance(time.Hour)
	now := f.clock.Now()
	full := shipment.TrackingReport{TrackingNo: mine.TrackingNo, TrackingEvent: shipment.TrackingEvent{
		Status: shipment.PickedUp, Text: "Vom Fahrer übernommen 🚚", Country: "SG", Place: "Depot \"West\"",
		OccurredOn: now.Add(-time.Minute), Source: shipment.SourceOperator, SourceEventID: "scan-1",
	}}
	outcomes := track(t, s,
		full,
		reported("UNKNOWN-1", shipment.PickedUp, now),
		reported(theirs.TrackingNo, shipment.Cancelled, now),
		reported(mine.TrackingNo, shipment.PendingPickup, now),
		reported("a\x00b", shipment.PickedUp, now),
	)
	same(t, "outcomes", outcomes, []store.TrackingOutcome{
		store.TrackingMoved, store.TrackingUnknown, store.TrackingMoved, store.TrackingRecorded, store.TrackingUnknown,
	})

	want := mine
	want.TrackerStatus, want.UpdatedOn = shipment.PickedUp, now
	same(t, "order", stored(t, s, mine.TrackingNo), want)
	want = theirs
	want.TrackerStatus, want.StatusCode, want.HasLabel, want.UpdatedOn = shipment.Cancelled, shipment.StatusCancelled, false, now
	same(t, "cancelled order", stored(t, s, theirs.TrackingNo), want)

	first := full.TrackingEvent
	first.RecordedOn, first.Moved = now, true
	second := reported("", shipment.PendingPickup, now).TrackingEvent
	second.RecordedOn = now
	same(t, "track", tracked(t, s, mine.TrackingNo), store.Track{
		TrackingNo: mine.TrackingNo, AccountID: mine.AccountID, Account: "shipper", Status: shipment.PickedUp, Origin: "SG", Destination: "ID",
		UpdatedOn: now,
		Events: []shipment.TrackingEvent{second, first, {
			Status: shipment.OrderCreated, OccurredOn: mine.CreatedOn, RecordedOn: mine.CreatedOn, Source: shipment.SourceService, Moved: true,
		}},
	})
}

func TestTrackingRepeats(t *testing.T) { onEachEngine(t, testTrackingRepeats) }

func testTrackingRepeats(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	now := f.clock.Now()
	named := reported(no, shipment.FailedPickup, now)
	named.SourceEventID = "scan-1"
	untimed := reported(no, shipment.PickedUp, time.Time{})
	for round, want := range [][]store.TrackingOutcome{
		{store.TrackingMoved, store.TrackingMoved, store.TrackingMoved},
		{store.TrackingDuplicate, store.TrackingDuplicate, store.TrackingDuplicate},
	} {
		same(t, fmt.Sprintf("outcomes, round %d", round), track(t, s, named, reported(no, shipment.PendingPickup, now), untimed), want)
		f.clock.Advance(time.Hour)
	}
	// The same id says the same whatever else differs; another source has ids of its own.
	named.Status = shipment.Success
	equal(t, "id again", track(t, s, named)[0], store.TrackingDuplicate)
	named.Source = "partner"
	equal(t, "another source", track(t, s, named)[0], store.TrackingMoved)
	equal(t, "events", len(tracked(t, s, no).Events), 5)
}

func TestTrackingTimes(t *testing.T) { onEachEngine(t, testTrackingTimes) }

func testTrackingTimes(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	made := create(t, s, k, storetest.Order(1)).Orders[0]
	f.clock.Advance(time.Hour)
	now := f.clock.Now()
	track(t, s,
		reported(made.TrackingNo, shipment.CrossBorderTransit, now.Add(time.Hour)),                      // yet to come
		reported(made.TrackingNo, shipment.PickedUp, made.CreatedOn.Add(-time.Hour)),                    // late, and before the order
		reported(made.TrackingNo, shipment.InTransitWithinOriginCountry, now.Add(-time.Nanosecond*500)), // less than a microsecond ago
	)
	var got []string
	for _, e := range tracked(t, s, made.TrackingNo).Events {
		got = append(got, string(e.Status)+" "+e.OccurredOn.Sub(now).String())
	}
	same(t, "events", got, []string{
		"CROSS_BORDER_TRANSIT 0s", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY -1µs", "PICKED_UP -2h0m0s", "ORDER_CREATED -1h0m0s",
	})
}

// TestTrackingEvents: subscribers receive updates, in the order in which they were recorded,
// and of deliveries and cancellations.
func TestTrackingEvents(t *testing.T) { onEachEngine(t, testTrackingEvents) }

func testTrackingEvents(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k, shipment.EventTrackingUpdated, shipment.EventDelivered, shipment.EventCancelled)
	made := create(t, s, k, orders(2)...).Orders
	number := made[0].TrackingNo
	before := f.clock.Now().Add(-time.Hour)
	track(t, s, reported(number, shipment.PickedUp, time.Time{}), reported(number, shipment.PendingPickup, before))
	track(t, s, reported(made[0].TrackingNo, shipment.Success, time.Time{}), reported(made[0].TrackingNo, shipment.Success, time.Time{}))
	cancel(t, s, k, made[1].TrackingNo, made[0].TrackingNo)
	events, more, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, "")
	noError(t, err)
	equal(t, "more", more, false)
	var got []string
	for _, e := range events {
		var data struct {
			Status  string `json:"status"`
			Current string `json:"tracker_status_code"`
			On      string `json:"occurred_on"`
		}
		noError(t, json.Unmarshal(e.Data, &data))
		equal(t, "when it occurred: "+data.Status, data.On == shipment.FormatTime(before), data.Status == "PENDING_PICKUP")
		got = append(got, fmt.Sprintf("%s %d %s %s", e.Type, e.OrderID-made[0].OrderID, data.Status, data.Current))
	}
	same(t, "events", got, []string{
		"order.tracking_updated 0 PICKED_UP PICKED_UP",
		"order.tracking_updated 0 PENDING_PICKUP PICKED_UP",
		"order.tracking_updated 0 SUCCESS SUCCESS",
		"order.delivered 0 SUCCESS SUCCESS",
		"order.tracking_updated 1 CANCELLED CANCELLED",
		"order.cancelled 1 CANCELLED CANCELLED",
	})
}

// TestTrackingAtOnce lets two processes report on the same orders, in different order.
func TestTrackingAtOnce(t *testing.T) { onEachEngine(t, testTrackingAtOnce) }

func testTrackingAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	_, other, _ := account(t, stores[0], "other")
	made := slices.Concat(create(t, stores[0], k, orders(3)...).Orders, create(t, stores[0], other, orders(3)...).Orders)
	now := f.clock.Now()
	const workers, rounds = 4, 5
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for round := range rounds {
				var reports []shipment.TrackingReport
				for _, o := range made {
					r := reported(o.TrackingNo, shipment.PickedUp, now)
					r.SourceEventID = fmt.Sprintf("%d-%d", worker, round)
					reports = append(reports, r)
				}
				if worker%2 == 1 {
					slices.Reverse(reports)
				}
				if _, err := stores[worker%2].AddTrackingEvents(t.Context(), reports); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for _, o := range made {
		equal(t, "events", len(tracked(t, stores[0], o.TrackingNo).Events), workers*rounds+1)
	}
	equal(t, "events that moved an order", f.count(t, `SELECT count(*) FROM tracking_events WHERE moved = 1`), len(made))
}

func TestTrackOrders(t *testing.T) { onEachEngine(t, testTrackOrders) }

func testTrackOrders(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	mine, theirs := create(t, s, k, orders(2)...).Orders, create(t, s, other, orders(2)...).Orders
	track(t, s, reported(theirs[1].TrackingNo, shipment.Success, time.Time{}))
	numbers := []string{mine[0].TrackingNo, "UNKNOWN-1", theirs[1].TrackingNo, "a\x00b", "\xff", ""}
	tracks := must[map[string][]store.Track](t)(s.TrackOrders(t.Context(), numbers, 0))
	equal(t, "found", len(tracks), 2)
	equal(t, "mine", len(tracks[mine[0].TrackingNo][0].Events), 1)
	equal(t, "theirs", tracks[theirs[1].TrackingNo][0].Status, shipment.Success)
	equal(t, "whose", tracks[mine[0].TrackingNo][0].Account+" "+tracks[theirs[1].TrackingNo][0].Account, "shipper other")
	equal(t, "none", len(must[map[string][]store.Track](t)(s.TrackOrders(t.Context(), nil, k.AccountID))), 0)
}

func TestTrackRelated(t *testing.T) { onEachEngine(t, testTrackRelated) }

func testTrackRelated(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	create(t, s, other, storetest.Order(1))
	toIndonesia := shipment.Order{Consignee: shipment.Party{Country: "ID"}}
	alone := create(t, s, k, toIndonesia, toIndonesia).Orders[0]
	family := create(t, s, k, slices.Repeat([]shipment.Order{storetest.Order(1)}, 30)...).Orders
	track(t, s, reported(family[29].TrackingNo, shipment.PickedUp, time.Time{}))
	numbers := []string{family[0].TrackingNo, family[28].TrackingNo, alone.TrackingNo}
	tracks := must[map[string][]store.Track](t)(s.TrackOrders(t.Context(), numbers, k.AccountID))
	equal(t, "without a reference nothing is related", len(tracks[alone.TrackingNo]), 1)
	equal(t, "of the oldest", len(tracks[numbers[0]]), 21)
	related := tracks[numbers[1]]
	equal(t, "of one of the newest", len(related), 20)
	equal(t, "itself comes first", related[0].TrackingNo, numbers[1])
	equal(t, "then the newest", related[1].TrackingNo, family[29].TrackingNo)
	equal(t, "with its events", len(related[1].Events), 2)
	tracks = must[map[string][]store.Track](t)(s.TrackOrders(t.Context(), numbers, other.AccountID))
	equal(t, "to another account nothing is related", len(tracks[numbers[1]]), 1)
}
