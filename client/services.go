package client

import (
	"context"
)

// Services returns the services that the account may use, and the limits of its requests.
func (c *Client) Services(ctx context.Context) (ServiceList, error) {
	return get[ServiceList](ctx, c, "listing services", "/services/", nil)
}
