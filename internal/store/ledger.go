package store

import (
	"context"
	"database/sql"
	"time"
)

// ledger is a table of work for partners that is claimed by lease.
type ledger[T any] struct {
	table   string
	due     string // selects what may be claimed: $1 is now, $2 the partner, $3 how many
	columns string
	scan    func(*sql.Rows, *T) error
	begins  string // what a claim sets besides the lease
}

// countsClaims is ledger.begins where a claim is an attempt.
const countsClaims = `attempts = attempts + 1,`

// claim leases up to limit rows of a partner to owner, the oldest due first, in the
// transaction of q.
func (l ledger[T]) claim(ctx context.Context, s *Store, q querier, owner, partner string, limit int, lease time.Duration) ([]T, error) {
	now := s.clock()
	rows, err := q.QueryContext(ctx, `WITH due (due_account, due_order) AS MATERIALIZED (`+l.due+s.dialect.skipLocked+`)
		UPDATE `+l.table+` SET `+l.begins+` lease_owner = $4, lease_token = lease_token + 1, due_on = $5
		FROM due WHERE account_id = due_account AND order_id = due_order
		RETURNING `+l.columns, micros(now), partner, limit, owner, micros(now.Add(lease)))
	return collect(rows, err, l.scan)
}
