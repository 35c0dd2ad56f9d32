package fulfil_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/partner/simulated"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

func TestMain(m *testing.M) { partnerlabeltest.Main(m) }

const (
	callTimeout = time.Minute
	pollEvery   = 10 * time.Millisecond
)

// fixture is a store and a simulated partner, with as many workers as a test starts.
type fixture struct {
	t       *testing.T
	store   *store.Store
	partner *simulated.Partner
	ledger  string       // of the partner
	ahead   atomic.Int64 // of the clock, which a test moves
	account int64

	disabled atomic.Int64 // endpoints, as they were counted
}

var started = time.Now()

// now stands still, so that no lease ends and nothing is due on a slow machine before a test says so.
func (fx *fixture) now() time.Time {
	return started.Add(time.Duration(fx.ahead.Load())).Truncate(time.Microsecond)
}

// elapsed is the clock of caches, which runs.
func (fx *fixture) elapsed() time.Duration {
	return time.Since(started) + time.Duration(fx.ahead.Load())
}

func (fx *fixture) log() *slog.Logger { return slog.New(slog.DiscardHandler) }

func onEngines(t *testing.T, test func(t *testing.T, fx *fixture)) {
	t.Helper()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		fx := &fixture{t: t}
		fx.store = storetest.Open(t, store.Options{URL: databaseURL, Now: fx.now, Elapsed: fx.elapsed})
		var err error
		fx.ledger = filepath.Join(t.TempDir(), "ledger.db")
		if fx.partner, err = simulated.Open(fx.ledger); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = fx.partner.Close() })
		fx.partner.Wait = func(context.Context, string) error { return context.DeadlineExceeded } // at once
		account, err := fx.store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"})
		if err != nil {
			t.Fatal(err)
		}
		fx.account = account.AccountID
		test(t, fx)
	})
}

// worker makes a Fulfiller that calls the partner; observe receives the outcome of each call.
func (fx *fixture) worker(owner string, observe func(outcome string)) *fulfil.Fulfiller {
	return fulfil.New(fulfil.Config{
		Store: fx.store, Partners: map[string]fulfil.Partner{
			shipment.PartnerSimulated: {Partner: fx.partner, Concurrency: 32, CallTimeout: callTimeout},
		},
		Owner: owner, Now: fx.now, Jitter: func() float64 { return 0 }, Log: fx.log(),
		ObserveCall:    func(_, outcome string, _ time.Duration) { observe(outcome) },
		ObserveCircuit: func(string, bool) {},
		PollEvery:      pollEvery,
	})
}

// create stores an order for a partner. A lease of 0 leaves it to any worker.
func (fx *fixture) create(partnerName, script string, owner string, lease time.Duration) store.Batch {
	fx.t.Helper()
	batch, err := fx.store.CreateBatch(fx.t.Context(), store.NewBatch{
		AccountID: fx.account, KeyID: 1, Partners: []string{partnerName}, Owner: owner, LeaseFor: lease,
		Orders: []shipment.Order{{ServiceID: 5, Consignee: shipment.Party{Name: script, Country: "ID"}, Items: []shipment.Item{{Quantity: 1}}}},
	})
	if err != nil {
		fx.t.Fatal(err)
	}
	return batch
}

// start runs a worker until the returned stop.
func start(f *fulfil.Fulfiller) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		f.Run(ctx)
	}()
	return sync.OnceFunc(func() {
		cancel()
		<-done
	})
}

func (fx *fixture) acceptances(trackingNo string) int {
	fx.t.Helper()
	accepted, err := harness.Acceptances(fx.t.Context(), fx.ledger)
	if err != nil {
		fx.t.Fatal(err)
	}
	return accepted[trackingNo]
}

