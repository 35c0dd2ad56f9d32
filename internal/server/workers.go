package server

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/api/shell"
	"waybill/internal/config"
	"waybill/internal/erasure"
	"waybill/internal/feature"
	"waybill/internal/feature/all"
	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/shipment"
	"waybill/internal/store"

	"waybill/internal/throttle"

	"waybill/internal/webhook"
)

// webhookTimeout bounds a request to a webhook endpoint.
const webhookTimeout = 10 * time.Second

// Endpoints creates, changes and tests endpoints.
type Endpoints = fulfil.Endpoints

// EndpointsOf are the endpoints for a command: it refuses what the server with its settings refuses.
func EndpointsOf(ctx context.Context, c config.Config, s *store.Store, version string) (*Endpoints, error) {
	o, err := s.Outgoing(ctx)
	outgoing := new(fulfil.Outgoing)
	outgoing.SetPaused(pauseOf(c, o) != store.NotPaused)
	return newEndpoints(c, s, outgoing, nil, version), err
}

// newEndpoints makes Endpoints. version is that of this program.
func newEndpoints(c config.Config, s *store.Store, outgoing *fulfil.Outgoing, log *slog.Logger, version string) *Endpoints {
	return &fulfil.Endpoints{Store: s, Now: time.Now, Outgoing: outgoing, Log: log, Sender: webhook.NewSender(webhook.Options{
		AllowPrivate: c.PrivateWebhooks(), Timeout: webhookTimeout, UserAgent: "Waybill/" + version, Now: time.Now,
	})}
}

// newDeliverer makes the worker that delivers events to webhook endpoints. Links in events start with
// the server's own URL: there is no request to take a Host from.
func (p *process) newDeliverer(labels *api.API) *fulfil.Deliverer {
	return fulfil.NewDeliverer(fulfil.Config{
		Store: p.store, Owner: rand.Text(), Now: time.Now, Jitter: mathrand.Float64, Log: p.Log,
		Sender: p.endpoints.Sender, Outgoing: p.outgoing,
		LabelURL:   func(e *shipment.Event) string { return labels.EventLabelURL(p.base, e) },
		PrintLabel: labels.PrintLabel, ObserveDelivery: p.metrics.Delivery, ObserveDisabled: p.metrics.EndpointDisabled,
		SpeedUpRetries: p.SpeedUpRetries, Tracer: p.tracer,
	})
}

// newFulfiller makes the worker that calls partners. On SQLite the lock of the data folder says that no
// other process is at work, so work that a crash cut is taken up without waiting for its leases.
func (p *process) newFulfiller(ctx context.Context) (*fulfil.Fulfiller, error) {
	if p.Config.SQLite() {
		// An attempt may be two calls: asking what became of the last one, and submitting.
		ended, err := p.store.Ledger.EndLeases(ctx, 2*p.partners.longestCall())
		switch {
		case errors.Is(err, store.ErrUnavailable): // they end by themselves
			p.Log.ErrorContext(ctx, "what an earlier run left unfinished waits, because nothing can be stored", "error", err)
		case err != nil:
			return nil, err
		case ended > 0:
			p.Log.InfoContext(ctx, "taking up what an earlier run left unfinished", "claims", ended)
		}
	}
	fulfiller := fulfil.New(fulfil.Config{
		Store: p.store, Labels: p.labels, Partners: p.partners.all(), Owner: rand.Text(),
		Now: time.Now, Jitter: mathrand.Float64, Log: p.Log, ObserveCall: p.metrics.PartnerCall, ObserveCircuit: p.metrics.PartnerCircuit,
		SpeedUpRetries: p.SpeedUpRetries, Outgoing: p.outgoing, Tracer: p.tracer,
	})
	p.metrics.WatchQueues(func(ctx context.Context) ([]store.PartnerQueue, error) {
		return queues(ctx, p.store, fulfiller.PartnerNames())
	})
	p.metrics.WatchUnmoved(func(ctx context.Context) (orders int64, err error) {
		counts, err := p.store.Unmoved(ctx)
		for _, of := range counts {
			orders += of[1]
		}
		return orders, err
	})
	p.metrics.WatchClock(p.store.ClockBehind)
	return fulfiller, nil
}

