package client

import (
	"context"
	"net/url"
	"time"
)

// OrderObstacles is what an order waits for, and what of it failed.
type OrderObstacles struct {
	TrackingNo        string     `json:"tracking_no"`
	StatusCode        string     `json:"status_code"` // "": not submitted yet
	TrackerStatusCode string     `json:"tracker_status_code"`
	Obstacles         []Obstacle `json:"obstacles"` // none: nothing waits or failed
}

// Obstacle is work on an order that waits or failed.
type Obstacle struct {
	Kind          string    `json:"kind"`   // hold, outgoing (calls are paused), submission, label, cancellation or webhook
	Target        string    `json:"target"` // the partner, the event and the endpoint, or the rule that holds the order; "": none
	State         string    `json:"state"`
	Since         time.Time `json:"since"`
	Attempts      int       `json:"attempts"`
	NextAttemptOn time.Time `json:"next_attempt_on"` // zero: it is not tried again by itself
	Message       string    `json:"message"`         // of the last attempt
	ToDo          string    `json:"to_do"`           // what the shipper may do, in words
}

// ExplainOrder returns what an order of the account waits for. It returns ErrNotFound when the account has no order with
// the tracking number.
func (c *Client) ExplainOrder(ctx context.Context, trackingNo string) (OrderObstacles, error) {
	return get[OrderObstacles](ctx, c, "explaining an order", viewPath+url.PathEscape(trackingNo)+"/why/", nil)
}

// Stats is how many orders and returns of the account were created on some days, in UTC.
type Stats struct {
	From   string     `json:"from"` // YYYY-MM-DD
	To     string     `json:"to"`   // today
	Counts []DayCount `json:"results"`
}

// DayCount is how many orders of a service that were created on a day have a state now.
type DayCount struct {
	Day               string `json:"day"`        // YYYY-MM-DD
	ServiceID         int64  `json:"service_id"` // 0: returns without a lane
	TrackerStatusCode string `json:"tracker_status_code"`
	Orders            int64  `json:"orders"`
}

// Stats counts the orders of the last days, with today: 1 to 31, 0 is 7. It returns a *ValidationError for another number.
func (c *Client) Stats(ctx context.Context, days int) (Stats, error) {
	return get[Stats](ctx, c, "counting orders", "/order/stats/", parameters(map[string]any{"days": days}))
}
