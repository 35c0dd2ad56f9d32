package client

import (
	"context"
	"iter"
	"net/url"
	"time"
)

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states.
const (
	DeliveryPending   DeliveryState = "pending"   // another attempt follows
	DeliveryDelivered DeliveryState = "delivered" // the receiver responded with a status from 200 to 299
	DeliveryGivenUp   DeliveryState = "given_up"  // the attempts are used up
)

// Delivery is an event that was sent to an endpoint, or will be.
type Delivery struct {
	EventID       string        `json:"event_id"`
	Type          EventType     `json:"type"`
	Timestamp     time.Time     `json:"timestamp"`   // when the event happened
	TrackingNo    string        `json:"tracking_no"` // "": the event belongs to no order
	State         DeliveryState `json:"state"`
	Attempts      int           `json:"attempts"`
	Status        int           `json:"status"`          // of HTTP, of the last response; 0: there was none
	Error         string        `json:"error"`           // why the last attempt failed; "": it did not
	Response      string        `json:"response"`        // the beginning of the last response; "": it had no text, or there was none
	Duration      float64       `json:"duration"`        // of the last request, in seconds; 0: there was none
	NextAttemptOn time.Time     `json:"next_attempt_on"` // zero: no attempt follows
	UpdatedOn     time.Time     `json:"updated_on"`
}

// Deliveries yields the deliveries of an endpoint, the newest events first, and fetches 50 at a time as the loop
// proceeds. Deliveries are kept for 30 days. An error is yielded once, with a zero Delivery, and ends the loop:
// ErrNotFound when there is no such endpoint.
func (c *Client) Deliveries(ctx context.Context, endpointID int64) iter.Seq2[Delivery, error] {
	return elements[Delivery](ctx, c, endpointPath(endpointID)+"deliveries/", url.Values{}, "viewing deliveries")
}

// EndpointTest is the outcome of a test event.
type EndpointTest struct {
	EventID   string  `json:"event_id"`
	Delivered bool    `json:"delivered"` // the receiver responded with a status from 200 to 299
	Status    int     `json:"status"`    // of HTTP; 0: there was no response
	Error     string  `json:"error"`     // why it was not delivered; "": it was
	Response  string  `json:"response"`  // the beginning of the response; "": it had no text, or there was none
	Duration  float64 `json:"duration"`  // of the request, in seconds
}

// TestEndpoint sends an EventEndpointTest to an endpoint once, also to one that is disabled, and returns what
// came of it. That it was not delivered is no error. It returns ErrNotFound, and a *ValidationError when the
// endpoint has no URL.
func (c *Client) TestEndpoint(ctx context.Context, id int64) (EndpointTest, error) {
	return c.SendExample(ctx, id, "")
}

// SendExample is TestEndpoint with an example of an event of a type, about an order, an import or an endpoint that does not exist. Test
// of its data is true.
func (c *Client) SendExample(ctx context.Context, id int64, event EventType) (EndpointTest, error) {
	return post[EndpointTest](ctx, c, "testing an endpoint", endpointPath(id)+"test/", struct {
		Event EventType `json:"event,omitempty"`
	}{event})
}
