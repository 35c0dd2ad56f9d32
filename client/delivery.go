package client

import "context"

// TestEndpoint sends an EventEndpointTest to an endpoint once, also to one that is disabled, and returns what
// came of it. That it was not delivered is no error. It returns ErrNotFound, and a *ValidationError when the
// endpoint has no URL.
func (c *Client) TestEndpoint(ctx context.Context, id int64) (EndpointTest, error) {
	return c.SendExample(ctx, id, "")
}

// SendExample is TestEndpoint with an example of an event of a type, about an order, an import or an endpoint that does not exist. Test
// of its data is true.
func (c *Client) SendExample(ctx context.Context, id int64, event EventType) (EndpointTest, error) {
	return c.test(ctx, id, struct {
		Event EventType `json:"event,omitempty"`
	}{event})
}
