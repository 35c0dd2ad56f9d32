package client

import (
	"context"
)

// MarkPrinted notes that the labels of orders were printed, at most 200 in a call, so that Filter.Printed selects the
// others. It returns a *ValidationError when there are no tracking numbers, or too many.
func (c *Client) MarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	return postOrders[PrintedOrder](ctx, c, "marking labels as printed", "/order/printed/", numbered{trackingNos})
}

// UnmarkPrinted takes back that the labels of orders were printed, at most 200 in a call. It returns a *ValidationError when
// there are no tracking numbers, or too many.
func (c *Client) UnmarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	return postOrders[PrintedOrder](ctx, c, "marking labels as not printed", "/order/not-printed/", numbered{trackingNos})
}
