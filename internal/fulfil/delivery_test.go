package fulfil_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/webhook"
)

// received is an event as a receiver reads it.
type received struct {
	Type string
	Data struct {
		ID       string
		Sequence int64
		OrderID  int64   `json:"order_id"`
		Endpoint int64   `json:"endpoint_id"`
		LabelURL *string `json:"order_label_url"`
		LabelPDF []byte  `json:"order_label_pdf"`
	}
}

// shop is a shipper's receiver: it verifies what it gets and answers with a status.
type shop struct {
	endpoint store.Endpoint
	mu       sync.Mutex
	events   []received // accepted ones
}

// openShop registers a receiver that answers what its function says.
func (h *house) openShop(settings shipment.EndpointSettings, answer func(received) (status int)) *shop {
	h.t.Helper()
	s := new(shop)
	var verifier atomic.Pointer[standardwebhooks.Webhook]
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = verifier.Load().Verify(body, r.Header)
		}
		var event received
		if err = errors.Join(err, json.Unmarshal(body, &event)); err != nil {
			h.t.Error(err)
		}
		status := answer(event)
		if status < 300 {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.events = append(s.events, event)
		}
		w.WriteHeader(status)
	}))
	h.t.Cleanup(server.Close)
	settings.URL = server.URL
	endpoint, secret, err := h.store.CreateEndpoint(h.t.Context(), h.account, settings)
	if err != nil {
		h.t.Fatal(err)
	}
	receiver, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		h.t.Fatal(err)
	}
	verifier.Store(receiver)
	s.endpoint = endpoint
	return s
}

func (s *shop) accepted() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]received(nil), s.events...)
}

func accept(received) int { return http.StatusNoContent }

// deliverer runs a worker until the test ends; observe hears of each attempt, after it is
// recorded.
func (h *house) deliverer(owner string, observe func(outcome string), changes ...func(*fulfil.DelivererConfig)) {
	h.t.Helper()
	c := fulfil.DelivererConfig{
		Store: h.store, Owner: owner, Now: h.now, Jitter: func() float64 { return 0 }, Log: slog.New(slog.DiscardHandler),
		// The receivers' library compares with the real time, which the test's runs ahead of.
		Sender: webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: 10 * time.Second, UserAgent: "test", Now: time.Now}),
		LabelURL: func(trackingNo string, format shipment.LabelFormat) string {
			return "https://ship.example/labels/" + trackingNo + string(format)
		},
		PrintLabel: func(_ context.Context, trackingNo string) ([]byte, error) {
			return []byte("%PDF of " + trackingNo), nil
		},
		ObserveDelivery: func(outcome string, _ time.Duration) { observe(outcome) },
		ObserveDisabled: func() { h.disabled.Add(1) },
	}
	for _, change := range changes {
		change(&c)
	}
	d := fulfil.NewDeliverer(c)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Run(ctx)
	}()
	h.t.Cleanup(func() {
		cancel()
		<-done
	})
}

func (h *house) read(s *shop) store.Endpoint {
	h.t.Helper()
	e, err := h.store.Endpoint(h.t.Context(), h.account, s.endpoint.EndpointID)
	if err != nil {
		h.t.Fatal(err)
	}
	return e
}

func TestLabelsAreDelivered(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		plain := h.openShop(shipment.EndpointSettings{}, accept)
		withPDF := h.openShop(shipment.EndpointSettings{LabelPDF: true, EventTypes: []shipment.EventType{shipment.EventLabelReady}}, accept)
		outcomes := make(chan string, 10)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		order := h.create("", "Susan", "", 0).Orders[0]
		for range 3 {
			if outcome := <-outcomes; outcome != "delivered" {
				t.Errorf("outcome %s", outcome)
			}
		}
		got := plain.accepted()
		if len(got) != 2 || got[0].Type != "order.created" || got[0].Data.LabelURL != nil || got[1].Type != "order.label_ready" {
			t.Fatalf("received %+v", got)
		}
		if label := got[1].Data; label.OrderID != order.OrderID || *label.LabelURL != "https://ship.example/labels/"+order.TrackingNo || label.LabelPDF != nil {
			t.Errorf("label event %+v", label)
		}
		if got := withPDF.accepted(); len(got) != 1 || string(got[0].Data.LabelPDF) != "%PDF of "+order.TrackingNo {
			t.Errorf("received with PDF: %+v", got)
		}
	})
}

