package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"waybill/test/harness"
)

// options are the values of the flags.
type options struct {
	orders   int
	kills    int           // of each process
	every    time.Duration // mean time between two kills
	seed     uint64
	patience time.Duration // limit for the load, and for the work that is left after it
	keep     string        // folder of the logs and data; "" is a temporary one
	sqlite   bool          // one server on SQLite
	pooler   bool          // PgBouncer is between the servers and PostgreSQL
	replica  bool          // a server reads from a standby that lags
}

// sides are the other sides, which this program is, in processes of their own. They are killed too.
var sides = map[string]func(settings) error{receiverCommand: receive, partnerCommand: servePartner}

func main() {
	if len(os.Args) == 2 && sides[os.Args[1]] != nil {
		fmt.Fprintln(os.Stderr, os.Args[1]+":", sides[os.Args[1]](os.Getenv)) //nolint:forbidigo // a main of its own
		os.Exit(1)                                                            //nolint:forbidigo // the same
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv(harness.PostgresVariable), os.Stdout, os.Stderr) //nolint:forbidigo // the same
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1) //nolint:forbidigo // the same
	}
}

// errBroken says that the table has a promise that does not hold.
var errBroken = errors.New("a promise is broken")

// run makes a database, runs everything on it, and judges. The tables go to out, the progress to progress. Returns errBroken
// if a promise is broken.
func run(ctx context.Context, args []string, postgresURL string, out, progress io.Writer) (err error) {
	o, err := parseOptions(args, progress)
	if err != nil {
		return err
	}
	if postgresURL == "" && !o.sqlite && !o.replica {
		return fmt.Errorf("%s is not set: run `make faults`, or scripts/with-postgres", harness.PostgresVariable)
	}
	folder, remove, err := o.folder()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	db, drop, err := newDatabase(ctx, o, postgresURL, folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, drop()) }()

	start := time.Now()
	say := func(format string, args ...any) {
		fmt.Fprintf(progress, "%6.1f s  %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, args...))
	}
	say("seed %d, data in %s", o.seed, folder)
	c, err := startCluster(ctx, o, folder, db)
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.run(ctx, say); err != nil {
		return err
	}
	err = c.report(ctx, out)
	say("checked")
	return err
}

func parseOptions(args []string, progress io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("faults", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.IntVar(&o.orders, "orders", 10_000, "orders to create, or some more")
	flags.IntVar(&o.kills, "kills", 10, "kills of each process, a quarter of them when the load has ended")
	flags.DurationVar(&o.every, "every", 3*time.Second, "mean time between two kills")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "seed of the calls and kills")
	flags.DurationVar(&o.patience, "patience", 15*time.Minute, "time for the load, and again for the work that is left after it")
	flags.BoolVar(&o.sqlite, "sqlite", false, "one server on SQLite instead of two on PostgreSQL")
	flags.BoolVar(&o.pooler, "pooler", false, "reach PostgreSQL through a PgBouncer that pools by transaction")
	flags.BoolVar(&o.replica, "replica", false, "a PostgreSQL of its own, whose standby lags; one of the servers reads from it")
	flags.StringVar(&o.keep, "keep", "", "folder to keep the logs and data in")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag", flags.Arg(0))
	case o.orders < 1 || o.kills < 1 || o.every <= 0 || o.patience <= 0:
		return o, errors.New("-orders, -kills, -every and -patience must be positive")
	case o.sqlite && (o.pooler || o.replica), o.pooler && o.replica:
		return o, errors.New("-sqlite, -pooler and -replica exclude each other")
	}
	return o, nil
}

// folder makes the folder of the run. remove removes it, but not one that -keep names.
func (o options) folder() (path string, remove func() error, err error) {
	if o.keep != "" {
		path, err = filepath.Abs(o.keep)
		if files, _ := os.ReadDir(path); len(files) > 0 { // those of another run would be judged too
			return path, nil, fmt.Errorf("-keep: %s is not empty", path)
		}
		return path, func() error { return nil }, errors.Join(err, os.MkdirAll(path, 0o700))
	}
	path, err = os.MkdirTemp("", "waybill-faults.")
	return path, func() error { return os.RemoveAll(path) }, err
}
