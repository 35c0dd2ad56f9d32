package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"waybill/test/harness"
)

// options are the values of the flags.
type options struct {
	duration time.Duration // of the calls
	every    time.Duration // mean time between two kills
	seed     uint64
	sqlite   bool   // one server on SQLite
	replica  bool   // a server reads from a standby that lags
	keep     string // folder of the logs and data; "" is a temporary one
}

func (o options) serverCount() int {
	if o.sqlite {
		return 1
	}
	return 2
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv(harness.PostgresVariable), os.Stdout, os.Stderr) //nolint:forbidigo // a main of its own
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "history:", err)
		os.Exit(1) //nolint:forbidigo // the same
	}
}

// errBroken says that the calls of an order have no order in which the model has the same responses.
var errBroken = errors.New("the history is not linearizable")

// run makes a database, calls, and checks. The table goes to out, the progress to progress. Returns errBroken if the history
// is not linearizable.
func run(ctx context.Context, args []string, postgresURL string, out, progress io.Writer) (err error) {
	o, err := parseOptions(args, progress)
	if err != nil {
		return err
	}
	folder, remove, err := o.folder()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	db, drop, err := newDatabase(ctx, o, postgresURL)
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
	say("calling for %s", o.duration)
	err = c.run(ctx, say)
	if err := errors.Join(err, c.close()); err != nil {
		return err
	}
	err = c.report(out)
	say("checked")
	return err
}

func parseOptions(args []string, progress io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("history", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.DurationVar(&o.duration, "duration", 2*time.Minute, "how long the clients call")
	flags.DurationVar(&o.every, "every", 3*time.Second, "mean time between two kills of a server")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "seed of the calls and kills")
	flags.BoolVar(&o.sqlite, "sqlite", false, "one server on SQLite instead of two on PostgreSQL")
	flags.BoolVar(&o.replica, "replica", false, "a PostgreSQL of its own, whose standby lags; one of the servers reads from it")
	flags.StringVar(&o.keep, "keep", "", "folder to keep the logs and data in")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag", flags.Arg(0))
	case o.sqlite && o.replica:
		return o, errors.New("-replica is for PostgreSQL: leave out -sqlite")
	case o.duration <= 0 || o.every <= 0:
		return o, errors.New("-duration and -every must be positive")
	}
	return o, nil
}

// folder makes the folder of the run. remove removes it, but not one that -keep names.
func (o options) folder() (path string, remove func() error, err error) {
	if o.keep != "" {
		path, err = filepath.Abs(o.keep)
		return path, func() error { return nil }, errors.Join(err, os.MkdirAll(path, 0o700))
	}
	path, err = os.MkdirTemp("", "waybill-history.")
	return path, func() error { return os.RemoveAll(path) }, err
}

// maxExplained is how many orders are explained whose calls are not linearizable.
const maxExplained = 2

// report checks the history and writes a table of it.
func (c *cluster) report(out io.Writer) error {
	bad, counts, standby := c.check(), c.tally(), c.checkGlances()
	lines := [][]string{{"call: outcome", "times"}}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		lines = append(lines, []string{what, harness.Thousands(counts[what])})
	}
	kills := 0
	for _, s := range c.servers {
		kills += s.Kills()
	}
	lines = append(lines,
		[]string{"servers killed", harness.Thousands(kills)},
		[]string{"views by a standby", harness.Thousands(standby.checked)},
		[]string{"views by a standby, older than an acknowledged change", harness.Thousands(standby.old)},
		[]string{"views by a standby that are not as promised", harness.Thousands(len(standby.bad))},
		[]string{"orders", harness.Thousands(len(c.calls))},
		[]string{"orders that are not linearizable", harness.Thousands(len(bad))})
	harness.WriteTable(out, lines)
	for _, v := range bad[:min(len(bad), maxExplained)] {
		fmt.Fprintf(out, "\n%s", c.explain(v))
	}
	for _, what := range standby.bad[:min(len(standby.bad), maxExplained)] {
		fmt.Fprintf(out, "\n%s\n", what)
	}
	if len(bad) > 0 || len(standby.bad) > 0 {
		return errBroken
	}
	if missing := c.missing(); len(missing) > 0 {
		return fmt.Errorf("it never happened: %s", strings.Join(missing, ", "))
	}
	return nil
}
