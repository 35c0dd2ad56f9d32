package inforce

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"waybill/internal/partner"
	"waybill/internal/rules"
	"waybill/internal/sanctions"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Source has the rules in force compiled. Safe for concurrent use.
type Source struct {
	store        *store.Store
	log          *slog.Logger
	observeFault func(ruleID string)
	faults       faults
	hits         hits

	// Partners returns why a partner would refuse an order before it is called, or an error if that is not known now; nil asks none.
	Partners func(ctx context.Context, partner string, o *shipment.Order) ([]*partner.RefusedError, error)

	compiling sync.Mutex
	sanctions *sanctions.Set // the last that load read
	current   atomic.Pointer[inForce]
}

// inForce is the rules of a version.
type inForce struct {
	version int64
	stored  []masterdata.StoredRule
	set     *rules.Set
}

// New makes a source of the rules in a store. Rules that cannot be checked are logged. observeFault is called each time
// that a rule fails when it is checked.
func New(s *store.Store, log *slog.Logger, observeFault func(ruleID string)) *Source {
	return &Source{store: s, log: log, observeFault: observeFault, hits: hits{orders: make(map[string]int64)}}
}

// Current returns the rules in force. A change shows within a second, and the time that compiling takes: until then
// requests have the rules from before.
func (s *Source) Current(ctx context.Context) (*rules.Set, error) {
	version, err := s.store.MasterData.RulesVersion(ctx)
	if err != nil {
		return nil, err
	}
	have := s.current.Load()
	switch {
	case have == nil:
		s.compiling.Lock()
	case have.version == version, !s.compiling.TryLock():
		return have.set, nil
	}
	defer s.compiling.Unlock()
	return s.load(ctx, version)
}

// load reads and compiles the rules, unless they are those that it has.
func (s *Source) load(ctx context.Context, version int64) (*rules.Set, error) {
	have := s.current.Load()
	if have != nil && have.version == version {
		return have.set, nil
	}
	stored, err := s.store.MasterData.Rules(ctx)
	if err != nil {
		return nil, err
	}
	var set *rules.Set
	if have != nil && slices.Equal(have.stored, stored) { // something else of the operator changed
		set = have.set
	} else if set, err = s.compile(stored); err != nil {
		return nil, err
	}
	names, err := Sanctions(ctx, s.store.MasterData, s.sanctions)
	if err != nil {
		return nil, err
	}
	s.sanctions = names
	if set, err = withLoaded(ctx, s.store.MasterData, set, s.sanctions); err != nil {
		return nil, err
	}
	s.current.Store(&inForce{version, stored, set})
	return set, nil
}

// compile logs the rules that are wrong.
func (s *Source) compile(stored []masterdata.StoredRule) (*rules.Set, error) {
	entries, set, err := merge(stored)
	for _, e := range entries {
		for _, p := range e.Problems {
			s.log.Error("a rule is not checked", "rule", e.RuleID, "problem", p.String())
		}
	}
	return set, err
}
