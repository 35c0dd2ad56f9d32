package store_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// gone is the outcome of a delivery whose receiver wants no more.
var gone = store.DeliveryOutcome{State: store.DeliveryGivenUp, Status: 410, Error: "responded with 410", Gone: true}

// disable lets the next delivery of an endpoint find that its receiver is gone.
func disable(t *testing.T, s *store.Store, e store.Endpoint) {
	t.Helper()
	equal(t, "disabled", record(t, s, deliver(t, s, e, 1)[0], gone), true)
}

func TestDisabledEvent(t *testing.T) { onEachEngine(t, testDisabledEvent) }

func testDisabledEvent(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	settings := shipment.EndpointSettings{URL: "https://shop.example/hook?token=hunter2", Username: "u", Password: "hunter2"}
	dead, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, settings)
	noError(t, err)
	all := endpoint(t, s, k)
	watch, labels := endpoint(t, s, k, shipment.EventEndpointDisabled), endpoint(t, s, k, shipment.EventLabelReady)
	foreign := endpoint(t, s, other)
	orderID := create(t, s, k, storetest.Order(1)).Orders[0].OrderID
	<-s.Webhooks.DeliveriesDue() // of the create
	disable(t, s, dead)

	same(t, "events, which are of one moment", eventsOf(t, s, k), []string{
		"0/1 endpoint.disabled", fmt.Sprintf("%d/1 order.created", orderID), fmt.Sprintf("%d/2 order.label_ready", orderID),
	})
	equal(t, "events of the other account", len(eventsOf(t, s, other)), 0)
	select {
	case <-s.Webhooks.DeliveriesDue():
	default:
		t.Error("no signal that deliveries are due")
	}
	const deliveries = `SELECT count(*) FROM deliveries WHERE order_id = 0`
	equal(t, "deliveries of the event", f.count(t, deliveries), 2)
	equal(t, "due to one that subscribes to labels", len(deliver(t, s, labels, 9)), 1)
	equal(t, "due to the other account", len(deliver(t, s, foreign, 9)), 0)
	equal(t, "due to one that subscribes to all", len(deliver(t, s, all, 9)), 2) // the order's first, and this

	got := deliver(t, s, watch, 9)
	equal(t, "due to one that subscribes to it alone", len(got), 1)
	now := shipment.FormatTime(f.clock.Now())
	equal(t, "data", string(got[0].Event.Data), fmt.Sprintf(`{"endpoint_id":%d,"url":"https://shop.example/hook",`+
		`"reason":"The receiver wants no more events: it responded with 410.","failing_since":%q,"disabled_on":%q}`, dead.EndpointID, now, now))
	want := shipment.Event{
		ID: got[0].Event.ID, Type: shipment.EventEndpointDisabled, AccountID: k.AccountID, Sequence: 1,
		CreatedOn: f.clock.Now(), Data: got[0].Event.Data,
	}
	same(t, "event", got[0].Event, want)
	want.Data = nil
	same(t, "event in the record", deliveriesTo(t, s, watch)[0].Event, want)
	record(t, s, got[0], delivered)

	// A change by the owner is no news to the owner.
	must[store.Endpoint](
		t,
	)(
		s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, labels.EndpointID,
			func(s *shipment.EndpointSettings) error { s.Disabled = true; return nil }),
	)
	equal(t, "deliveries after the owner disabled one", f.count(t, deliveries), 2)
}

// TestDisabledInOrder: what happens to an account's endpoints arrives as it happened.
func TestDisabledInOrder(t *testing.T) { onEachEngine(t, testDisabledInOrder) }

func testDisabledInOrder(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	first, second := endpoint(t, s, k, shipment.EventOrderCreated), endpoint(t, s, k, shipment.EventOrderCreated)
	watch := endpoint(t, s, k, shipment.EventEndpointDisabled)
	create(t, s, k, storetest.Order(1))
	givenUp := deliver(t, s, first, 1)[0]
	record(t, s, givenUp, store.DeliveryOutcome{State: store.DeliveryPending, RetryOn: f.clock.Now(), Error: "responded with 500"})
	failing := f.clock.Now()
	f.clock.Advance(49 * time.Hour)
	equal(t, "disabled after days", record(t, s, deliver(t, s, first, 1)[0],
		store.DeliveryOutcome{State: store.DeliveryGivenUp, Status: 500, Error: "responded with 500"}), true)
	disable(t, s, second)
	for sequence, dead := range []store.Endpoint{first, second} {
		got := deliver(t, s, watch, 9)
		equal(t, "due at once", len(got), 1)
		equal(t, "sequence", got[0].Event.Sequence, int64(sequence+1))
		var data struct {
			EndpointID   int64     `json:"endpoint_id"`
			FailingSince time.Time `json:"failing_since"`
		}
		noError(t, json.Unmarshal(got[0].Event.Data, &data))
		equal(t, "endpoint", data.EndpointID, dead.EndpointID)
		equal(t, "failing since", data.FailingSince, failing)
		record(t, s, got[0], delivered)
		failing = f.clock.Now()
	}
}

