package client

import (
	"context"
	"fmt"
)

// CancelResult is what became of the wish to cancel an order.
type CancelResult string

// The results.
const (
	CancelDone     CancelResult = "cancelled"
	CancelPending  CancelResult = "cancelling" // the courier is asked to give the order back
	CancelRefused  CancelResult = "refused"    // the parcel was picked up, or the courier keeps the order
	CancelNotFound CancelResult = "not_found"
)

// CancelledOrder is the result for one order.
type CancelledOrder struct {
	TrackingNo string       `json:"tracking_no"`
	Result     CancelResult `json:"result"`
	Message    string       `json:"message"`
}

// CancelOrders cancels 1 to 200 orders whose parcels were not picked up yet, and returns
// the result for each tracking number in the order given. Cancelling twice is cancelling
// once, so a CancelPending may be asked again. It returns a *ValidationError when there
// are none or too many.
func (c *Client) CancelOrders(ctx context.Context, trackingNos []string) ([]CancelledOrder, error) {
	request := struct {
		TrackingNos []string `json:"tracking_nos"`
	}{trackingNos}
	var answer struct {
		Orders []CancelledOrder `json:"orders"`
	}
	if err := c.post(ctx, "/order/cancel/", request, &answer); err != nil {
		return nil, fmt.Errorf("waybill: cancelling orders: %w", err)
	}
	if len(answer.Orders) != len(trackingNos) {
		return nil, fmt.Errorf("waybill: cancelling orders: the answer names %d orders for %d", len(answer.Orders), len(trackingNos))
	}
	return answer.Orders, nil
}
