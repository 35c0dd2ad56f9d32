package fulfil_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
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
	LabelBase64 *string `json:"label_base64"` // of a label webhook
}

// shop is a shipper's receiver: it verifies what it gets and answers with a status.
type shop struct {
	endpoint store.Endpoint
	mu       sync.Mutex
	events   []received // accepted ones
}

// openShop registers a receiver that answers what its function says.
func (fx *fixture) openShop(settings shipment.EndpointSettings, answer func(received) (status int)) *shop {
	fx.t.Helper()
	s := new(shop)
	var verifier atomic.Pointer[standardwebhooks.Webhook]
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = verifier.Load().Verify(body, r.Header)
		}
		var event received
		if err = errors.Join(err, json.Unmarshal(body, &event)); err != nil {
			fx.t.Error(err)
		}
		status := answer(event)
		if status < 300 {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.events = append(s.events, event)
		}
		w.WriteHeader(status)
	}))
	fx.t.Cleanup(server.Close)
	settings.URL = server.URL
	endpoint, secret, err := fx.store.Webhooks.CreateEndpoint(fx.t.Context(), fx.account, settings)
	if err != nil {
		fx.t.Fatal(err)
	}
	receiver, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		fx.t.Fatal(err)
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

// deliverer runs a worker until the test ends; observe receives each attempt, after it is
// recorded.
func (fx *fixture) deliverer(owner string, observe func(outcome string), changes ...func(*fulfil.Config)) {
	fx.t.Helper()
	c := fulfil.Config{
		Store: fx.store, Owner: owner, Now: fx.now, Jitter: func() float64 { return 0 }, Log: slog.New(slog.DiscardHandler),
		// The receivers' library compares with the real time, which the test's runs ahead of.
		Sender: webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: time.Hour, UserAgent: "test", Now: time.Now}),
		LabelURL: func(e *shipment.Event) string {
			return "https://ship.example/labels/" + e.TrackingNo + string(e.LabelFormat())
		},
		PrintLabel: func(_ context.Context, trackingNo string) ([]byte, error) {
			return []byte("%PDF of " + trackingNo), nil
		},
		ObserveDelivery: func(outcome string, _ time.Duration) { observe(outcome) },
		ObserveDisabled: func() { fx.disabled.Add(1) },
		PollEvery:       pollEvery,
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
	fx.t.Cleanup(func() {
		cancel()
		<-done
	})
}

func (fx *fixture) read(s *shop) store.Endpoint {
	fx.t.Helper()
	e, err := fx.store.Webhooks.Endpoint(fx.t.Context(), fx.account, s.endpoint.EndpointID)
	if err != nil {
		fx.t.Fatal(err)
	}
	return e
}

