package fulfil

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"waybill/internal/each"
	"waybill/internal/partnerlabel"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/throttle"
	"waybill/internal/tracing"
	"waybill/internal/webhook"
)

const (
	// concurrentCancels is how many further calls cancel orders at a partner.
	concurrentCancels = 4
	// concurrentLabels is how many further calls fetch labels from a partner.
	concurrentLabels = 4
	// pollEvery is the time between two queries for due work without a signal: retries, and
	// the work of processes that died. Tests set another one.
	pollEvery = time.Second
	// purgeEvery is the time between two purges of what has expired.
	purgeEvery = time.Hour
	// leaseMargin is how much longer a lease is than the calls it covers, for the store's part.
	leaseMargin = 20 * time.Second
)

// RetrySpeedUp divides the waits between attempts, for tests that cannot wait for days; 0 and 1
// change nothing. Leases, timeouts and the pauses of circuits stay as they are.
type RetrySpeedUp int

func (u RetrySpeedUp) shorten(wait time.Duration) time.Duration {
	return wait / time.Duration(max(1, u))
}

// Config is what a Fulfiller or a Deliverer needs. What is not only for one of them is required, but for the last four fields.
type Config struct {
	Store  *store.Store
	Owner  string // names this process in leases; no two processes share one
	Now    func() time.Time
	Jitter func() float64 // uniform in [0, 1)
	Log    *slog.Logger

	// Of a Fulfiller: the labels of partners, and the partners at first, by the name that services give; see SetPartners.
	Labels      *partnerlabel.Store
	Partners    map[string]Partner
	ObserveCall func(partner, outcome string, took time.Duration)
	// ObserveCircuit receives, at first and at each change, whether a partner's circuit is open:
	// the partner does not answer, and is not called.
	ObserveCircuit func(partner string, open bool)

	// Of a Deliverer: LabelURL is the address of the label of an event's order. PrintLabel returns the label as PDF, empty if the order has
	// no such label. ObserveDisabled is called when an endpoint is disabled, because nothing could be delivered to it.
	Sender          *webhook.Sender
	LabelURL        func(*shipment.Event) string
	PrintLabel      func(ctx context.Context, trackingNo string) ([]byte, error)
	ObserveDelivery func(outcome string, took time.Duration)
	ObserveDisabled func()

	SpeedUpRetries RetrySpeedUp
	Outgoing       *Outgoing
	Tracer         *tracing.Tracer // nil: there are no traces
	PollEvery      time.Duration   // 0: pollEvery
}

// Fulfiller submits orders to partners. Safe for concurrent use.
type Fulfiller struct {
	Config
	registry registry
	calls    sync.WaitGroup
}

// queue is one kind of work for one partner, so that a slow partner delays no other.
type queue struct {
	Partner
	name    string
	claim   claimer
	slots   chan struct{} // a token for each call that may run
	wake    chan struct{} // says that there is due work
	circuit *breaker      // of the partner
	recent  *recentCalls  // to the partner
}

// New makes a Fulfiller that does nothing until Run or Submit.
func New(c Config) *Fulfiller {
	f := &Fulfiller{Config: c, registry: registry{changed: make(chan struct{}, 1)}}
	f.SetPartners(c.Partners)
	return f
}

// newQueue makes a queue of a partner with its circuit and its last calls.
func (w *partnerWorkers) newQueue(name string, circuit *breaker, slots int, claim claimer) *queue {
	return &queue{
		Partner: w.Partner, name: name, claim: claim, slots: make(chan struct{}, slots), wake: make(chan struct{}, 1), circuit: circuit,
		recent: w.recent,
	}
}

// Lease returns the owner and length of the lease on submissions that this process is about to
// attempt.
func (f *Fulfiller) Lease() (owner string, length time.Duration) {
	length = leaseMargin // 0 would be none
	for _, w := range f.registry.all() {
		length = max(length, w.lease())
	}
	return f.Owner, length
}

// Run claims due submissions, cancellations and labels and attempts them until ctx ends,
// then waits for the attempts under way. What is claimed for follows SetPartners.
func (f *Fulfiller) Run(ctx context.Context) {
	var loops sync.WaitGroup
	loops.Go(func() { f.purge(ctx) })
	running := make(map[*partnerWorkers]context.CancelFunc)
	for ctx.Err() == nil {
		f.follow(ctx, &loops, running)
		select {
		case <-ctx.Done():
		case <-f.registry.changed:
		}
	}
	loops.Wait()
	f.calls.Wait()
}

// purge deletes expired idempotent responses, events and histories of submissions.
func (f *Fulfiller) purge(ctx context.Context) {
	purges := []struct {
		what string
		do   func(context.Context) (int64, error)
	}{
		{"idempotent responses", f.Store.Once.Purge}, {"events", f.Store.Webhooks.PurgeEvents}, {"histories", f.Store.Ledger.PurgeHistories},
	}
	throttle.Repeat(ctx, purgeEvery, nil, func() (more bool) {
		for _, p := range purges {
			_, err := p.do(ctx)
			throttle.LogFailure(ctx, f.Log, "purge what is old", err, "what", p.what)
		}
		return false
	})
}

