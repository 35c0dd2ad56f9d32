package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

const (
	// searchRate is how many orders a second the search index must follow.
	searchRate = 2000
	// searchLag is how far it may be behind at that rate.
	searchLag = time.Second
	// ofNoIndex is how much processor time an order may take, compared to an order that is not indexed.
	ofNoIndex = 1.1
	// lagEvery is the time between two looks at how far it is behind.
	lagEvery = 20 * time.Millisecond
)

// measureSearch compares a server that indexes orders for the search with one that does not, because another process
// holds its index: at a rate of single orders that the index must follow, and at full speed.
func (b *bench) measureSearch(ctx context.Context) error {
	return b.withServer(ctx, "indexed", func(indexed *server, d database) error {
		return b.withServer(ctx, "not-indexed", func(plain *server, other database) (err error) {
			if err := holdIndex(ctx, b.engine, other); err != nil {
				return err
			}
			db, err := b.engine.open(d)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, db.Close()) }()
			if err := b.compareAtRate(ctx, db, indexed, plain); err != nil {
				return err
			}
			return b.compareIndexed(ctx, indexed, plain)
		})
	})
}

// holdIndex lets another process than the server hold the search index of a database.
func holdIndex(ctx context.Context, e engine, d database) (err error) {
	db, err := e.open(d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	forever := time.Now().AddDate(1, 0, 0).UnixMicro()
	_, err = db.ExecContext(ctx, fmt.Sprintf(`UPDATE search_index SET lease_owner = 'benchmark', due_on = %d`, forever))
	return err
}

// compareAtRate measures single orders at searchRate.
func (b *bench) compareAtRate(ctx context.Context, db *sql.DB, indexed, plain *server) error {
	b.say("%d orders a second, with the search index and without", searchRate)
	var reference atomic.Int64
	var spent [2][]time.Duration // for an order, of each round
	var rates [2][]float64
	var behind time.Duration
	for round := range 1 + b.rounds {
		for i, s := range []*server{indexed, plain} {
			lag := followLag(ctx, db)
			f, each, err := b.atRate(ctx, s, &reference)
			longest, lagErr := lag()
			if err != nil || lagErr != nil {
				return errors.Join(err, lagErr)
			}
			if round == 0 { // it warms up
				continue
			}
			spent[i] = append(spent[i], each)
			rates[i] = append(rates[i], f.rate)
			if s == indexed {
				behind = max(behind, longest)
			}
		}
	}
	work := fmt.Sprintf("%d single orders a second", searchRate)
	sent := [2]figure{{rate: middle(rates[0])}, {rate: middle(rates[1])}}
	b.report.compare(work, perSecond("orders", sent[0]), "", "not indexed", perSecond("orders", sent[1]), sent[0].rate/sent[1].rate, target{})
	with, without := middle(spent[0]), middle(spent[1])
	b.report.compare(work+", processor time of the server", microseconds(with), "", "not indexed", microseconds(without),
		float64(with)/float64(without), atMost(ofNoIndex))
	b.report.limit(work+", the search is behind", milliseconds(behind), milliseconds(searchLag))
	return nil
}

// atRate sends single orders to a server for a round, at searchRate or as fast as it takes them. It returns also the
// server's processor time for each order.
func (b *bench) atRate(ctx context.Context, s *server, reference *atomic.Int64) (f figure, each time.Duration, err error) {
	creates, hangUpAll := newCreates(ctx, "waybill", s.address, singleConnections, 1, reference)
	defer hangUpAll()
	begun := time.Now()
	var sent atomic.Int64
	for i, work := range creates.workers {
		creates.workers[i] = func() error {
			due := begun.Add(time.Duration(sent.Add(1)-1) * time.Second / searchRate)
			time.Sleep(time.Until(due)) //nolint:forbidigo // the rate is what is asked for
			return work()
		}
	}
	before, _, err := s.ProcessorTime()
	if err != nil {
		return f, 0, err
	}
	if f, err = creates.measure(ctx, b.round); err != nil {
		return f, 0, err
	}
	after, _, err := s.ProcessorTime()
	return f, (after - before) / time.Duration(sent.Load()), err
}

// followLag looks at the orders that wait for the index, until the returned function is called. That returns the longest
// time that one had waited.
func followLag(ctx context.Context, db *sql.DB) func() (time.Duration, error) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	var longest time.Duration
	go func() {
		for {
			var oldest sql.NullInt64
			err := db.QueryRowContext(ctx, `SELECT min(created_on) FROM search_queue`).Scan(&oldest)
			if err == nil && oldest.Valid {
				longest = max(longest, time.Since(time.UnixMicro(oldest.Int64)))
			}
			select {
			case <-ctx.Done():
				done <- nil
				return
			case <-time.After(lagEvery):
			}
			if err != nil {
				done <- err
				return
			}
		}
	}()
	return func() (time.Duration, error) {
		cancel()
		err := <-done
		return longest, err
	}
}

// compareIndexed measures creates at full speed.
func (b *bench) compareIndexed(ctx context.Context, indexed, plain *server) error {
	if err := b.compareIndexedLoad(ctx, "1 order a request, c=64", singleConnections, 1, indexed, plain); err != nil {
		return err
	}
	return b.compareIndexedLoad(ctx, "100 orders a request, c=4", bulkConnections, bulkOrders, indexed, plain)
}

func (b *bench) compareIndexedLoad(ctx context.Context, work string, connections, orders int, indexed, plain *server) error {
	b.say("%s, with the search index and without", work)
	var reference atomic.Int64
	with, hangUpWith := newCreates(ctx, "indexed", indexed.address, connections, orders, &reference)
	defer hangUpWith()
	without, hangUpWithout := newCreates(ctx, "not indexed", plain.address, connections, orders, &reference)
	defer hangUpWithout()
	figures, err := compare(ctx, b.options, with, without)
	if err != nil {
		return err
	}
	b.report.compare(work+", indexed", perSecond("orders", figures[0]), latencies(figures[0]),
		without.name, perSecond("orders", figures[1]), figures[0].beside(figures[1]), target{})
	return nil
}
