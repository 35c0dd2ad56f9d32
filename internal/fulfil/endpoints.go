package fulfil

import (
	"context"
	"log/slog"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/webhook"
)

// Endpoints checks and tests endpoints at the request of their accounts. All fields but the last two are required. Safe for
// concurrent use.
type Endpoints struct {
	Store  *store.Store
	Sender *webhook.Sender
	Now    func() time.Time

	Outgoing *Outgoing
	Log      *slog.Logger // gets the cause of a test that got no response, which the account does not see; nil: nobody
}

// CheckURL returns a message for people if no event can ever be sent to a URL, else none.
func (e *Endpoints) CheckURL(url string) problem.Message {
	return e.Sender.CheckURL(url)
}

// Test sends a test event to an endpoint once, or an example of an event of a type, and returns it with the outcome. Nothing is
// stored, and the endpoint stays as it is. Returns store.ErrPaused, or store.ErrNotFound, also if the endpoint has no URL.
func (e *Endpoints) Test(
	ctx context.Context, accountID, endpointID int64, example shipment.EventType,
) (shipment.Event, store.DeliveryOutcome, error) {
	if e.Outgoing.Paused() {
		return shipment.Event{}, store.DeliveryOutcome{}, store.ErrPaused
	}
	delivery, err := e.Store.Webhooks.TestDelivery(ctx, accountID, endpointID)
	if err != nil {
		return shipment.Event{}, store.DeliveryOutcome{}, err
	}
	if event := &delivery.Event; example != "" {
		event.Type, event.Sequence, event.Data = example, 1, shipment.ExampleData(example, event.CreatedOn)
	}
	start := e.Now()
	result := e.Sender.Send(ctx, requestOf(delivery, delivery.Event.AppendJSON(nil)))
	o := store.DeliveryOutcome{
		State: store.DeliveryGivenUp, Status: result.Status, Error: result.Detail, Cause: result.Cause, Response: result.Response,
	}
	o.Took = e.Now().Sub(start)
	if e.Log != nil && o.Cause != "" {
		e.Log.InfoContext(ctx, "test event not delivered", "endpoint_id", endpointID, "reason", o.Error, "cause", o.Cause)
	}
	if result.Verdict == webhook.Delivered {
		o.State = store.DeliveryDelivered
	}
	return delivery.Event, o, nil
}
