package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// limitShareWaits is how long a group waits for a lock: other shared writes wait for the group. It goes
// with BEGIN.
const limitShareWaits = `SET LOCAL lock_timeout = '1s'`

// errAlone: a write that shared a transaction has to run in its own.
var errAlone = errors.New("run it alone")

// lockNotAvailable is the SQLSTATE of a lock that was not available in time.
const lockNotAvailable = "55P03"

// writeShared runs fn in a transaction with the shared writes that wait at the same time, or, if
// one of them fails, alone.
func (e onPostgres) writeShared(ctx context.Context, s *DB, row Guard, fn func(context.Context, Querier) error) error {
	err := s.enqueue(ctx, s.shared, &job{guard: row, run: func(_ context.Context, q Querier) error {
		return fn(context.WithoutCancel(ctx), q) // the group goes on when one of its callers leaves
	}})
	if errors.Is(err, errAlone) {
		return e.write(ctx, s, fn)
	}
	return err
}

// shareGroup runs a group of shared writes, and sends each the outcome.
func (s *DB) shareGroup(group []*job) {
	slices.SortFunc(group, func(a, b *job) int { return a.guard.compare(b.guard) })
	// Two writes to the same row have to run one after the other.
	together := slices.CompactFunc(slices.Clone(group), func(a, b *job) bool { return a.guard.compare(b.guard) == 0 })
	err := s.shareTransaction(together)
	for _, j := range group {
		if !slices.Contains(together, j) {
			j.done <- errAlone
			continue
		}
		j.done <- err
	}
}

// shareTransaction runs a group in one transaction. Returns errAlone if nothing is stored and each may
// run alone, and ErrUnconfirmed if it is not known whether all is stored.
func (s *DB) shareTransaction(group []*job) error {
	defer s.watch()()
	err := s.runShared(group)
	if err == nil {
		return nil
	}
	answer, answered := errors.AsType[*pgconn.PgError](err)
	lost := s.Dialect.fault(err) == faultUnavailable && !pgconn.SafeToRetry(err) && (!answered || answer.Code != lockNotAvailable)
	if lost || errors.Is(err, ErrUnconfirmed) {
		s.noteFailure(err)
		return err
	}
	return fmt.Errorf("%w: %w", errAlone, err)
}

func (s *DB) runShared(group []*job) error {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	pooled, err := s.postgres.writes.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pooled.Release() // it closes one whose transaction is open
	conn := pooled.Conn()
	rest, err := runTogether(ctx, conn, []string{"begin", s.waits}, group, s.locksOf(group))
	if err != nil {
		return errors.Join(err, undo(ctx, conn))
	}
	committing, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	err = s.confirmed(func() error { return commit(committing, conn, rest) })
	return errors.Join(err, undo(committing, conn))
}

// locksOf are the statements that lock the rows of the anchor that a group writes, in the order in which other
// transactions lock several. Its writes would lock them as they come to it.
func (s *DB) locksOf(group []*job) *pgx.Batch {
	ids := make(map[int64][]int64) // by account
	for _, j := range group {
		if j.guard.LocksRow {
			ids[j.guard.AccountID] = append(ids[j.guard.AccountID], j.guard.RowID)
		}
	}
	locks := &pgx.Batch{}
	for _, account := range slices.Sorted(maps.Keys(ids)) {
		locks.Queue(LockRows(s.schema.Anchor, s.schema.AnchorID), account, ids[account])
	}
	return locks
}

// LockRows locks rows of one account, in the order of their ids.
func LockRows(table, id string) string {
	return `SELECT 1 FROM ` + table + ` WHERE account_id = $1 AND ` + id + ` = ANY($2) ORDER BY ` + id + ` FOR UPDATE`
}

// compare orders guards as they are locked.
func (g Guard) compare(other Guard) int {
	return cmp.Or(cmp.Compare(g.ChildID, other.ChildID), cmp.Compare(g.AccountID, other.AccountID),
		cmp.Compare(g.RowID, other.RowID))
}