// TestDiedAfterTheCall is a process that died when the partner had the order and the
// store did not know it yet: the next one asks first.
func TestDiedAfterTheCall(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		batch := fx.create(shipment.PartnerSimulated, "Susan", "dead", time.Minute)
		sub := batch.Submissions[0]
		if err := fx.store.Ledger.StartAttempt(t.Context(), &sub, time.Minute); err != nil {
			t.Fatal(err)
		}
		if _, err := fx.partner.Submit(t.Context(), sub.IdempotencyKey, sub.Order); err != nil {
			t.Fatal(err)
		}
		calls := make(chan string, 10)
		defer start(fx.worker("heir", func(outcome string) { calls <- outcome }))()
		fx.ahead.Add(int64(2 * time.Minute)) // the lease of the dead one ends
		if outcome := <-calls; outcome != "accepted" {
			t.Errorf("the partner said %q when asked", outcome)
		}
		if n := fx.acceptances(batch.Orders[0].TrackingNo); n != 1 {
			t.Errorf("accepted %d times", n)
		}
	})
}

// TestDiedBeforeTheCall is a process that died when it was about to call.
func TestDiedBeforeTheCall(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		batch := fx.create(shipment.PartnerSimulated, "Susan", "dead", time.Minute)
		if err := fx.store.Ledger.StartAttempt(t.Context(), &batch.Submissions[0], time.Minute); err != nil {
			t.Fatal(err)
		}
		calls := make(chan string, 10)
		stop := start(fx.worker("heir", func(outcome string) { calls <- outcome }))
		defer stop()
		fx.ahead.Add(int64(2 * time.Minute))
		if first, second := <-calls, <-calls; first != "not_submitted" || second != "accepted" {
			t.Errorf("calls: %s, %s", first, second)
		}
		stop()
		if n := fx.acceptances(batch.Orders[0].TrackingNo); n != 1 {
			t.Errorf("accepted %d times", n)
		}
		o, err := fx.store.OrderByTrackingNo(t.Context(), batch.Orders[0].TrackingNo)
		if err != nil || !o.HasLabel || o.HAWBNo == "" || o.StatusCode != shipment.StatusSubmitted {
			t.Errorf("order: label %v, HAWB %q, status %q (%v)", o.HasLabel, o.HAWBNo, o.StatusCode, err)
		}
	})
}

// TestALostLeaseStopsTheCall is an attempt that comes too late: another process may be
// at it.
func TestALostLeaseStopsTheCall(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		batch := fx.create(shipment.PartnerSimulated, "Susan", "slow", time.Minute)
		fx.ahead.Add(int64(2 * time.Minute))
		claimed, err := fx.store.Ledger.ClaimSubmissions(t.Context(), "other", shipment.PartnerSimulated, 10, time.Minute)
		if err != nil || len(claimed) != 1 {
			t.Fatalf("claimed %d, %v", len(claimed), err)
		}
		late := fx.worker("slow", func(outcome string) { t.Errorf("the partner was called: %s", outcome) })
		if outcome := late.Submit(t.Context(), batch.Submissions, func() {})[batch.Orders[0].OrderID]; outcome.State != store.SubmissionUnknown {
			t.Errorf("outcome %+v", outcome)
		}
	})
}

func TestSubmitReturnsWhenItsTimeEnds(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		calls := make(chan string, 10)
		f := fx.worker("me", func(outcome string) { calls <- outcome })
		batch := fx.create(shipment.PartnerSimulated, "[timeout]", "me", time.Minute)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if outcomes := f.Submit(ended, batch.Submissions, func() {}); len(outcomes) != 0 {
			t.Errorf("outcomes %+v", outcomes)
		}
		if outcome := <-calls; outcome != "unknown" { // the attempt went on
			t.Errorf("the partner said %q", outcome)
		}
	})
}

