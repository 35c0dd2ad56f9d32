package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waybill/internal/partner/simulated"
	"waybill/test/harness"
)

// audit compares the responses that the clients received with the records of all sides.
type audit struct {
	*cluster
	records
	byNumber map[string]*order
	firsts   map[int64]map[int64]int // index of the receiver's first request for an event, by order and sequence
}

func newAudit(ctx context.Context, c *cluster) (*audit, error) {
	r, err := readRecords(ctx, c)
	if err != nil {
		return nil, err
	}
	a := &audit{cluster: c, records: r}
	a.index()
	return a, nil
}

func (a *audit) index() {
	a.byNumber, a.firsts = make(map[string]*order), make(map[int64]map[int64]int)
	for _, o := range a.orders {
		a.byNumber[o.trackingNo] = o
	}
	for at, e := range a.delivered {
		if !e.Fate.kept() {
			continue
		}
		if a.firsts[e.OrderID] == nil {
			a.firsts[e.OrderID] = make(map[int64]int)
		}
		if _, had := a.firsts[e.OrderID][e.Sequence]; !had {
			a.firsts[e.OrderID][e.Sequence] = at
		}
	}
}

// audits check promises, those of the model among them.
var audits = []func(*audit) []*promise{
	(*audit).ofResponses, (*audit).ofStandby, (*audit).ofOrders, (*audit).ofEdits, (*audit).ofHolds, (*audit).ofCancellations,
	(*audit).ofReports, (*audit).ofPartner, (*audit).ofEvents, (*audit).ofRest,
}

// promises checks them all.
func (a *audit) promises() (all []*promise) {
	for _, of := range audits {
		all = append(all, of(a)...)
	}
	return all
}

// partnerDrawsLabel and isRefused say what the simulated partner does with an order.
func (o *order) partnerDrawsLabel() bool {
	return strings.Contains(o.shows.Name, simulated.ScriptLabelPDF)
}

func (o *order) isRefused() bool { return strings.Contains(o.shows.Name, simulated.ScriptFail) }

// isRuled reports whether the rule held an order when it was created.
func (a *audit) isRuled(o *order) bool {
	created, _ := a.createOf(o.trackingNo)
	return strings.Contains(created.Name, ruleWord)
}

// ofPartner: the partner has each order that it should have, once, and as it is.
func (a *audit) ofPartner() []*promise {
	once := &promise{text: "the partner accepted an order once, and never one that it refused at last"}
	atMost := &promise{text: "the partner accepted a cancelled order once or never"}
	back := &promise{text: "an accepted order that was cancelled is cancelled at the partner"}
	stored := &promise{text: "an order that the partner accepted is stored"}
	has := &promise{text: "the partner has what an order shows that it accepted"}
	labels := &promise{text: "a label that the partner draws is stored"}
	for _, o := range a.orders {
		n := a.accepted[o.trackingNo]
		switch {
		case o.submission == "":
			continue
		case o.status == cancelled:
			atMost.check(n <= 1, "%s: %d times", o.trackingNo, n)
			if n > 0 {
				back.check(a.back[o.trackingNo], "%s is kept; its submission is %s, its cancellation %q", o.trackingNo, o.submission,
					o.cancellation)
			}
		case o.submission == string(failed):
			once.check(n == 0 && o.isRefused(), "%s, %s: %d times", o.trackingNo, o.shows.Name, n)
		default:
			once.check(n == 1, "%s: %d times; its submission is %s", o.trackingNo, n, o.submission)
			if o.partnerDrawsLabel() {
				labels.check(o.label == "stored", "%s: it is %q", o.trackingNo, o.label)
			}
		}
		if n > 0 {
			has.check(o.shows == a.contents[o.trackingNo], "%s shows %v, the partner has %v", o.trackingNo, o.shows, a.contents[o.trackingNo])
		}
	}
	for no := range a.accepted {
		stored.check(a.byNumber[no] != nil && a.byNumber[no].submission != "", "%s", no)
	}
	return []*promise{once, atMost, back, stored, has, labels}
}