// claimer leases up to limit due pieces of work and returns a function for each.
type claimer func(ctx context.Context, q *queue, limit int) ([]func(context.Context), error)

func (f *Fulfiller) runQueue(ctx context.Context, q *queue) {
	throttle.Repeat(ctx, cmp.Or(f.PollEvery, pollEvery), q.wake, func() bool {
		more, err := f.start(ctx, q)
		throttle.LogFailure(ctx, f.Log, "claim work", err, "partner", q.name)
		return more
	})
}

// start starts due work, one piece in each free slot. It reports whether there may be more.
func (f *Fulfiller) start(ctx context.Context, q *queue) (more bool, err error) {
	if f.Outgoing.Paused() {
		return false, nil
	}
	free := q.take(ctx)
	if free == 0 {
		return false, nil
	}
	allowed, _ := q.circuit.allow(free)
	q.giveBack(free - allowed)
	if allowed == 0 {
		return false, nil
	}
	claimed, err := q.claim(ctx, q, allowed)
	q.giveBack(allowed - len(claimed))
	if len(claimed) == 0 {
		q.circuit.release()
	}
	for _, work := range claimed {
		f.calls.Go(func() {
			defer q.giveBack(1)
			work(context.WithoutCancel(ctx))
		})
	}
	return len(claimed) == free, err
}

// giveBack frees slots.
func (q *queue) giveBack(n int) {
	for range n {
		<-q.slots
	}
}

// claiming makes a claimer of a claim of the ledger and of what is done with each piece.
func claiming[T any](
	f *Fulfiller, claim func(ctx context.Context, owner, partner string, limit int, lease time.Duration) ([]T, error),
	do func(context.Context, *queue, T),
) claimer {
	return func(ctx context.Context, q *queue, limit int) ([]func(context.Context), error) {
		claimed, err := claim(ctx, f.Owner, q.name, limit, q.lease())
		return each.Of(claimed, func(piece T) func(context.Context) {
			return func(ctx context.Context) { do(ctx, q, piece) }
		}), err
	}
}

// take takes all free slots, at least one; none if ctx ends first.
func (q *queue) take(ctx context.Context) int {
	if !q.takeOne(ctx) {
		return 0
	}
	for n := 1; ; n++ {
		select {
		case q.slots <- struct{}{}:
		default:
			return n
		}
	}
}

// takeOne takes a slot as soon as one is free. It is false when ctx ends first.
func (q *queue) takeOne(ctx context.Context) bool {
	select {
	case q.slots <- struct{}{}:
		return true
	default:
	}
	select {
	case q.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// Wake signals that there is due work for the partner, so that it does not wait for the next poll.
func (f *Fulfiller) Wake(partnerName string) {
	w, ok := f.registry.find(partnerName)
	if !ok {
		return
	}
	for _, q := range w.queues() {
		throttle.Signal(q.wake)
	}
}

// Submit attempts submissions that are leased to this process by Lease and returns
// the outcome of each, by order id. When ctx ends first, the outcomes that are not
// there yet are missing: attempts under way go on in the background, and the submissions that
// wait for a free slot are left to be claimed. Ended is called once, when Submit needs subs no
// longer, which may be after it returned.
func (f *Fulfiller) Submit(ctx context.Context, subs []store.Submission, ended func()) map[int64]store.Outcome {
	type result struct {
		orderID int64
		outcome store.Outcome
	}
	results := make(chan result, len(subs))
	f.calls.Go(func() {
		defer ended()
		var attempts sync.WaitGroup
		defer attempts.Wait()
		for _, sub := range subs {
			attempts.Go(func() { results <- result{sub.OrderID, f.submit(ctx, sub)} })
		}
	})
	outcomes := make(map[int64]store.Outcome, len(subs))
	for range subs {
		select {
		case r := <-results:
			outcomes[r.orderID] = r.outcome
		case <-ctx.Done():
			return outcomes
		}
	}
	return outcomes
}

// submit attempts a submission when its partner has a free slot. Without such a partner,
// while it does not answer, or when ctx ends before there is a slot, the submission is left to
// be claimed.
func (f *Fulfiller) submit(waiting context.Context, sub store.Submission) store.Outcome {
	ctx := context.WithoutCancel(waiting) // an attempt does not end with the request
	w, ok := f.registry.find(sub.Partner)
	if !ok {
		return f.postpone(ctx, sub, store.ClassUnavailable, fmt.Sprintf("The partner %q is not configured.", sub.Partner), f.Now())
	}
	q := w.submissions
	if !q.takeOne(waiting) {
		return f.postpone(ctx, sub, "", "", f.Now())
	}
	defer q.giveBack(1)
	if allowed, again := q.circuit.allow(1); allowed == 0 {
		return f.postpone(ctx, sub, store.ClassUnavailable, problem.NoAnswerNow.String(), again)
	}
	return f.attempt(ctx, q, sub)
}
