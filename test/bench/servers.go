package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
)

const (
	// ofOneServer is how many times as much two servers do as one, on a machine with serversCores.
	ofOneServer = 1.7
	// serversCores are enough for two servers, PostgreSQL and the load generator.
	serversCores = 8
	// besideFrozen is how much a server does while another one is frozen with requests under way, compared to alone.
	besideFrozen = 0.5
)

// twoServers are two servers on one database, and how many orders they acknowledged.
type twoServers struct {
	servers      [2]*server
	acknowledged *atomic.Int64
	reference    atomic.Int64
}

// measureServers compares two servers on one database with one of them, and with one while the other is frozen. It
// returns an error if the database has not exactly the orders that were acknowledged.
func (b *bench) measureServers(ctx context.Context) error {
	if b.engine.name == sqliteName {
		b.say("a file has one server: the part %s is for %s", partServers, postgresName)
		return nil
	}
	return b.withServer(ctx, "servers", func(first *server, d database) (err error) {
		second, err := startServer(ctx, b.binary, filepath.Join(d.folder, "second"), d.url)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, second.stop()) }()
		two := &twoServers{servers: [2]*server{first, second}, acknowledged: new(atomic.Int64)}
		for _, load := range []struct{ connections, orders int }{{singleConnections, 1}, {bulkConnections, bulkOrders}} {
			if err := b.compareServers(ctx, two, load.connections, load.orders); err != nil {
				return err
			}
		}
		return two.audit(ctx, b.engine, d)
	})
}

// compareServers measures requests of so many orders on so many connections to each server.
func (b *bench) compareServers(ctx context.Context, two *twoServers, connections, orders int) error {
	b.say("requests of orders: %d each, on %d connections to each of two servers", orders, connections)
	first, hangUpFirst := newCreates(ctx, "one server", two.servers[0].address, connections, orders, &two.reference)
	defer hangUpFirst()
	second, hangUpSecond := newCreates(ctx, "the other server", two.servers[1].address, connections, orders, &two.reference)
	defer hangUpSecond()
	two.count(&first)
	two.count(&second)
	both := contender{name: "two servers", amount: orders, workers: slices.Concat(first.workers, second.workers)}
	figures, err := compare(ctx, b.options, both, first)
	if err != nil {
		return err
	}
	alone, err := b.besideFrozen(ctx, two.servers[1], first, second)
	if err != nil {
		return err
	}
	goal := target{}
	if runtime.NumCPU() >= serversCores {
		goal = atLeast(ofOneServer)
	}
	load := map[bool]string{true: "1 order a request", false: fmt.Sprintf("%d orders a request", orders)}[orders == 1] +
		fmt.Sprintf(", c=%d", connections)
	b.report.compare(load+" for each of two servers", perSecond("orders", figures[0]), latencies(figures[0]),
		"one server", perSecond("orders", figures[1]), figures[0].beside(figures[1]), goal)
	b.report.compare(load+", another server frozen", perSecond("orders", alone), latencies(alone),
		"one server", perSecond("orders", figures[1]), alone.rate/figures[1].rate, atLeast(besideFrozen))
	return nil
}

// besideFrozen measures requests to a server while the other one is frozen in the middle of its own. Afterwards those
// are finished.
func (b *bench) besideFrozen(ctx context.Context, frozen *server, measured, caught contender) (f figure, err error) {
	var background sync.WaitGroup
	var backgroundErr error
	var begun sync.Once
	underWay := make(chan struct{})
	signalling := contender{name: caught.name, amount: caught.amount}
	for _, work := range caught.workers {
		signalling.workers = append(signalling.workers, func() error {
			err := work()
			begun.Do(func() { close(underWay) })
			return err
		})
	}
	background.Go(func() { _, backgroundErr = signalling.measure(ctx, b.round) })
	<-underWay
	if err := frozen.Signal(syscall.SIGSTOP); err != nil {
		return f, fmt.Errorf("freeze a server: %w", err)
	}
	f, err = measured.measure(ctx, b.round)
	err = errors.Join(err, frozen.Signal(syscall.SIGCONT))
	background.Wait()
	return f, errors.Join(err, backgroundErr)
}

// count counts the orders that the requests of a contender create.
func (two *twoServers) count(c *contender) {
	for i, work := range c.workers {
		c.workers[i] = func() error {
			err := work()
			if err == nil {
				two.acknowledged.Add(int64(c.amount))
			}
			return err
		}
	}
}

// audit compares the orders in the database with those that were acknowledged.
func (two *twoServers) audit(ctx context.Context, e engine, d database) (err error) {
	db, err := e.open(d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var stored, named int64
	err = db.QueryRowContext(ctx, `SELECT count(*), count(DISTINCT tracking_no) FROM orders`).Scan(&stored, &named)
	if err != nil {
		return fmt.Errorf("count the orders: %w", err)
	}
	if acknowledged := two.acknowledged.Load(); stored != acknowledged || named != acknowledged {
		return fmt.Errorf("%d orders were acknowledged, and the database has %d with %d tracking numbers", acknowledged, stored, named)
	}
	return nil
}
