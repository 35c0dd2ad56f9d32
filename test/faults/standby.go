package main

import (
	"fmt"
	"math"
)

// maxLag is how old what a server reads from a standby may be, if the server has not written it itself: docs/adr/0022.
const maxLag = int64(2e9)

// glances is the result of checking views by standbys.
type glances struct {
	checked, old int      // old: older than an acknowledged change
	bad          []string // why they are not as promised
}

// checkGlances checks each view by a standby. It must have the values of its version, every change that any server acknowledged
// 2 seconds before it, and every change that its own server acknowledged before it.
func (h *history) checkGlances() (result glances) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for no, seen := range h.seen {
		t := timelineOf(h.calls[no])
		for _, g := range seen {
			result.checked++
			why, old := t.judge(g)
			if why != "" {
				result.bad = append(result.bad, fmt.Sprintf("%s: %s: by server %d in %.1f ms: %+v%s",
					no, why, g.in.server, milliseconds(g.ended-g.began), g.out.row, t.around(g)))
			}
			if old {
				result.old++
			}
		}
	}
	return result
}

// timeline has the known versions of an order.
type timeline struct {
	changes []call           // each makes a version; whether those without a response did is not known
	cancels []call           // acknowledged
	values  map[int64]values // by version, as the primary has shown them
}

func timelineOf(calls []call) timeline {
	t := timeline{values: make(map[int64]values)}
	for _, c := range calls {
		isChange := c.in.act == actEdit || c.in.act == actHold || c.in.act == actRelease
		switch {
		case isChange && (c.out.outcome == done || c.out.outcome == lost):
			t.changes = append(t.changes, c)
		case c.in.act == actCancel && c.out.outcome == isOver:
			t.cancels = append(t.cancels, c)
		case c.in.act == actDetail && c.out.outcome == done:
			t.values[c.out.row.version] = c.out.row.values
		}
	}
	return t
}

// judge says what is wrong with a view, "" for nothing, and whether it is older than an acknowledged change.
func (t timeline) judge(g call) (why string, old bool) {
	if t.mustBeCancelled(g) && g.out.row.tracker != cancelled {
		return "the order was cancelled", true
	}
	if g.out.row.version < 0 {
		return "", false
	}
	least, most := t.bounds(g)
	known, viewed := t.values[g.out.row.version]
	switch {
	case g.out.row.version < least:
		why = fmt.Sprintf("version %d was acknowledged", least)
	case g.out.row.version > most:
		why = fmt.Sprintf("no more than %d changes had begun", most)
	case viewed && known != g.out.row.values:
		why = fmt.Sprintf("the version is %+v", known)
	}
	return why, g.out.row.version < t.acknowledged(g.began)
}

// around describes the changes by their times from the begin of a view.
func (t timeline) around(g call) (text string) {
	for _, c := range t.changes {
		text += fmt.Sprintf("; by server %d from %.1f to %.1f ms: %s", c.in.server, milliseconds(c.began-g.began), milliseconds(c.ended-g.began),
			describe(c.in, c.out))
	}
	return text
}

// acknowledged counts the changes whose response came before a time.
func (t timeline) acknowledged(before int64) (n int64) {
	for _, c := range t.changes {
		if c.ended < before {
			n++
		}
	}
	return n
}

// bounds returns the oldest and the newest version that a view may have.
func (t timeline) bounds(g call) (least, most int64) {
	least = t.acknowledged(g.began - maxLag)
	for _, c := range t.changes {
		if c.in.server == g.in.server && c.ended < g.began {
			least = max(least, t.acknowledged(c.began)+1)
		}
		if c.began < g.ended {
			most++
		}
	}
	return least, most
}

// mustBeCancelled reports whether a view must show that the order is cancelled.
func (t timeline) mustBeCancelled(g call) bool {
	first := int64(math.MaxInt64)
	for _, c := range t.cancels {
		known := c.ended + maxLag
		if c.in.server == g.in.server {
			known = c.ended
		}
		first = min(first, known)
	}
	return first < g.began
}

// ofStandby is the verdict on the views by a standby. A run without one has none.
func (a *audit) ofStandby() []*promise {
	if a.db.standby == nil {
		return nil
	}
	p, standby := &promise{text: "a view by a standby is as old as it may be at most"}, a.checkGlances()
	p.checked = standby.checked - len(standby.bad)
	for _, why := range standby.bad {
		p.check(false, "%s", why)
	}
	a.stats["views by a standby that were older than an acknowledged change"] = standby.old
	return []*promise{p}
}
