package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// deliver claims due deliveries of an endpoint for a minute.
func deliver(t *testing.T, s *store.Store, e store.Endpoint, limit int) []store.Delivery {
	t.Helper()
	return must[[]store.Delivery](t)(s.Webhooks.ClaimDeliveries(t.Context(), "me", e.EndpointID, limit, time.Minute))
}

// record stores what became of a delivery, and reports whether that disabled the endpoint.
func record(t *testing.T, s *store.Store, d store.Delivery, o store.DeliveryOutcome) bool {
	t.Helper()
	return must[bool](t)(s.Webhooks.RecordDelivery(t.Context(), d, o))
}

// deliveriesTo are the newest deliveries of an endpoint.
func deliveriesTo(t *testing.T, s *store.Store, e store.Endpoint) []store.DeliveryRecord {
	t.Helper()
	records, _, err := s.Webhooks.Deliveries(t.Context(), e.AccountID, e.EndpointID, "", 9)
	noError(t, err)
	return records
}

var delivered = store.DeliveryOutcome{State: store.DeliveryDelivered, Status: 200}

func TestDeliveryInOrder(t *testing.T) { onEachEngine(t, testDeliveryInOrder) }

func testDeliveryInOrder(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	create(t, s, k, storetest.Order(1)) // created, label ready
	same(t, "due endpoints", must[[]int64](t)(s.Webhooks.DueEndpoints(t.Context())), []int64{e.EndpointID})

	first := deliver(t, s, e, 9)
	equal(t, "claimed", len(first), 1)
	equal(t, "first of the order", first[0].Event.Sequence, int64(1))
	equal(t, "attempts", first[0].Attempts, 1)
	equal(t, "URL", first[0].URL, e.URL)
	equal(t, "claimed while the first is under way", len(deliver(t, s, e, 9)), 0)

	// The second waits for the retry of the first.
	retryOn := f.clock.Now().Add(time.Hour)
	record(t, s, first[0], store.DeliveryOutcome{State: store.DeliveryPending, RetryOn: retryOn, Status: 500, Error: "responded with 500"})
	f.clock.Advance(time.Hour - time.Microsecond)
	equal(t, "due before the retry", len(must[[]int64](t)(s.Webhooks.DueEndpoints(t.Context()))), 0)
	equal(t, "claimed before the retry", len(deliver(t, s, e, 9)), 0)
	f.clock.Advance(time.Microsecond)
	again := deliver(t, s, e, 9)
	equal(t, "claimed again", len(again), 1)
	equal(t, "event", again[0].Event.ID, first[0].Event.ID)
	equal(t, "attempts", again[0].Attempts, 2)
	delivered := delivered
	delivered.Took = 1500 * time.Microsecond
	record(t, s, again[0], delivered)

	second := deliver(t, s, e, 9)
	equal(t, "claimed after the first", len(second), 1)
	equal(t, "type", second[0].Event.Type, shipment.EventLabelReady)
	records := deliveriesTo(t, s, e)
	equal(t, "records", len(records), 2)
	want := store.DeliveryRecord{
		EndpointID: e.EndpointID, Event: first[0].Event, State: store.DeliveryDelivered, Attempts: 2, LastStatus: 200, UpdatedOn: f.clock.Now(),
		LastTook: 1500 * time.Microsecond,
	}
	want.Event.Data = nil
	same(t, "record of the first", records[1], want)
	equal(t, "state of the second", records[0].State, store.DeliveryPending)
}

// TestDeliveryAfterGivenUp: a later event, also one that comes while an earlier one waits
// to be tried again, is free when that is given up.
func TestDeliveryAfterGivenUp(t *testing.T) { onEachEngine(t, testDeliveryAfterGivenUp) }

func testDeliveryAfterGivenUp(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	submit(t, s, k, 1)
	created := deliver(t, s, e, 9)[0]
	record(t, s, created, store.DeliveryOutcome{State: store.DeliveryPending, RetryOn: f.clock.Now().Add(time.Hour)})
	sub := claim(t, s, "me", 1)[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionConfirmed}))
	equal(t, "due while the first waits", len(must[[]int64](t)(s.Webhooks.DueEndpoints(t.Context()))), 0)

	f.clock.Advance(time.Hour)
	created = deliver(t, s, e, 9)[0]
	equal(t, "sequence", created.Event.Sequence, int64(1))
	record(t, s, created, store.DeliveryOutcome{State: store.DeliveryGivenUp, Error: "responded with 500"})
	label := deliver(t, s, e, 9)
	equal(t, "claimed", len(label), 1)
	equal(t, "type", label[0].Event.Type, shipment.EventLabelReady)
	read := must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, e.EndpointID))
	equal(t, "disabled after an hour", read.Disabled, false)
	equal(t, "failing since", read.FailingSince, f.clock.Now().Add(-time.Hour))
}

