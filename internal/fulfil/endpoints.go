package fulfil

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/base64"
	"log/slog"
	"slices"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/webhook"
)

// Endpoints creates, changes and tests endpoints at the request of their accounts. All fields but the last two are required. Safe for
// concurrent use.
type Endpoints struct {
	Store  *store.Store
	Sender *webhook.Sender
	Now    func() time.Time

	Outgoing *Outgoing
	Log      *slog.Logger // gets the cause of a test that got no response, which the account does not see; nil: nobody
}

// mayGet returns a *problem.FieldError if one of the types is for the operator's accounts alone, and the account is none of them.
func mayGet(a masterdata.Account, types []shipment.EventType) error {
	if own := slices.IndexFunc(types, shipment.EventType.OfOperator); own >= 0 && !a.Operator {
		return problem.Wrong("events", problem.OperatorEvent.With(string(types[own])))
	}
	return nil
}

// Create is store.Webhooks.CreateEndpoint for a URL to which events can be sent, or none. Returns a *problem.RefusedURLError for others,
// and a *problem.FieldError for events that only the operator gets.
func (e *Endpoints) Create(ctx context.Context, accountID int64, settings shipment.EndpointSettings) (store.Endpoint, string, error) {
	account, err := e.Store.MasterData.Account(ctx, accountID)
	if err := cmp.Or(err, e.Sender.CheckURL(settings.URL), mayGet(account, settings.EventTypes)); err != nil {
		return store.Endpoint{}, "", err
	}
	return e.Store.Webhooks.CreateEndpoint(ctx, accountID, settings)
}

// Update is store.Webhooks.UpdateEndpoint. Returns a *problem.RefusedURLError for a new URL to which no event can ever be sent, and a
// *problem.FieldError for events that only the operator gets.
func (e *Endpoints) Update(
	ctx context.Context, accountID, endpointID int64, change func(*shipment.EndpointSettings) error,
) (store.Endpoint, error) {
	account, err := e.Store.MasterData.Account(ctx, accountID)
	return e.Store.Webhooks.UpdateEndpoint(ctx, accountID, endpointID, func(s *shipment.EndpointSettings) error {
		before := *s
		if err := cmp.Or(err, change(s)); err != nil {
			return err
		}
		added := slices.DeleteFunc(slices.Clone(s.EventTypes), func(t shipment.EventType) bool { return slices.Contains(before.EventTypes, t) })
		if err := mayGet(account, added); err != nil || s.URL == before.URL {
			return err
		}
		return e.Sender.CheckURL(s.URL)
	})
}

// exampleLabel is a page of 100 × 150 mm with the tracking number of examples.
//
//go:embed example_label.pdf
var exampleLabel []byte

// Test sends a test event to an endpoint once, or an example of an event of a type, and returns it with the outcome. A label webhook gets
// an example of a label. Nothing is stored, and the endpoint stays as it is. Returns store.ErrPaused, or store.ErrNotFound, also if the
// endpoint has no URL, and a *problem.FieldError for a type that a label webhook does not get.
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
	event := &delivery.Event
	if delivery.LabelWebhook && cmp.Or(example, shipment.EventLabelReady) != shipment.EventLabelReady {
		return shipment.Event{}, store.DeliveryOutcome{}, problem.Wrong("event", problem.LabelWebhookEvent)
	}
	if example != "" {
		event.Type, event.Sequence, event.Data = example, 1, shipment.ExampleData(example, event.CreatedOn)
	}
	body := event.AppendJSON(nil)
	if delivery.LabelWebhook {
		event.TrackingNo = shipment.ExampleTrackingNo
		body = event.LabelWebhookJSON(shipment.ExampleLabelURL, base64.StdEncoding.EncodeToString(exampleLabel))
	}
	start := e.Now()
	o := outcomeOf(e.Sender.Send(ctx, requestOf(delivery, body)))
	o.Took = e.Now().Sub(start)
	if e.Log != nil && o.Cause != "" {
		e.Log.InfoContext(ctx, "test event not delivered", "endpoint_id", endpointID, "reason", o.Error, "cause", o.Cause)
	}
	return delivery.Event, o, nil
}