// TestEveryEventInItsOrder delivers by two workers to a receiver that refuses every third
// event when it first comes.
func TestEveryEventInItsOrder(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		const orders = 40
		var mu sync.Mutex
		refused := make(map[string]bool)
		seen := 0
		shop := h.openShop(shipment.EndpointSettings{}, func(e received) int {
			mu.Lock()
			defer mu.Unlock()
			if seen++; seen%3 == 0 && !refused[e.Data.ID] {
				refused[e.Data.ID] = true
				return http.StatusInternalServerError
			}
			return http.StatusOK
		})
		var delivered atomic.Int64
		all := make(chan struct{})
		observe := func(outcome string) {
			if outcome == "failed" {
				h.ahead.Add(int64(500 * time.Millisecond)) // a retry is 5 s away, a lease 30
			}
			if outcome == "delivered" && delivered.Add(1) == 2*orders {
				close(all)
			}
		}
		h.deliverer("first", observe)
		h.deliverer("second", observe)
		for range orders {
			h.create("", "Susan", "", 0)
		}
		<-all
		last := make(map[int64]int64)
		for _, e := range shop.accepted() {
			if last[e.Data.OrderID]++; last[e.Data.OrderID] != e.Data.Sequence {
				t.Errorf("order %d: event %d comes as number %d", e.Data.OrderID, e.Data.Sequence, last[e.Data.OrderID])
			}
		}
		if len(last) != orders || len(refused) == 0 {
			t.Errorf("%d orders, %d refused at first", len(last), len(refused))
		}
	})
}

// TestADeadReceiverDelaysNobody: one answers its first request and hangs in all others.
func TestADeadReceiverDelaysNobody(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		const orders, slots = 40, 16
		release := make(chan struct{})
		var requests atomic.Int64
		h.openShop(shipment.EndpointSettings{}, func(received) int {
			if requests.Add(1) > 1 {
				<-release
			}
			return http.StatusOK
		})
		defer close(release)
		arrived := make(chan struct{}, 2*orders)
		h.openShop(shipment.EndpointSettings{}, func(received) int {
			arrived <- struct{}{}
			return http.StatusOK
		})
		deliver := func(orders int) {
			for range orders {
				h.create("", "Susan", "", 0)
			}
			for range 2 * orders {
				<-arrived
			}
		}
		h.deliverer("me", func(string) {})
		deliver(orders)
		for start := time.Now(); time.Since(start) < 2*time.Second; { // several looks at what is due
			deliver(1)
		}
		if hanging := requests.Load() - 1; hanging > slots {
			t.Errorf("%d requests hang in the dead receiver, want at most %d", hanging, slots)
		}
	})
}

func TestARetryWaitsForItsTime(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		var answers atomic.Int64
		shop := h.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, func(received) int {
			if answers.Add(1) == 1 {
				return http.StatusServiceUnavailable
			}
			return http.StatusOK
		})
		outcomes := make(chan string, 10)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		before := h.now()
		h.create("", "Susan", "", 0)
		if outcome := <-outcomes; outcome != "failed" {
			t.Fatalf("first outcome %s", outcome)
		}
		records, err := h.store.Deliveries(t.Context(), h.account, shop.endpoint.EndpointID, 10)
		if err != nil || len(records) != 1 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		if r := records[0]; r.State != store.DeliveryPending || r.LastStatus != 503 || r.LastError != "answered 503" || r.DueOn.Sub(before) < 5*time.Second {
			t.Errorf("record %+v", r)
		}
		h.ahead.Add(int64(5 * time.Second))
		if outcome := <-outcomes; outcome != "delivered" || h.read(shop).FailingSince != (time.Time{}) {
			t.Errorf("second outcome %s, endpoint %+v", outcome, h.read(shop))
		}
	})
}

