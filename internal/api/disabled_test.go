package api

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/webhook"
	"waybill/test/backend"
)

// deliverEvents runs a worker that posts events until the test ends.
func (s *server) deliverEvents() {
	d := fulfil.NewDeliverer(fulfil.Config{
		Store: s.api.Store, Owner: s.t.Name(), Now: s.clock.now, Jitter: func() float64 { return 0 }, Log: slog.New(slog.DiscardHandler),
		Sender:          webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: 10 * time.Second, UserAgent: "test", Now: time.Now}),
		LabelURL:        func(e *shipment.Event) string { return s.api.EventLabelURL(s.url, e) },
		PrintLabel:      s.api.PrintLabel,
		ObserveDelivery: func(string, time.Duration) {},
		ObserveDisabled: func() {},
	})
	backend.Run(s.t, d.Run)
}

// receiver is a shipper's: status is what it answers, events are what it verified and
// answered so.
type receiver struct {
	t        *testing.T
	endpoint client.Endpoint
	status   atomic.Int64
	secret   atomic.Value // string
	events   chan client.Event
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	secret, _ := r.secret.Load().(string)
	event, verifyErr := client.VerifyWebhook(req.Header, body, secret)
	if err != nil || verifyErr != nil || req.Header.Get("Webhook-Id") != event.Data.ID {
		event.Type = "forged"
	}
	if err := answerContract().checkEvent(req.Header, body); err != nil {
		r.t.Errorf("%s\nis not in the OpenAPI document: %v", body, err)
	}
	w.WriteHeader(int(r.status.Load()))
	r.events <- event
}

// receive registers a receiver of the demo account.
func (s *server) receive(status int, query string, types ...client.EventType) *receiver {
	s.t.Helper()
	return s.receiveAs(s.sdk, status, query, types...)
}

// receiveAs registers a receiver of the account of a client.
func (s *server) receiveAs(sdk *client.Client, status int, query string, types ...client.EventType) *receiver {
	s.t.Helper()
	r := &receiver{t: s.t, events: make(chan client.Event, 16)}
	r.status.Store(int64(status))
	listener := httptest.NewServer(r)
	s.t.Cleanup(listener.Close)
	var err error
	r.endpoint, err = sdk.CreateEndpoint(s.t.Context(), client.EndpointChange{URL: new(listener.URL + "/hook" + query), Events: &types})
	if err != nil {
		s.t.Fatal(err)
	}
	r.secret.Store(r.endpoint.Secret)
	return r
}

// TestDisabledEndpointIsReported: the account is notified of a receiver that responded with 410 by another
// endpoint and in the list, and the receiver itself when it is replayed.
func TestDisabledEndpointIsReported(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		dead := s.receive(http.StatusGone, "?token=hunter2")
		watch := s.receive(http.StatusNoContent, "", client.EventEndpointDisabled)
		s.deliverEvents()
		s.create(exampleOrder())
		if event := <-dead.events; event.Type != client.EventOrderCreated {
			t.Fatalf("the dead receiver was sent %+v", event)
		}
		event := <-watch.events
		data := event.Data
		if event.Type != client.EventEndpointDisabled || data.EndpointID != dead.endpoint.ID || dead.endpoint.URL != data.URL+"?token=hunter2" ||
			data.Reason != "The receiver wants no more events: it responded with 410." || data.Sequence != 1 || data.OrderID != 0 ||
			data.DisabledOn.IsZero() || data.DisabledOn.After(event.Timestamp) || !data.FailingSince.Equal(data.DisabledOn) {
			t.Errorf("the other receiver was sent %+v", event)
		}
		found, err := s.sdk.Endpoint(t.Context(), dead.endpoint.ID)
		if err != nil || found.DisabledReason != data.Reason || !found.DisabledOn.Equal(data.DisabledOn) ||
			!found.FailingSince.Equal(data.FailingSince) {
			t.Errorf("the endpoint is %+v, %v", found, err)
		}
		listed := 0
		for e, err := range s.sdk.Events(t.Context(), client.EventRange{}) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Type == client.EventEndpointDisabled {
				listed++
				if toJSON(t, e) != toJSON(t, event) {
					t.Errorf("listed %+v, sent was %+v", e, event)
				}
			}
		}
		if listed != 1 {
			t.Errorf("listed %d times", listed)
		}

		// The receiver lives again.
		dead.status.Store(http.StatusOK)
		if _, err := s.sdk.UpdateEndpoint(t.Context(), dead.endpoint.ID, client.EndpointChange{Disabled: new(false)}); err != nil {
			t.Fatal(err)
		}
		if n, err := s.sdk.ReplayEvents(t.Context(), dead.endpoint.ID, []string{data.ID}); n != 1 || err != nil {
			t.Fatalf("replayed %d, %v", n, err)
		}
		for replayed := range dead.events { // what waited comes too
			if replayed.Data.ID == data.ID {
				break
			}
			if replayed.Type != client.EventLabelReady {
				t.Fatalf("replayed %+v", replayed)
			}
		}
		if len(watch.events) > 0 {
			t.Errorf("the other receiver was then sent %+v", <-watch.events)
		}
	})
}
