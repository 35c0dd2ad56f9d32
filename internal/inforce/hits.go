package inforce

import (
	"context"
	"slices"
	"sync"
	"time"

	"waybill/internal/rules"
)

// hitsEvery is the time between two writes of how often rules refused or held an order. What a killed process counted since is lost.
const hitsEvery = 10 * time.Second

// hits are the orders that rules refused or held since they were written, by the ids of the rules.
type hits struct {
	mu     sync.Mutex
	orders map[string]int64
}

// count counts an order for each rule of a severity that found something.
func (c *Checker) count(findings []rules.Finding, severity rules.Severity) {
	if !c.Counts {
		return
	}
	var counted []string
	for i := range findings {
		f := &findings[i]
		if f.Fault == "" && f.Rule.Severity == severity && !slices.Contains(counted, f.Rule.ID) {
			counted = append(counted, f.Rule.ID)
		}
	}
	c.source.hits.add(counted, 1)
}

// add adds orders for each of some rules.
func (h *hits) add(ruleIDs []string, orders int64) {
	if len(ruleIDs) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.orders == nil {
		h.orders = make(map[string]int64)
	}
	for _, id := range ruleIDs {
		h.orders[id] += orders
	}
}

// CountHits writes how often rules refused or held an order until ctx ends, and then what is left.
func (s *Source) CountHits(ctx context.Context) {
	tick := time.NewTicker(hitsEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			s.WriteHits(context.WithoutCancel(ctx))
			return
		case <-tick.C:
			s.WriteHits(ctx)
		}
	}
}

// WriteHits writes what was counted. What cannot be written is kept for the next time.
func (s *Source) WriteHits(ctx context.Context) {
	s.hits.mu.Lock()
	orders := s.hits.orders
	s.hits.orders = nil
	s.hits.mu.Unlock()
	if orders == nil {
		return
	}
	if err := s.store.MasterData.AddRuleHits(ctx, orders); err != nil {
		s.log.ErrorContext(ctx, "count the orders that rules refused or held", "error", err)
		for id, n := range orders {
			s.hits.add([]string{id}, n)
		}
	}
}
