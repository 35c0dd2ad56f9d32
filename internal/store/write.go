package store

import (
	"context"
	"fmt"
	"runtime"
)

// job is a write that waits for a committer: a batch of orders on both engines, any other write only
// on SQLite.
type job struct {
	create *creation // nil: another write
	run    func(context.Context, querier) error
	done   chan error // receives the outcome, once
}

// orders is how many orders the job counts for in a group.
func (j *job) orders() int {
	if j.create == nil {
		return 1
	}
	return len(j.create.Orders)
}

// groupOrders is how many orders fill a group commit: beyond, the commit costs nothing compared to the
// rows, and other writes would wait longer.
const groupOrders = 1000

// write runs fn in a transaction and returns when it is durable. fn may run again, and must not assume
// that the transaction is its own: on SQLite it shares one, and runs again when another write of its group
// fails. When ctx ends before it is the turn of fn, fn does not run.
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

// enqueue passes j to a committer and waits for the outcome. Returns ErrUnavailable, and nothing is
// done, while writes hang. The gate must be held.
func (s *Store) enqueue(ctx context.Context, queue chan<- *job, j *job) error {
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
