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

// audit compares the responses that the client received with the records of all sides.
type audit struct {
	*load
	records
	byReference map[string][]*order // by the shipper's reference when it was created
	byNumber    map[string]*order
	firsts      map[int64]map[int64]int // index of the receiver's first request for an event, by order and sequence
}

func newAudit(ctx context.Context, l *load) (*audit, error) {
	r, err := readRecords(ctx, l.cluster)
	if err != nil {
		return nil, err
	}
	a := &audit{load: l, records: r}
	a.index()
	return a, nil
}

func (a *audit) index() {
	a.byReference, a.byNumber, a.firsts = make(map[string][]*order), make(map[string]*order), make(map[int64]map[int64]int)
	for _, o := range a.orders {
		a.byReference[o.reference()] = append(a.byReference[o.reference()], o)
		a.byNumber[o.trackingNo] = o
	}
	for at, e := range a.received {
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

// promises checks them all.
func (a *audit) promises() []*promise {
	return slices.Concat(a.ofOrders(), a.ofPartner(), a.ofReports(), a.ofEdits(), a.ofHolds(), a.ofContents(), a.ofEvents(), a.ofRest())
}

// ofOrders: each order of a response is stored once and as in the response, and no other order is.
func (a *audit) ofOrders() []*promise {
	stored := &promise{text: "an order of a response is stored once, with its tracking number"}
	known := &promise{text: "a stored order is in a response"}
	unique := &promise{text: "a tracking number belongs to one order"}
	references, numbers := make(map[string]bool), make(map[string]int)
	for _, r := range a.requests {
		for i, o := range r.response.Orders {
			reference := r.Orders[i].ShipperOrderID
			references[reference] = true
			found := a.byReference[reference]
			stored.check(len(found) == 1 && found[0].trackingNo == o.TrackingNo, "%s is %s in the response, and %d are stored", reference,
				o.TrackingNo, len(found))
		}
	}
	for _, o := range a.orders {
		known.check(references[o.reference()], "%s, stored as %s", o.reference(), o.trackingNo)
		numbers[o.trackingNo]++
	}
	for no, n := range numbers {
		unique.check(n == 1, "%s belongs to %d", no, n)
	}
	return []*promise{stored, known, unique}
}

// ofPartner: the partner has each order that it should have, once.
func (a *audit) ofPartner() []*promise {
	once := &promise{text: "the partner accepted an order once"}
	atMost := &promise{text: "the partner accepted a cancelled order once or never"}
	back := &promise{text: "an accepted order that was cancelled is cancelled at the partner"}
	stored := &promise{text: "an order that the partner accepted is stored"}
	labels := &promise{text: "a label that the partner draws is stored"}
	known := make(map[string]bool)
	for _, o := range a.orders {
		if o.submission == "" {
			continue
		}
		known[o.trackingNo] = true
		n := a.accepted[o.trackingNo]
		if o.status != "CANCELLED" {
			once.check(n == 1, "%s: %d times; its submission is %s", o.trackingNo, n, o.submission)
			if o.partnerDrawsLabel() {
				labels.check(o.label == "stored", "%s: it is %q", o.trackingNo, o.label)
			}
			continue
		}
		atMost.check(n <= 1, "%s: %d times", o.trackingNo, n)
		if n > 0 {
			back.check(a.cancelled[o.trackingNo], "%s is kept; its submission is %s, its cancellation %q", o.trackingNo, o.submission,
				o.cancellation)
		}
	}
	for no := range a.accepted {
		stored.check(known[no], "%s", no)
	}
	return []*promise{once, atMost, back, stored, labels}
}

// ofReports: what a response to an operator or a shipper says is done, is done.
func (a *audit) ofReports() []*promise {
	recorded := &promise{text: "an operator's report that was acknowledged is in the history once"}
	delivered := &promise{text: "a parcel that was reported as delivered is delivered"}
	cancelled := &promise{text: "an order whose cancellation was acknowledged is cancelled"}
	for _, r := range a.requests {
		for _, no := range r.planned(planTrack) {
			for _, status := range reported {
				recorded.check(a.reports[no+"/"+status] == 1, "%s, %s: %d times", no, status, a.reports[no+"/"+status])
			}
			delivered.check(a.byNumber[no] != nil && a.byNumber[no].status == "SUCCESS", "%s", no)
		}
		for _, no := range r.planned(planCancel) {
			cancelled.check(a.byNumber[no] != nil && a.byNumber[no].status == "CANCELLED", "%s", no)
		}
	}
	return []*promise{recorded, delivered, cancelled}
}

// ofEvents: every change has its event, and every event reached the receiver, in sequence.
func (a *audit) ofEvents() []*promise {
	written := &promise{text: "each change of an order is an event, once and without a gap"}
	reached := &promise{text: "an event reached the receiver"}
	sequence := &promise{text: "an event reached the receiver after the one before it"}
	signed := &promise{text: "a request to the receiver was signed as it should be"}
	for _, o := range a.orders {
		want, got := o.expected(), make(map[string]int)
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
		if o.status == "CANCELLED" && (o.partnerDrawsLabel() || o.submission == "" && o.ruled()) {
			delete(got, "order.label_ready") // there is one if the label or the release came before the cancellation
			delete(want, "order.label_ready")
		}
		written.check(whole && maps.Equal(got, want), "order %d: events %v, want %v", o.id, o.events, want)
	}
	for _, e := range a.received {
		signed.check(e.Fate != forged, "order %d, event %d", e.OrderID, e.Sequence)
	}
	return []*promise{written, reached, sequence, signed}
}

// partnerDrawsLabel reports whether the simulated partner draws the label. The order's state does not
// tell: a cancellation deletes the record of a label that did not come yet.
func (o *order) partnerDrawsLabel() bool {
	return strings.Contains(o.consignee, simulated.ScriptLabelPDF)
}

// expected is how many events of each kind an order must have, by its state.
func (o *order) expected() map[string]int {
	want := map[string]int{"order.created": 1}
	if o.submission == "" || o.submission == "confirmed" {
		want["order.label_ready"] = 1
	}
	if o.history > 0 {
		want["order.tracking_updated"] = o.history
	}
	held, released := o.holds()
	edited := int(o.version) - held - released
	if o.ruled() {
		held++
	}
	for kind, n := range map[string]int{"order.updated": edited, "order.held": held, "order.released": released} {
		if n > 0 {
			want[kind] = n
		}
	}
	switch o.status {
	case "SUCCESS":
		want["order.delivered"] = 1
	case "CANCELLED":
		want["order.cancelled"] = 1
	}
	return want
}

// ofRest: no work is left, and no process ended by itself.
func (a *audit) ofRest() []*promise {
	submissions := &promise{text: "a submission is confirmed, or cancelled in time"}
	cancellations := &promise{text: "a cancellation is confirmed"}
	deliveries := &promise{text: "a delivery is done"}
	enabled := &promise{text: "an endpoint stays enabled"}
	alive := &promise{text: "a process ended only when it was killed"}
	for _, o := range a.orders {
		if o.submission != "" {
			submissions.check(o.submission == "confirmed" || o.submission == "cancelled", "order %d is %s", o.id, o.submission)
		}
		if o.cancellation != "" {
			cancellations.check(o.cancellation == "confirmed", "order %d: %s", o.id, o.cancellation)
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
	return []*promise{submissions, cancellations, deliveries, enabled, alive}
}

// figures are counts of what happened.
func (a *audit) figures(ctx context.Context) ([]figure, error) {
	blocking, partners := 0, 0
	for _, r := range a.requests {
		if r.Blocking {
			blocking++
		}
	}
	for _, o := range a.orders {
		if o.submission != "" {
			partners++
		}
	}
	figures := []figure{
		{"requests to create orders, of them blocking", harness.Thousands(len(a.requests)) + ", " + harness.Thousands(blocking)},
		{"orders, of them submitted to the partner", harness.Thousands(len(a.orders)) + ", " + harness.Thousands(partners)},
		{"requests that the client repeated", harness.Thousands(a.repeats.Load())},
		{"creates that were done although their response was lost", harness.Thousands(a.replayed.Load())},
		{"creates that were sent again after their response", harness.Thousands(a.resent.Load())},
	}
	figures = append(append(figures, a.editFigures()...), a.holdFigures()...)
	for _, p := range a.processes() {
		figures = append(figures, figure{p.Name + " killed", harness.Thousands(p.Kills())})
	}
	err := a.db.each(ctx, `SELECT kind, outcome, count(*) FROM submission_attempts GROUP BY kind, outcome ORDER BY kind, outcome`,
		func(scan func(...any) error) error {
			var kind, outcome string
			var n int
			err := scan(&kind, &outcome, &n)
			if outcome == "" {
				outcome = "died with its process"
			}
			figures = append(figures, figure{fmt.Sprintf("partner, %s: %s", kind, outcome), harness.Thousands(n)})
			return err
		})
	fates, kept := make(map[fate]int), 0
	for _, e := range a.received {
		fates[e.Fate]++
		if e.Fate.kept() {
			kept++
		}
	}
	events := 0
	for _, firsts := range a.firsts {
		events += len(firsts)
	}
	for _, f := range []fate{taken, lost, refused, hungUp} {
		figures = append(figures, figure{"receiver, requests: " + string(f), harness.Thousands(fates[f])})
	}
	figures = append(figures, figure{"receiver, events that came again after they were kept", harness.Thousands(kept - events)})
	return append(figures, a.cluster.figures...), err
}
