package client

import "context"

// TestEndpoint sends an EventEndpointTest to an endpoint once, also to one that is disabled, and returns what
// came of it. That it was not delivered is no error. It returns ErrNotFound, and a *ValidationError when the
// endpoint has no URL.
func (c *Client) TestEndpoint(ctx context.Context, id int64) (EndpointTest, error) {
	return c.SendExample(ctx, id, "")
}
