package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"waybill/internal/shipment"
)

// StartJourney lets an order of an account walk through a journey, a step each pause, the
// first at once; it takes the place of one under way. Returns ErrNotFound if the account
// has no such order.
func (s *Store) StartJourney(ctx context.Context, accountID int64, trackingNo string, j shipment.Journey, pause time.Duration) error {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if err == nil && o.AccountID != accountID {
		err = ErrNotFound
	}
	if err != nil {
		return s.explain("start a journey", err)
	}
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO journeys (account_id, order_id, journey, step, pause, due_on) VALUES ($1, $2, $3, 0, $4, $5)
			ON CONFLICT (account_id, order_id) DO UPDATE SET journey = excluded.journey, step = 0, pause = excluded.pause, due_on = excluded.due_on`,
			accountID, o.OrderID, j.Name, pause.Microseconds(), micros(s.clock()))
		return err
	})
	return s.explain("start a journey", err)
}

// walk is a journey under way.
type walk struct {
	account, order int64
	journey        string
	step           int
	pause          int64
}

// AdvanceJourneys takes the next step of each journey that is due, up to limit, and
// returns how many there were. The report and the next due time are one transaction, so
// that a journey goes on after a crash where it stood, and no step is taken twice.
func (s *Store) AdvanceJourneys(ctx context.Context, limit int) (n int, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		rows, err := q.QueryContext(ctx, `SELECT account_id, order_id, journey, step, pause FROM journeys
			WHERE due_on <= $1 ORDER BY due_on LIMIT $2`+s.dialect.skipLocked, micros(s.clock()), limit)
		due, err := collect(rows, err, func(rows *sql.Rows, w *walk) error {
			return rows.Scan(&w.account, &w.order, &w.journey, &w.step, &w.pause)
		})
		if err != nil {
			return err
		}
		n = len(due)
		for _, w := range due {
			if err := s.advance(ctx, q, w); err != nil {
				return fmt.Errorf("order %d: %w", w.order, err)
			}
		}
		return nil
	})
	return n, s.explain("advance journeys", err)
}

// advance takes one step. A journey ends with its last step, with an order to which
// nothing can happen any more, or when this version of the program does not know it.
func (s *Store) advance(ctx context.Context, q querier, w walk) error {
	orders, err := s.lockOrders(ctx, q, w.account, []int64{w.order})
	if err != nil {
		return err
	}
	journey, _ := shipment.JourneyByName(w.journey)
	if len(orders) == 0 || orders[0].TrackerStatus.Final() || w.step >= len(journey.Steps) {
		_, err := q.ExecContext(ctx, `DELETE FROM journeys WHERE account_id = $1 AND order_id = $2`, w.account, w.order)
		return err
	}
	o, now := &orders[0], s.clock()
	o.add(journey.Steps[w.step].Event(&o.Order, now), now)
	if err := s.saveTracked(ctx, q, o, now); err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, `UPDATE journeys SET step = step + 1, due_on = $1 WHERE account_id = $2 AND order_id = $3`,
		micros(now)+w.pause, w.account, w.order)
	return err
}
