package client

import (
	"context"
)

// JourneyRequest asks a development server to simulate a parcel's journey.
type JourneyRequest struct {
	TrackingNo string  `json:"tracking_no"`
	Journey    string  `json:"journey,omitempty"` // optional: normal, failed_delivery, customs_hold, return_to_sender, lost
	Pause      Decimal `json:"pause,omitempty"`   // optional: seconds between two steps, at most 3 decimal places (default 5)
}

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
