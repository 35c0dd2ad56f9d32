package ruleset

import (
	"context"
	"encoding/json"
	"fmt"

	"waybill/internal/rules"
	"waybill/internal/store"
)

// Rates returns the exchange rates that rules use, nil if none are loaded.
func Rates(ctx context.Context, s *store.Store) (*rules.Rates, error) {
	text, err := s.MasterData.Rates(ctx)
	if err != nil || text == "" {
		return nil, err
	}
	var r rules.Rates
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return nil, fmt.Errorf("read the exchange rates: %w", err)
	}
	return &r, nil
}

// SetRates replaces the exchange rates. Running servers use them within a second.
func SetRates(ctx context.Context, s *store.Store, r *rules.Rates) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write the exchange rates: %w", err)
	}
	return s.MasterData.SetRates(ctx, string(text))
}

// withRates gives rules the rates.
func withRates(ctx context.Context, s *store.Store, set *rules.Set) (*rules.Set, error) {
	rates, err := Rates(ctx, s)
	return set.WithRates(rates), err
}
