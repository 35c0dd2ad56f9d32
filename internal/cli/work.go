package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"time"

	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/fulfil"
	"waybill/internal/partnerlabel"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/telemetry"
	"waybill/internal/webhook"
)

// webhookTimeout is how long a receiver of events may take to answer.
const webhookTimeout = 10 * time.Second

// newDeliverer makes the worker that tells shippers of events. Links in events start with
// base, for there is no request whose Host they could take.
func newDeliverer(c config.Config, hurry fulfil.Hurry, s *store.Store, labels *api.API, base string, metrics *telemetry.Metrics, log *slog.Logger) *fulfil.Deliverer {
	return fulfil.NewDeliverer(fulfil.DelivererConfig{
		Store: s, Owner: rand.Text(), Now: time.Now, Jitter: mathrand.Float64, Log: log,
		Sender: webhook.NewSender(webhook.Options{
			AllowPrivate: c.PrivateWebhooks(), Timeout: webhookTimeout, UserAgent: "Waybill/" + readBuild().Version, Now: time.Now,
		}),
		LabelURL: func(trackingNo string, format shipment.LabelFormat) string {
			return labels.LabelURL(base, trackingNo, format)
		},
		PrintLabel: labels.PrintLabel, ObserveDelivery: metrics.Delivery, ObserveDisabled: metrics.EndpointDisabled, Hurry: hurry,
	})
}

// newFulfiller makes the worker that calls partners. Work that a crash cut goes on without
// waiting for its leases, where the lock of the data folder says that nobody else is at work.
func newFulfiller(ctx context.Context, c config.Config, p Process, s *store.Store, labels *partnerlabel.Store, couriers *couriers, metrics *telemetry.Metrics, log *slog.Logger) (*fulfil.Fulfiller, error) {
	if c.SQLite() {
		// An attempt may be two calls: asking what became of the last one, and submitting.
		ended, err := s.EndLeases(ctx, 2*couriers.longestCall())
		if err != nil {
			return nil, err
		}
		if ended > 0 {
			log.InfoContext(ctx, "taking up what an earlier run left unfinished", "claims", ended)
		}
	}
	work := fulfil.New(fulfil.Config{
		Store: s, Labels: labels, Partners: couriers.partners(), Owner: rand.Text(),
		Now: time.Now, Jitter: mathrand.Float64, Log: log, ObserveCall: metrics.PartnerCall, ObserveCircuit: metrics.PartnerCircuit,
		Hurry: p.Hurry,
	})
	metrics.WatchQueues(func(ctx context.Context) ([]telemetry.Queue, error) { return queues(ctx, s, work.PartnerNames()) })
	return work, nil
}

// startWork runs the workers. The returned function stops them: nothing more is claimed,
// and the calls under way may finish within a time. What is cut is asked about, or sent
// again, after the next start.
func startWork(within time.Duration, workers ...func(context.Context)) (stop func() error) {
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
	return func() error {
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
func queues(ctx context.Context, s *store.Store, partners []string) ([]telemetry.Queue, error) {
	stats, err := s.SubmissionStats(ctx)
	if err != nil {
		return nil, err
	}
	waiting := make(map[string]telemetry.Queue, len(partners))
	for _, name := range partners {
		waiting[name] = telemetry.Queue{Partner: name}
	}
	for _, q := range stats {
		queue := telemetry.Queue{Partner: q.Partner, Depth: q.Depth, FailedLabels: q.FailedLabels}
		if !q.OldestDue.IsZero() {
			queue.OldestAge = max(0, time.Since(q.OldestDue))
		}
		waiting[q.Partner] = queue
	}
	return slices.Collect(maps.Values(waiting)), nil
}