func TestLabelsAreDelivered(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		plain := fx.openShop(shipment.EndpointSettings{}, accept)
		withPDF := fx.openShop(shipment.EndpointSettings{LabelPDF: true, EventTypes: []shipment.EventType{shipment.EventLabelReady}}, accept)
		outcomes := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		order := fx.create("", "Susan", "", 0).Orders[0]
		for range 3 {
			if outcome := <-outcomes; outcome != "delivered" {
				t.Errorf("outcome %s", outcome)
			}
		}
		got := plain.accepted()
		if len(got) != 2 || got[0].Type != "order.created" || got[0].Data.LabelURL != nil || got[1].Type != "order.label_ready" {
			t.Fatalf("received %+v", got)
		}
		if label := got[1].Data; label.OrderID != order.OrderID || *label.LabelURL != "https://ship.example/labels/"+order.TrackingNo ||
			label.LabelPDF != nil {
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
	onEngines(t, func(t *testing.T, fx *fixture) {
		const orders = 40
		var mu sync.Mutex
		refused := make(map[string]bool)
		seen := 0
		shop := fx.openShop(shipment.EndpointSettings{}, func(e received) int {
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
			if outcome == "delivered" && delivered.Add(1) == 2*orders {
				close(all)
			}
		}
		fx.deliverer("first", observe)
		fx.deliverer("second", observe)
		for range orders {
			fx.create("", "Susan", "", 0)
		}
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for over := false; !over; {
			select {
			case <-all:
				over = true
			case <-tick.C:
				fx.ahead.Add(int64(500 * time.Millisecond)) // a retry is 5 s away, the end of a lease more than an hour
			}
		}
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

// TestTheCauseIsInTheLogOnly: the account reads a sentence without addresses, the operator why nothing could be sent.
func TestTheCauseIsInTheLogOnly(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		shop := fx.openShop(shipment.EndpointSettings{}, accept)
		_, err := fx.store.Webhooks.UpdateEndpoint(t.Context(), fx.account, shop.endpoint.EndpointID, func(e *shipment.EndpointSettings) error {
			e.URL = "http://127.0.0.1:1/"
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer // read after the outcome, which follows the line
		failed := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { failed <- outcome }, func(c *fulfil.Config) {
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
		})
		fx.create("", "Susan", "", 0)
		<-failed
		records, _, err := fx.store.Webhooks.Deliveries(t.Context(), fx.account, shop.endpoint.EndpointID, "", 10)
		if err != nil || len(records) == 0 || records[len(records)-1].LastError != "cannot be reached" {
			t.Errorf("%+v, %v", records, err)
		}
		if !strings.Contains(log.String(), "127.0.0.1:1: connect: connection refused") {
			t.Errorf("log: %s", log.String())
		}
	})
}

// TestADeadReceiverDelaysNoOther: one answers its first request and hangs in all others.
func TestADeadReceiverDelaysNoOther(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		const orders, slots = 40, 16
		release := make(chan struct{})
		var requests atomic.Int64
		fx.openShop(shipment.EndpointSettings{}, func(received) int {
			if requests.Add(1) > 1 {
				<-release
			}
			return http.StatusOK
		})
		defer close(release)
		arrived := make(chan struct{}, 2*orders)
		fx.openShop(shipment.EndpointSettings{}, func(received) int {
			arrived <- struct{}{}
			return http.StatusOK
		})
		deliver := func(orders int) {
			for range orders {
				fx.create("", "Susan", "", 0)
			}
			for n := range 2 * orders {
				select {
				case <-arrived:
				case <-time.After(3 * time.Minute):
					t.Fatalf("%d of %d events of the other receiver arrived", n, 2*orders)
				}
			}
		}
		fx.deliverer("me", func(string) {})
		deliver(orders)
		for range 20 { // each is a look at what is due
			deliver(1)
		}
		if hanging := requests.Load() - 1; hanging > slots {
			t.Errorf("%d requests hang in the dead receiver, want at most %d", hanging, slots)
		}
	})
}

func TestARetryWaitsForItsTime(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		var answers atomic.Int64
		shop := fx.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, func(received) int {
			if answers.Add(1) == 1 {
				fx.ahead.Add(int64(time.Second)) // that the answer takes
				return http.StatusServiceUnavailable
			}
			return http.StatusOK
		})
		outcomes := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		before := fx.now()
		fx.create("", "Susan", "", 0)
		if outcome := <-outcomes; outcome != "failed" {
			t.Fatalf("first outcome %s", outcome)
		}
		records, _, err := fx.store.Webhooks.Deliveries(t.Context(), fx.account, shop.endpoint.EndpointID, "", 10)
		if err != nil || len(records) != 1 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		if r := records[0]; r.State != store.DeliveryPending || r.LastStatus != 503 || r.LastError != "responded with 503" ||
			r.DueOn.Sub(before) != 6*time.Second || r.LastTook != time.Second {
			t.Errorf("record %+v", r)
		}
		fx.ahead.Add(int64(5 * time.Second))
		if outcome := <-outcomes; outcome != "delivered" || fx.read(shop).FailingSince != (time.Time{}) {
			t.Errorf("second outcome %s, endpoint %+v", outcome, fx.read(shop))
		}
	})
}

