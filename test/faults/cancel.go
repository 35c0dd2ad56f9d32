package main

import (
	"context"
	"strings"

	"waybill/internal/partner/simulated"
)

// cancel cancels orders.
func (c *caller) cancel(ctx context.Context) error {
	numbers := c.draw(c.rng, 2, isNotTracked)
	_, err := c.ofSeveral(ctx, input{act: actCancel}, numbers, func() (results []string, err error) {
		cancelled, err := c.writer().CancelOrders(ctx, numbers)
		for _, o := range cancelled {
			results = append(results, string(o.Result))
		}
		return results, err
	})
	return err
}

// ofCancellations: an order is cancelled if a response says so, or that its partner is asked, unless the partner refused.
func (a *audit) ofCancellations() []*promise {
	over := &promise{text: "an order whose cancellation was acknowledged is cancelled"}
	confirmed := &promise{text: "a cancellation is confirmed, or refused by the partner"}
	isKept := func(o *order) bool {
		return o.cancellation == cancelRefused && strings.Contains(o.shows.Name, simulated.ScriptKeep)
	}
	for no := range a.calls {
		if o := a.byNumber[no]; len(a.find(no, actCancel, isOver, asked)) > 0 {
			over.check(o != nil && (o.status == cancelled || isKept(o)), "%s", no)
		}
	}
	for _, o := range a.orders {
		if o.cancellation != "" {
			confirmed.check(o.cancellation == cancelConfirmed || isKept(o), "%s: %s", o.trackingNo, o.cancellation)
		}
	}
	return []*promise{over, confirmed}
}
