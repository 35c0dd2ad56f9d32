package client

import (
	"context"
	"iter"
	"net/url"
)

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states.
const (
	DeliveryPending   DeliveryState = "pending"   // another attempt follows
	DeliveryDelivered DeliveryState = "delivered" // the receiver responded with a status from 200 to 299
	DeliveryGivenUp   DeliveryState = "given_up"  // the attempts are used up
)

// Deliveries yields the deliveries of an endpoint, the newest events first, and fetches 50 at a time as the loop
// proceeds. Deliveries are kept for 30 days. An error is yielded once, with a zero Delivery, and ends the loop:
// ErrNotFound when there is no such endpoint.
func (c *Client) Deliveries(ctx context.Context, endpointID int64) iter.Seq2[Delivery, error] {
	return elements[Delivery](ctx, c, endpointPath(endpointID)+"deliveries/", url.Values{}, "viewing deliveries")
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
