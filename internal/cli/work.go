package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"time"

	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/internal/telemetry"
)

// couriers are the partners of an environment, by the name that services give them.
type couriers struct {
	partners map[string]fulfil.Courier
	close    func() error
}

// simulatedCalls is how many calls the simulated courier takes at once.
const simulatedCalls = 32

// openCouriers opens the partners that the database names. Development also has a
// simulated one, whose ledger is in the data folder.
func openCouriers(ctx context.Context, c config.Config, s *store.Store) (couriers, error) {
	opened := couriers{map[string]fulfil.Courier{}, func() error { return nil }}
	all, err := s.Partners(ctx)
	if err != nil {
		return couriers{}, err
	}
	for _, p := range all {
		if !p.DisabledOn.IsZero() {
			continue
		}
		secret, err := s.PartnerSecret(ctx, p.Name)
		if err != nil {
			return couriers{}, err
		}
		opened.partners[p.Name] = fulfil.Courier{
			Partner: protocol.New(protocol.Config{
				BaseURL: p.BaseURL, Secret: signature.Key(secret), PrivateNetwork: p.PrivateNetwork, Now: time.Now, Nonce: rand.Text,
			}),
			Concurrency: p.Concurrency, CallTimeout: p.CallTimeout,
		}
	}
	if c.Environment != config.Development {
		return opened, nil
	}
	courier, err := simulated.Open(ctx, filepath.Join(c.Data, "simulated-courier.db"))
	if err != nil {
		return couriers{}, err
	}
	opened.partners[shipment.PartnerSimulated] = fulfil.Courier{Partner: courier, Concurrency: simulatedCalls, CallTimeout: c.PartnerTimeout}
	opened.close = courier.Close
	return opened, nil
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
