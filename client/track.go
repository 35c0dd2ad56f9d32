package client

import (
	"context"
	"fmt"
	"time"
)

// TrackQuery names the orders, of any account, whose updates are asked for.
type TrackQuery struct {
	TrackingNos []string `json:"tracking_nos"` // 1 to 1000
	// Related also asks for those of the newest orders with the same shipper_order_id. Only
	// orders of the key's account have any.
	Related bool `json:"get_related_updates"`
}

// TrackUpdate is something that happened to a parcel.
type TrackUpdate struct {
	TrackingNo  string    `json:"tracking_no"`
	Status      string    `json:"status"`      // a tracker_status_code
	UpdatedOn   time.Time `json:"updated_on"`  // when it occurred
	Description string    `json:"description"` // in words
	Country     string    `json:"country"`     // English name; "" when it is not known
	Address     string    `json:"address"`     // a place, such as a city or a depot; "" when it is not known
}

// Track returns the updates of parcels by the tracking numbers of the query, newest first;
// none for a number that no order has. The client's secret key is sent; without a live one
// the limit is that of the address, and no related orders are answered.
func (c *Client) Track(ctx context.Context, q TrackQuery) (map[string][]TrackUpdate, error) {
	var updates map[string][]TrackUpdate
	if err := c.post(ctx, "/tracker/query-by-tracking-nos/", q, &updates); err != nil {
		return nil, fmt.Errorf("waybill: tracking parcels: %w", err)
	}
	return updates, nil
}
