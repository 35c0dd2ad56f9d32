package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"

	"waybill/internal/each"
)

// statement is a statement whose result a write waits for.
type statement struct {
	query   string
	args    []any
	rows    pgx.Rows // of a query, until the write's next statement
	changed int64
	isQuery bool
	err     error
	before  []deferred
}

// deferred is a statement that goes to PostgreSQL before the next one that its write waits for, or with COMMIT.
type deferred struct {
	purpose string
	none    error // for a statement that changes no row; nil: it may change none
	query   string
	args    []any
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

func (p *pipelined) Exec(_ context.Context, query string, args ...any) (changed int64, err error) {
	st := &statement{query: query, args: args}
	err = p.waitFor(st)
	return st.changed, err
}

func (p *pipelined) Query(_ context.Context, query string, args ...any) (Rows, error) {
	st := &statement{query: query, args: args, isQuery: true}
	if err := p.waitFor(st); err != nil {
		return nil, err
	}
	return st.rows, nil
}

// settle waits for the deferred statements if one of them may end the write: COMMIT must not go with it.
func (p *pipelined) settle() error {
	if !slices.ContainsFunc(p.deferred, func(d deferred) bool { return d.none != nil }) {
		return nil
	}
	last := len(p.deferred) - 1
	d := p.deferred[last]
	p.deferred = p.deferred[:last]
	st := &statement{query: d.query, args: d.args}
	err := p.waitFor(st)
	return d.explain(st.changed, err)
}

// explain returns the error of the statement, with its purpose, or none if it changed no row.
func (d deferred) explain(changed int64, err error) error {
	switch {
	case err != nil && d.purpose != "":
		return fmt.Errorf("%s: %w", d.purpose, err)
	case err == nil && changed == 0:
		return d.none
	default:
		return err
	}
}

// DeferExec runs a statement and returns only its error, which names the purpose. In a pipeline it costs no round trip: it
// is sent with the next statement of the write, or with COMMIT, and an error ends the transaction then.
func DeferExec(ctx context.Context, q Querier, purpose, query string, args ...any) error {
	return deferTo(ctx, q, deferred{purpose: purpose, query: query, args: args})
}

// DeferOne is UpdateOne for a statement that may be deferred like a statement of DeferExec. In a pipeline the error none ends
// the transaction: the write does not see it.
func DeferOne(ctx context.Context, q Querier, none error, query string, args ...any) error {
	return deferTo(ctx, q, deferred{none: none, query: query, args: args})
}

func deferTo(ctx context.Context, q Querier, d deferred) error {
	if p, ok := q.(*pipelined); ok {
		p.deferred = append(p.deferred, d)
		return nil
	}
	return d.explain(q.Exec(ctx, d.query, d.args...))
}

// coroutine is a write that runs from one of its statements to the next.
type coroutine struct {
	next    func() (*statement, bool)
	stop    func()
	waitsOn *statement // nil: it has ended
	err     error      // that it ended with
	rest    []deferred // that go with COMMIT
}

func begin(ctx context.Context, j *job) *coroutine {
	c := &coroutine{}
	c.next, c.stop = iter.Pull(iter.Seq[*statement](func(wait func(*statement) bool) {
		p := &pipelined{wait: wait}
		if c.err = j.run(ctx, p); c.err == nil {
			c.err = p.settle()
		}
		c.rest = p.deferred
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
// writes. After their first statements come the statements of locks. The first error ends all. The writes must not have rows
// in common, and end the reading of a query before the next one, as on any connection.
//
// It returns the statements that have to go with COMMIT. If the writes have no statements at all, it returns none, and no
// transaction has begun.
func runTogether(
	ctx context.Context, conn *pgx.Conn, opening []string, writes []*job, locks *pgx.Batch,
) (rest []deferred, err error) {
	begun := each.Of(writes, func(j *job) *coroutine { return begin(ctx, j) })
	defer func() {
		for _, c := range begun {
			c.stop()
		}
	}()
	for _, c := range begun {
		if err := c.proceed(); err != nil {
			return nil, err
		}
	}
	for all := waiting(begun); len(all) > 0; all = waiting(all) {
		batch := &pgx.Batch{}
		for _, text := range opening {
			batch.Queue(text)
		}
		for _, c := range all {
			queueDeferred(batch, c.waitsOn.before)
			batch.Queue(c.waitsOn.query, c.waitsOn.args...)
		}
		batch.QueuedQueries = append(batch.QueuedQueries, locks.QueuedQueries...)
		if err := roundTrip(conn.SendBatch(ctx, batch), len(opening), all); err != nil {
			return nil, err
		}
		opening, locks = nil, &pgx.Batch{}
	}
	for _, text := range opening { // if they were not sent above
		rest = append(rest, deferred{query: text})
	}
	for _, c := range begun {
		rest = append(rest, c.rest...)
	}
	if len(rest) == len(opening) {
		return nil, nil
	}
	return rest, nil
}

// waiting returns the writes that have not ended.
func waiting(writes []*coroutine) []*coroutine {
	return slices.DeleteFunc(slices.Clone(writes), func(c *coroutine) bool { return c.waitsOn == nil })
}

func queueDeferred(batch *pgx.Batch, statements []deferred) {
	for _, d := range statements {
		batch.Queue(d.query, d.args...)
	}
}

// takeDeferred reads the results of deferred statements.
func takeDeferred(results pgx.BatchResults, statements []deferred) error {
	for _, d := range statements {
		tag, err := results.Exec()
		if err := d.explain(tag.RowsAffected(), err); err != nil {
			return err
		}
	}
	return nil
}

// commit ends a transaction, and sends its last statements with the COMMIT.
func commit(ctx context.Context, conn *pgx.Conn, rest []deferred) (err error) {
	batch := &pgx.Batch{}
	queueDeferred(batch, rest)
	batch.Queue("commit")
	results := conn.SendBatch(ctx, batch)
	defer func() { err = cmp.Or(err, results.Close()) }()
	if err := takeDeferred(results, rest); err != nil {
		return err
	}
	tag, err := results.Exec()
	if err == nil && tag.String() == "ROLLBACK" {
		err = pgx.ErrTxCommitRollback
	}
	return err
}

// roundTrip gives each write the result of its statement, after the results of BEGIN, and lets it proceed.
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
	if err := takeDeferred(results, st.before); err != nil {
		return err
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
