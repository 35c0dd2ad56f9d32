package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync/atomic"
	"time"
)

// The loads.
const (
	singleConnections = 64
	bulkConnections   = 4
	bulkOrders        = 100
	pageConnections   = 8
)

// bench is a run on one engine.
type bench struct {
	options
	engine   engine
	binary   string
	folder   string
	progress io.Writer
	report   report
}

// run runs the parts on the engine, and writes what they found, also if one fails.
func (b *bench) run(ctx context.Context, out io.Writer) error {
	began := time.Now()
	var failed error
	parts := []struct {
		name string
		run  func(context.Context) error
	}{
		{partStart, b.measureStart},
		{partCreates, b.measureCreates},
		{partPages, b.measurePages},
		{partServers, b.measureServers},
		{partSearch, b.measureSearch},
		{partChanges, b.measureChanges},
		{partScans, b.measureScans},
		{partFlights, b.measureFlights},
		{partSoak, b.measureSoak},
	}
	for _, part := range parts {
		if !slices.Contains(b.parts, part.name) {
			continue
		}
		if err := part.run(ctx); err != nil {
			failed = fmt.Errorf("%s: %w", part.name, err)
			break
		}
	}
	title, err := b.title(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	fmt.Fprintf(out, "\n## %s (%s)\n\n", title, time.Since(began).Round(time.Second))
	b.report.write(out)
	return failed
}

func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(b.progress, b.engine.title+": "+format+"\n", args...)
}

// title is the engine with its version.
func (b *bench) title(ctx context.Context) (_ string, err error) {
	d, remove, err := b.newDatabase(ctx, "version")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, remove()) }()
	v, err := version(ctx, b.engine, d)
	return b.engine.title + " " + v, err
}

// withServer runs a server on a database of its own, then removes both.
func (b *bench) withServer(ctx context.Context, name string, measure func(*server, database) error) (err error) {
	d, remove, err := b.newDatabase(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s, err := startServer(ctx, b.binary, d.folder, d.url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	return measure(s, d)
}

// maxStart is how long the first start may take: it makes the schema and the demo data.
const maxStart = 300 * time.Millisecond

func (b *bench) measureStart(ctx context.Context) error {
	b.say("starting the server %d times", b.rounds)
	var starts []figure
	for i := range b.rounds {
		err := b.withServer(ctx, "start"+strconv.Itoa(i), func(s *server, _ database) error {
			starts = append(starts, figure{p50: s.startUp})
			return nil
		})
		if err != nil {
			return err
		}
	}
	took := median(starts, func(f figure) time.Duration { return f.p50 })
	b.report.limit("start to ready, empty data", milliseconds(took), milliseconds(maxStart))
	return nil
}

// maxMemory is the most memory that the server may have resident under any of this.
const maxMemory = 200_000_000

func (b *bench) reportMemory(s *server, under string) error {
	peak, known, err := s.PeakMemory()
	switch work := "peak memory, " + under; {
	case err != nil:
		return err
	case known:
		b.report.limit(work, megabytes(peak), megabytes(maxMemory))
	default:
		b.report.add(work, "not available here", "", "", "", "", "", "")
	}
	return nil
}

// measureCreates loads an empty server, and inserts the rows it wrote without it.
func (b *bench) measureCreates(ctx context.Context) error {
	return b.withServer(ctx, "creates", func(s *server, d database) (err error) {
		var reference atomic.Int64
		if err := createOne(ctx, s.address, &reference); err != nil {
			return err
		}
		raw := &rawWriter{engine: b.engine}
		if raw.tables, err = loadTables(ctx, b.engine, d); err != nil {
			return err
		}
		var remove func() error
		if raw.database, remove, err = b.newDatabase(ctx, "raw"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, raw.close(), remove()) }()
		if err := migrate(ctx, b.binary, raw.database.folder, raw.database.url); err != nil {
			return err
		}
		bare, err := startBare(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, bare.stop()) }()
		if err := b.compareSingle(ctx, s.address, bare.address, raw, &reference); err != nil {
			return err
		}
		if err := b.compareBulk(ctx, s.address, bare.address, raw, &reference); err != nil {
			return err
		}
		return b.reportMemory(s, "creates on empty data")
	})
}

// createOne sends one request of many orders.
func createOne(ctx context.Context, address string, reference *atomic.Int64) error {
	creates, hangUpAll := newCreates(ctx, "waybill", address, 1, bulkOrders, reference)
	defer hangUpAll()
	return creates.workers[0]()
}

// newCreates is a contender that sends requests of so many orders on so many connections.
func newCreates(ctx context.Context, name, address string, connections, orders int, reference *atomic.Int64) (contender, func()) {
	conns := newConns(address, connections)
	c := contender{name: name, amount: orders}
	for _, connection := range conns {
		request := newCreateRequest(address, orders, reference)
		c.workers = append(c.workers, func() error { return connection.send(ctx, request.next(), 201) })
	}
	return c, func() { hangUp(conns) }
}
