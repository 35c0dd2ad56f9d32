package server

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/blob"
	"waybill/internal/config"
	"waybill/internal/console/public"
	"waybill/internal/data"
	"waybill/internal/feature"
	"waybill/internal/feature/all"
	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/jobs"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/requestlog"
	"waybill/internal/telemetry"
	"waybill/internal/tracing"
)

// Options are the dependencies that a process gives to its server.
type Options struct {
	Config   config.Config
	Build    telemetry.Build
	Greeting io.Writer // where a developer reads the address and the demo key
	Log      *slog.Logger
	// KeepMemoryLimit leaves the memory limit of the Go runtime as it is: the operator set GOMEMLIMIT.
	KeepMemoryLimit bool
	// SpeedUpRetries divides the waits between attempts at partners and webhooks, for test runs that
	// cannot wait for days. 0 and 1 change nothing.
	SpeedUpRetries fulfil.RetrySpeedUp
}

// process is a server that is starting or running.
type process struct {
	Options
	plan      admission.Plan
	metrics   *telemetry.Metrics
	store     *store.Store
	labels    *partnerlabel.Store
	blobs     blob.Store // of the labels
	spool     spool.Folder
	sheets    *sandbox.Runner // reads spreadsheets
	partners  *partners
	endpoints *Endpoints
	requests  *requestlog.Writer
	outgoing  *fulfil.Outgoing
	tracer    *tracing.Tracer // nil: there are no traces
	base      string          // URL of the server, without a trailing slash
}

// Run serves until ctx ends, then ends the requests under way, and stops. Returns a *data.SettingsError if the settings do
// not fit the data.
func Run(ctx context.Context, o Options) (err error) {
	c, log := o.Config, o.Log
	p := &process{Options: o, metrics: telemetry.NewMetrics(o.Build), outgoing: new(fulfil.Outgoing)}
	p.tracer = tracing.New(tracing.Options{
		Endpoint: c.TraceEndpoint, Ratio: c.TraceRatio, Version: o.Build.Version, Environment: string(c.Environment), Log: log,
	})
	defer p.tracer.Close()
	budget, connections, err := p.limitMemory()
	if err != nil {
		return err
	}

	// Before the demo key is made, which is shown once: a port in use ends the start.
	listeners, err := listen(ctx, c, log)
	if err != nil {
		return err
	}
	defer listeners.close()
	p.base = baseURL(c, listeners.api.Addr())

	unlock, err := data.Claim(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	closeFiles, err := p.openFiles(ctx)
	if err != nil {
		return err
	}
	defer closeFiles()

	if p.store, err = p.openMigrated(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.store.DB.Close()) }()
	p.watchData()

	demo, next, err := p.prepareData(ctx)
	if err != nil {
		return err
	}

	if p.partners, err = openPartners(ctx, c, p.store, p.outgoing, log); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.partners.close()) }()

	fulfiller, err := p.newFulfiller(ctx)
	if err != nil {
		return err
	}
	rules := inforce.New(p.store, log, p.metrics.RuleFault)
	operations, features := p.newFeatures(fulfiller, budget, rules)
	p.endpoints = newEndpoints(c, p.store, p.outgoing, log, o.Build.Version)
	apiServer, err := p.newAPI(ctx, fulfiller, features, budget, operations)
	if err != nil {
		return err
	}

	stopWorkers := startWorkers(max(p.partners.longestCall(), webhookTimeout), append(feature.Work(features),
		p.repeat(outgoingEvery, slog.LevelError, "look whether outgoing calls are paused", p.checkOutgoing),
		p.repeat(reloadEvery, slog.LevelWarn, "read the key of label addresses", apiServer.ReloadKeys),
		fulfiller.Run, p.partners.follow(fulfiller, log), p.newDeliverer(apiServer).Run, p.indexOrders(rules),
		jobs.NewService(p.store, operations, log).Run, p.journeys(), every(store.ClockNoted, p.noteClock), p.eraser().Run, p.requests.Run,
		every(inforce.HitsWritten, rules.WriteHits))...)
	servers := p.newServers(listeners, apiServer, connections)
	log.Info("ready", "environment", c.Environment, "listen", listeners.api.Addr().String(), "database", c.Database(), "version",
		o.Build.Version)
	greet(o.Greeting, c, p.base, demo, next)
	err = serve(ctx, stopTimes{drain: c.DrainDelay, finish: c.ShutdownTimeout}, log, servers)
	err = errors.Join(err, stopWorkers())
	rules.WriteHits(context.WithoutCancel(ctx))
	return err
}

// prepareData makes opened data ready: it marks the environment, and looks whether outgoing calls are paused. It returns
// what greet shows.
func (p *process) prepareData(ctx context.Context) (demo demoKey, next string, err error) {
	if demo, err = prepareEnvironment(ctx, p.store, p.Config, p.Log); err != nil {
		return demo, "", err
	}
	if err = p.checkOutgoing(ctx); err != nil || p.Config.Environment != config.Production {
		return demo, "", err
	}
	next, err = nextSteps(ctx, p.store)
	return demo, next, err
}

// pages are the pages for consignees.
func pages(s *store.Store, log *slog.Logger, c config.Config) []api.Page {
	track := public.NewTrackPage(s, log)
	track.PartnerNumbers = c.TrackPartnerNumbers
	return []api.Page{
		{Path: "/track/{number}", Operation: "track_page", Handler: track},
		{Path: "/track", Operation: "track_search", Handler: track},
		{Path: "/track/{number}/logo.png", Operation: "track_logo", Handler: public.NewLogo(s, log)},
	}
}

// openMigrated opens the database and migrates it.
func (p *process) openMigrated(ctx context.Context) (*store.Store, error) {
	name := engine.Postgres
	if p.Config.SQLite() {
		name = engine.SQLite
	}
	o := data.Options(p.Config, all.Parts())
	o.Log, o.ObserveCommit, o.ReplicaURL = p.Log, p.metrics.Commits(name), p.Config.DatabaseReplicaURL
	s, err := data.Open(ctx, p.Config, o)
	if err != nil {
		return nil, err
	}
	applied, err := s.DB.Migrate(ctx)
	if err != nil {
		return nil, errors.Join(err, s.DB.Close())
	}
	if len(applied) > 0 {
		p.Log.Info("migrated the database", "applied", applied)
	}
	data.KeepReserve(p.Config)
	return s, nil
}
