package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestDeliveriesByCursor: pages of deliveries follow each other without a gap, the newest events first, also those
// of one moment.
func TestDeliveriesByCursor(t *testing.T) { onEachEngine(t, testDeliveriesByCursor) }

func testDeliveriesByCursor(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	e, second := endpoint(t, s, k), endpoint(t, s, k, shipment.EventOrderCreated)
	endpoint(t, s, other)
	create(t, s, k, storetest.Order(1), storetest.Order(2)) // two events each, at one moment
	f.clock.Advance(time.Second)
	create(t, s, k, storetest.Order(3))
	create(t, s, other, storetest.Order(4))

	var got []string
	after := ""
	for range 3 {
		page, more, err := s.Webhooks.Deliveries(t.Context(), k.AccountID, e.EndpointID, after, 2)
		noError(t, err)
		equal(t, "deliveries of a page", len(page), 2)
		for _, r := range page {
			got = append(got, r.Event.ID)
		}
		after = page[1].Event.ID
		equal(t, "more pages", more, len(got) < 6)
	}
	events, _, err := s.Webhooks.EventsAfter(t.Context(), k.AccountID, shipment.EventRange{}, "")
	noError(t, err)
	var want []string
	for i := range events {
		want = append(want, events[len(events)-1-i].ID)
	}
	same(t, "events of the deliveries", got, want)

	equal(t, "deliveries to the second endpoint", len(deliveriesTo(t, s, second)), 3)
	page, more, err := s.Webhooks.Deliveries(t.Context(), k.AccountID, e.EndpointID, after, 2)
	if err != nil || more || len(page) != 0 {
		t.Errorf("after the last: %v, %v, %v", page, more, err)
	}
	for _, unknown := range []string{"evt_1", "x"} {
		if _, _, err := s.Webhooks.Deliveries(t.Context(), k.AccountID, e.EndpointID, unknown, 2); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("after %q: %v", unknown, err)
		}
	}
	if _, _, err := s.Webhooks.Deliveries(t.Context(), other.AccountID, e.EndpointID, after, 2); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after the event of another account: %v", err)
	}
}

// TestTestDelivery: a test event goes to an endpoint of the account, also a disabled one, and is not stored.
func TestTestDelivery(t *testing.T) { onEachEngine(t, testTestDelivery) }

func testTestDelivery(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	e, secret, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, shipment.EndpointSettings{
		URL: "https://shop.example/x?token=1", Username: "u", Password: "p", Disabled: true,
	})
	noError(t, err)
	_, rotated, err := s.Webhooks.RotateSecret(t.Context(), k.AccountID, e.EndpointID)
	noError(t, err)

	d := must[store.Delivery](t)(s.Webhooks.TestDelivery(t.Context(), k.AccountID, e.EndpointID))
	same(t, "secrets", d.Secrets, []shipment.Secret{shipment.Secret(rotated), shipment.Secret(secret)})
	if d.URL != e.URL || d.Username != "u" || d.Password != "p" || d.Event.Type != shipment.EventEndpointTest ||
		!strings.Contains(string(d.Event.Data), `"url":"https://shop.example/x"`) {
		t.Errorf("delivery %+v", d)
	}
	again := must[store.Delivery](t)(s.Webhooks.TestDelivery(t.Context(), k.AccountID, e.EndpointID))
	if again.Event.ID == d.Event.ID || !strings.HasPrefix(again.Event.ID, "evt_") || len(again.Event.ID) != 30 {
		t.Errorf("ids %s and %s", d.Event.ID, again.Event.ID)
	}
	equal(t, "stored deliveries", len(deliveriesTo(t, s, e)), 0)

	silent := must[store.Endpoint](t)(func() (store.Endpoint, error) {
		e, _, err := s.Webhooks.CreateEndpoint(t.Context(), k.AccountID, shipment.EndpointSettings{})
		return e, err
	}())
	for what, ids := range map[string][2]int64{
		"another account": {other.AccountID, e.EndpointID}, "no endpoint": {k.AccountID, 999}, "no URL": {k.AccountID, silent.EndpointID},
	} {
		if _, err := s.Webhooks.TestDelivery(t.Context(), ids[0], ids[1]); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestOrderDeliveries: those of the events of one order, to all endpoints, the newest first.
func TestOrderDeliveries(t *testing.T) { onEachEngine(t, testOrderDeliveries) }

func testOrderDeliveries(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	e, second := endpoint(t, s, k), endpoint(t, s, k, shipment.EventOrderCreated)
	endpoint(t, s, other)
	b := create(t, s, k, storetest.Order(1), storetest.Order(2))
	o := b.Orders[1]
	got := must[[]store.OrderDelivery](t)(s.Webhooks.OrderDeliveries(t.Context(), k.AccountID, o.OrderID, 10))
	var shown []string
	for _, d := range got {
		shown = append(shown, strings.Join([]string{d.URL, string(d.Event.Type), d.Event.TrackingNo, string(d.State)}, " "))
	}
	same(t, "deliveries", shown, []string{
		e.URL + " order.label_ready " + o.TrackingNo + " pending",
		e.URL + " order.created " + o.TrackingNo + " pending",
		second.URL + " order.created " + o.TrackingNo + " pending",
	})
	page, _, err := s.Webhooks.Deliveries(t.Context(), k.AccountID, e.EndpointID, "", 10)
	noError(t, err)
	equal(t, "id of the event", got[0].Event.ID, page[0].Event.ID)
	equal(t, "with a limit", len(must[[]store.OrderDelivery](t)(s.Webhooks.OrderDeliveries(t.Context(), k.AccountID, o.OrderID, 2))), 2)
	equal(t, "of another account",
		len(must[[]store.OrderDelivery](t)(s.Webhooks.OrderDeliveries(t.Context(), other.AccountID, o.OrderID, 2))), 0)
}
