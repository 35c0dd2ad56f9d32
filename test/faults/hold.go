package main

import (
	"context"
	"math"
	"slices"
	"strings"

	"waybill/client"
)

// hold holds orders.
func (c *caller) hold(ctx context.Context) error {
	numbers, reason := c.draw(c.rng, 2, anyOrder), c.newValue("Reason")
	_, err := c.ofSeveral(ctx, input{act: actHold, reason: reason}, numbers, func() ([]string, error) {
		return resultsOf(c.writer().HoldOrders(ctx, numbers, reason, false))
	})
	return err
}

// release releases orders.
func (c *caller) release(ctx context.Context) error {
	_, err := c.releaseThese(ctx, c.draw(c.rng, 2, anyOrder))
	return err
}

func (c *caller) releaseThese(ctx context.Context, numbers []string) (responded bool, err error) {
	return c.ofSeveral(ctx, input{act: actRelease}, numbers, func() ([]string, error) {
		return resultsOf(c.writer().ReleaseOrders(ctx, numbers, "", false))
	})
}

// releaseAll releases all orders.
func (c *caller) releaseAll(ctx context.Context) error {
	for numbers := range slices.Chunk(c.numbers, pageSize) {
		for responded := false; !responded; {
			var err error
			if responded, err = c.releaseThese(ctx, numbers); err != nil {
				return err
			}
		}
	}
	return nil
}

func resultsOf(held []client.HeldOrder, err error) (results []string, _ error) {
	for _, o := range held {
		results = append(results, o.Result)
	}
	return results, err
}

// isHold reports whether a change is a hold or a release.
func isHold(c client.OrderChange) bool { return len(c.Fields) == 1 && c.Fields[0].Field == "hold" }

// holds counts the holds in the history of the order by their reasons, which are unique, and the releases.
func (o *order) holds() (held map[string]int, released int) {
	held = make(map[string]int)
	for _, c := range o.changes {
		switch {
		case !isHold(c):
		case string(c.Fields[0].To) == "null":
			released++
		default:
			held[strings.Trim(string(c.Fields[0].To), `"`)]++
		}
	}
	return held, released
}

// ofHolds: a partner receives nothing about a held order, and a released order once.
func (a *audit) ofHolds() []*promise {
	quiet := &promise{text: "the partner received nothing about an order while it was held"}
	once := &promise{text: "an acknowledged hold is in the history once, and so is its end"}
	released := &promise{text: "the partner accepted a released order once"}
	none := &promise{text: "no order stays held"}
	for no := range a.calls {
		o := a.byNumber[no]
		if o == nil {
			continue
		}
		held, ends := o.holds()
		for _, c := range a.find(no, actHold, done, lost) {
			n := held[c.in.reason]
			once.check(n == 1 || c.out.outcome == lost && n == 0, "%s: %s is %d times in the history", no, describe(c.in, c.out), n)
		}
		certain, possible := len(a.find(no, actRelease, done)), len(a.find(no, actRelease, done, lost))
		if certain > 0 {
			once.check(certain <= ends && ends <= possible, "%s: %d to %d releases are %d in the history", no, certain, possible, ends)
		}
		for _, span := range a.heldSpans(no) {
			quiet.check(!a.receivedWithin(no, span), "%s, from %.1f to %.1f ms", no, milliseconds(span[0]), milliseconds(span[1]))
		}
		isAccepted := o.submission == string(confirmed) && o.status != cancelled
		if isAccepted && (a.isRuled(o) || len(a.find(no, actHold, done)) > 0) {
			released.check(a.accepted[no] == 1, "%s: %d times", no, a.accepted[no])
		}
	}
	for _, o := range a.orders {
		none.check(!o.held, "%s", o.trackingNo)
	}
	return []*promise{quiet, once, released, none}
}

// heldSpans are the times in which an order was certainly held: from the response to a hold, or to a create that the rule held,
// until the first call begins that may end it.
func (a *audit) heldSpans(no string) (spans [][2]int64) {
	calls := a.find(no, actHold, done)
	if created, _ := a.createOf(no); strings.Contains(created.Name, ruleWord) {
		calls = append(calls, a.find(no, actCreate, done)...)
	}
	for _, c := range calls {
		span := [2]int64{c.ended, math.MaxInt64}
		for _, act := range []act{actRelease, actCancel} {
			for _, end := range a.find(no, act, done, lost, isOver, asked, unchanged) {
				if end.ended > c.began {
					span[1] = min(span[1], end.began)
				}
			}
		}
		if span[0] < span[1] {
			spans = append(spans, span)
		}
	}
	return spans
}

// receivedWithin reports whether the partner received a submission that began within a time.
func (a *audit) receivedWithin(no string, span [2]int64) bool {
	for _, c := range a.find(no, actSubmit, done, refused, temporary, lost) {
		if span[0] < c.began && c.began < span[1] {
			return true
		}
	}
	return false
}
