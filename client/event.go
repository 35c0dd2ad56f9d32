package client

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"time"
)

// EventType is the type of an event of an order, an import or an endpoint. The service may send more types than these.
type EventType string

// The types.
const (
	EventOrderCreated     EventType = "order.created"
	EventLabelReady       EventType = "order.label_ready"
	EventSubmissionFailed EventType = "order.submission_failed"
	EventOrderUpdated     EventType = "order.updated"
	EventOrderHeld        EventType = "order.held"
	EventOrderReleased    EventType = "order.released"
	EventTrackingUpdated  EventType = "order.tracking_updated"
	EventCancelled        EventType = "order.cancelled"
	EventDelivered        EventType = "order.delivered"
	EventImportFinished   EventType = "import.finished"
	EventEndpointDisabled EventType = "endpoint.disabled" // because its deliveries failed
	EventEndpointTest     EventType = "endpoint.test"     // see TestEndpoint
)

// Event is an event of an order, an import or an endpoint of the account. It may arrive more than once, always with the
// same Data.ID.
type Event struct {
	Type      EventType `json:"type"`
	Timestamp time.Time `json:"timestamp"` // when it happened
	Data      EventData `json:"data"`
	// Raw is the JSON that the service sent, including fields that this SDK does not know.
	Raw json.RawMessage `json:"-"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *Event) UnmarshalJSON(body []byte) error {
	type known Event
	if err := json.Unmarshal(body, (*known)(e)); err != nil {
		return err
	}
	e.Raw = bytes.Clone(body)
	return nil
}

// EventRange selects events by their time.
type EventRange struct {
	From time.Time `json:"date_from,omitzero"` // at this microsecond or later; zero: open
	To   time.Time `json:"date_to,omitzero"`   // at this microsecond or earlier; zero: open
}

// Events yields the account's events of a range, the oldest first, and fetches 50 at a time as the loop
// proceeds. Events are kept for 30 days if an endpoint was subscribed to them when they happened;
// EventEndpointDisabled always. For a few seconds an event may still be inserted before a later one: a caller
// that polls should go back ten seconds and skip the ids that it knows. An error is yielded once, with a zero
// Event, and ends the loop.
func (c *Client) Events(ctx context.Context, r EventRange) iter.Seq2[Event, error] {
	query := parameters(map[string]any{"date_from": r.From, "date_to": r.To})
	return elements[Event](ctx, c, "/webhooks/events/", query, "listing events")
}
