package fulfil

import (
	"context"
	"log/slog"
	"time"

	"waybill/internal/store"
)

const (
	// carryEvery is the time between two queries for lists that are closing.
	carryEvery = time.Second
	// carriedAtOnce is how many parcels become picked up in one transaction.
	carriedAtOnce = 100
)

// CarryHandovers carries hand-over lists that were closed to their parcels until ctx ends. It rests as long as it works, so that creates
// go on, and a list of 10,000 parcels takes seconds.
func CarryHandovers(ctx context.Context, s *store.Store, log *slog.Logger) {
	for {
		start, wait := time.Now(), carryEvery
		closing, err := s.CarryHandovers(ctx, carriedAtOnce)
		switch {
		case err != nil && ctx.Err() == nil:
			log.ErrorContext(ctx, "carry hand-over lists", "error", err)
		case closing > 0:
			wait = time.Since(start) // more may be left
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
