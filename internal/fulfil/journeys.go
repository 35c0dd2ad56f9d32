package fulfil

import (
	"context"
	"log/slog"
	"time"

	"waybill/internal/store"
)

const (
	// stepEvery is how often journeys that are due are looked for.
	stepEvery = 200 * time.Millisecond
	// stepsAtOnce is how many are advanced in one transaction.
	stepsAtOnce = 100
)

// WalkJourneys advances the test journeys that are due until ctx ends. Only a development
// environment needs it.
func WalkJourneys(ctx context.Context, s *store.Store, log *slog.Logger) {
	tick := time.NewTicker(stepEvery)
	defer tick.Stop()
	for {
		n, err := s.AdvanceJourneys(ctx, stepsAtOnce)
		if err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "advance journeys", "error", err)
		}
		if err == nil && n > 0 {
			continue // without a pause there is more at once
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
