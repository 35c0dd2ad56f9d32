package store

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/shipment"
)

// StartJourney starts a test journey of an order of an account: its first step is due at once,
// each further one a pause later. It replaces a journey under way. Returns ErrNotFound if the
// account has no such order.
func (s *Store) StartJourney(ctx context.Context, accountID int64, trackingNo string, j shipment.Journey, pause time.Duration) error {
	o, err := s.OrderByTrackingNo(ctx, trackingNo)
	if err == nil && o.AccountID != accountID {
		err = ErrNotFound
	}
	if err != nil {
		return s.explain("start a journey", err)
	}
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		_, err := q.exec(ctx, `INSERT INTO journeys (account_id, order_id, journey, step, pause, due_on) VALUES ($1, $2, $3, 0, $4, $5)
			ON CONFLICT (account_id, order_id) DO UPDATE SET journey = excluded.journey, step = 0, pause = excluded.pause, due_on = excluded.due_on`,
			accountID, o.OrderID, j.Name, pause.Microseconds(), micros(s.clock()))
		return err
	})
	return s.explain("start a journey", err)
}

// dueJourney is a journey whose next step is due.
type dueJourney struct {
	account, order int64
	journey        string
	step           int
	pause          int64
}

// AdvanceJourneys takes the next step of at most limit journeys that are due, and returns how many
// were due. A step and the time of the next one are stored in one transaction, so that after a
// crash a journey continues where it stood, and no step is taken twice.
func (s *Store) AdvanceJourneys(ctx context.Context, limit int) (n int, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		rows, err := q.query(ctx, `SELECT account_id, order_id, journey, step, pause FROM journeys
			WHERE due_on <= $1 ORDER BY due_on LIMIT $2`+s.dialect.skipLocked, micros(s.clock()), limit)
		due, err := collect(rows, err, func(row scanner, j *dueJourney) error {
			return row.Scan(&j.account, &j.order, &j.journey, &j.step, &j.pause)
		})
		if err != nil {
			return err
		}
		n = len(due)
		for _, j := range due {
			if err := s.advance(ctx, q, j); err != nil {
				return fmt.Errorf("order %d: %w", j.order, err)
			}
		}
		return nil
	})
	return n, s.explain("advance journeys", err)
}

// advance takes one step. A journey ends after its last step, when its order has a final status,
// and when this version of the program does not know the journey.
func (s *Store) advance(ctx context.Context, q querier, j dueJourney) error {
	orders, err := s.lockOrders(ctx, q, j.account, []int64{j.order})
	if err != nil {
		return err
	}
	journey, _ := shipment.JourneyByName(j.journey)
	if len(orders) == 0 || orders[0].TrackerStatus.Final() || j.step >= len(journey.Steps) {
		_, err := q.exec(ctx, `DELETE FROM journeys WHERE account_id = $1 AND order_id = $2`, j.account, j.order)
		return err
	}
	o, now := &orders[0], s.clock()
	o.add(journey.Steps[j.step].Event(&o.Order, now), now)
	if err := s.saveTracked(ctx, q, o, now); err != nil {
		return err
	}
	_, err = q.exec(ctx, `UPDATE journeys SET step = step + 1, due_on = $1 WHERE account_id = $2 AND order_id = $3`,
		micros(now)+j.pause, j.account, j.order)
	return err
}
