package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// HistoriesLast is how long a line of a submission's history is kept after it was begun.
const HistoriesLast = 90 * 24 * time.Hour

// PurgeHistories deletes the lines of histories that are older than HistoriesLast, and
// returns how many there were. The submissions themselves stay, with their last message,
// and so do the histories of those that are still open.
func (s *Store) PurgeHistories(ctx context.Context) (n int64, err error) {
	accounts, err := s.Accounts(ctx)
	if err != nil {
		return 0, err
	}
	oldest := micros(s.clock().Add(-HistoriesLast))
	for _, a := range accounts {
		deleted, err := s.purgeHistories(ctx, a.AccountID, oldest)
		n += deleted
		if err != nil {
			return n, s.explain("forget old histories", err)
		}
	}
	return n, nil
}

// purgeHistories walks through the lines of an account's old orders, which are few: most
// went when the order became old. No index by time is worth its cost on every attempt.
func (s *Store) purgeHistories(ctx context.Context, accountID, oldest int64) (n int64, err error) {
	var last int64 // of the orders that are old: ids rise with time
	err = s.reads.QueryRowContext(ctx, `SELECT order_id FROM orders WHERE account_id = $1 AND created_on <= $2
		ORDER BY created_on DESC LIMIT 1`, accountID, oldest).Scan(&last)
	if err != nil {
		return 0, orNothing(err)
	}
	for after := int64(0); after < last; {
		until := last
		err := s.reads.QueryRowContext(ctx, `SELECT order_id FROM submission_attempts WHERE account_id = $1 AND order_id > $2 AND order_id <= $3
			ORDER BY order_id, seq LIMIT 1 OFFSET $4`, accountID, after, last, purgeChunk).Scan(&until)
		if orNothing(err) != nil {
			return n, err
		}
		deleted, err := s.purgeHistoriesOf(ctx, accountID, after, until, oldest)
		n += deleted
		if err != nil {
			return n, err
		}
		after = until
	}
	return n, nil
}

// purgeHistoriesOf deletes the old lines of the orders after one, until another.
func (s *Store) purgeHistoriesOf(ctx context.Context, accountID, after, until, oldest int64) (n int64, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		result, err := q.ExecContext(ctx, `DELETE FROM submission_attempts
			WHERE account_id = $1 AND order_id > $2 AND order_id <= $3 AND started_on <= $4 AND NOT EXISTS (
				SELECT 1 FROM submissions s WHERE s.account_id = submission_attempts.account_id AND s.order_id = submission_attempts.order_id
					AND s.`+openStates+`)`,
			accountID, after, until, oldest)
		if err == nil {
			n, err = result.RowsAffected()
		}
		return err
	})
	return n, err
}

// orNothing is err, but nil when it says that there is no such row.
func orNothing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