// TestEnabledAgain: an endpoint that was disabled because it failed has two days again when its account enables it.
func TestEnabledAgain(t *testing.T) { onEachEngine(t, testEnabledAgain) }

func testEnabledAgain(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k, shipment.EventOrderCreated)
	set := func(disabled bool) store.Endpoint {
		t.Helper()
		return must[store.Endpoint](t)(s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, e.EndpointID,
			func(s *shipment.EndpointSettings) error { s.Disabled = disabled; return nil }))
	}
	giveUp := func(d store.Delivery) bool {
		t.Helper()
		return record(t, s, d, store.DeliveryOutcome{State: store.DeliveryGivenUp, Status: 500, Error: "responded with 500"})
	}
	create(t, s, k, orders(5)...)
	claimed := deliver(t, s, e, 4)
	equal(t, "disabled at the first failure", giveUp(claimed[0]), false)
	f.clock.Advance(48*time.Hour - time.Microsecond)
	claimed = deliver(t, s, e, 4)
	equal(t, "disabled before two days", giveUp(claimed[0]), false)
	f.clock.Advance(time.Microsecond)
	equal(t, "disabled after two days", giveUp(claimed[1]), true)

	f.clock.Advance(time.Hour)
	enabled := set(false)
	equal(t, "enabled", enabled.DisabledOn.IsZero() && enabled.DisabledReason == "" && enabled.FailingSince.IsZero(), true)
	same(t, "stored", must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, e.EndpointID)), enabled)
	claimed = deliver(t, s, e, 4)
	equal(t, "disabled again at once", giveUp(claimed[0]), false)
	failing := f.clock.Now()

	// A change that does not enable it leaves since when it fails.
	f.clock.Advance(time.Hour)
	equal(t, "failing since", set(false).FailingSince, failing)
	disabled := set(true)
	equal(t, "disabled", disabled.DisabledOn, f.clock.Now())
	f.clock.Advance(time.Hour)
	equal(t, "disabled since", set(true).DisabledOn, disabled.DisabledOn)
}

// TestDisabledIsKept: an account without another endpoint finds the event in the list, and can
// replay it when the endpoint is enabled again.
func TestDisabledIsKept(t *testing.T) { onEachEngine(t, testDisabledIsKept) }

func testDisabledIsKept(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k, shipment.EventOrderCreated)
	create(t, s, k, storetest.Order(1))
	disable(t, s, e)
	events, _, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, "")
	noError(t, err)
	equal(t, "events", len(events), 2)
	disabled := events[0]
	equal(t, "type", disabled.Type, shipment.EventEndpointDisabled)
	equal(t, "deliveries", f.count(t, `SELECT count(*) FROM deliveries WHERE order_id = 0`), 0)
	after, _, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, disabled.ID)
	noError(t, err)
	same(t, "events after it", after, events[1:])

	must[store.Endpoint](
		t,
	)(
		s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, e.EndpointID,
			func(s *shipment.EndpointSettings) error { s.Disabled = false; return nil }),
	)
	replay := func(r shipment.EventRange, want int64) {
		t.Helper()
		equal(t, "replayed", must[int64](t)(s.Webhooks.Replay(t.Context(), k.AccountID, e.EndpointID, r)), want)
	}
	replay(shipment.EventRange{IDs: []string{disabled.ID}}, 1)
	got := deliver(t, s, e, 9)
	equal(t, "due", len(got), 1)
	same(t, "replayed event", got[0].Event, disabled)
	record(t, s, got[0], delivered)
	replay(shipment.EventRange{}, 1) // of its types
	must[store.Endpoint](
		t,
	)(
		s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, e.EndpointID,
			func(s *shipment.EndpointSettings) error { s.EventTypes = nil; return nil }),
	)
	replay(shipment.EventRange{}, 2)

	// It is forgotten in time, but for its number.
	f.clock.Advance(store.EventRetention)
	equal(t, "purged", must[int64](t)(s.Webhooks.PurgeEvents(t.Context())), 2)
	create(t, s, k, storetest.Order(1))
	disable(t, s, e)
	same(t, "event after the purge", eventsOf(t, s, k)[:1], []string{"0/2 endpoint.disabled"})
}

// TestDisabledIDs: events that belong to no order are numbered by account, but their ids are
// unique among all accounts.
func TestDisabledIDs(t *testing.T) { onEachEngine(t, testDisabledIDs) }

func testDisabledIDs(t *testing.T, f *fixture) {
	s := f.open(t)
	var keys []masterdata.Key
	var endpoints []store.Endpoint
	var ids []string
	for _, name := range []string{"shipper", "other"} {
		_, k, _ := account(t, s, name)
		e := endpoint(t, s, k)
		create(t, s, k, storetest.Order(1))
		disable(t, s, e)
		events, _, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, "")
		noError(t, err)
		equal(t, "type", events[0].Type, shipment.EventEndpointDisabled)
		equal(t, "sequence", events[0].Sequence, int64(1))
		keys, endpoints, ids = append(keys, k), append(endpoints, e), append(ids, events[0].ID)
	}
	if ids[0] == ids[1] {
		t.Fatalf("two events have the id %s", ids[0])
	}
	for i, k := range keys {
		theirs := ids[1-i]
		_, err := s.Webhooks.Replay(t.Context(), k.AccountID, endpoints[i].EndpointID, shipment.EventRange{IDs: []string{theirs}})
		wantError(t, err, store.ErrNotFound)
		_, _, err = s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, theirs)
		wantError(t, err, store.ErrNotFound)
	}
}

