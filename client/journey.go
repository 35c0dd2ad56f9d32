package client

import (
	"context"
	"fmt"
)

// JourneyRequest asks a development server to let an order walk through a journey.
type JourneyRequest struct {
	TrackingNo string  `json:"tracking_no"`
	Journey    string  `json:"journey,omitempty"` // optional: normal, failed_delivery, customs_hold, return_to_sender, lost
	Pause      Decimal `json:"pause,omitempty"`   // optional: seconds between two steps, at most 3 decimal places; 5
}

// Journey is what an order will walk through.
type Journey struct {
	TrackingNo string   `json:"tracking_no"`
	Journey    string   `json:"journey"`
	Pause      Decimal  `json:"pause"` // seconds
	Statuses   []string `json:"statuses"`
}

// SimulateJourney starts a journey of an order, in the place of one under way. Its updates
// are recorded and told as what couriers report. It returns ErrForbidden in production,
// ErrNotFound when the account has no such order, and a *ValidationError.
func (c *Client) SimulateJourney(ctx context.Context, r JourneyRequest) (Journey, error) {
	var journey Journey
	if err := c.post(ctx, "/simulate/journey/", r, &journey); err != nil {
		return Journey{}, fmt.Errorf("waybill: simulating a journey: %w", err)
	}
	return journey, nil
}
