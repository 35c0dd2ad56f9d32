package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
)

// cancelledAtOnce is how many orders the service cancels in one request.
const cancelledAtOnce = 200

// CancelOrders cancels orders whose parcels were not picked up yet, 200 in each request, and returns the
// result for each tracking number in the given order. Cancelling twice has the effect of cancelling once, so a
// CancelPending may be repeated. When a request fails, it returns the results of the requests before it with
// the error. It returns a *ValidationError when there are no tracking numbers.
func (c *Client) CancelOrders(ctx context.Context, trackingNos []string) ([]CancelledOrder, error) {
	return c.cancelOrders(ctx, trackingNos, false)
}

// TryCancelOrders returns the results that CancelOrders would have, and changes nothing. Servers before version 0.2.0 do not know this, and
// cancel the orders.
func (c *Client) TryCancelOrders(ctx context.Context, trackingNos []string) ([]CancelledOrder, error) {
	return c.cancelOrders(ctx, trackingNos, true)
}

func (c *Client) cancelOrders(ctx context.Context, trackingNos []string, dryRun bool) ([]CancelledOrder, error) {
	var all []CancelledOrder
	for {
		some := trackingNos[:min(len(trackingNos), cancelledAtOnce)]
		request := map[string]any{"tracking_nos": some}
		if dryRun {
			request["dry_run"] = true
		}
		cancelled, err := c.cancel(ctx, request)
		if err == nil && len(cancelled) != len(some) {
			err = fmt.Errorf("waybill: cancelling orders: the response names %d orders for %d", len(cancelled), len(some))
		}
		if err != nil {
			return all, err
		}
		all = append(all, cancelled...)
		if trackingNos = trackingNos[len(some):]; len(trackingNos) == 0 {
			return all, nil
		}
	}
}

// ReplaceOrder cancels an order, and creates another one in its place: the order with changes, as in EditOrder, of any field. It
// returns the number of the new order. The new order is validated before anything is cancelled. With the same idempotencyKey the
// call may be repeated for 24 hours, and has the response of the first one that created the order. "" makes a random one.
//
// It returns a *ValidationError if the new order would be invalid, ErrNotFound, and an *Error with status 409 if nothing was
// created: with RetryAfter, because the partner of the order is asked to cancel it, so that you call this again after the
// event order.cancelled; else because the order cannot be cancelled, or has a replacement.
func (c *Client) ReplaceOrder(ctx context.Context, trackingNo, idempotencyKey string, changes map[string]any) (string, error) {
	if changes == nil {
		changes = map[string]any{}
	}
	created, err := ask[struct {
		TrackingNos []string `json:"tracking_nos"`
	}](ctx, c, "replacing an order", call{
		method: http.MethodPost, path: viewPath + url.PathEscape(trackingNo) + "/replace/", idempotencyKey: idempotencyKey,
	}, changes)
	switch {
	case err != nil:
		return "", err
	case len(created.TrackingNos) != 1:
		return "", fmt.Errorf("waybill: replacing an order: the response names %d orders", len(created.TrackingNos))
	}
	return created.TrackingNos[0], nil
}
