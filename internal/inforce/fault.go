package inforce

import (
	"sync"
	"time"

	"waybill/internal/rules"
)

// faultPause is how long the faults of a rule are not logged again.
const faultPause = time.Minute

// faults are the rules that could not be checked.
type faults struct {
	mu     sync.Mutex
	logged map[string]time.Time // by rule id
}

// first reports whether a fault of a rule is the first within faultPause.
func (f *faults) first(ruleID string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if last, logged := f.logged[ruleID]; logged && now.Sub(last) < faultPause {
		return false
	}
	if f.logged == nil || len(f.logged) >= rules.MaxRules { // of rules that are deleted
		f.logged = make(map[string]time.Time)
	}
	f.logged[ruleID] = now
	return true
}

// fault counts that a rule could not be checked, and logs it at most once a minute. The order is not refused for it.
func (s *Source) fault(f *rules.Finding) {
	s.observeFault(f.Rule.ID)
	if s.faults.first(f.Rule.ID, time.Now()) {
		s.log.Warn("a rule could not be checked, and refused nothing", "rule", f.Rule.ID, "error", f.Fault)
	}
}