// TestDisabledWithItsEvent: an endpoint that is disabled has its event, and an event its
// disabled endpoint.
func TestDisabledWithItsEvent(t *testing.T) { onEachEngine(t, testDisabledWithItsEvent) }

func testDisabledWithItsEvent(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	e := endpoint(t, s, k)
	create(t, s, k, storetest.Order(1))
	lost := deliver(t, s, e, 1)[0]
	f.clock.Advance(time.Minute)
	d := deliver(t, s, e, 1)[0]
	_, err := s.Webhooks.RecordDelivery(t.Context(), lost, gone)
	wantError(t, err, store.ErrLeaseLost)
	equal(t, "events after a lost lease", len(eventsOf(t, s, k)), 2)

	f.exec(t, `ALTER TABLE events RENAME TO hidden`)
	if disabled, err := s.Webhooks.RecordDelivery(t.Context(), d, gone); err == nil || disabled {
		t.Fatal("disabled without its event")
	}
	equal(t, "endpoints disabled without their event", f.count(t, `SELECT count(*) FROM webhook_endpoints WHERE disabled_on <> 0`), 0)
	f.exec(t, `ALTER TABLE hidden RENAME TO events`)
	equal(t, "disabled with its event", record(t, s, d, gone), true)
	same(t, "events after those of the order", eventsOf(t, s, k)[2:], []string{"0/1 endpoint.disabled"})
}

// TestDisabledAtOnce lets all of an account's receivers go at the same moment, as two
// processes notice it.
func TestDisabledAtOnce(t *testing.T) { onEachEngine(t, testDisabledAtOnce) }

func testDisabledAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	var deliveries []store.Delivery
	endpoints := make([]store.Endpoint, 8)
	for i := range endpoints {
		endpoints[i] = endpoint(t, stores[0], k)
	}
	create(t, stores[0], k, storetest.Order(1))
	f.clock.Advance(time.Second)
	for _, e := range endpoints {
		deliveries = append(deliveries, deliver(t, stores[0], e, 1)[0])
	}
	var group sync.WaitGroup
	for i, d := range deliveries {
		group.Go(func() {
			if disabled, err := stores[i%2].Webhooks.RecordDelivery(t.Context(), d, gone); err != nil || !disabled {
				t.Errorf("endpoint %d: disabled %v, %v", d.EndpointID, disabled, err)
			}
		})
	}
	group.Wait()
	var want []string
	for i := range endpoints {
		want = append(want, fmt.Sprintf("0/%d endpoint.disabled", i+1))
	}
	same(t, "events after those of the order", eventsOf(t, stores[0], k)[2:], want)
	equal(t, "events that an endpoint receives of itself", f.count(t, `SELECT count(*) FROM deliveries d
		JOIN events e ON e.account_id = d.account_id AND e.order_id = d.order_id AND e.sequence = d.sequence
		WHERE d.order_id = 0 AND e.data LIKE '{"endpoint_id":' || d.endpoint_id || ',%'`), 0)
}

// TestDisabledWhileClaimed: an endpoint is disabled between two statements of a claim, which then gets nothing. SQLite runs one
// transaction at a time.
func TestDisabledWhileClaimed(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *fixture) {
		s := f.open(t)
		_, k, _ := account(t, s, "shipper")
		e := endpoint(t, s, k)
		create(t, s, k, storetest.Order(1))
		if s.DB.Dialect.Engine != engine.Postgres {
			return
		}
		db := f.raw(t)
		defer func() { noError(t, db.Close()) }()
		tx := must[*sql.Tx](t)(db.BeginTx(t.Context(), nil))
		must[sql.Result](t)(tx.ExecContext(t.Context(), `LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE`))
		claimed := make(chan []store.Delivery, 1)
		go func() {
			got, err := s.Webhooks.ClaimDeliveries(t.Context(), "me", e.EndpointID, 9, time.Minute)
			if err != nil {
				t.Error(err)
			}
			claimed <- got
		}()
		for f.count(t, `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = to_regclass('deliveries')`) == 0 {
			select {
			case got := <-claimed:
				t.Fatalf("claimed %+v of a locked table", got)
			case <-time.After(10 * time.Millisecond):
			}
		}
		must[sql.Result](t)(tx.ExecContext(t.Context(), `UPDATE webhook_endpoints SET disabled_on = 1 WHERE endpoint_id = $1`, e.EndpointID))
		noError(t, tx.Commit())
		equal(t, "claimed of a disabled endpoint", len(<-claimed), 0)
	})
}
