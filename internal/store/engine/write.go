package engine

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"go.opentelemetry.io/otel/trace"

	"waybill/internal/tracing"
)

// job is a write that waits for a committer: a batch and a shared write on both engines, any
// other write only on SQLite.
type job struct {
	batch Batch // nil: another write
	run   func(context.Context, Querier) error
	guard Guard      // of a shared write
	done  chan error // receives the outcome, once
}

// Guard names the row that a shared write locks by its first statement, so that no other write to it runs at the same
// time: a row that belongs to a row of the anchor, or one of several, which ChildID tells apart.
type Guard struct {
	AccountID, RowID int64
	ChildID          int64 // 0: there is one
	LocksRow         bool  // the write may change the row of the anchor too
}

// guardedSize is how many rows a shared write counts for: the writes that wait with it for a lock are
// few then.
const guardedSize = 8

// size is how many rows the job counts for in a group.
func (j *job) size() int {
	switch {
	case j.batch != nil:
		return j.batch.Len()
	case j.guard != (Guard{}):
		return guardedSize
	default:
		return 1
	}
}

// groupSize is how many rows fill a group commit: beyond, the commit costs nothing compared to the
// rows, and other writes would wait longer.
const groupSize = 1000

// Write runs fn in a transaction and returns when it is durable. fn may run again, and must not assume
// that the transaction is its own: on SQLite it shares one, and runs again when another write of its group
// fails. When ctx ends before it is the turn of fn, fn does not run. The context of fn has the values of ctx.
func (s *DB) Write(ctx context.Context, fn func(context.Context, Querier) error) error {
	return s.noting(fn, func(fn func(context.Context, Querier) error) error {
		return s.gated(ctx, func(ctx context.Context) error { return s.Dialect.write(ctx, s, fn) })
	})
}

// Change is Write for a change of a method, whose error it explains.
func (s *DB) Change(ctx context.Context, doing string, fn func(context.Context, Querier) error) error {
	return s.Explain(doing, s.Write(ctx, fn))
}

// Execute is Change for one statement.
func (s *DB) Execute(ctx context.Context, doing, query string, args ...any) error {
	return s.Change(ctx, doing, func(ctx context.Context, q Querier) error {
		return Exec(ctx, q, query, args...)
	})
}

// Changed is Change for a change that has a result: the zero value with an error.
func Changed[T any](
	ctx context.Context, s *DB, doing string, fn func(context.Context, Querier) (T, error),
) (result T, err error) {
	err = s.Change(ctx, doing, func(ctx context.Context, q Querier) (err error) {
		result, err = fn(ctx, q)
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return result, nil
}

// WriteShared is Write for frequent writes to what belongs to one row of the anchor. On PostgreSQL the writes that wait at
// the same time share a transaction and its round trips. The first statement of fn locks the row that guard names. All that
// fn writes belongs to that row, or is one statement that another such write may come before or after. An error of fn rolls
// back.
func (s *DB) WriteShared(ctx context.Context, row Guard, fn func(context.Context, Querier) error) error {
	return s.noting(fn, func(fn func(context.Context, Querier) error) error {
		return s.gated(ctx, func(ctx context.Context) error { return s.Dialect.writeShared(ctx, s, row, fn) })
	})
}

// gated runs a write unless the database is closed or damaged.
func (s *DB) gated(ctx context.Context, write func(context.Context) error) (err error) {
	ctx, span := tracing.Child(ctx, "commit")
	defer func() { tracing.End(span, err != nil) }()
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	if s.damaged.Load() {
		return ErrDamaged
	}
	return write(ctx)
}

// Insert inserts the rows of a batch, in a transaction with the batches that wait at the same time. When ctx ends before
// it is the turn of the batch, nothing is stored. When ctx ends later, that is ignored. Returns what refuses the batch: see
// Batches.Refusal.
func (s *DB) Insert(ctx context.Context, b Batch) error {
	err := s.gated(ctx, func(ctx context.Context) error { return s.enqueue(ctx, s.queue, &job{batch: b}) })
	s.NoteTold(b.Account())
	if err != nil {
		s.noteFailure(err)
		return err
	}
	s.outage.pass()
	return nil
}

// enqueue passes j to a committer and waits for the outcome. Returns ErrUnavailable, and nothing is
// done, while writes hang. The gate must be held.
func (s *DB) enqueue(ctx context.Context, queue chan<- *job, j *job) error {
	if err := ctx.Err(); err != nil {
		return err // select could choose the committer
	}
	hanging := s.outage.hanging()
	select {
	case <-hanging:
		return errHangs
	default:
	}
	j.done = make(chan error, 1)
	select {
	case queue <- j:
		trace.SpanFromContext(ctx).AddEvent("in a group")
		return <-j.done // a committer has it, and will finish it
	case <-ctx.Done():
		return ctx.Err()
	case <-hanging:
		return errHangs
	}
}

// nextGroup waits for a job and takes the jobs that wait at the same time, but does not wait for more.
// It returns none when the queue is closed.
func nextGroup(queue <-chan *job) []*job {
	first, open := <-queue
	if !open {
		return nil
	}
	// The callers that the last commit woke run first, and join: groups become a third larger.
	runtime.Gosched()
	group := []*job{first}
	for size := first.size(); size < groupSize; {
		select {
		case j, open := <-queue:
			if !open {
				return group
			}
			group = append(group, j)
			size += j.size()
		default:
			return group
		}
	}
	return group
}

// noteUseTimeout bounds the writes that wait for an engine that hangs.
const noteUseTimeout = 10 * time.Second

// NoteUse stores the last use of something in the background.
func (s *DB) NoteUse(kind, query string, args ...any) {
	s.InBackground("last use of a "+kind, func(ctx context.Context, q Querier) error {
		return Exec(ctx, q, query, args...)
	})
}

// InBackground writes what no request waits for. Close waits for it. An error goes to the log.
func (s *DB) InBackground(what string, write func(context.Context, Querier) error) {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return
	}
	s.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), noteUseTimeout)
		defer cancel()
		if err := s.Dialect.write(ctx, s, write); err != nil {
			s.log.Warn("write in the background", "what", what, "error", err)
		}
	})
}
