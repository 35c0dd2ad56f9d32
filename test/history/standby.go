package main

import (
	"fmt"
	"math"

	"github.com/anishathalye/porcupine"
)

// maxLag is how old what a server reads from a standby may be, if the server has not written it itself: docs/adr/0022.
const maxLag = int64(2e9)

// glance is a view by a server that reads from a standby. It is not part of the linearizable history.
type glance struct {
	began, ended int64
	server       int
	row          row
}

// glance records a view of an order that ends now. What a standby does not find is looked up on the primary.
func (h *history) glance(no string, began int64, in input, out output) {
	if out.outcome != done {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen[no] = append(h.seen[no], glance{began, h.now(), in.server, out.row})
}

// glances is the result of checking views by standbys.
type glances struct {
	checked, old int      // old: older than an acknowledged change
	bad          []string // why they are not as promised
}

// checkGlances checks each view by a standby. It must have the values of its version, every change that any server acknowledged
// 2 seconds before it, and every change that its own server acknowledged before it.
func (h *history) checkGlances() (result glances) {
	for no, seen := range h.seen {
		t := timelineOf(h.calls[no])
		for _, g := range seen {
			result.checked++
			why, old := t.judge(g)
			if why != "" {
				result.bad = append(result.bad, fmt.Sprintf("%s, seen by a standby at %.1f ms: %s: %+v", no, milliseconds(g.began), why, g.row))
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
	changes []porcupine.Operation // each makes a version; whether those without a response did is not known
	cancels []porcupine.Operation // acknowledged
	values  map[int64]values      // by version, as the primary has shown them
}

func timelineOf(calls []porcupine.Operation) timeline {
	t := timeline{values: make(map[int64]values)}
	for _, c := range calls {
		in, out := c.Input.(input), c.Output.(output)
		switch in.act {
		case actEdit, actHold, actRelease:
			if out.outcome == done || out.outcome == lost {
				t.changes = append(t.changes, c)
			}
		case actCancel:
			if out.outcome == isOver {
				t.cancels = append(t.cancels, c)
			}
		case actDetail:
			if out.outcome == done {
				t.values[out.row.version] = out.row.values
			}
		}
	}
	return t
}

// judge says what is wrong with a view, "" for nothing, and whether it is older than an acknowledged change.
func (t timeline) judge(g glance) (why string, old bool) {
	if t.mustBeCancelled(g) && g.row.tracker != "CANCELLED" {
		return "the order was cancelled", true
	}
	if g.row.version < 0 {
		return "", false
	}
	least, most := t.bounds(g)
	known, viewed := t.values[g.row.version]
	switch {
	case g.row.version < least:
		why = fmt.Sprintf("version %d was acknowledged", least)
	case g.row.version > most:
		why = fmt.Sprintf("no more than %d changes had begun", most)
	case viewed && known != g.row.values:
		why = fmt.Sprintf("the version is %+v", known)
	}
	return why, g.row.version < t.acknowledged(g.began)
}

// acknowledged counts the changes whose response came before a time.
func (t timeline) acknowledged(before int64) (n int64) {
	for _, c := range t.changes {
		if c.Return < before {
			n++
		}
	}
	return n
}

// bounds returns the oldest and the newest version that a view may have.
func (t timeline) bounds(g glance) (least, most int64) {
	least = t.acknowledged(g.began - maxLag)
	for _, c := range t.changes {
		if c.Input.(input).server == g.server && c.Return < g.began {
			least = max(least, t.acknowledged(c.Call)+1)
		}
		if c.Call < g.ended {
			most++
		}
	}
	return least, most
}

// mustBeCancelled reports whether a view must show that the order is cancelled.
func (t timeline) mustBeCancelled(g glance) bool {
	first := int64(math.MaxInt64)
	for _, c := range t.cancels {
		known := c.Return + maxLag
		if c.Input.(input).server == g.server {
			known = c.Return
		}
		first = min(first, known)
	}
	return first < g.began
}
