package store

import (
	"context"
	"errors"
	"fmt"
)

// maxSkip bounds one skip of order ids: ids have 18 digits.
const maxSkip = 1_000_000_000_000

// errNotSQLite refuses on PostgreSQL what only an SQLite file needs.
var errNotSQLite = errors.New("the database is PostgreSQL: use pg_dump and pg_restore")

// CopyTo writes a consistent copy of an SQLite database to the file at path, while others read and
// write. The file must be empty or not exist. The copy has no free space and is not fsynced. Returns
// an error on PostgreSQL.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	if s.dialect.engine != SQLite {
		return errNotSQLite
	}
	err := s.copyTo(ctx, path)
	return s.explain("copy the database", err)
}

// copyTo uses a connection of its own: readers cannot write, not even to another file.
func (s *Store) copyTo(ctx context.Context, path string) error {
	conn, err := s.file.connect()
	if err != nil {
		return err
	}
	conn.SetInterrupt(ctx.Done())
	_, err = conn.exec(`VACUUM INTO $1`, []any{path})
	return errors.Join(endedBy(ctx, err), conn.Close())
}

// SkipOrderIDs moves the counter of order ids past all ids in use, and by n, from 1 to 10^12. It
// returns the first id that the next server issues. A restored database needs it: the ids of orders
// that were created after the backup were used for tracking numbers. No server may run: it would issue
// the ids that it reserved before.
func (s *Store) SkipOrderIDs(ctx context.Context, n int64) (next int64, err error) {
	if n < 1 || n > maxSkip {
		return 0, fmt.Errorf("skip order ids: %d is not from 1 to %d", n, int64(maxSkip))
	}
	err = s.write(ctx, func(ctx context.Context, q querier) (err error) {
		next, err = skipOrderIDs(ctx, q, n)
		return err
	})
	if err != nil {
		return 0, s.explain("skip order ids", err)
	}
	return next, nil
}

func skipOrderIDs(ctx context.Context, q querier, n int64) (next int64, err error) {
	var last int64
	if err := queryRow(ctx, q, `SELECT coalesce(max(order_id), 0) FROM orders`).Scan(&last); err != nil {
		return 0, err
	}
	err = queryRow(ctx, q, `UPDATE counters SET next_value = CASE WHEN next_value > $1 THEN next_value ELSE $1 END + $2
		WHERE name = 'order_id' RETURNING next_value`, last+1, n).Scan(&next)
	return next, err
}

// CountOrders returns the number of all orders. It reads an index of all of them: about 100 ms for a
// million.
func (s *Store) CountOrders(ctx context.Context) (n int64, err error) {
	err = queryRow(ctx, s.reads, `SELECT count(*) FROM orders`).Scan(&n)
	return n, s.explain("count orders", err)
}
