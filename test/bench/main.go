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
	"slices"
	"strings"
	"syscall"
	"time"

	"waybill/test/harness"
)

// options are the values of the flags.
type options struct {
	rows    int           // orders in the data at the last measurement of pages
	rounds  int           // of which each figure is the median
	round   time.Duration // of each contender in each round
	engines []string
	parts   []string
	soak    time.Duration // how long
	rate    float64       // orders a second of a soak
}

// The parts of a run.
const (
	partStart   = "start"
	partCreates = "creates"
	partPages   = "pages"
	partServers = "servers" // only if it is named
	partSearch  = "search"  // the same
	partChanges = "changes" // the same
	partScans   = "scans"   // the same
	partFlights = "flights" // the same
	partSoak    = "soak"    // the same
)

var allParts = []string{partStart, partCreates, partPages, partServers, partSearch, partChanges, partScans, partFlights, partSoak}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv(harness.PostgresVariable), os.Stdout, os.Stderr) //nolint:forbidigo // a main of its own
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1) //nolint:forbidigo // the same
	}
}

// run measures what args ask for. The tables go to out, its progress to progress.
func run(ctx context.Context, args []string, postgresURL string, out, progress io.Writer) (err error) {
	o, err := parseOptions(args, progress)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "waybill-bench.")
	if err != nil {
		return fmt.Errorf("make a folder for the data: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if slices.Contains(o.parts, partPages) {
		if err := checkSpace(folder, o.rows); err != nil {
			return err
		}
	}

	describeMachine(out, o)
	if slices.Contains(o.engines, postgresName) && postgresURL == "" {
		fmt.Fprintf(out, "\n**PostgreSQL is LEFT OUT: %s is not set. Run `make bench`, or scripts/with-postgres.**\n", harness.PostgresVariable)
		o.engines = slices.DeleteFunc(o.engines, func(name string) bool { return name == postgresName })
	}
	if len(o.engines) == 0 {
		return nil
	}
	fmt.Fprintln(progress, "building the server")
	if err := harness.Build(ctx, folder, "waybill/cmd/waybill"); err != nil {
		return err
	}
	for _, name := range o.engines {
		b := &bench{options: o, binary: filepath.Join(folder, "waybill"), folder: folder, progress: progress}
		b.engine = newEngine(name, postgresURL)
		if err := b.run(ctx, out); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func parseOptions(args []string, progress io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(progress)
	flags.IntVar(&o.rows, "rows", 1_000_000, "orders in the data when pages and creates are measured last; 10,000,000 need 26 GB")
	flags.IntVar(&o.rounds, "rounds", 9, "rounds; a figure is the median of them")
	seconds := flags.Float64("seconds", 0.5, "seconds of each measurement in each round")
	engines := flags.String("engines", sqliteName+","+postgresName, "engines to measure")
	parts := flags.String("only", partStart+","+partCreates+","+partPages, "parts to run; "+
		partServers+" compares two servers with one, "+partSearch+" a server with one that does not index orders, "+
		partChanges+" creates with creates while orders are changed, "+partScans+" creates with creates while parcels are scanned, "+
		partFlights+" how long events of a flight take to all its parcels, "+
		partSoak+" all kinds of work at once for a long time")
	flags.DurationVar(&o.soak, "soak", 30*time.Minute, "time of the part soak")
	flags.Float64Var(&o.rate, "rate", 500, "orders that are created a second in the part soak")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.round = time.Duration(*seconds * float64(time.Second))
	o.engines, o.parts = strings.Split(*engines, ","), strings.Split(*parts, ",")
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag", flags.Arg(0))
	case o.rows < bulkOrders || o.rounds < 1 || o.round <= 0:
		return o, fmt.Errorf("-rows must be %d at least, -rounds and -seconds positive", bulkOrders)
	case o.soak < time.Second || o.rate <= 0:
		return o, errors.New("-soak must be 1s at least, and -rate positive")
	case !allIn(o.engines, sqliteName, postgresName):
		return o, fmt.Errorf("-engines: want %s, %s or both with a comma", sqliteName, postgresName)
	case !allIn(o.parts, allParts...):
		return o, fmt.Errorf("-only: want some of %s", strings.Join(allParts, ", "))
	}
	return o, nil
}

func allIn(values []string, known ...string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(known, v) })
}
