package client

import (
	"context"
	"time"
)

// Hold is why an order is held: it is not submitted to its partner and not handed over until it is released.
type Hold struct {
	Reason    string    `json:"reason"`
	RuleID    string    `json:"rule_id"` // of the rule that held the order when it was created; "": a person holds it
	HeldOn    time.Time `json:"held_on"`
	ActorKind string    `json:"actor_kind"` // rule, user, key, command or server
	Actor     string    `json:"actor"`      // as of an OrderChange; of a rule its id
}

// The results of HoldOrders and ReleaseOrders. HoldUnchanged: the order is held for this reason, or is not held.
const (
	HoldHeld      = "held"
	HoldReleased  = "released"
	HoldUnchanged = "unchanged"
	HoldRefused   = "refused"
	HoldNotFound  = "not_found"
)

// HeldOrder is the result for one order.
type HeldOrder struct {
	TrackingNo string `json:"tracking_no"`
	Result     string `json:"result"`
	Message    string `json:"message"`
}

// HoldOrders holds orders, at most 200, for a reason of at most 500 characters, and returns the result for each in the given
// order. With dryRun nothing is changed. It returns a *ValidationError if the request is invalid. The request may be repeated.
func (c *Client) HoldOrders(ctx context.Context, trackingNos []string, reason string, dryRun bool) ([]HeldOrder, error) {
	request := map[string]any{"tracking_nos": trackingNos, "reason": reason, "dry_run": dryRun}
	return postOrders[HeldOrder](ctx, c, "to hold orders", "/order/hold/", request)
}

// ReleaseOrders releases held orders, at most 200, and returns the result for each in the given order. With dryRun nothing is
// changed. It returns a *ValidationError if the request is invalid. The request may be repeated.
func (c *Client) ReleaseOrders(ctx context.Context, trackingNos []string, dryRun bool) ([]HeldOrder, error) {
	request := map[string]any{"tracking_nos": trackingNos, "dry_run": dryRun}
	return postOrders[HeldOrder](ctx, c, "to release orders", "/order/release/", request)
}
