package main

import (
	"maps"
	"slices"

	"waybill/test/harness"
)

// ofEdits: the history has the edits that were done, in sequence, and they lead to what the order and its partner have.
func (a *audit) ofEdits() []*promise {
	kept := &promise{text: "an acknowledged edit is in the history once, an unknown one at most once"}
	none := &promise{text: "an edit that was refused is not in the history"}
	version := &promise{text: "an edit has the version after the one that it named"}
	later := &promise{text: "an edit has a later version than those acknowledged before it"}
	whole := &promise{text: "the versions of an order rise by one, and lead to what it shows"}
	for _, r := range a.requests {
		versions := make(map[*edit][]int64)
		for i, created := range r.response.Orders {
			if o := a.byNumber[created.TrackingNo]; o != nil {
				whole.check(o.replay(contentsOf(r.Orders[i]), r, versions), "%s shows %v after %v", o.trackingNo, o.shows, o.changes)
			}
		}
		for _, edits := range r.edits {
			last := make(map[int]int64)
			for _, e := range edits {
				found := versions[e]
				if e.outcome == declined {
					none.check(len(found) == 0, "%v is version %d", e.fields, found)
				} else {
					kept.check(len(found) == 1 || e.outcome == unknown && len(found) == 0, "%v, %s, is in %d versions", e.fields, e.outcome, len(found))
				}
				if len(found) != 1 {
					continue
				}
				if e.matched {
					version.check(found[0] == e.version+1, "%v of version %d is version %d", e.fields, e.version, found[0])
				}
				later.check(found[0] > last[e.order], "%v is version %d, the one before it was %d", e.fields, found[0], last[e.order])
				if e.outcome == acknowledged {
					last[e.order] = found[0]
				}
			}
		}
	}
	return []*promise{kept, none, version, later, whole}
}

// replay makes the changes of an order again, and adds the versions of the edits. It reports whether each change is the next
// one and an edit of the request, and whether the order shows what the last one led to.
func (o *order) replay(shows contents, r *request, versions map[*edit][]int64) bool {
	sent := make(map[string]*edit)
	for _, e := range slices.Concat(r.edits[:]...) {
		sent[e.reference()] = e
	}
	holds := o.version == int64(len(o.changes))
	for i, c := range o.changes {
		holds = holds && c.Version == int64(i+1)
		if isHold(c) {
			continue
		}
		holds = holds && shows.apply(c.Fields)
		e := sent[shows[refField]]
		if e == nil {
			return false
		}
		versions[e] = append(versions[e], c.Version)
		holds = holds && shows.has(e.fields)
	}
	return holds && maps.Equal(shows, o.shows)
}

// ofContents: the partner and the counters have what the orders show.
func (a *audit) ofContents() []*promise {
	has := &promise{text: "the partner has what an order shows that it accepted"}
	counts := &promise{text: "the count of the orders of a service is right"}
	stored := make(map[string]int)
	for _, o := range a.orders {
		stored[o.shows[serviceField]]++
		if a.accepted[o.trackingNo] > 0 {
			has.check(maps.Equal(o.shows, a.contents[o.trackingNo]), "%s shows %v, the partner has %v", o.trackingNo, o.shows,
				a.contents[o.trackingNo])
		}
	}
	for service, n := range a.counts {
		counts.check(n == stored[service], "service %s has %d, its count is %d", service, stored[service], n)
		delete(stored, service)
	}
	counts.check(len(stored) == 0, "services without a count have %v", stored)
	return []*promise{has, counts}
}

// editFigures counts the edits by outcome.
func (a *audit) editFigures() []figure {
	counts := make(map[outcome]int)
	partners := 0
	for _, r := range a.requests {
		for _, e := range slices.Concat(r.edits[:]...) {
			counts[e.outcome]++
			if e.outcome == acknowledged && r.Orders[e.order].ServiceID != a.service.inHouse {
				partners++
			}
		}
	}
	figures := []figure{{
		"edits acknowledged, of them of orders for the partner", harness.Thousands(counts[acknowledged]) + ", " + harness.Thousands(partners),
	}}
	for _, o := range []outcome{declined, unknown} {
		figures = append(figures, figure{"edits, outcome: " + string(o), harness.Thousands(counts[o])})
	}
	return figures
}
