package cli

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partner"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/telemetry"
)

// couriers are the partners of an environment, by the name that services give them.
type couriers struct {
	partners map[string]partner.Partner
	close    func() error
}

// openCouriers opens the partners. Development has a simulated one, whose ledger is in
// the data folder.
func openCouriers(ctx context.Context, c config.Config) (couriers, error) {
	if c.Environment != config.Development {
		return couriers{close: func() error { return nil }}, nil
	}
	courier, err := simulated.Open(ctx, filepath.Join(c.Data, "simulated-courier.db"))
	if err != nil {
		return couriers{}, err
	}
	return couriers{map[string]partner.Partner{shipment.PartnerSimulated: courier}, courier.Close}, nil
}

// startWork runs the workers. The returned function stops them: nothing more is claimed,
// and the calls under way may finish within a time. What is cut is asked about after the
// next start.
func startWork(work *fulfil.Fulfiller, more func(context.Context)) (stop func(within time.Duration) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		var workers sync.WaitGroup
		workers.Go(func() { work.Run(ctx) })
		workers.Go(func() { more(ctx) })
		workers.Wait()
	}()
	return func(within time.Duration) error {
		cancel()
		select {
		case <-done:
			return nil
		case <-time.After(within):
			return errors.New("calls to partners were cut; the next start asks the partners what became of them")
		}
	}
}

// journeys walks the test journeys of a development environment. Production has none.
func journeys(c config.Config, s *store.Store, log *slog.Logger) func(context.Context) {
	if c.Environment != config.Development {
		return func(context.Context) {}
	}
	return func(ctx context.Context) { fulfil.WalkJourneys(ctx, s, log) }
}

// queues are the lengths and ages of the partners' queues for the metrics.
func queues(ctx context.Context, s *store.Store) ([]telemetry.Queue, error) {
	stats, err := s.SubmissionStats(ctx)
	if err != nil {
		return nil, err
	}
	shown := make([]telemetry.Queue, len(stats))
	for i, q := range stats {
		shown[i] = telemetry.Queue{Partner: q.Partner, Depth: q.Depth}
		if !q.OldestDue.IsZero() {
			shown[i].OldestAge = max(0, time.Since(q.OldestDue))
		}
	}
	return shown, nil
}
