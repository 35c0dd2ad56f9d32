package fulfil

import (
	"context"
	"slices"
	"sync"
	"time"

	"waybill/internal/partner"
	"waybill/internal/store"
)

// keptCalls is how many of the last calls to a partner this process remembers.
const keptCalls = 20

// PartnerState is the state of a partner in this process. Other servers of the deployment have their own.
type PartnerState struct {
	Configured  bool      // this process calls the partner
	CircuitOpen bool      // the partner does not answer, and is not called
	Until       time.Time // of an open circuit: when a call tries whether it answers
	Failures    int       // in a row
	Calls       []Call    // the last ones, the newest first
	Needs       []string  // the facts for customs that the partner declares it must know, as far as that is known now
}

// Call is a call to a partner that ended.
type Call struct {
	TrackingNo string
	Kind       store.AttemptKind
	StartedOn  time.Time
	Took       time.Duration
	Outcome    string // in one word, as in the history
	Message    string // without secrets and personal data; "" if the partner accepted
}

// recentCalls are the last calls to a partner.
type recentCalls struct {
	mu    sync.Mutex
	calls []Call // the newest first
}

func (r *recentCalls) add(c Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = slices.Insert(r.calls[:min(len(r.calls), keptCalls-1)], 0, c)
}

// newestFirst returns a copy.
func (r *recentCalls) newestFirst() []Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.calls)
}

// PartnerState returns what this process knows of a partner: the zero state if it does not call it.
func (f *Fulfiller) PartnerState(name string) PartnerState {
	w, ok := f.registry.find(name)
	if !ok {
		return PartnerState{}
	}
	state := PartnerState{Configured: true, Calls: w.recent.newestFirst()}
	state.CircuitOpen, state.Until, state.Failures = w.submissions.circuit.state()
	if declarer, declares := w.Partner.Partner.(partner.Declarer); declares && state.Failures == 0 { // a page waits for no partner that hangs
		state.Needs, _ = declarer.Needs(context.Background())
	}
	return state
}
