package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/console"
	"waybill/internal/store"
	"waybill/internal/telemetry"
)

func newServe(p Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the server",
		Long: `Runs the server until it gets an interrupt or SIGTERM. Then it is not ready any more and goes on
serving for --drain-delay, closes its port, finishes the requests it has within --shutdown-timeout,
and ends.

Each setting is a flag or an environment variable; the flag wins, and an empty one counts
as not given. Secrets are better given as variables, or as files that a variable …_FILE
names: other users of the machine can see flags.`,
		Example: `  waybill serve
  waybill serve --listen :8080 --data /var/lib/waybill
  WAYBILL_ENV=production WAYBILL_DATABASE_URL_FILE=/run/secrets/database-url \
    waybill serve --listen :8080 --public-url https://ship.example.com`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd, p) },
	}
	bindSettings(cmd.Flags(), serverOnly)
	return cmd
}

// serve wires the house and runs it until the command's context ends.
func serve(cmd *cobra.Command, p Process) (err error) {
	c, warnings, err := loadSettings(cmd, p)
	if err != nil {
		return err
	}
	log := startLog(p.Stderr, c, warnings)
	ctx := cmd.Context()
	b := readBuild()
	metrics := telemetry.NewMetrics(telemetry.Build{Version: b.Version, Revision: b.Revision, GoVersion: b.GoVersion})

	budget, connections, err := limitMemory(p, c, metrics, log)
	if err != nil {
		return err
	}

	// First, so that a port in use is found before a demo key is made that nobody would see.
	listeners, err := listen(ctx, c, log)
	if err != nil {
		return err
	}
	defer listeners.close()

	unlock, err := claimData(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()

	labels, spooled, closeFiles, err := openFiles(ctx, c, log)
	if err != nil {
		return err
	}
	defer closeFiles()

	s, err := openMigrated(ctx, c, log, metrics)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()

	demo, err := prepareEnvironment(ctx, s, c, log)
	if err != nil {
		return err
	}

	couriers, err := openCouriers(ctx, c, s, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, couriers.close()) }()

	work, err := newFulfiller(ctx, c, p, s, labels, couriers, metrics, log)
	if err != nil {
		return err
	}
	interfaces, err := api.New(ctx, api.Config{
		Store: s, Fulfiller: work, Labels: labels, Budget: budget, Spool: spooled, Receivers: couriers.receivers, Now: time.Now, Log: log, Metrics: metrics, Version: b.Version,
		Proxies: c.TrustedProxies, CORSOrigins: c.CORSOrigins, PublicURL: c.PublicURL, BlockingBudget: c.BlockingBudget,
		RateLimit: api.RateLimit{PerSecond: c.RateLimit, Burst: c.RateBurst}, TrackingLimit: trackingLimit(c), FailedKeyLimit: failedKeyLimit(c),
		Simulate: c.Environment == config.Development,
		Pages:    []api.Page{{Path: "/track/{number}", Operation: "track_page", Handler: console.NewTrackPage(s, log)}},
	})
	if err != nil {
		return err
	}

	base := baseURL(c, listeners.api.Addr())
	stopWork := startWork(max(couriers.longestCall(), webhookTimeout), work.Run, couriers.follow(work, log), newDeliverer(c, p.Hurry, s, interfaces, base, metrics, log).Run, journeys(c, s, log))
	servers := newServers(c, listeners, interfaces, connections, metrics, log)
	log.Info("ready", "environment", c.Environment, "listen", listeners.api.Addr().String(), "database", c.Database(), "version", b.Version)
	greet(p.Stdout, c, base, demo)
	err = run(ctx, stopTimes{drain: c.DrainDelay, finish: c.ShutdownTimeout}, log, servers)
	return errors.Join(err, stopWork())
}

// trackingLimit is how many tracking numbers a second an address, and a key, may ask for: an
// office, or a shop's whole day at once, but too few to walk through numbers, of which
// unknown ones cost ten times as much. Like the limit of keys it is off in development.
func trackingLimit(c config.Config) api.RateLimit {
	if c.Environment == config.Development {
		return api.RateLimit{}
	}
	return api.RateLimit{PerSecond: 200, Burst: 2000}
}

