package inforce

import (
	"context"
	"slices"
	"sync"
	"time"

	"waybill/internal/rules"
)

// HitsWritten is the time between two calls of WriteHits. What a killed process counted since is lost.
const HitsWritten = 10 * time.Second

// hits are the orders that rules refused or held since they were written, by the ids of the rules.
type hits struct {
	mu     sync.Mutex
	orders map[string]int64
}

// count counts an order for each rule of a severity that found something.
func (c *Checker) count(findings []rules.Finding, severity rules.Severity) {
	if !c.Counts || len(findings) == 0 {
		return
	}
	h := &c.source.hits
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range findings {
		f := &findings[i]
		isSame := func(other rules.Finding) bool { return other.Rule == f.Rule }
		if f.Fault == "" && f.Rule.Severity == severity && !slices.ContainsFunc(findings[:i], isSame) {
			h.orders[f.Rule.ID]++
		}
	}
}

// WriteHits writes how often rules refused or held an order since it was called. What cannot be written is kept for the next time.
func (s *Source) WriteHits(ctx context.Context) {
	s.hits.mu.Lock()
	orders := s.hits.orders
	s.hits.orders = make(map[string]int64)
	s.hits.mu.Unlock()
	if len(orders) == 0 {
		return
	}
	if err := s.store.MasterData.AddRuleHits(ctx, orders); err != nil {
		s.log.ErrorContext(ctx, "count the orders that rules refused or held", "error", err)
		s.hits.mu.Lock()
		defer s.hits.mu.Unlock()
		for id, n := range orders {
			s.hits.orders[id] += n
		}
	}
}
