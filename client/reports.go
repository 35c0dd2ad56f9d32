package client

import (
	"context"
	"net/url"
)

// ExplainOrder returns what an order of the account waits for. It returns ErrNotFound when the account has no order with
// the tracking number.
func (c *Client) ExplainOrder(ctx context.Context, trackingNo string) (OrderObstacles, error) {
	return get[OrderObstacles](ctx, c, "explaining an order", viewPath+url.PathEscape(trackingNo)+"/why/", nil)
}

// Stats counts the orders of the last days, with today: 1 to 31, 0 is 7. It returns a *ValidationError for another number.
func (c *Client) Stats(ctx context.Context, days int) (Stats, error) {
	return get[Stats](ctx, c, "counting orders", "/order/stats/", parameters(map[string]any{"days": days}))
}