// failedKeyLimit is how many keys that are not live an address may try a second: a program
// that was given a wrong one notices before, and who tries keys gets nowhere. It is off in
// development.
func failedKeyLimit(c config.Config) api.RateLimit {
	if c.Environment == config.Development {
		return api.RateLimit{}
	}
	return api.RateLimit{PerSecond: 1, Burst: 60}
}

// startLog makes the log and writes the warnings of the settings to it.
func startLog(w io.Writer, c config.Config, warnings []string) *slog.Logger {
	log := newLog(w, c)
	for _, text := range warnings {
		log.Warn("unknown setting", "warning", text)
	}
	return log
}

func newLog(w io.Writer, c config.Config) *slog.Logger {
	asJSON := c.LogFormat == config.LogJSON || c.LogFormat == config.LogAuto && !isTerminal(w)
	return telemetry.NewLogger(w, telemetry.LogOptions{JSON: asJSON, Level: c.LogLevel, RequestID: api.RequestID})
}

func isTerminal(w io.Writer) bool {
	file, isFile := w.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func openMigrated(ctx context.Context, c config.Config, log *slog.Logger, metrics *telemetry.Metrics) (*store.Store, error) {
	engine := store.Postgres
	if c.SQLite() {
		engine = store.SQLite
	}
	o := storeOptions(c)
	o.Log, o.ObserveCommit = log, metrics.Commits(engine)
	s, err := openStore(ctx, c, o)
	if err != nil {
		return nil, err
	}
	applied, err := s.Migrate(ctx)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if len(applied) > 0 {
		log.Info("migrated the database", "applied", applied)
	}
	return s, nil
}

// listeners are the sockets of a server; metrics is nil when it is off.
type listeners struct{ api, metrics net.Listener }

// listen opens the sockets. A developer may run several servers: one whose port of the
// metrics is in use runs without metrics.
func listen(ctx context.Context, c config.Config, log *slog.Logger) (l listeners, err error) {
	if l.api, err = listenOn(ctx, c.Listen, "listen"); err != nil || c.MetricsListen == "" {
		return l, err
	}
	l.metrics, err = listenOn(ctx, c.MetricsListen, "metrics-listen")
	switch {
	case errors.Is(err, syscall.EADDRINUSE) && c.Environment == config.Development:
		log.WarnContext(ctx, "no metrics: their port is in use", "error", err)
		return l, nil
	case err != nil:
		l.close()
	}
	return l, err
}

func listenOn(ctx context.Context, address, setting string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: name another address with --%s", err, setting)
	}
	return listener, nil
}

// close is for a start that fails; later the servers close their own.
func (l listeners) close() {
	_ = l.api.Close()
	if l.metrics != nil {
		_ = l.metrics.Close()
	}
}

// baseURL is how the server's own machine reaches it, or how everyone does if that is set.
func baseURL(c config.Config, address net.Addr) string {
	if c.PublicURL != "" {
		return c.PublicURL
	}
	host := address.String()
	for _, wildcard := range []string{"[::]:", "0.0.0.0:"} {
		if port, found := strings.CutPrefix(host, wildcard); found {
			host = "127.0.0.1:" + port
		}
	}
	return "http://" + host
}

func metricsHandler(m *telemetry.Metrics, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler(log))
	return mux
}

// Limits of a connection. A body has 16 MiB at most: 300 KB/s in a minute.
const (
	headerTimeout  = 10 * time.Second
	bodyTimeout    = time.Minute
	answerTimeout  = time.Minute // beyond the body and the blocking budget
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 64 << 10 // a query of 200 tracking numbers has 14 KB
)

// newServers are those that run serves, in the order in which they stop.
func newServers(c config.Config, l listeners, interfaces *api.API, connections *admission.Connections, metrics *telemetry.Metrics, log *slog.Logger) []*server {
	guarded := newServer(c, interfaces.Handler(), log)
	connections.Guard(guarded)
	servers := []*server{{"interface", connections.Listener(l.api), guarded, interfaces.Drain}}
	if l.metrics != nil {
		servers = append(servers, &server{"metrics", l.metrics, newServer(c, metricsHandler(metrics, log), log), func() {}})
	}
	return servers
}

func newServer(c config.Config, handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       headerTimeout + bodyTimeout,
		WriteTimeout:      bodyTimeout + c.BlockingBudget + answerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