func TestDeliveryLease(t *testing.T) { onEachEngine(t, testDeliveryLease) }

func testDeliveryLease(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	create(t, s, k, storetest.Order(1))
	mine := deliver(t, s, e, 9)[0]
	f.clock.Advance(time.Minute)
	yours := must[[]store.Delivery](t)(s.Webhooks.ClaimDeliveries(t.Context(), "you", e.EndpointID, 9, time.Minute))
	equal(t, "claimed after the lease", len(yours), 1)
	equal(t, "sequence", yours[0].Event.Sequence, int64(1))
	equal(t, "attempts, with the one that died", yours[0].Attempts, 2)
	_, err := s.Webhooks.RecordDelivery(t.Context(), mine, delivered)
	wantError(t, err, store.ErrLeaseLost)
	record(t, s, yours[0], delivered)
	_, err = s.Webhooks.RecordDelivery(t.Context(), yours[0], delivered)
	wantError(t, err, store.ErrLeaseLost)

	// The same owner may claim it again; the old token is still void.
	earlier := deliver(t, s, e, 9)[0]
	f.clock.Advance(time.Minute)
	again := deliver(t, s, e, 9)[0]
	_, err = s.Webhooks.RecordDelivery(t.Context(), earlier, delivered)
	wantError(t, err, store.ErrLeaseLost)
	record(t, s, again, delivered)
	equal(t, "claimed of no endpoint",
		len(must[[]store.Delivery](t)(s.Webhooks.ClaimDeliveries(t.Context(), "me", e.EndpointID+1, 9, time.Minute))), 0)
}

func TestDeliveryDisables(t *testing.T) { onEachEngine(t, testDeliveryDisables) }

func testDeliveryDisables(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	away, dead := endpoint(t, s, k, shipment.EventOrderCreated), endpoint(t, s, k, shipment.EventOrderCreated)
	read := func(e store.Endpoint) store.Endpoint {
		return must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, e.EndpointID))
	}
	create(t, s, k, orders(4)...)
	equal(t, "a receiver that is gone disables",
		record(t, s, deliver(t, s, away, 1)[0], gone), true)
	equal(t, "disabled when gone", read(away).Disabled, true)
	equal(t, "reason", read(away).DisabledReason, "The receiver wants no more events: it responded with 410.")
	equal(t, "claimed when gone", len(deliver(t, s, away, 9)), 0)

	attempts := deliver(t, s, dead, 4)
	equal(t, "claimed", len(attempts), 4)
	again := store.DeliveryOutcome{State: store.DeliveryPending, RetryOn: f.clock.Now().Add(49 * time.Hour), Error: "responded with 500"}
	givenUp := store.DeliveryOutcome{State: store.DeliveryGivenUp, Status: 500, Error: "responded with 500"}
	record(t, s, attempts[0], again)
	record(t, s, attempts[1], delivered) // alive
	equal(t, "failing after a delivery", read(dead).FailingSince.IsZero(), true)
	record(t, s, attempts[2], again)
	equal(t, "failing since", read(dead).FailingSince, f.clock.Now())
	equal(t, "an event that is given up soon disables", record(t, s, attempts[3], givenUp), false)
	equal(t, "disabled when it has not failed for long", read(dead).Disabled, false)
	f.clock.Advance(49 * time.Hour)
	equal(t, "an event that is given up after days disables", record(t, s, deliver(t, s, dead, 1)[0], givenUp), true)
	equal(t, "disabled when it has", read(dead).DisabledOn, f.clock.Now())
	equal(t, "reason", read(dead).DisabledReason, "Nothing could be delivered for days. The last attempt: responded with 500.")

	before := f.count(t, `SELECT count(*) FROM deliveries`)
	create(t, s, k, storetest.Order(5))
	equal(t, "deliveries of disabled endpoints", f.count(t, `SELECT count(*) FROM deliveries`), before)
	equal(t, "events kept for them", f.count(t, `SELECT count(*) FROM events WHERE order_id > 0`), 5)
}

