package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	mathrand "math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
	"waybill/internal/telemetry"
	"waybill/internal/webhook"
)

// couriers are the partners of an environment, by the name that services give them.
type couriers struct {
	partners  map[string]fulfil.Courier
	receivers map[string]api.Receiver // of those that call back in a way of their own
	close     func() error
}

// simulatedCalls is how many calls the simulated courier takes at once.
const simulatedCalls = 32

// openCouriers opens the partners that the database names, and EasyPost if there is an
// account. Development also has a simulated one, whose ledger is in the data folder.
func openCouriers(ctx context.Context, c config.Config, s *store.Store, log *slog.Logger) (couriers, error) {
	opened := couriers{map[string]fulfil.Courier{}, map[string]api.Receiver{}, func() error { return nil }}
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
	if err := opened.addEasyPost(ctx, c, s, log); err != nil {
		return couriers{}, err
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

// webhookTimeout is how long a receiver of events may take to answer.
const webhookTimeout = 10 * time.Second

// newDeliverer makes the worker that tells shippers of events. Links in events start with
// base, for there is no request whose Host they could take.
func newDeliverer(c config.Config, s *store.Store, labels *api.API, base string, metrics *telemetry.Metrics, log *slog.Logger) *fulfil.Deliverer {
	return fulfil.NewDeliverer(fulfil.DelivererConfig{
		Store: s, Owner: rand.Text(), Now: time.Now, Jitter: mathrand.Float64, Log: log,
		Sender: webhook.NewSender(webhook.Options{
			AllowPrivate: c.PrivateWebhooks(), Timeout: webhookTimeout, UserAgent: "Waybill/" + readBuild().Version, Now: time.Now,
		}),
		LabelURL: func(trackingNo string, format shipment.LabelFormat) string {
			return labels.LabelURL(base, trackingNo, format)
		},
		PrintLabel: labels.PrintLabel, ObserveDelivery: metrics.Delivery,
	})
}

// startWork runs the workers. The returned function stops them: nothing more is claimed,
// and the calls under way may finish within a time. What is cut is asked about, or sent
// again, after the next start.
func startWork(workers ...func(context.Context)) (stop func(within time.Duration) error) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for _, run := range workers {
		running.Go(func() { run(ctx) })
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		running.Wait()
	}()
	return func(within time.Duration) error {
		cancel()
		select {
		case <-done:
			return nil
		case <-time.After(within):
			return errors.New("calls to partners or webhooks were cut; the next start asks what became of them, or sends them again")
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

// queues are the lengths and ages of the partners' queues for the metrics. A partner whose
// queue is empty is shown as well, so that its series has no holes.
func queues(ctx context.Context, s *store.Store, partners map[string]fulfil.Courier) ([]telemetry.Queue, error) {
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
