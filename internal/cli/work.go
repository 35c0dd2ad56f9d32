package cli

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
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
func startWork(work *fulfil.Fulfiller) (stop func(within time.Duration) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		work.Run(ctx)
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

// queues are the lengths and ages of the partners' queues for the metrics. A partner whose
// queue is empty is shown as well, so that its series has no holes.
func queues(ctx context.Context, s *store.Store, partners map[string]partner.Partner) ([]telemetry.Queue, error) {
	stats, err := s.SubmissionStats(ctx)
	if err != nil {
		return nil, err
	}
	waiting := make(map[string]telemetry.Queue, len(partners))
	for name := range partners {
		waiting[name] = telemetry.Queue{Partner: name}
	}
	for _, q := range stats {
		waiting[q.Partner] = telemetry.Queue{Partner: q.Partner, Depth: q.Depth, OldestAge: max(0, time.Since(q.OldestDue))}
	}
	return slices.Collect(maps.Values(waiting)), nil
}
