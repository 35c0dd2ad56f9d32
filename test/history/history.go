package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// history is the calls of all clients and servers, by tracking number. It is safe for concurrent use.
type history struct {
	start time.Time
	mu    sync.Mutex
	calls map[string][]porcupine.Operation
	seen  map[string][]glance // by servers that read from a standby
}

func newHistory() *history {
	return &history{start: time.Now(), calls: make(map[string][]porcupine.Operation), seen: make(map[string][]glance)}
}

// now is the time since the start of the history, by a clock that only rises.
func (h *history) now() int64 { return int64(time.Since(h.start)) }

// record adds a call that began at a time and has ended now, or never if its response was lost.
func (h *history) record(no string, caller int, began int64, in input, out output) {
	call := porcupine.Operation{ClientId: caller, Input: in, Call: began, Output: out, Return: h.now()}
	if out.outcome == lost {
		call.Return = math.MaxInt64
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls[no] = append(h.calls[no], call)
}

// verdict is the result of checking an order.
type verdict struct {
	no     string
	result porcupine.CheckResult
	info   porcupine.LinearizationInfo
}

// checkTimeout is how long the check of an order may take.
const checkTimeout = time.Minute

// check checks all orders, and returns the verdicts of those that are not linearizable or could not be checked.
func (h *history) check() (bad []verdict) {
	m := model()
	for _, no := range slices.Sorted(maps.Keys(h.calls)) {
		if porcupine.CheckOperationsTimeout(m, h.calls[no], checkTimeout) == porcupine.Ok {
			continue
		}
		// The parts of a view by number may be of different moments: the calls must be linearizable with each of them.
		for _, part := range partsOfDetail {
			calls := withPart(h.calls[no], part)
			if result, info := porcupine.CheckOperationsVerbose(m, calls, checkTimeout); result != porcupine.Ok {
				bad = append(bad, verdict{no, result, info})
				h.calls[no] = calls
				break
			}
		}
	}
	return bad
}

// explain writes the calls of an order, in the order in which they began. A star marks those that are in no order of calls
// with the right responses: the longest that was found.
func (h *history) explain(v verdict) string {
	var longest []int
	for _, partition := range v.info.PartialLinearizations() {
		for _, ids := range partition {
			if len(ids) > len(longest) {
				longest = ids
			}
		}
	}
	fits := make(map[int]bool)
	for _, id := range longest {
		fits[id] = true
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", v.no, v.result)
	order := make([]int, len(h.calls[v.no]))
	for i := range order {
		order[i] = i
	}
	calls := h.calls[v.no]
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(calls[a].Call, calls[b].Call) })
	for _, i := range order {
		c, mark, ended := calls[i], "*", "     open"
		if fits[i] {
			mark = " "
		}
		if c.Return != math.MaxInt64 {
			ended = fmt.Sprintf("%9.1f", milliseconds(c.Return))
		}
		fmt.Fprintf(&text, "%s %9.1f %s ms  %2d  %s\n", mark, milliseconds(c.Call), ended, c.ClientId,
			describe(c.Input.(input), c.Output.(output)))
	}
	return text.String()
}

func milliseconds(ns int64) float64 { return float64(ns) / 1e6 }

// tally counts the calls by act and outcome.
func (h *history) tally() map[string]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	counts := make(map[string]int)
	for _, calls := range h.calls {
		for _, c := range calls {
			counts[string(c.Input.(input).act)+": "+c.Output.(output).outcome]++
		}
	}
	return counts
}

// expected are calls and outcomes without which a run checks too little.
var expected = []string{
	"create: done", "create: taken", "edit: done", "edit: changed", "edit: cancelled", "edit: under way", "edit: partner has it",
	"hold: done", "hold: refused", "release: done", "release: unchanged", "cancel: cancelled", "cancel: cancelling",
	"partner submit: done", "partner submit: temporary", "partner cancel: done",
	"view by number: done", "view by number: not found", "view: done", "view: not found",
}

// missing returns the expected events that have not happened.
func (h *history) missing() []string {
	counts := h.tally()
	return slices.DeleteFunc(slices.Clone(expected), func(what string) bool { return counts[what] > 0 })
}
