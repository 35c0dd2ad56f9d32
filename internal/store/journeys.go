package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Journeys are the test journeys of orders. Safe for concurrent use.
type Journeys struct{ store *Store }

// StartJourney starts a test journey of an order of an account: its first step is due at once,
// each further one a pause later. It replaces a journey under way. Returns ErrNotFound if the
// account has no such order.
func (s *Journeys) StartJourney(ctx context.Context, accountID int64, trackingNo string, j shipment.Journey, pause time.Duration) error {
	o, err := s.store.OrderByTrackingNo(ctx, trackingNo)
	if err == nil && o.AccountID != accountID {
		err = engine.ErrNotFound
	}
	if err != nil {
		return s.store.DB.Explain("start a journey", err)
	}
	return s.store.DB.Execute(ctx, "start a journey",
		`INSERT INTO journeys (account_id, order_id, journey, step, pause, due_on) VALUES ($1, $2, $3, 0, $4, $5)
		ON CONFLICT (account_id, order_id) DO UPDATE SET journey = excluded.journey, step = 0, pause = excluded.pause, due_on = excluded.due_on`,
		accountID, o.OrderID, j.Name, pause.Microseconds(), engine.Micros(s.store.DB.Now()))
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
func (s *Journeys) AdvanceJourneys(ctx context.Context, limit int) (n int, err error) {
	due, err := engine.Collect(ctx, s.store.DB.Reads, func(row engine.Scanner, j *dueJourney) error {
		return row.Scan(&j.account, &j.order, &j.journey, &j.step, &j.pause)
	}, `SELECT account_id, order_id, journey, step, pause FROM journeys
		WHERE due_on <= $1 ORDER BY due_on LIMIT CAST($2 AS BIGINT)`, engine.Micros(s.store.DB.Now()), limit)
	if err != nil {
		return 0, s.store.DB.Explain("look for due journeys", err)
	}
	byAccount := each.Grouped(due, func(j dueJourney) int64 { return j.account })
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		if err := s.advanceAll(ctx, byAccount[account]); err != nil {
			return 0, s.store.DB.Explain("advance journeys", err)
		}
	}
	return len(due), nil
}

// advanceAll takes a step of each journey of one account, in the order of their ids: other transactions
// lock orders in that order too.
func (s *Journeys) advanceAll(ctx context.Context, due []dueJourney) error {
	slices.SortFunc(due, func(a, b dueJourney) int { return cmp.Compare(a.order, b.order) })
	return s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		for _, j := range due {
			if err := s.advance(ctx, q, j); err != nil {
				return fmt.Errorf("order %d: %w", j.order, err)
			}
		}
		return nil
	})
}

// errTaken: another process has taken the step.
var errTaken = errors.New("the step is taken")

// advance takes one step, unless another process has taken it. A journey ends after its last step, when
// its order has a final status, and when this version of the program does not know the journey.
func (s *Journeys) advance(ctx context.Context, q engine.Querier, j dueJourney) error {
	now := s.store.DB.Now()
	err := engine.UpdateOne(ctx, q, errTaken, `UPDATE journeys SET step = step + 1, due_on = $1
		WHERE account_id = $2 AND order_id = $3 AND journey = $4 AND step = $5 AND due_on <= $6`,
		engine.Micros(now)+j.pause, j.account, j.order, j.journey, j.step, engine.Micros(now))
	if errors.Is(err, errTaken) {
		return nil
	}
	if err != nil {
		return err
	}
	orders, err := s.store.lockOrders(ctx, q, j.account, []int64{j.order})
	if err != nil {
		return err
	}
	journey, _ := shipment.JourneyByName(j.journey)
	if len(orders) == 0 || orders[0].TrackerStatus.Final() || j.step >= len(journey.Steps) {
		return engine.Exec(ctx, q, `DELETE FROM journeys WHERE account_id = $1 AND order_id = $2`, j.account, j.order)
	}
	whole, err := engine.First(s.store.ordersByID(ctx, q, j.account, []int64{j.order})) // with its countries
	if err != nil {
		return err
	}
	_, err = s.store.storeEvent(ctx, q, &orders[0], journey.Steps[j.step].Event(&whole, now), now)
	return err
}
