package engine

import (
	"cmp"
	"context"
)

// markCommit writes an empty record to the log of PostgreSQL, so that the transaction has something to
// commit. It needs no privilege and takes no lock.
const markCommit = `SELECT pg_logical_emit_message(true, 'waybill', '')`

// probe commits a mark.
func (onPostgres) probe(ctx context.Context, s *DB) error {
	return s.confirmed(func() error { return s.Mark(ctx, by{s.postgres.writes}) })
}

// confirm runs look, which reads, and returns when what look found is as durable as a confirmed
// commit. On PostgreSQL a row can be visible that the standby does not have, if its COMMIT was cut
// short. Therefore look runs in a transaction that commits a mark on the same server: the mark comes
// after all rows that look found, so that they are durable when it is. Calls that wait share one
// transaction. On SQLite all that can be read is durable, and look does not run. The gate must be
// held.
func (s *DB) confirm(ctx context.Context, look func(context.Context, Querier) error) error {
	if s.Dialect.mark == "" {
		return nil
	}
	return s.enqueue(ctx, s.lookups, &job{run: look})
}

// confirmGroup confirms what waits together.
func (s *DB) confirmGroup(group []*job) {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	outcomes := make([]error, len(group))
	err := onPostgres{}.write(ctx, s, func(ctx context.Context, q Querier) error {
		for i, j := range group {
			outcomes[i] = j.run(ctx, q)
		}
		return s.Mark(ctx, q)
	})
	for i, j := range group {
		j.done <- cmp.Or(err, outcomes[i])
	}
}

// Mark makes what a transaction read as durable as what it writes. Methods call it that report a
// change as done earlier.
func (s *DB) Mark(ctx context.Context, q Querier) error {
	if s.Dialect.mark == "" {
		return nil
	}
	if s.servers != nil && s.servers.distributed.Load() {
		return markShards(ctx, q)
	}
	return Exec(ctx, q, s.Dialect.mark)
}

// Confirm is confirm, unless the database is closed or damaged.
func (s *DB) Confirm(ctx context.Context, look func(context.Context, Querier) error) error {
	return s.gated(ctx, func(ctx context.Context) error { return s.confirm(ctx, look) })
}