// TestDeliveryUnsent: what could not be sent is postponed, however often, and says nothing of
// the receiver.
func TestDeliveryUnsent(t *testing.T) { onEachEngine(t, testDeliveryUnsent) }

func testDeliveryUnsent(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	create(t, s, k, storetest.Order(1)) // created, label ready
	for range 3 {
		claimed := deliver(t, s, e, 9)
		equal(t, "claimed", len(claimed), 1)
		equal(t, "attempts, with this one", claimed[0].Attempts, 1)
		unsent := store.DeliveryOutcome{State: store.DeliveryPending, RetryOn: f.clock.Now().Add(49 * time.Hour), Error: "no label", Unsent: true}
		equal(t, "disabled", record(t, s, claimed[0], unsent), false)
		first := deliveriesTo(t, s, e)[1]
		equal(t, "attempts that count", first.Attempts, 0)
		equal(t, "due", first.DueOn, unsent.RetryOn)
		equal(t, "error", first.LastError, unsent.Error)
		f.clock.Advance(49*time.Hour - time.Microsecond)
		equal(t, "claimed before it is due", len(deliver(t, s, e, 9)), 0)
		f.clock.Advance(time.Microsecond)
	}
	read := func() store.Endpoint {
		return must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, e.EndpointID))
	}
	equal(t, "failing", read().FailingSince.IsZero(), true)

	// Nor does it say that a receiver which fails is well.
	failed := f.clock.Now()
	record(t, s, deliver(t, s, e, 9)[0], store.DeliveryOutcome{
		State: store.DeliveryPending, RetryOn: failed, Error: "responded with 500", Response: "no\nroom é",
	})
	equal(t, "answer", deliveriesTo(t, s, e)[1].LastResponse, "no\nroom é")
	again := deliver(t, s, e, 9)[0]
	equal(t, "attempts, with a failed one", again.Attempts, 2)
	f.clock.Advance(time.Second)
	record(t, s, again, store.DeliveryOutcome{State: store.DeliveryPending, RetryOn: f.clock.Now(), Unsent: true})
	equal(t, "failing since", read().FailingSince, failed)
}

func TestReplay(t *testing.T) { onEachEngine(t, testReplay) }

func testReplay(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	e, foreign := endpoint(t, s, k, shipment.EventOrderCreated), endpoint(t, s, other)
	var ids []string
	for range 3 {
		create(t, s, k, storetest.Order(1))
		d := deliver(t, s, e, 9)[0]
		ids = append(ids, d.Event.ID)
		record(t, s, d, delivered)
		f.clock.Advance(time.Hour)
	}
	replay := func(r shipment.EventRange) (again []string) {
		t.Helper()
		n := must[int64](t)(s.Webhooks.Replay(t.Context(), k.AccountID, e.EndpointID, r))
		claimed := deliver(t, s, e, 9)
		equal(t, "claimed after a replay", int64(len(claimed)), n)
		for _, d := range claimed {
			equal(t, "attempts after a replay", d.Attempts, 1)
			record(t, s, d, delivered)
			again = append(again, d.Event.ID)
		}
		slices.Sort(again)
		return again
	}
	sorted := func(ids ...string) []string { return slices.Sorted(slices.Values(ids)) }
	now := f.clock.Now()
	same(t, "all", replay(shipment.EventRange{}), sorted(ids...))
	same(t, "from", replay(shipment.EventRange{From: now.Add(-2 * time.Hour)}), sorted(ids[1:]...))
	same(t, "from and to", replay(shipment.EventRange{From: now.Add(-2 * time.Hour), To: now.Add(-2 * time.Hour)}), sorted(ids[1]))
	same(t, "ids, one twice", replay(shipment.EventRange{IDs: []string{ids[2], ids[0], ids[2]}}), sorted(ids[0], ids[2]))

	// A delivery under way is left alone.
	equal(t, "replayed", must[int64](t)(s.Webhooks.Replay(t.Context(), k.AccountID, e.EndpointID, shipment.EventRange{})), 3)
	underWay := deliver(t, s, e, 1)[0]
	equal(t, "replayed while one is sent", must[int64](t)(s.Webhooks.Replay(t.Context(), k.AccountID, e.EndpointID, shipment.EventRange{})), 2)
	for _, d := range append(deliver(t, s, e, 9), underWay) {
		record(t, s, d, delivered)
	}

	for _, unknown := range []string{"", "evt_", "evt_00000000000000000000000000", ids[0] + "X"} {
		_, err := s.Webhooks.Replay(t.Context(), k.AccountID, e.EndpointID, shipment.EventRange{IDs: []string{ids[0], unknown}})
		wantError(t, err, store.ErrNotFound)
	}
	equal(t, "claimed after a refused replay", len(deliver(t, s, e, 9)), 0)
	_, err := s.Webhooks.Replay(t.Context(), other.AccountID, foreign.EndpointID, shipment.EventRange{IDs: ids[:1]})
	wantError(t, err, store.ErrNotFound)
	_, err = s.Webhooks.Replay(t.Context(), other.AccountID, e.EndpointID, shipment.EventRange{})
	wantError(t, err, store.ErrNotFound)
}

