package client_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"waybill/client"
)

func newClient(t *testing.T, key string) *client.Client {
	t.Helper()
	c, err := client.New(baseURL, key, client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestEndpointLife makes every change to an endpoint of a real server.
func TestEndpointLife(t *testing.T) {
	c, ctx := newClient(t, secretKey), t.Context()
	created, err := c.CreateEndpoint(ctx, client.EndpointChange{
		URL:    new("https://shop.example/x"),
		Events: &[]client.EventType{client.EventDelivered}, BasicUsername: new("u"),
	})
	if err != nil || created.Secret == "" || created.URL != "https://shop.example/x" ||
		!slices.Equal(created.Events, []client.EventType{client.EventDelivered}) || created.BasicUsername != "u" {
		t.Fatalf("created %+v, %v", created, err)
	}
	changed, err := c.UpdateEndpoint(ctx, created.ID, client.EndpointChange{
		Disabled: new(true),
		Events:   new([]client.EventType(nil)), BasicUsername: new(""),
	})
	if err != nil || !changed.Disabled || changed.DisabledOn.IsZero() || changed.DisabledReason == "" ||
		changed.Events != nil || changed.BasicUsername != "" || changed.URL != created.URL || changed.Secret != "" {
		t.Errorf("changed %+v, %v", changed, err)
	}
	rotated, err := c.RotateSecret(ctx, created.ID)
	if err != nil || rotated.Secret == "" || rotated.Secret == created.Secret || rotated.OldSecretUntil.IsZero() {
		t.Errorf("rotated %+v, %v", rotated, err)
	}
	seen, err := c.Endpoint(ctx, created.ID)
	all, listErr := c.Endpoints(ctx)
	rotated.Secret = ""
	same := func(e client.Endpoint) bool {
		return e.ID == created.ID && e.UpdatedOn.Equal(rotated.UpdatedOn) && e.Secret == ""
	}
	if err := errors.Join(err, listErr); err != nil || !same(seen) || !slices.ContainsFunc(all, same) {
		t.Errorf("seen %+v and %+v, %v", seen, all, err)
	}
	if _, err := c.UpdateEndpoint(ctx, created.ID, client.EndpointChange{URL: new("ftp://x")}); !invalid(err) {
		t.Errorf("changed to ftp: %v", err)
	}
	if err := c.DeleteEndpoint(ctx, created.ID); err != nil {
		t.Error(err)
	}
	if _, err := c.Endpoint(ctx, created.ID); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("after its end: %v", err)
	}
}

func invalid(err error) bool {
	_, is := errors.AsType[*client.ValidationError](err)
	return is
}

// createShirts creates a batch of n orders.
func createShirts(t *testing.T, c *client.Client, n int) client.CreateResult {
	t.Helper()
	batch := client.CreateRequest{}
	for range n {
		batch.Orders = append(batch.Orders, shirt())
	}
	created, err := c.CreateOrders(t.Context(), batch)
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// TestEventsOfAServer reads more events than fit on a page, and replays some of them.
func TestEventsOfAServer(t *testing.T) {
	c, ctx := newClient(t, secretKey), t.Context()
	endpoint, err := c.CreateEndpoint(ctx, client.EndpointChange{})
	if err != nil {
		t.Fatal(err)
	}
	const orders = 30 // two events each
	created := createShirts(t, c, orders)
	var events []client.Event
	since := client.EventRange{From: time.Now().Add(-time.Hour)}
	for event, err := range c.Events(ctx, since) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Data.UploadBatchNo == created.UploadBatchNo {
			events = append(events, event)
		}
	}
	labelled := slices.IndexFunc(events, func(e client.Event) bool { return e.Type == client.EventLabelReady })
	if len(events) != 2*orders || labelled < 0 || events[labelled].Data.OrderLabelURL == "" || events[labelled].Timestamp.IsZero() {
		t.Fatalf("%d events, among them %+v", len(events), events)
	}
	for event, err := range c.Events(ctx, client.EventRange{To: time.Now().Add(-time.Hour)}) {
		t.Errorf("an hour ago: %+v, %v", event, err)
	}
	if n, err := c.ReplayEvents(ctx, endpoint.ID, []string{events[0].Data.ID, events[1].Data.ID}); n != 2 || err != nil {
		t.Errorf("replayed %d, %v", n, err)
	}
	if n, err := c.ReplayRange(ctx, endpoint.ID, since); n < 2*orders || err != nil {
		t.Errorf("replayed %d, %v", n, err)
	}
	if _, err := c.ReplayRange(ctx, endpoint.ID, client.EventRange{}); !invalid(err) {
		t.Errorf("replay of nothing: %v", err)
	}
	if err := c.DeleteEndpoint(ctx, endpoint.ID); err != nil {
		t.Error(err)
	}
}

// TestEndpointIsTested: the test event arrives signed, and its outcome is returned.
func TestEndpointIsTested(t *testing.T) {
	c, ctx := newClient(t, secretKey), t.Context()
	var secret string
	received := make(chan client.Event, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		event, err := client.VerifyWebhook(r.Header, body, secret)
		if err != nil {
			t.Error(err)
		}
		received <- event
		http.Error(w, "not today", http.StatusTeapot)
	}))
	defer receiver.Close()
	created, err := c.CreateEndpoint(ctx, client.EndpointChange{URL: &receiver.URL, Disabled: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	secret = created.Secret
	result, err := c.TestEndpoint(ctx, created.ID)
	if err != nil {
		t.Fatal(err)
	}
	event := <-received
	if event.Type != client.EventEndpointTest || event.Data.EndpointID != created.ID || event.Data.URL != receiver.URL {
		t.Errorf("event %s", event.Raw)
	}
	if result.Delivered || result.Status != http.StatusTeapot || result.Error != "responded with 418: not today" || result.Duration <= 0 ||
		result.EventID != event.Data.ID {
		t.Errorf("result %+v", result)
	}
	if result, err := c.SendExample(ctx, created.ID, client.EventDelivered); err != nil || result.Status != http.StatusTeapot {
		t.Fatalf("an example: %+v, %v", result, err)
	}
	event = <-received
	if event.Type != client.EventDelivered || !event.Data.Test || event.Data.TrackerStatusCode != "SUCCESS" {
		t.Errorf("the example %s", event.Raw)
	}
	if _, err := c.SendExample(ctx, created.ID, "order.lost"); !invalid(err) {
		t.Errorf("an example of no event: %v", err)
	}
	if _, err := c.UpdateEndpoint(ctx, created.ID, client.EndpointChange{URL: new("")}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.TestEndpoint(ctx, created.ID); !invalid(err) {
		t.Errorf("without a URL: %v", err)
	}
	if err := c.DeleteEndpoint(ctx, created.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := c.TestEndpoint(ctx, created.ID); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("after its end: %v", err)
	}
}

// TestDeliveriesOfAServer reads more deliveries than fit on a page. No worker sends them.
func TestDeliveriesOfAServer(t *testing.T) {
	c, ctx := newClient(t, secretKey), t.Context()
	endpoint, err := c.CreateEndpoint(ctx, client.EndpointChange{URL: new("https://shop.example/x")})
	if err != nil {
		t.Fatal(err)
	}
	const orders = 30 // two events each
	created := createShirts(t, c, orders)
	seen := map[string]bool{}
	for d, err := range c.Deliveries(ctx, endpoint.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if d.State != client.DeliveryPending || d.Attempts != 0 || d.Timestamp.IsZero() || d.NextAttemptOn.IsZero() || d.UpdatedOn.IsZero() ||
			!slices.ContainsFunc(created.Orders, func(o client.CreatedOrder) bool { return o.TrackingNo == d.TrackingNo }) {
			t.Errorf("delivery %+v", d)
		}
		seen[d.EventID] = true
	}
	if len(seen) != 2*orders {
		t.Errorf("%d deliveries, want %d", len(seen), 2*orders)
	}
	if err := c.DeleteEndpoint(ctx, endpoint.ID); err != nil {
		t.Fatal(err)
	}
	for _, err := range c.Deliveries(ctx, endpoint.ID) {
		if !errors.Is(err, client.ErrNotFound) {
			t.Errorf("after its end: %v", err)
		}
	}
}
