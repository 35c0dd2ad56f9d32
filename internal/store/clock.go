package store

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

// ClockNoted is how often a server calls NoteClock.
const ClockNoted = 30 * time.Second

// newestOrders are enough orders with the highest ids that one of them has nearly the newest time.
const newestOrders = 100

// ClockBehind returns how far the clock of this server is behind the newest time that a server has stored; 0: it is not, or no further
// than clocks of servers may differ.
func (s *Store) ClockBehind(ctx context.Context) (time.Duration, error) {
	behind, _, err := s.clockBehind(ctx, s.DB.Reads)
	return behind, s.DB.Explain("compare the clock with stored times", err)
}

// clockBehind is ClockBehind, and the newest time.
func (s *Store) clockBehind(ctx context.Context, q engine.Querier) (behind time.Duration, newest int64, err error) {
	var created int64
	err = engine.QueryRow(ctx, q, `SELECT clock_on, (SELECT coalesce(max(created_on), 0) FROM (
		SELECT created_on FROM orders ORDER BY order_id DESC LIMIT CAST($1 AS BIGINT)) AS newest) FROM deployment WHERE id = 1`, newestOrders).
		Scan(&newest, &created)
	newest = max(newest, created)
	if behind = engine.FromMicros(newest).Sub(s.DB.Now()); behind <= clockSkew {
		behind = 0
	}
	return behind, newest, err
}

// NoteClock stores the time, for ClockBehind. If the clock is behind stored times, it makes due what waits for a time up to them, once:
// such work was due when it was stored, or waits to be tried again, which it may be earlier. It returns how far the clock is behind, and
// how much work became due.
func (s *Store) NoteClock(ctx context.Context) (behind time.Duration, due int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		var swept, newest int64
		due = 0
		err := engine.QueryRow(ctx, q, `SELECT clock_swept_on FROM deployment WHERE id = 1`+s.DB.Dialect.ForUpdate).Scan(&swept)
		if err != nil {
			return err
		}
		if behind, newest, err = s.clockBehind(ctx, q); err != nil {
			return err
		}
		now := engine.Micros(s.DB.Now())
		if behind == 0 {
			return engine.Exec(ctx, q, `UPDATE deployment SET clock_on = $1 WHERE id = 1 AND clock_on < $1`, now)
		}
		if swept >= newest {
			return nil
		}
		until := newest + (2 * ClockNoted).Microseconds() // what was stored after the clock was noted last
		for _, l := range s.Ledger.leased() {
			n, err := q.Exec(ctx, `UPDATE `+l.Table+` SET due_on = $1
				WHERE lease_owner = '' AND due_on > $1 AND due_on <= $2 AND `+l.Open, now, until)
			if err != nil {
				return fmt.Errorf("%s: %w", l.Table, err)
			}
			due += n
		}
		engine.AfterCommit(ctx, s.Webhooks.signalDue)
		return engine.Exec(ctx, q, `UPDATE deployment SET clock_on = $1, clock_swept_on = $1 WHERE id = 1`, newest)
	})
	return behind, due, s.DB.Explain("note the clock", err)
}
