package client

import (
	"context"
	"time"
)

// TrackQuery names the orders, of any account, whose updates are requested.
type TrackQuery struct {
	TrackingNos []string `json:"tracking_nos"` // 1 to 1000
	// Related also requests the updates of the newest orders with the same shipper_order_id. Only orders of
	// the key's account have related orders.
	Related bool `json:"get_related_updates"`
}

// TrackUpdate is an update of a parcel.
type TrackUpdate struct {
	TrackingNo  string    `json:"tracking_no"`
	Status      string    `json:"status"`      // a tracker_status_code
	UpdatedOn   time.Time `json:"updated_on"`  // when it occurred
	Description string    `json:"description"` // in words
	Country     string    `json:"country"`     // English name; "" if unknown
	Address     string    `json:"address"`     // a place, such as a city or a depot; "" if unknown
}

// Track returns the updates of parcels by the tracking numbers of the query, newest first, and none for a
// number without an order. It sends the secret key. Without a valid key the service limits requests by
// address and returns no related orders.
func (c *Client) Track(ctx context.Context, q TrackQuery) (map[string][]TrackUpdate, error) {
	return post[map[string][]TrackUpdate](ctx, c, "tracking parcels", "/tracker/query-by-tracking-nos/", q)
}
