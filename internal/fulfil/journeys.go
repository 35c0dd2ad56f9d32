package fulfil

import (
	"context"
	"log/slog"
	"time"

	"waybill/internal/store"
	"waybill/internal/throttle"
)

const (
	// stepEvery is the time between two queries for due journeys.
	stepEvery = 200 * time.Millisecond
	// stepsAtOnce is how many are advanced in one transaction.
	stepsAtOnce = 100
)

// AdvanceJourneys advances the test journeys that are due until ctx ends. Only a development
// environment needs it.
func AdvanceJourneys(ctx context.Context, s *store.Store, log *slog.Logger) {
	throttle.Repeat(ctx, stepEvery, nil, func() (more bool) {
		n, err := s.Journeys.AdvanceJourneys(ctx, stepsAtOnce)
		throttle.LogFailure(ctx, log, "advance journeys", err)
		return err == nil && n > 0
	})
}
