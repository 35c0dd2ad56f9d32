package client

import (
	"context"
	"fmt"
)

// PrintedOrder is the result of marking a label as printed.
type PrintedOrder struct {
	TrackingNo string `json:"tracking_no"`
	Result     string `json:"result"` // printed or not_found
	Message    string `json:"message"`
}

// MarkPrinted notes that the labels of orders were printed, at most 200 in a call, so that Filter.Printed selects the
// others. It returns a *ValidationError when there are no tracking numbers, or too many.
func (c *Client) MarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	request := struct {
		TrackingNos []string `json:"tracking_nos"`
	}{trackingNos}
	var result struct {
		Orders []PrintedOrder `json:"orders"`
	}
	if err := c.post(ctx, "/order/printed/", request, &result); err != nil {
		return nil, fmt.Errorf("waybill: marking labels as printed: %w", err)
	}
	return result.Orders, nil
}