// ofEvents: every change has its event, and every event reached the receiver, in sequence.
func (a *audit) ofEvents() []*promise {
	written := &promise{text: "each change of an order is an event, once and without a gap"}
	reached := &promise{text: "an event reached the receiver"}
	sequence := &promise{text: "an event reached the receiver after the one before it"}
	signed := &promise{text: "a request to the receiver was signed as it should be"}
	for _, o := range a.orders {
		want, got := a.expected(o), make(map[string]int)
		firsts, last := a.firsts[o.id], -1
		whole := true
		for i, e := range o.events {
			got[e.kind]++
			whole = whole && e.sequence == int64(i+1)
			at, had := firsts[e.sequence]
			reached.check(had, "order %d, event %d, %s", o.id, e.sequence, e.kind)
			if had {
				sequence.check(at > last, "order %d, event %d, %s", o.id, e.sequence, e.kind)
				last = at
			}
		}
		if o.status == cancelled && (o.partnerDrawsLabel() || o.submission == "" && a.isRuled(o)) {
			delete(got, "order.label_ready") // there is one if the label or the release came before the cancellation
			delete(want, "order.label_ready")
		}
		// A refusal is no event if a cancellation came first.
		failures, refusals := got["order.submission_failed"], len(a.find(o.trackingNo, actSubmit, refused, lost))
		whole = whole && failures <= refusals && (failures > 0 || o.submission != string(failed))
		delete(got, "order.submission_failed")
		written.check(whole && maps.Equal(got, want), "order %d: events %v, want %v", o.id, o.events, want)
	}
	for _, e := range a.delivered {
		signed.check(e.Fate != fateForged, "order %d, event %d", e.OrderID, e.Sequence)
	}
	return []*promise{written, reached, sequence, signed}
}

// expected is how many events of each kind an order must have, by its state. Its refusals are not known.
func (a *audit) expected(o *order) map[string]int {
	held, released := o.holds()
	edited := int(o.version) - len(held) - released
	want := map[string]int{
		"order.created": 1, "order.tracking_updated": o.history, "order.updated": edited, "order.held": len(held), "order.released": released,
	}
	if a.isRuled(o) {
		want["order.held"]++
	}
	if o.submission == "" || o.submission == string(confirmed) {
		want["order.label_ready"] = 1
	}
	switch o.status {
	case delivered:
		want["order.delivered"] = 1
	case cancelled:
		want["order.cancelled"] = 1
	}
	maps.DeleteFunc(want, func(_ string, n int) bool { return n == 0 })
	return want
}

// ofRest: no work is left, and no process ended by itself.
func (a *audit) ofRest() []*promise {
	submissions := &promise{text: "a submission is confirmed, cancelled in time, or refused by the partner"}
	deliveries := &promise{text: "a delivery is done"}
	enabled := &promise{text: "an endpoint stays enabled"}
	alive := &promise{text: "a process ended only when it was killed"}
	for _, o := range a.orders {
		if o.submission != "" {
			is := o.submission == string(confirmed) || o.submission == string(ended) || o.submission == string(failed) && o.isRefused()
			submissions.check(is, "order %d is %s", o.id, o.submission)
		}
	}
	for state, n := range a.deliveries {
		for range n {
			deliveries.check(state == "delivered", "one is %s", state)
		}
	}
	for reason, n := range a.endpoints {
		for range n {
			enabled.check(reason == "", "one is not: %s", reason)
		}
	}
	for _, p := range a.processes() {
		alive.check(!p.HasCrashed(), "%s", p.Name)
	}
	return []*promise{submissions, deliveries, enabled, alive}
}

// figures are counts of what happened.
func (a *audit) figures() [][]string {
	happened := map[string]int{"orders": len(a.orders)}
	maps.Copy(happened, a.stats)
	for _, o := range a.orders {
		if o.submission != "" {
			happened["orders that were submitted to the partner"]++
		}
	}
	for _, p := range a.processes() {
		happened[p.Name+" killed"] = p.Kills()
	}
	for what, n := range a.tally() {
		happened["call, "+what] = n
	}
	for what, n := range a.attempts {
		happened["attempt at the partner, "+what] = n
	}
	events := 0
	for _, firsts := range a.firsts {
		events += len(firsts)
	}
	for _, e := range a.delivered {
		happened["request to the receiver: "+string(e.Fate)]++
		if e.Fate.kept() {
			happened["events that came again after they were kept"]++
		}
	}
	happened["events that came again after they were kept"] -= events
	lines := [][]string{{"what happened", "times"}}
	for _, what := range slices.Sorted(maps.Keys(happened)) {
		lines = append(lines, []string{what, harness.Thousands(happened[what])})
	}
	return lines
}

// String returns the events of an order.
func (e event) String() string { return fmt.Sprintf("%d %s", e.sequence, e.kind) }
