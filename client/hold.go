package client

import (
	"context"
)

// The results of HoldOrders and ReleaseOrders. HoldUnchanged: the order is held for this reason, or is not held.
const (
	HoldHeld      = "held"
	HoldReleased  = "released"
	HoldUnchanged = "unchanged"
	HoldRefused   = "refused"
	HoldNotFound  = "not_found"
)

// HoldOrders holds orders, at most 200, for a reason of at most 500 characters, and returns the result for each in the given
// order. With dryRun nothing is changed. It returns a *ValidationError if the request is invalid. The request may be repeated.
func (c *Client) HoldOrders(ctx context.Context, trackingNos []string, reason string, dryRun bool) ([]HeldOrder, error) {
	request := map[string]any{"tracking_nos": trackingNos, "reason": reason, "dry_run": dryRun}
	return postOrders[HeldOrder](ctx, c, "to hold orders", "/order/hold/", request)
}

// ReleaseOrders releases held orders, at most 200, and returns the result for each in the given order. The reason may be "", except for
// orders that the rule sanctions holds. With dryRun nothing is changed. It returns a *ValidationError if the request is invalid. The
// request may be repeated.
func (c *Client) ReleaseOrders(ctx context.Context, trackingNos []string, reason string, dryRun bool) ([]HeldOrder, error) {
	request := map[string]any{"tracking_nos": trackingNos, "reason": reason, "dry_run": dryRun}
	return postOrders[HeldOrder](ctx, c, "to release orders", "/order/release/", request)
}