// TestGoneDisables: 410 ends an endpoint at once; what happens later can be replayed.
func TestGoneDisables(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		var gone atomic.Bool
		gone.Store(true)
		shop := h.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, func(received) int {
			if gone.Load() {
				return http.StatusGone
			}
			return http.StatusOK
		})
		outcomes := make(chan string, 10)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		h.create("", "Susan", "", 0)
		if outcome := <-outcomes; outcome != "gone" {
			t.Fatalf("outcome %s", outcome)
		}
		if e := h.read(shop); !e.Disabled || e.DisabledReason == "" {
			t.Errorf("endpoint %+v", e)
		}
		h.create("", "Susan", "", 0)
		gone.Store(false)
		if _, err := h.store.UpdateEndpoint(t.Context(), h.account, shop.endpoint.EndpointID, func(s *shipment.EndpointSettings) error { s.Disabled = false; return nil }); err != nil {
			t.Fatal(err)
		}
		if n, err := h.store.Replay(t.Context(), h.account, shop.endpoint.EndpointID, shipment.EventRange{}); err != nil || n != 2 {
			t.Fatalf("replayed %d, %v", n, err)
		}
		for range 2 {
			if outcome := <-outcomes; outcome != "delivered" {
				t.Errorf("outcome %s", outcome)
			}
		}
	})
}

// TestDisabledIsTold: two receivers go; the one that stays hears of both, in their order.
func TestDisabledIsTold(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		outcomes := make(chan string, 10)
		watch := h.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventEndpointDisabled}}, accept)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		var dead []int64
		for range 2 {
			shop := h.openShop(shipment.EndpointSettings{}, func(received) int { return http.StatusGone })
			dead = append(dead, shop.endpoint.EndpointID)
			h.create("", "Susan", "", 0)
			if first, second := <-outcomes, <-outcomes; first+second != "gonedelivered" && first+second != "deliveredgone" {
				t.Fatalf("outcomes %s and %s", first, second)
			}
		}
		got := watch.accepted()
		if len(got) != len(dead) {
			t.Fatalf("received %+v", got)
		}
		for i, event := range got {
			if event.Type != "endpoint.disabled" || event.Data.Endpoint != dead[i] || event.Data.Sequence != int64(i+1) || event.Data.OrderID != 0 {
				t.Errorf("event %d is %+v, want that of endpoint %d", i, event, dead[i])
			}
		}
		if n := h.disabled.Load(); n != 2 {
			t.Errorf("%d endpoints were counted", n)
		}
	})
}

// TestGivenUp follows one event through all its attempts, of a receiver that is not there.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		e, _, err := h.store.CreateEndpoint(t.Context(), h.account, shipment.EndpointSettings{
			URL: "http://127.0.0.1:1/", EventTypes: []shipment.EventType{shipment.EventOrderCreated},
		})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := make(chan string, 10)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		h.create("", "Susan", "", 0)
		for attempt := 1; attempt < webhook.MaxAttempts; attempt++ {
			if outcome := <-outcomes; outcome != "failed" {
				t.Fatalf("attempt %d: %s", attempt, outcome)
			}
			wait, _ := webhook.Wait(attempt, 0, 0)
			h.ahead.Add(int64(wait))
		}
		if outcome := <-outcomes; outcome != "given_up" {
			t.Errorf("last attempt: %s", outcome)
		}
		if e, err = h.store.Endpoint(t.Context(), h.account, e.EndpointID); err != nil || !e.Disabled {
			t.Errorf("endpoint after three days: %+v, %v", e, err)
		}
	})
}

// TestDeliveriesStartAtOnce makes events one after the other. If each had to wait to be
// looked for, that would take a second apiece.
func TestDeliveriesStartAtOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		h.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, accept)
		outcomes := make(chan string, 10)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		const orders = 10
		start := time.Now()
		for range orders {
			h.create("", "Susan", "", 0)
			<-outcomes
		}
		if took := time.Since(start); took > orders*time.Second/2 {
			t.Errorf("%d events, one after the other, took %v", orders, took)
		}
	})
}

// TestSlowRequestsDelayNoOthers: the first event is answered when the second is there.
func TestSlowRequestsDelayNoOthers(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, h *house) {
		arrived, second := make(chan int64, 2), make(chan struct{})
		h.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, func(e received) int {
			arrived <- e.Data.OrderID
			<-second
			return http.StatusNoContent
		})
		outcomes := make(chan string, 2)
		h.deliverer("me", func(outcome string) { outcomes <- outcome })
		h.create("", "Susan", "", 0)
		<-arrived
		h.create("", "Susan", "", 0)
		select {
		case <-arrived:
		case outcome := <-outcomes:
			t.Errorf("the first event %s before the second was sent", outcome)
		}
		close(second)
		<-outcomes
	})
}
