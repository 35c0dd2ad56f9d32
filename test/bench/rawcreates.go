package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// groupOrders is how many orders a group commit takes at most, as in the server.
const groupOrders = 1000

// rawWriter inserts the server's rows without the server, into a database of its own.
type rawWriter struct {
	engine   engine
	database database
	tables   []*table
	lastID   atomic.Int64
	opened   []committer
	groups   sync.WaitGroup
	queues   []chan groupJob
}

// loadTables reads the rows of the one request that has been served from.
func loadTables(ctx context.Context, e engine, from database) ([]*table, error) {
	db, err := e.open(from)
	if err != nil {
		return nil, err
	}
	tables := newTables()
	for _, t := range tables {
		if err := t.load(ctx, db); err != nil {
			return nil, errors.Join(fmt.Errorf("read the rows of %s: %w", t.name, err), db.Close())
		}
	}
	return tables, db.Close()
}

// close ends what the contenders left running.
func (w *rawWriter) close() error {
	for _, queue := range w.queues {
		close(queue)
	}
	w.groups.Wait()
	var errs []error
	for _, c := range w.opened {
		errs = append(errs, c.close())
	}
	return errors.Join(errs...)
}

// transactions is a contender with so many connections, each of which commits one request
// of so many orders after the other.
func (w *rawWriter) transactions(ctx context.Context, name string, connections, orders int) (contender, error) {
	c := contender{name: name, amount: orders}
	for slot := range connections {
		writer, err := w.connect(ctx)
		if err != nil {
			return c, err
		}
		c.workers = append(c.workers, func() error { return writer.commit(ctx, w.rows(slot, []int{orders})) })
	}
	return c, nil
}

// groupJob is a request that waits for a committer.
type groupJob struct {
	orders int
	done   chan error
}

// groupCommit is a contender with so many waiting writers of one order each, whose orders
// are committed together: all that wait when the last commit ends.
func (w *rawWriter) groupCommit(ctx context.Context, name string, waiting int) (contender, error) {
	queue := make(chan groupJob)
	w.queues = append(w.queues, queue)
	for slot := range w.engine.groupWriters {
		writer, err := w.connect(ctx)
		if err != nil {
			return contender{}, err
		}
		w.groups.Go(func() { w.commitGroups(ctx, writer, slot, queue) })
	}
	c := contender{name: name, amount: 1}
	for range waiting {
		done := make(chan error, 1)
		c.workers = append(c.workers, func() error {
			queue <- groupJob{1, done}
			return <-done
		})
	}
	return c, nil
}

func (w *rawWriter) commitGroups(ctx context.Context, writer committer, slot int, queue <-chan groupJob) {
	for first := range queue {
		group, sizes := takeGroup(first, queue)
		err := writer.commit(ctx, w.rows(slot, sizes))
		for _, job := range group {
			job.done <- err
		}
	}
}

func takeGroup(first groupJob, queue <-chan groupJob) (group []groupJob, sizes []int) {
	group, sizes = []groupJob{first}, []int{first.orders}
	for total := first.orders; total < groupOrders; {
		select {
		case job, open := <-queue:
			if !open {
				return group, sizes
			}
			group, sizes = append(group, job), append(sizes, job.orders)
			total += job.orders
		default:
			return group, sizes
		}
	}
	return group, sizes
}

func (w *rawWriter) connect(ctx context.Context) (committer, error) {
	c, err := w.engine.connect(ctx, w.database, w.tables)
	if err == nil {
		w.opened = append(w.opened, c)
	}
	return c, err
}

// rows makes the rows of a transaction with requests of so many orders each.
func (w *rawWriter) rows(slot int, requests []int) [][]row {
	var orders int64
	for _, n := range requests {
		orders += int64(n)
	}
	o := newOrder{id: w.lastID.Add(orders) - orders, createdOn: time.Now().UnixMicro(), orders: orders, slot: int64(slot)}
	rows := make([][]row, len(w.tables))
	add := func(per scope) {
		for i, t := range w.tables {
			if t.per == per {
				rows[i] = t.appendRows(rows[i], int(o.id), o)
			}
		}
	}
	for _, n := range requests {
		o.first = o.id + 1
		for range n {
			o.id++
			add(perOrder)
		}
	}
	add(perTransaction)
	return rows
}

// version is the engine's name and version, as it reports them.
func version(ctx context.Context, e engine, d database) (v string, err error) {
	var db *sql.DB
	if db, err = e.open(d); err != nil {
		return "", err
	}
	err = db.QueryRowContext(ctx, e.version).Scan(&v)
	return v, errors.Join(err, db.Close())
}
