// Package backend starts the parts behind the API for the tests of api, console and client: a real database, the
// simulated partner, the workers, the budget. It imports none of the three, so that their own tests can import it.
package backend

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"waybill/internal/admission"
	"waybill/internal/blob"
	"waybill/internal/feature"
	"waybill/internal/feature/all"
	"waybill/internal/fulfil"
	"waybill/internal/importer"
	"waybill/internal/inforce"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/partner/simulated"
	"waybill/internal/partnerlabel"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
	"waybill/internal/webhook"
)

// Key is the secret key of the demo account, which has id 1.
const Key = "test-key-0123456789"

// Options say how the parts run. Drawing is api.DrawingNeeds; zero values of the others choose an empty SQLite file, a
// new folder, the real time and no log.
type Options struct {
	DatabaseURL string
	Folder      string // of the data
	Now         func() time.Time
	Elapsed     func() time.Duration
	Log         *slog.Logger
	Fault       func(rule string) // is called for each fault of a rule
	Drawing     admission.Needs
	Reads       *storetest.Reads // counts the reads of orders, if it is not nil
}

// pollEvery is short, so that no test waits for work that is due, and longest is how long parts wait for what never fails to come.
const pollEvery, longest = 50 * time.Millisecond, time.Hour

// Parts are the running parts.
type Parts struct {
	Store     *store.Store // with the demo account and the demo services
	Partner   *simulated.Partner
	Blobs     blob.Store
	Labels    *partnerlabel.Store
	Fulfiller *fulfil.Fulfiller
	Budget    *admission.Budget
	Spool     spool.Folder
	Rules     *inforce.Source
	Orders    *orders.Service
	Features  []feature.Feature // only the worker of imports runs: tests carry hand-over lists themselves
	Endpoints *fulfil.Endpoints // allow private networks
}

// New starts the parts, which run until the test ends.
func New(t testing.TB, o Options) *Parts {
	t.Helper()
	o.complete(t)
	b := &Parts{Store: storetest.Open(t, store.Options{
		URL: o.DatabaseURL, Now: o.Now, Elapsed: o.Elapsed, Log: o.Log, Parts: all.Parts(),
	})}
	if o.Reads != nil {
		o.Reads.Of(b.Store)
	}
	_, _, err := b.Store.MasterData.SeedDemo(t.Context(), Key)
	check(t, err)
	b.Partner, err = simulated.Open(filepath.Join(o.Folder, "simulated-courier.db"))
	check(t, err)
	t.Cleanup(func() { _ = b.Partner.Close() })
	b.Partner.Wait = func(_ context.Context, script string) error {
		if script == simulated.ScriptTimeout {
			return context.DeadlineExceeded // at once
		}
		return nil
	}
	b.Blobs, err = blob.NewFolder(filepath.Join(o.Folder, "blobs"))
	check(t, err)
	b.Labels = partnerlabeltest.NewStore(t, b.Blobs)
	b.Fulfiller = fulfil.New(fulfil.Config{
		Store: b.Store, Labels: b.Labels, Partners: map[string]fulfil.Partner{
			shipment.PartnerSimulated: {Partner: b.Partner, Concurrency: 32, CallTimeout: time.Minute},
		},
		Owner: t.Name(), Now: o.Now, Jitter: func() float64 { return 0.5 },
		Log: o.Log, ObserveCall: func(string, string, time.Duration) {}, ObserveCircuit: func(string, bool) {},
		PollEvery: pollEvery,
	})
	Run(t, b.Fulfiller.Run)
	Run(t, func(ctx context.Context) { fulfil.AdvanceJourneys(ctx, b.Store, o.Log) })
	b.Spool, err = spool.Open(filepath.Join(o.Folder, "spool"))
	check(t, err)
	plan := admission.NewPlan(admission.DefaultMemory, 20_000, o.Drawing)
	plan.Wait = longest
	b.Budget = admission.NewBudget(plan)
	b.Rules = inforce.New(b.Store, o.Log, o.Fault)
	b.Rules.Partners = b.Fulfiller.Check
	b.Orders = orders.New(orders.Config{
		Store: b.Store, Rules: b.Rules, Fulfiller: b.Fulfiller, Now: o.Now, Patience: time.Minute, AnswerWithin: 10 * time.Second,
		Created: func(string, int) {}, Note: func(context.Context, error) {},
	})
	Run(t, jobs.NewService(b.Store, b.Orders, o.Log).Run)
	sheets, err := sandbox.New(importer.Limits, o.Log)
	check(t, err)
	t.Cleanup(sheets.Close)
	b.Features = all.Features(feature.Process{
		Store: b.Store, Orders: b.Orders, Runner: sheets, Memory: b.Budget.Callers, Owner: t.Name(), Log: o.Log,
		Submit: b.Fulfiller.Wake, Created: func(string, int) {}, PollEvery: pollEvery,
	})
	for _, f := range b.Features {
		if f.Name == "imports" {
			Run(t, f.Work)
		}
	}
	sender := webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: time.Minute, UserAgent: "test", Now: time.Now})
	b.Endpoints = &fulfil.Endpoints{Store: b.Store, Sender: sender, Now: o.Now}
	return b
}

func (o *Options) complete(t testing.TB) {
	t.Helper()
	if o.DatabaseURL == "" {
		o.DatabaseURL = storetest.SQLite(t)
	}
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Fault == nil {
		o.Fault = func(string) {}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Run runs a worker until the test ends.
func Run(t testing.TB, worker func(context.Context)) {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		worker(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
}

// NoMetrics is for tests that do not look at them; telemetry has its own.
type NoMetrics struct{}

// Request does nothing.
func (NoMetrics) Request(string, int, time.Duration) {}

// OrdersCreated does nothing.
func (NoMetrics) OrdersCreated(string, int) {}
