package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"
)

// statement is what a write waits for.
type statement struct {
	query   string
	args    []any
	rows    pgx.Rows // of a query, until the write's next statement
	changed int64
	isQuery bool
	err     error
	before  []deferred
}

// deferred is a statement that goes to PostgreSQL before the next one that its write waits for.
type deferred struct {
	purpose, query string
	args           []any
}

// errEnded: the transaction has ended because another of its writes failed.
var errEnded = errors.New("the transaction has ended")

// pipelined is a querier for a write that runs from one of its statements to the next.
type pipelined struct {
	wait     func(*statement) bool // false: the transaction has ended
	deferred []deferred
}

func (p *pipelined) waitFor(st *statement) error {
	st.before, p.deferred = p.deferred, nil
	if !p.wait(st) {
		return errEnded
	}
	return st.err
}

func (p *pipelined) exec(_ context.Context, query string, args ...any) (changed int64, err error) {
	st := &statement{query: query, args: args}
	err = p.waitFor(st)
	return st.changed, err
}

func (p *pipelined) query(_ context.Context, query string, args ...any) (rowSet, error) {
	st := &statement{query: query, args: args, isQuery: true}
	if err := p.waitFor(st); err != nil {
		return nil, err
	}
	return st.rows, nil
}

// flush waits for the deferred statements.
func (p *pipelined) flush() error {
	if len(p.deferred) == 0 {
		return nil
	}
	last := len(p.deferred) - 1
	d := p.deferred[last]
	p.deferred = p.deferred[:last]
	return d.explain(p.waitFor(&statement{query: d.query, args: d.args}))
}

func (d deferred) explain(err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", d.purpose, err)
	}
	return nil
}

// deferExec runs a statement of which only an error matters, which the error that it returns says with the purpose. In a
// pipeline it costs no round trip: it is sent with the next statement of the write, or before its end, and an error ends
// the transaction then.
func deferExec(ctx context.Context, q querier, purpose, query string, args ...any) error {
	d := deferred{purpose, query, args}
	if p, ok := q.(*pipelined); ok {
		p.deferred = append(p.deferred, d)
		return nil
	}
	_, err := q.exec(ctx, query, args...)
	return d.explain(err)
}

// coroutine is a write that runs from one of its statements to the next.
type coroutine struct {
	next    func() (*statement, bool)
	stop    func()
	waitsOn *statement // nil: it has ended
	err     error      // that it ended with
}

func begin(ctx context.Context, j *job) *coroutine {
	c := &coroutine{}
	c.next, c.stop = iter.Pull(iter.Seq[*statement](func(wait func(*statement) bool) {
		p := &pipelined{wait: wait}
		if c.err = j.run(ctx, p); c.err == nil {
			c.err = p.flush()
		}
	}))
	return c
}

// proceed runs the write to its next statement, or to its end.
func (c *coroutine) proceed() error {
	c.waitsOn, _ = c.next()
	return c.err
}

// runTogether begins a transaction, by the statements of opening, and runs writes in it, all at the same time: each
// runs up to its next statement, then the statements of all go to PostgreSQL in one round trip, in the order of the
// writes. After their first statements come those of locks. The first error ends all. The writes must not have rows
// in common, and end the reading of a query before the next one, as on any connection.
func runTogether(ctx context.Context, conn *pgx.Conn, opening []string, writes []*job, locks *pgx.Batch) error {
	begun := make([]*coroutine, len(writes))
	for i, j := range writes {
		begun[i] = begin(ctx, j)
	}
	defer func() {
		for _, c := range begun {
			c.stop()
		}
	}()
	all := slices.Clone(begun)
	for _, c := range all {
		if err := c.proceed(); err != nil {
			return err
		}
	}
	batch := &pgx.Batch{}
	for _, text := range opening {
		batch.Queue(text)
	}
	begins := batch.Len()
	for {
		waiting := all[:0]
		for _, c := range all {
			if c.waitsOn != nil {
				waiting = append(waiting, c)
				for _, d := range c.waitsOn.before {
					batch.Queue(d.query, d.args...)
				}
				batch.Queue(c.waitsOn.query, c.waitsOn.args...)
			}
		}
		if all = waiting; len(all) == 0 {
			return nil
		}
		batch.QueuedQueries = append(batch.QueuedQueries, locks.QueuedQueries...)
		if err := roundTrip(conn.SendBatch(ctx, batch), begins, all); err != nil {
			return err
		}
		batch, locks, begins = &pgx.Batch{}, &pgx.Batch{}, 0
	}
}

// roundTrip gives each write the result of its statement, which follow those of BEGIN, and lets it proceed.
func roundTrip(results pgx.BatchResults, begins int, waiting []*coroutine) (err error) {
	defer func() { err = cmp.Or(err, results.Close()) }() // the error of a write may say more
	for range begins {
		if _, err := results.Exec(); err != nil {
			return fmt.Errorf("begin: %w", err)
		}
	}
	for _, c := range waiting {
		if err := c.take(results); err != nil {
			return err
		}
	}
	return nil
}

// take gives a write the result of its statement, and lets it proceed.
func (c *coroutine) take(results pgx.BatchResults) error {
	st := c.waitsOn
	for _, d := range st.before {
		if _, err := results.Exec(); err != nil {
			return d.explain(err)
		}
	}
	if !st.isQuery {
		tag, err := results.Exec()
		st.changed, st.err = tag.RowsAffected(), err
		return c.proceed()
	}
	st.rows, st.err = results.Query() //nolint:gocritic // they are closed below
	if st.err != nil {
		return errors.Join(c.proceed(), st.err)
	}
	err := c.proceed()
	st.rows.Close()
	return errors.Join(err, st.rows.Err())
}
