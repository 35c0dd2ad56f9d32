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

// EventData is the order of an event at the time of the event, and what happened. For EventImportFinished it holds the import
// instead, and for EventEndpointDisabled and EventEndpointTest the endpoint, and nothing about an order.
type EventData struct {
	ID                string `json:"id"`       // of the event
	Sequence          int64  `json:"sequence"` // increases with each event of the order, or of the account's imports and endpoints
	OrderID           int64  `json:"order_id"`
	ServiceID         int64  `json:"service_id"`
	IsReturn          bool   `json:"is_return"`
	TrackingNo        string `json:"tracking_no"`
	ShipperOrderID    string `json:"shipper_order_id"`
	UploadBatchNo     string `json:"upload_batch_no"`
	HAWBNo            string `json:"hawb_no"`     // "" until the partner issues it
	StatusCode        string `json:"status_code"` // "" until the partner has the order
	TrackerStatusCode string `json:"tracker_status_code"`
	TrackerMainText   string `json:"tracker_main_text"`

	Metadata map[string]string `json:"metadata,omitempty"` // of the order, as the shipper sent it; nil if there is none

	// Of EventLabelReady. OrderLabelPDF is the label itself, if the endpoint asks for it; Events never
	// returns it.
	OrderLabelURL    string `json:"order_label_url,omitempty"`
	OrderLabelFormat string `json:"order_label_format,omitempty"` // of the partner's own label: pdf, png or zpl; else ""
	OrderLabelPDF    []byte `json:"order_label_pdf,omitempty"`

	Message string `json:"message,omitempty"` // of EventSubmissionFailed and EventImportFinished: why it failed

	ChangedFields string `json:"changed_fields,omitempty"` // of EventOrderUpdated: names of fields, with commas between

	RuleID string `json:"rule_id,omitempty"` // of EventOrderHeld and EventOrderReleased: the rule that held it; "": a person did

	// Of EventTrackingUpdated, EventCancelled and EventDelivered.
	Status      string    `json:"status,omitempty"` // a tracker_status_code
	Description string    `json:"description,omitempty"`
	Country     string    `json:"country,omitempty"` // English name; "" if unknown
	Address     string    `json:"address,omitempty"` // a place, such as a city or a depot; "" if unknown
	OccurredOn  time.Time `json:"occurred_on,omitzero"`

	// Of EventImportFinished: what the Import says of itself, which Client.Import returns.
	ImportID   int64     `json:"import_id,omitempty"`
	FileName   string    `json:"file_name,omitempty"`
	State      string    `json:"state,omitempty"` // ImportDone, ImportCancelled or ImportFailed
	Rows       int64     `json:"rows,omitempty"`
	Orders     int64     `json:"orders,omitempty"`   // of the file
	Created    int64     `json:"created,omitempty"`  // orders, like the next ones
	Skipped    int64     `json:"skipped,omitempty"`  // that existed
	Refused    int64     `json:"refused,omitempty"`  // that were wrong
	LeftOut    int64     `json:"left_out,omitempty"` // that are no parcels
	FinishedOn time.Time `json:"finished_on,omitzero"`

	// Test: the event is an example that SendExample asked for.
	Test bool `json:"test,omitempty"`

	// Of EventEndpointDisabled and EventEndpointTest. URL is without its query.
	EndpointID int64  `json:"endpoint_id,omitempty"`
	URL        string `json:"url,omitempty"`

	Reason string `json:"reason,omitempty"` // of EventOrderHeld, EventOrderReleased and EventEndpointDisabled

	// Of EventEndpointDisabled.
	FailingSince time.Time `json:"failing_since,omitzero"`
	DisabledOn   time.Time `json:"disabled_on,omitzero"`
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
