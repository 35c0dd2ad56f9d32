package store

import (
	"context"
	"fmt"
	"runtime"
)

// job is a write that waits for a committer: a batch of orders on both engines, any
// other write on SQLite alone.
type job struct {
	create *creation // nil: another write
	run    func(context.Context, querier) error
	done   chan error // receives the outcome, once
}

// orders is how much of a group the job fills.
func (j *job) orders() int {
	if j.create == nil {
		return 1
	}
	return len(j.create.Orders)
}

// groupOrders is how many orders a group commit takes before it stops taking more:
// beyond, a commit costs nothing beside the rows, and the others wait longer.
const groupOrders = 1000

// write runs fn in a transaction and returns when it is durable. fn may run again, and
// must not be of the opinion that the transaction is its own: on SQLite it has a
// savepoint of one. When ctx ends before fn's turn, fn does not run.
func (s *Store) write(ctx context.Context, fn func(context.Context, querier) error) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return fmt.Errorf("%w: it is closed", ErrUnavailable)
	}
	if s.damaged.Load() {
		return ErrDamaged
	}
	noted := s.due.noted.Load()
	err := s.dialect.write(ctx, s, fn)
	if err == nil && s.due.noted.Load() != noted {
		s.due.signal()
	}
	return err
}

// enqueue hands j to who takes from queue and waits for the outcome. Returns ErrUnavailable,
// and nothing is done, when writes hang. The gate must be held.
func (s *Store) enqueue(ctx context.Context, queue chan<- *job, j *job) error {
	if err := ctx.Err(); err != nil {
		return err // select might choose the committer
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
		return <-j.done // a committer has it: it may be half written, and soon it is not
	case <-ctx.Done():
		return ctx.Err()
	case <-hanging:
		return errHangs
	}
}

// nextGroup waits for a job and takes those that wait beside it, but never waits for
// company. It returns none when the queue is closed.
func nextGroup(queue <-chan *job) []*job {
	first, open := <-queue
	if !open {
		return nil
	}
	// Those that the last commit woke run first and join: groups are a third larger.
	runtime.Gosched()
	group := []*job{first}
	for orders := first.orders(); orders < groupOrders; {
		select {
		case j, open := <-queue:
			if !open {
				return group
			}
			group = append(group, j)
			orders += j.orders()
		default:
			return group
		}
	}
	return group
}
