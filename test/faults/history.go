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
	"golang.org/x/sys/unix"
)

// call is a call with its times and its response, of a client or at the partner.
type call struct {
	caller       int
	began, ended int64
	in           input
	out          output
}

// partnerCaller is the caller of what the partner receives.
const partnerCaller = 1000

// history has the calls of all clients and the calls to the partner, by tracking number. It is safe for concurrent use.
type history struct {
	mu       sync.Mutex
	calls    map[string][]call
	received map[string][]call
	seen     map[string][]call // views by servers that read from a standby: they are not part of the linearizable history
}

func newHistory() *history {
	return &history{calls: make(map[string][]call), seen: make(map[string][]call)}
}

// now is a time in nanoseconds, by a clock that only rises and that all processes share.
func now() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		panic(err) // there is no such clock
	}
	return t.Nano()
}

// of are the calls about an order, also at the partner.
func (h *history) of(no string) []call { return slices.Concat(h.calls[no], h.received[no]) }

// find are the calls about an order with an act and one of some outcomes.
func (h *history) find(no string, act act, outcomes ...string) []call {
	return slices.DeleteFunc(h.of(no), func(c call) bool { return c.in.act != act || !slices.Contains(outcomes, c.out.outcome) })
}

// createOf returns what an order was created with, as a response says.
func (h *history) createOf(no string) (in input, found bool) {
	for _, c := range h.find(no, actCreate, done) {
		return c.in, true
	}
	return input{}, false
}

// verdict is the result of checking an order.
type verdict struct {
	no     string
	calls  []call
	result porcupine.CheckResult
	info   porcupine.LinearizationInfo
}

// checkTimeout is how long each check of an order may take. One of right calls takes milliseconds.
const checkTimeout = 30 * time.Second

// check checks all orders, and returns the verdicts of those that are not linearizable or could not be checked.
func (h *history) check() (bad []verdict) {
	m := model()
	for _, no := range slices.Sorted(maps.Keys(h.calls)) {
		if porcupine.CheckOperationsTimeout(m, operationsOf(h.of(no)), checkTimeout) == porcupine.Ok {
			continue
		}
		// The parts of a view by number may be of different moments: the calls must be linearizable with each of them.
		for _, part := range partsOfDetail {
			calls := withPart(h.of(no), part)
			if result, info := porcupine.CheckOperationsVerbose(m, operationsOf(calls), checkTimeout); result != porcupine.Ok {
				bad = append(bad, verdict{no, calls, result, info})
				break
			}
		}
	}
	return bad
}

func operationsOf(calls []call) (operations []porcupine.Operation) {
	for _, c := range calls {
		operations = append(operations, porcupine.Operation{ClientId: c.caller, Input: c.in, Call: c.began, Output: c.out, Return: c.ended})
	}
	return operations
}

// ofResponses is the verdict of the model on all orders.
func (a *audit) ofResponses() []*promise {
	bad := a.check()
	p := &promise{text: "the responses about an order are those of one sequence of its calls", checked: len(a.calls) - len(bad)}
	for _, v := range bad {
		p.check(false, "%s", v.explain())
	}
	return []*promise{p}
}

// explain writes the calls of an order, in the order in which they began. A star marks those that are in no sequence of calls
// with the right responses: the longest that was found.
func (v verdict) explain() string {
	var longest []int
	for _, partition := range v.info.PartialLinearizations() {
		for _, ids := range partition {
			if len(ids) > len(longest) {
				longest = ids
			}
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", v.no, v.result)
	order := make([]int, len(v.calls))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(v.calls[a].began, v.calls[b].began) })
	for _, i := range order {
		c, mark, ended := v.calls[i], "*", "     open"
		if slices.Contains(longest, i) {
			mark = " "
		}
		start := v.calls[order[0]].began
		if c.ended != math.MaxInt64 {
			ended = fmt.Sprintf("%9.1f", milliseconds(c.ended-start))
		}
		fmt.Fprintf(&text, "%s %9.1f %s ms  %4d  %s\n", mark, milliseconds(c.began-start), ended, c.caller, describe(c.in, c.out))
	}
	return text.String()
}

func milliseconds(ns int64) float64 { return float64(ns) / 1e6 }

// tally counts the calls by act and outcome, those that name a version or a status also by that.
func (h *history) tally() map[string]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	counts := make(map[string]int)
	for _, all := range []map[string][]call{h.calls, h.received} {
		for _, calls := range all {
			for _, c := range calls {
				named := ""
				switch {
				case c.in.status != "":
					named = " as " + c.in.status
				case c.in.version != anyVersion:
					named = " of a version"
				}
				counts[string(c.in.act)+named+": "+c.out.outcome]++
			}
		}
	}
	return counts
}