// newFeatures makes what carries out operations on orders, and the features, whose workers create the orders of uploaded files, for
// example. It lets the rules know what partners refuse.
func (p *process) newFeatures(
	fulfiller *fulfil.Fulfiller, budget *admission.Budget, rules *inforce.Source,
) (*orders.Service, []feature.Feature) {
	rules.Partners = fulfiller.Check
	operations := orders.New(orders.Config{
		Store: p.store, Rules: rules, Fulfiller: fulfiller, Now: time.Now, Patience: p.Config.BlockingBudget, AnswerWithin: shell.ResponseMargin,
		Created: p.metrics.OrdersCreated, Scanned: p.metrics.HubScan, Note: shell.NoteError,
	})
	return operations, all.Features(feature.Process{
		Store: p.store, Orders: operations, Runner: p.sheets, Memory: budget.Callers, Owner: rand.Text(), Log: p.Log, Submit: fulfiller.Wake,
		Created: p.metrics.OrdersCreated,
	})
}

// eraser erases and deletes orders.
func (p *process) eraser() *erasure.Eraser {
	return &erasure.Eraser{Store: p.store, Blobs: p.blobs, Log: p.Log, AuditDays: p.Config.AuditDays}
}

// journeys advances the simulated journeys of a development environment. Production has none.
func (p *process) journeys() func(context.Context) {
	if p.Config.Environment != config.Development {
		return func(context.Context) {}
	}
	return func(ctx context.Context) { fulfil.AdvanceJourneys(ctx, p.store, p.Log) }
}

// indexOrders keeps the search index up to date.
func (p *process) indexOrders(rules *inforce.Source) func(context.Context) {
	p.metrics.WatchSearch(p.store.Search.SearchLag)
	warnings := func(ctx context.Context) (store.Warnings, error) {
		checker, err := rules.Checker(ctx)
		return checker.Kinds, err
	}
	return func(ctx context.Context) { fulfil.IndexOrders(ctx, p.store, rand.Text(), warnings, p.Log) }
}

// noteClock stores the time, so that a clock that is set back is noticed.
func (p *process) noteClock(ctx context.Context) {
	switch behind, due, err := p.store.NoteClock(ctx); {
	case err != nil && ctx.Err() == nil:
		p.Log.WarnContext(ctx, "note the clock", "error", err)
	case behind > 0:
		p.Log.WarnContext(ctx, "the clock is behind stored times", "behind", behind, "work_made_due", due)
	}
}

// repeat makes a worker that does something at each interval, and logs errors. What it did before stays.
func (p *process) repeat(interval time.Duration, level slog.Level, what string, do func(context.Context) error) func(context.Context) {
	return every(interval, func(ctx context.Context) {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			p.Log.Log(ctx, level, what, "error", err) //nolint:sloglint // each caller has a literal
		}
	})
}

// every makes a worker that does something at each interval.
func every(interval time.Duration, do func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		for throttle.Sleep(ctx, interval) {
			do(ctx)
		}
	}
}

// startWorkers runs the workers. The returned function stops them: nothing more is claimed, and calls
// under way may finish within the time given. The next start asks about calls that were cut, or sends
// them again.
func startWorkers(within time.Duration, workers ...func(context.Context)) (stop func() error) {
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

// queues reads the lengths and ages of the partners' queues for the metrics. An empty queue is shown as
// well, so that its series has no holes.
func queues(ctx context.Context, s *store.Store, partners []string) ([]store.PartnerQueue, error) {
	waiting, err := s.Ledger.SubmissionStats(ctx)
	for _, name := range partners {
		if !slices.ContainsFunc(waiting, func(q store.PartnerQueue) bool { return q.Partner == name }) {
			waiting = append(waiting, store.PartnerQueue{Partner: name})
		}
	}
	return waiting, err
}