// TestDeliveriesAtOnce lets several workers of two processes deliver while orders arrive:
// every event is delivered once and after the one before it.
func TestDeliveriesAtOnce(t *testing.T) { onEachEngine(t, testDeliveriesAtOnce) }

func testDeliveriesAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	e := endpoint(t, stores[0], k)
	const batches, each = 6, 10
	for range batches {
		create(t, stores[0], k, orders(each)...)
	}
	var mu sync.Mutex
	var wrong []string
	sequences := make(map[int64]int64)
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for range 400 {
				claimed, err := stores[worker%2].Webhooks.ClaimDeliveries(t.Context(), "worker", e.EndpointID, 7, time.Hour)
				if err != nil {
					t.Error(err)
					return
				}
				for _, d := range claimed {
					mu.Lock()
					if sequences[d.Event.OrderID]++; sequences[d.Event.OrderID] != d.Event.Sequence {
						wrong = append(wrong, fmt.Sprintf("event %d of order %d", d.Event.Sequence, d.Event.OrderID))
					}
					mu.Unlock()
					if _, err := stores[worker%2].Webhooks.RecordDelivery(t.Context(), d, delivered); err != nil {
						t.Error(err)
					}
				}
				if due, err := stores[worker%2].Webhooks.DueEndpoints(t.Context()); err != nil || len(due) == 0 && len(claimed) == 0 {
					return
				}
			}
		})
	}
	group.Wait()
	equal(t, "events out of order", len(wrong), 0)
	equal(t, "deliveries open", f.count(t, `SELECT count(*) FROM deliveries WHERE state <> 'delivered'`), 0)
	equal(t, "deliveries", f.count(t, `SELECT count(*) FROM deliveries`), 2*batches*each)
}

func TestDeliveriesDue(t *testing.T) { onEachEngine(t, testDeliveriesDue) }

func testDeliveriesDue(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	signalled := func() bool {
		select {
		case <-s.Webhooks.DeliveriesDue():
			return true
		default:
			return false
		}
	}
	create(t, s, k, storetest.Order(1))
	equal(t, "signal of a create without subscribers", signalled(), false)
	reader, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, shipment.EndpointSettings{})
	noError(t, err)
	create(t, s, k, storetest.Order(1))
	equal(t, "signal of events that are only read", signalled(), false)

	e := endpoint(t, s, k)
	batch := create(t, s, k, storetest.Order(1), storetest.Order(1))
	equal(t, "signal of a create", signalled(), true)
	equal(t, "second signal of it", signalled(), false)

	track(t, s, reported(batch.Orders[0].TrackingNo, shipment.PickedUp, f.clock.Now()))
	equal(t, "signal of an update", signalled(), true)
	deliver(t, s, e, 9)
	equal(t, "signal of a claim", signalled(), false)

	held := batch.Orders[1].TrackingNo
	hold(t, s, k, "Check the address", held)
	equal(t, "signal of a hold", signalled(), true)
	must[[]store.HoldResult](t)(s.ReleaseOrders(t.Context(), k.AccountID, []string{held}, "", true))
	equal(t, "signal of a dry run", signalled(), false)
	release(t, s, k, held)
	equal(t, "signal of a release", signalled(), true)

	_, err = s.Webhooks.Replay(t.Context(), k.AccountID, e.EndpointID, shipment.EventRange{IDs: []string{"evt_none"}})
	wantError(t, err, store.ErrNotFound)
	equal(t, "signal of what failed", signalled(), false)
	must[int64](t)(s.Webhooks.Replay(t.Context(), k.AccountID, reader.EndpointID, shipment.EventRange{From: f.clock.Now().Add(-time.Hour)}))
	equal(t, "signal of a replay", signalled(), true)
}
