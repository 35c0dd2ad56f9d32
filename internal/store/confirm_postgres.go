package store

import (
	"cmp"
	"context"
)

// markCommit writes a record of nothing to the log of PostgreSQL, so that the transaction has
// something to commit. It needs no privilege and locks nothing.
const markCommit = `SELECT pg_logical_emit_message(true, 'waybill', '')`

// probePostgres commits a mark.
func probePostgres(ctx context.Context, s *Store) error {
	return s.confirmed(func() error {
		_, err := s.writes.ExecContext(ctx, markCommit)
		return err
	})
}

// confirm runs look, which reads, and returns when what it found is as durable as a commit is
// that was confirmed: a row can be read that the standby does not have, if its COMMIT was
// cut short. look runs in a transaction that commits a mark, on the same server. The mark
// comes after all that look found, and so it is durable last. Those that wait share one.
// Where all that can be read is durable, look does not run. The gate must be held.
func (s *Store) confirm(ctx context.Context, look func(context.Context, querier) error) error {
	if s.dialect.mark == "" {
		return nil
	}
	return s.enqueue(ctx, s.lookups, &job{run: look})
}

func (s *Store) confirmGroup(group []*job) {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	outcomes := make([]error, len(group))
	err := writePostgres(ctx, s, func(ctx context.Context, q querier) error {
		for i, j := range group {
			outcomes[i] = j.run(ctx, q)
		}
		return s.mark(ctx, q)
	})
	for i, j := range group {
		j.done <- cmp.Or(err, outcomes[i])
	}
}

// mark makes what a transaction read as durable as what it writes, when it is committed. It
// is for verbs that answer that a thing was done earlier.
func (s *Store) mark(ctx context.Context, q querier) error {
	if s.dialect.mark == "" {
		return nil
	}
	_, err := q.ExecContext(ctx, s.dialect.mark)
	return err
}
