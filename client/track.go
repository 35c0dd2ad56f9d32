package client

import (
	"context"
)

// TrackQuery names the orders, of any account, whose updates are requested.
type TrackQuery struct {
	TrackingNos []string `json:"tracking_nos"` // 1 to 1000
	// Related also requests the updates of the newest orders with the same shipper_order_id. Only orders of
	// the key's account have related orders.
	Related bool `json:"get_related_updates"`
}

// Track returns the updates of parcels by the tracking numbers of the query, newest first, and none for a
// number without an order. It sends the secret key. Without a valid key the service limits requests by
// address and returns no related orders.
func (c *Client) Track(ctx context.Context, q TrackQuery) (map[string][]TrackUpdate, error) {
	return post[map[string][]TrackUpdate](ctx, c, "tracking parcels", "/tracker/query-by-tracking-nos/", q)
}
