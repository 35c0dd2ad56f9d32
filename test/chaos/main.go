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
	pace     float64       // orders a second
	every    time.Duration // mean time between two kills
	after    int           // kills once all orders are answered
	seed     uint64
	patience time.Duration // limit for the work that is left after the last kill
	keep     string        // folder of the logs and data; "" is a temporary one
	sqlite   bool          // one server on SQLite
	pooler   bool          // PgBouncer is between the servers and PostgreSQL
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == receiverCommand {
		fmt.Fprintln(os.Stderr, "receiver:", receive(os.Environ())) //nolint:forbidigo // a main of its own
		os.Exit(1)                                                  //nolint:forbidigo // the same
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv(harness.PostgresVariable), os.Stdout, os.Stderr) //nolint:forbidigo // the same
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1) //nolint:forbidigo // the same
	}
}

// errBroken says that the table has a promise that does not hold.
var errBroken = errors.New("a promise is broken")

// run makes a database, runs everything on it, and audits. The table goes to out, the progress to
// progress. Returns errBroken if a promise is broken.
func run(ctx context.Context, args []string, postgresURL string, out, progress io.Writer) (err error) {
	o, err := parseOptions(args, progress)
	if err != nil {
		return err
	}
	if postgresURL == "" && !o.sqlite {
		return fmt.Errorf("%s is not set: run `make chaos`, or scripts/with-postgres", harness.PostgresVariable)
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
	load, err := c.run(ctx, say)
	if err != nil {
		return err
	}
	c.figures = append(c.figures, figure{"time, start to end", time.Since(start).Round(time.Second).String()})
	return c.report(ctx, load, out)
}

func parseOptions(args []string, progress io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.IntVar(&o.orders, "orders", 10_000, "orders to create")
	flags.Float64Var(&o.pace, "pace", 150, "orders a second to send")
	flags.DurationVar(&o.every, "every", 1500*time.Millisecond, "mean time between two kills")
	flags.IntVar(&o.after, "after", 8, "kills after all orders are answered")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "seed of the random schedule")
	flags.DurationVar(&o.patience, "patience", 5*time.Minute, "time to wait for the work that is left after the last kill")
	flags.BoolVar(&o.sqlite, "sqlite", false, "one server on SQLite instead of two on PostgreSQL")
	flags.BoolVar(&o.pooler, "pooler", false, "reach PostgreSQL through a PgBouncer that pools by transaction")
	flags.StringVar(&o.keep, "keep", "", "folder to keep the logs and data in")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag", flags.Arg(0))
	case o.orders < 1 || o.pace <= 0 || o.every <= 0 || o.after < 0 || o.patience <= 0:
		return o, errors.New("-orders, -pace, -every and -patience must be positive, -after not negative")
	case o.sqlite && o.pooler:
		return o, errors.New("-pooler is for PostgreSQL: leave out -sqlite")
	}
	return o, nil
}

// folder makes the folder of the run. remove removes it, but not one that -keep names.
func (o options) folder() (path string, remove func() error, err error) {
	if o.keep != "" {
		path, err = filepath.Abs(o.keep)
		return path, func() error { return nil }, errors.Join(err, os.MkdirAll(path, 0o700))
	}
	path, err = os.MkdirTemp("", "waybill-chaos.")
	return path, func() error { return os.RemoveAll(path) }, err
}