// TestGoneDisables: 410 ends an endpoint at once; what happens later can be replayed.
func TestGoneDisables(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		var gone atomic.Bool
		gone.Store(true)
		shop := fx.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, func(received) int {
			if gone.Load() {
				return http.StatusGone
			}
			return http.StatusOK
		})
		outcomes := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		fx.create("", "Susan", "", 0)
		if outcome := <-outcomes; outcome != "gone" {
			t.Fatalf("outcome %s", outcome)
		}
		if e := fx.read(shop); !e.Disabled || e.DisabledReason == "" {
			t.Errorf("endpoint %+v", e)
		}
		fx.create("", "Susan", "", 0)
		gone.Store(false)
		if _, err := fx.store.Webhooks.UpdateEndpoint(
			t.Context(),
			fx.account,
			shop.endpoint.EndpointID,
			func(s *shipment.EndpointSettings) error { s.Disabled = false; return nil },
		); err != nil {
			t.Fatal(err)
		}
		if n, err := fx.store.Webhooks.Replay(t.Context(), fx.account, shop.endpoint.EndpointID, shipment.EventRange{}); err != nil || n != 2 {
			t.Fatalf("replayed %d, %v", n, err)
		}
		for range 2 {
			if outcome := <-outcomes; outcome != "delivered" {
				t.Errorf("outcome %s", outcome)
			}
		}
	})
}

// TestDisabledEvent: two receivers are gone; the one that stays receives both events, in order.
func TestDisabledEvent(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		outcomes := make(chan string, 10)
		watch := fx.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventEndpointDisabled}}, accept)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		var dead []int64
		for range 2 {
			shop := fx.openShop(shipment.EndpointSettings{}, func(received) int { return http.StatusGone })
			dead = append(dead, shop.endpoint.EndpointID)
			fx.create("", "Susan", "", 0)
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
		if n := fx.disabled.Load(); n != 2 {
			t.Errorf("%d endpoints were counted", n)
		}
	})
}

// TestGivenUp follows one event through all its attempts, of a receiver that is not there.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		e, _, err := fx.store.Webhooks.CreateEndpoint(t.Context(), fx.account, shipment.EndpointSettings{
			URL: "http://127.0.0.1:1/", EventTypes: []shipment.EventType{shipment.EventOrderCreated},
		})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		fx.create("", "Susan", "", 0)
		for attempt := 1; attempt < webhook.MaxAttempts; attempt++ {
			if outcome := <-outcomes; outcome != "failed" {
				t.Fatalf("attempt %d: %s", attempt, outcome)
			}
			wait, _ := webhook.Wait(attempt, 0, 0)
			fx.ahead.Add(int64(wait))
		}
		if outcome := <-outcomes; outcome != "given_up" {
			t.Errorf("last attempt: %s", outcome)
		}
		if e, err = fx.store.Webhooks.Endpoint(t.Context(), fx.account, e.EndpointID); err != nil || !e.Disabled {
			t.Errorf("endpoint after three days: %+v, %v", e, err)
		}
	})
}

// TestDeliveriesStartAtOnce makes events one after the other. None waits to be looked for.
func TestDeliveriesStartAtOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		fx.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, accept)
		outcomes := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome }, func(c *fulfil.Config) { c.PollEvery = time.Hour })
		for range 10 {
			fx.create("", "Susan", "", 0)
			select {
			case <-outcomes:
			case <-time.After(3 * time.Minute):
				t.Fatal("an event waits to be looked for")
			}
		}
	})
}

// TestSlowRequestsDelayNoOthers: the first event is answered when the second is there.
func TestSlowRequestsDelayNoOthers(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		arrived, second := make(chan int64, 2), make(chan struct{})
		fx.openShop(shipment.EndpointSettings{EventTypes: []shipment.EventType{shipment.EventOrderCreated}}, func(e received) int {
			arrived <- e.Data.OrderID
			<-second
			return http.StatusNoContent
		})
		outcomes := make(chan string, 2)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		fx.create("", "Susan", "", 0)
		<-arrived
		fx.create("", "Susan", "", 0)
		select {
		case <-arrived:
		case outcome := <-outcomes:
			t.Errorf("the first event %s before the second was sent", outcome)
		}
		close(second)
		<-outcomes
	})
}
