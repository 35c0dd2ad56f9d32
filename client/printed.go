package client

import (
	"context"
	"fmt"
)

// PrintedOrder is the result of marking a label as printed or not.
type PrintedOrder struct {
	TrackingNo string `json:"tracking_no"`
	Result     string `json:"result"` // printed, not_printed or not_found
	Message    string `json:"message"`
}

// MarkPrinted notes that the labels of orders were printed, at most 200 in a call, so that Filter.Printed selects the
// others. It returns a *ValidationError when there are no tracking numbers, or too many.
func (c *Client) MarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	return c.notePrints(ctx, "/order/printed/", "marking labels as printed", trackingNos)
}

// UnmarkPrinted takes back that the labels of orders were printed, at most 200 in a call. It returns a *ValidationError when
// there are no tracking numbers, or too many.
func (c *Client) UnmarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	return c.notePrints(ctx, "/order/not-printed/", "marking labels as not printed", trackingNos)
}

func (c *Client) notePrints(ctx context.Context, path, doing string, trackingNos []string) ([]PrintedOrder, error) {
	request := struct {
		TrackingNos []string `json:"tracking_nos"`
	}{trackingNos}
	var result struct {
		Orders []PrintedOrder `json:"orders"`
	}
	if err := c.post(ctx, path, request, &result); err != nil {
		return nil, fmt.Errorf("waybill: %s: %w", doing, err)
	}
	return result.Orders, nil
}
