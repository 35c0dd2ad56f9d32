package client

import (
	"context"
)

// Journey is a journey that was started.
type Journey struct {
	TrackingNo string   `json:"tracking_no"`
	Journey    string   `json:"journey"`
	Pause      Decimal  `json:"pause"` // seconds
	Statuses   []string `json:"statuses"`
}

// SimulateJourney starts a journey of an order, and ends one under way. Its updates are recorded and sent as
// events, as those of partners are. It returns ErrForbidden in production, ErrNotFound when the account has
// no such order, and a *ValidationError.
func (c *Client) SimulateJourney(ctx context.Context, r JourneyRequest) (Journey, error) {
	return post[Journey](ctx, c, "simulating a journey", "/simulate/journey/", r)
}