// TestSubmitLeavesWhatFindsNoSlot: when the time of a request ends only the attempts under way
// keep its orders; the others are due at once, and Submit says when it has none any more.
func TestSubmitLeavesWhatFindsNoSlot(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		called, answer := make(chan struct{}, 1), make(chan struct{})
		f := fulfil.New(fulfil.Config{
			Store: fx.store, Owner: "me", Now: fx.now, Jitter: func() float64 { return 0 }, Log: fx.log(),
			Partners:    map[string]fulfil.Partner{"acme": {Partner: busy{fx.partner, called, answer}, Concurrency: 1, CallTimeout: time.Minute}},
			ObserveCall: func(string, string, time.Duration) {}, ObserveCircuit: func(string, bool) {},
		})
		var submissions []store.Submission
		for range 3 {
			submissions = append(submissions, fx.create("acme", "Susan", "me", time.Minute).Submissions...)
		}
		ctx, cancel := context.WithCancel(t.Context())
		over := make(chan struct{})
		go func() {
			<-called
			cancel()
		}()
		if outcomes := f.Submit(ctx, submissions, func() { close(over) }); len(outcomes) > 2 {
			t.Errorf("outcomes %+v", outcomes)
		}
		var left []store.Submission
		for len(left) < 2 {
			claimed, err := fx.store.Ledger.ClaimSubmissions(t.Context(), "other", "acme", 10, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			left = append(left, claimed...)
		}
		select {
		case <-over:
			t.Error("it ended before the attempt under way")
		default:
		}
		close(answer)
		<-over
	})
}

// TestBackoff counts an order that fails again and again towards its end.
func TestBackoff(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		f := fx.worker("me", func(string) {})
		batch := fx.create(shipment.PartnerSimulated, "[flaky]", "me", time.Minute)
		sub := batch.Submissions[0]
		for i, want := range []time.Duration{time.Second, 16 * time.Second} {
			attempt, before := i+1, fx.now()
			outcome := f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]
			if outcome.State != store.SubmissionPending || outcome.ErrorClass != "temporary" {
				t.Fatalf("attempt %d: %+v", attempt, outcome)
			}
			if wait := outcome.RetryOn.Sub(before); wait != want {
				t.Errorf("attempt %d: again in %v, want %v", attempt, wait, want)
			}
			fx.ahead.Add(int64(time.Hour))
			claimed, err := fx.store.Ledger.ClaimSubmissions(t.Context(), "me", shipment.PartnerSimulated, 1, time.Minute)
			if err != nil || len(claimed) != 1 {
				t.Fatalf("claimed %d, %v", len(claimed), err)
			}
			sub = claimed[0]
		}
		if outcome := f.Submit(t.Context(), []store.Submission{sub}, func() {})[sub.OrderID]; outcome.State != store.SubmissionConfirmed {
			t.Errorf("third attempt: %+v", outcome)
		}
	})
}

// TestTwoProcessesShareTheWork lets two workers loose on many orders.
func TestTwoProcessesShareTheWork(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		const orders = 100
		var accepted atomic.Int64
		all := make(chan struct{})
		observe := func(outcome string) {
			if outcome == "accepted" && accepted.Add(1) == orders {
				close(all)
			}
		}
		stopFirst, stopSecond := start(fx.worker("first", observe)), start(fx.worker("second", observe))
		for range orders {
			fx.create(shipment.PartnerSimulated, "Susan", "", 0)
		}
		<-all
		stopFirst()
		stopSecond()
		counts, err := harness.Acceptances(t.Context(), fx.ledger)
		if err != nil || len(counts) != orders {
			t.Fatalf("%d orders accepted, %v", len(counts), err)
		}
		for trackingNo, n := range counts {
			if n != 1 {
				t.Errorf("%s was accepted %d times", trackingNo, n)
			}
		}
	})
}

func TestAPartnerThatIsNotConfigured(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		f := fx.worker("me", func(string) { t.Error("a partner was called") })
		for was, want := range map[store.SubmissionState]store.SubmissionState{
			store.SubmissionPending: store.SubmissionPending, store.SubmissionUnknown: store.SubmissionUnknown,
			store.SubmissionSubmitted: store.SubmissionUnknown, // the partner is still to be asked first
		} {
			batch := fx.create("nobody", "Susan", "me", time.Minute)
			batch.Submissions[0].State = was
			outcome := f.Submit(t.Context(), batch.Submissions, func() {})[batch.Orders[0].OrderID]
			if outcome.State != want || outcome.Message == "" {
				t.Errorf("%s: outcome %+v", was, outcome)
			}
		}
	})
}
