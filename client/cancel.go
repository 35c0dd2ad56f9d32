package client

import (
	"context"
	"fmt"
)

// CancelResult is the result of a cancellation.
type CancelResult string

// The results.
const (
	CancelDone     CancelResult = "cancelled"
	CancelPending  CancelResult = "cancelling" // the partner was asked to cancel the order
	CancelRefused  CancelResult = "refused"    // the parcel was picked up, or the partner refused
	CancelNotFound CancelResult = "not_found"
)

// CancelledOrder is the result for one order.
type CancelledOrder struct {
	TrackingNo string       `json:"tracking_no"`
	Result     CancelResult `json:"result"`
	Message    string       `json:"message"`
}

// CancelOrders cancels 1 to 200 orders whose parcels were not picked up yet, and returns the result for each
// tracking number in the given order. Cancelling twice has the effect of cancelling once, so a CancelPending
// may be repeated. It returns a *ValidationError when there are no tracking numbers or too many.
func (c *Client) CancelOrders(ctx context.Context, trackingNos []string) ([]CancelledOrder, error) {
	request := struct {
		TrackingNos []string `json:"tracking_nos"`
	}{trackingNos}
	var result struct {
		Orders []CancelledOrder `json:"orders"`
	}
	if err := c.post(ctx, "/order/cancel/", request, &result); err != nil {
		return nil, fmt.Errorf("waybill: cancelling orders: %w", err)
	}
	if len(result.Orders) != len(trackingNos) {
		return nil, fmt.Errorf("waybill: cancelling orders: the response names %d orders for %d", len(result.Orders), len(trackingNos))
	}
	return result.Orders, nil
}
