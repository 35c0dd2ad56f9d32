package store_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// everything is the settings of an endpoint that subscribes to all events.
func everything() shipment.EndpointSettings {
	return shipment.EndpointSettings{URL: "https://shop.example/hook"}
}

// endpoint makes an endpoint that subscribes to the given types of events, or to all.
func endpoint(t *testing.T, s *store.Store, k masterdata.Key, types ...shipment.EventType) store.Endpoint {
	t.Helper()
	settings := everything()
	settings.EventTypes = types
	e, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, settings)
	noError(t, err)
	return e
}

func TestEndpointLife(t *testing.T) { onEachEngine(t, testEndpointLife) }

func testEndpointLife(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	settings := shipment.EndpointSettings{
		URL: "https://shop.example/hook?token=1", Description: "Shop 🛒", LabelPDF: true, LabelWebhook: true, Username: "acme",
		Password:   "p:w",
		EventTypes: []shipment.EventType{shipment.EventLabelReady, shipment.EventDelivered},
	}
	created, secret, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, settings)
	noError(t, err)
	if !regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=$`).MatchString(secret) {
		t.Fatalf("secret %q", secret)
	}
	want := store.Endpoint{
		EndpointID:       created.EndpointID,
		AccountID:        k.AccountID,
		EndpointSettings: settings,
		CreatedOn:        f.clock.Now(),
		UpdatedOn:        f.clock.Now(),
	}
	same(t, "created", created, want)
	same(t, "read", must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, created.EndpointID)), want)
	same(t, "listed", must[[]store.Endpoint](t)(s.Webhooks.Endpoints(t.Context(), k.AccountID)), []store.Endpoint{want})
	equal(t, "listed of another account", len(must[[]store.Endpoint](t)(s.Webhooks.Endpoints(t.Context(), other.AccountID))), 0)

	f.clock.Advance(time.Second)
	change := func(settings *shipment.EndpointSettings) error {
		settings.URL, settings.EventTypes, settings.Disabled, settings.LabelWebhook = "", nil, true, false
		return nil
	}
	changed := must[store.Endpoint](t)(s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, created.EndpointID, change))
	noError(t, change(&want.EndpointSettings))
	want.UpdatedOn, want.DisabledOn, want.DisabledReason = f.clock.Now(), f.clock.Now(), "Disabled by its owner."
	same(t, "changed", changed, want)
	same(t, "read after the change", must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, created.EndpointID)), want)
	enabled := must[store.Endpoint](
		t,
	)(
		s.Webhooks.UpdateEndpoint(
			t.Context(),
			k.AccountID,
			created.EndpointID,
			func(settings *shipment.EndpointSettings) error { settings.Disabled = false; return nil },
		),
	)
	equal(t, "reason when enabled", enabled.DisabledReason, "")
	refusal := errors.New("refused")
	_, err = s.Webhooks.UpdateEndpoint(t.Context(), k.AccountID, created.EndpointID, func(settings *shipment.EndpointSettings) error {
		settings.URL = "https://evil.example"
		return refusal
	})
	equal(t, "a change that is refused", errors.Is(err, refusal), true)
	equal(t, "URL after it", must[store.Endpoint](t)(s.Webhooks.Endpoint(t.Context(), k.AccountID, created.EndpointID)).URL, "")
	equal(t, "disabled on, when enabled", enabled.DisabledOn.IsZero(), true)

	_, err = s.Webhooks.Endpoint(t.Context(), other.AccountID, created.EndpointID)
	wantError(t, err, store.ErrNotFound)
	_, err = s.Webhooks.UpdateEndpoint(t.Context(), other.AccountID, created.EndpointID, change)
	wantError(t, err, store.ErrNotFound)
	_, _, err = s.Webhooks.RotateSecret(t.Context(), other.AccountID, created.EndpointID)
	wantError(t, err, store.ErrNotFound)
	wantError(t, s.Webhooks.DeleteEndpoint(t.Context(), other.AccountID, created.EndpointID), store.ErrNotFound)
	_, _, err = s.Webhooks.CreateEndpoint(t.Context(), 99, everything())
	wantError(t, err, store.ErrNotFound)

	noError(t, s.Webhooks.DeleteEndpoint(t.Context(), k.AccountID, created.EndpointID))
	wantError(t, s.Webhooks.DeleteEndpoint(t.Context(), k.AccountID, created.EndpointID), store.ErrNotFound)
	for range store.MaxEndpoints {
		endpoint(t, s, k)
	}
	_, _, err = s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, everything())
	wantError(t, err, store.ErrTooMany)
}

func TestEndpointSecrets(t *testing.T) { onEachEngine(t, testEndpointSecrets) }

func testEndpointSecrets(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	settings := everything()
	settings.Username, settings.Password = "acme", "hunter2"
	e, first, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, settings)
	noError(t, err)
	create(t, s, k, storetest.Order(1))
	rotated, second, err := s.Webhooks.RotateSecret(t.Context(), k.AccountID, e.EndpointID)
	noError(t, err)
	equal(t, "old secret signs until", rotated.OldSecretUntil, f.clock.Now().Add(24*time.Hour))

	d := deliver(t, s, e, 1)[0]
	same(t, "secrets during the rotation", d.Secrets, []shipment.Secret{shipment.Secret(second), shipment.Secret(first)})
	equal(t, "password", d.Password, "hunter2")
	printed := fmt.Sprintf("%v %+v %#v", d, d, d)
	for _, hidden := range []string{first, second, "hunter2"} {
		if strings.Contains(printed, hidden) {
			t.Fatalf("a delivery shows %q when it is printed: %s", hidden, printed)
		}
	}
	f.clock.Advance(24 * time.Hour)
	same(t, "secrets after it", deliver(t, s, e, 1)[0].Secrets, []shipment.Secret{shipment.Secret(second)})

	noError(t, s.Webhooks.DeleteEndpoint(t.Context(), k.AccountID, e.EndpointID))
	equal(t, "deliveries of a deleted endpoint", f.count(t, `SELECT count(*) FROM deliveries`), 0)
	equal(t, "events", f.count(t, `SELECT count(*) FROM events`), 2)
}

// eventsOf lists the events of an account, each as order/sequence type.
func eventsOf(t *testing.T, s *store.Store, k masterdata.Key) (all []string) {
	t.Helper()
	events, more, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, "")
	noError(t, err)
	equal(t, "more events", more, false)
	for _, e := range events {
		all = append(all, fmt.Sprintf("%d/%d %s", e.OrderID, e.Sequence, e.Type))
	}
	return all
}

func (f *fixture) rowsOfEvents(t *testing.T) int {
	t.Helper()
	return f.count(t, `SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries) + (SELECT count(*) FROM event_sequences)`)
}

func TestEventsOfCreates(t *testing.T) { onEachEngine(t, testEventsOfCreates) }

func testEventsOfCreates(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	foreign := endpoint(t, s, other)
	endpoint(t, s, k, shipment.EventCancelled)
	create(t, s, k, orders(3)...)
	equal(t, "rows without a subscriber", f.rowsOfEvents(t), 0)

	e := endpoint(t, s, k)
	labels := endpoint(t, s, k, shipment.EventLabelReady)
	batch := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(2), Partners: []string{"", "p"},
	}))
	inHouse, withPartner := batch.Orders[0], batch.Orders[1]
	same(t, "events", eventsOf(t, s, k), []string{
		fmt.Sprintf("%d/1 order.created", inHouse.OrderID), fmt.Sprintf("%d/2 order.label_ready", inHouse.OrderID),
		fmt.Sprintf("%d/1 order.created", withPartner.OrderID),
	})
	events, _, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, "")
	noError(t, err)
	want := shipment.Event{
		ID: events[0].ID, Type: shipment.EventOrderCreated, AccountID: k.AccountID, OrderID: inHouse.OrderID, Sequence: 1,
		TrackingNo: inHouse.TrackingNo, CreatedOn: inHouse.CreatedOn, Data: shipment.EventData(&inHouse),
	}
	same(t, "event", events[0], want)
	if !regexp.MustCompile(`^evt_[0-9A-Z]{26}$`).MatchString(events[0].ID) {
		t.Fatalf("id %q", events[0].ID)
	}
	equal(t, "due to the one that subscribes to all", len(deliver(t, s, e, 10)), 2) // of the first order the first event only
	got := deliver(t, s, labels, 10)
	equal(t, "due to the one that subscribes to labels", len(got), 1)
	equal(t, "type", got[0].Event.Type, shipment.EventLabelReady)
	equal(t, "due to the other account", len(deliver(t, s, foreign, 10)), 0)

	// A refused batch has no events.
	before := f.rowsOfEvents(t)
	_, err = s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{storetest.Order(8), withNumber(storetest.Order(9), inHouse.TrackingNo)},
	})
	var taken *store.TakenError
	equal(t, "batch is refused", errors.As(err, &taken), true)
	equal(t, "rows after a refused batch", f.rowsOfEvents(t), before)
}

func TestEventsOfOutcomes(t *testing.T) { onEachEngine(t, testEventsOfOutcomes) }

func testEventsOfOutcomes(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	submit(t, s, k, 1) // before there is an endpoint: its numbers begin with the outcome
	e := endpoint(t, s, k)
	submit(t, s, k, 2)
	subs := claim(t, s, "me", 9)
	equal(t, "claimed", len(subs), 3)
	for i := range subs {
		noError(t, s.Ledger.StartAttempt(t.Context(), &subs[i], time.Minute))
	}
	noError(t, s.Ledger.RecordOutcome(t.Context(), subs[0], store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "H-1"}))
	noError(t, s.Ledger.RecordOutcome(t.Context(), subs[1], store.Outcome{State: store.SubmissionFailed, Message: "No such postcode."}))
	noError(t, s.Ledger.RecordOutcome(t.Context(), subs[2], store.Outcome{State: store.SubmissionPending, RetryOn: f.clock.Now()}))
	wantError(t, s.Ledger.RecordOutcome(t.Context(), subs[1], store.Outcome{State: store.SubmissionConfirmed}), store.ErrLeaseLost)
	sequences := map[int64]int64{}
	for _, line := range eventsOf(t, s, k) {
		var order, sequence int64
		var kind string
		must[int](t)(fmt.Sscanf(line, "%d/%d %s", &order, &sequence, &kind))
		equal(t, "sequence of "+line, sequence, sequences[order]+1)
		sequences[order] = sequence
	}
	equal(t, "events in all", f.count(t, `SELECT count(*) FROM events`), 4)
	equal(t, "deliveries in all", f.count(t, `SELECT count(*) FROM deliveries WHERE endpoint_id = $1`, e.EndpointID), 4)
	confirmed := f.count(
		t,
		`SELECT count(*) FROM events WHERE type = 'order.label_ready' AND data LIKE '%"hawb_no":"H-1","status_code":"SUBMITTED"%'`,
	)
	equal(t, "events of the label, with the order as it is then", confirmed, 1)
	failed := f.count(t, `SELECT count(*) FROM events WHERE type = 'order.submission_failed' AND data LIKE '%"message":"No such postcode."}'`)
	equal(t, "events of the failure", failed, 1)
}

func TestEventsWithoutDelivery(t *testing.T) { onEachEngine(t, testEventsWithoutDelivery) }

func testEventsWithoutDelivery(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, shipment.EndpointSettings{})
	noError(t, err)
	settings := everything()
	settings.Disabled = true
	disabled, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, settings)
	noError(t, err)
	create(t, s, k, storetest.Order(1))
	equal(t, "events", len(eventsOf(t, s, k)), 2)
	equal(t, "deliveries", f.count(t, `SELECT count(*) FROM deliveries`), 0)
	equal(t, "due", len(must[[]int64](t)(s.Webhooks.DueEndpoints(t.Context()))), 0)

	// Events that happened meanwhile can be replayed once it is enabled.
	equal(t, "replayed", must[int64](t)(s.Webhooks.Replay(t.Context(), k.AccountID, disabled.EndpointID, shipment.EventRange{})), 2)
	equal(t, "claimed while it is disabled", len(deliver(t, s, disabled, 9)), 0)
	must[store.Endpoint](
		t,
	)(
		s.Webhooks.UpdateEndpoint(
			t.Context(),
			k.AccountID,
			disabled.EndpointID,
			func(s *shipment.EndpointSettings) error { s.Disabled = false; return nil },
		),
	)
	equal(t, "claimed when it is enabled", len(deliver(t, s, disabled, 9)), 1)
}

func TestEventPages(t *testing.T) { onEachEngine(t, testEventPages) }

func testEventPages(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k)
	for range 3 {
		create(t, s, k, orders(20)...)
		f.clock.Advance(time.Second)
	}
	read := func(r shipment.EventRange) (seen []string) {
		at := ""
		for more := true; more; {
			var events []shipment.Event
			var err error
			events, more, err = s.Webhooks.EventsAfter(t.Context(), k.AccountID, r, at)
			noError(t, err)
			for _, e := range events {
				seen = append(seen, fmt.Sprintf("%06d/%d", e.OrderID, e.Sequence))
				at = e.ID
			}
		}
		return seen
	}
	all := read(shipment.EventRange{})
	equal(t, "events", len(all), 120)
	same(t, "events, the oldest first and each once", all, slices.Compact(slices.Sorted(slices.Values(all))))
	second := f.clock.Now().Add(-2 * time.Second)
	same(t, "events of the second batch", read(shipment.EventRange{From: second, To: second}), all[40:80])
	same(t, "events since the second batch", read(shipment.EventRange{From: second}), all[40:])
	same(t, "events until then", read(shipment.EventRange{To: second.Add(-time.Microsecond)}), all[:40])
}

func TestPurgeEvents(t *testing.T) { onEachEngine(t, testPurgeEvents) }

func testPurgeEvents(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	endpoint(t, s, k)
	for range 3 { // more than one chunk
		create(t, s, k, orders(200)...)
		f.clock.Advance(time.Millisecond)
	}
	f.clock.Advance(store.EventRetention - time.Millisecond)
	create(t, s, k, storetest.Order(1))
	equal(t, "purged", must[int64](t)(s.Webhooks.PurgeEvents(t.Context())), 1200)
	equal(t, "events left", len(eventsOf(t, s, k)), 2)
	equal(t, "deliveries left", f.count(t, `SELECT count(*) FROM deliveries`), 2)
	equal(t, "purged again", must[int64](t)(s.Webhooks.PurgeEvents(t.Context())), 0)
}
