package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Stop is why a parcel goes no further: each scan of it says so, until an operator lifts the stop. It is beside the hold of its shipper,
// and works after pickup too.
type Stop struct {
	AccountID, OrderID int64
	TrackingNo         string
	Reason             string
	StoppedOn          time.Time
	ActorKind, Actor   string
}

const selectStops = `SELECT s.account_id, s.order_id, o.tracking_no, s.reason, s.stopped_on, s.actor_kind, s.actor FROM order_stops s
	JOIN orders o ON o.account_id = s.account_id AND o.order_id = s.order_id WHERE `

func scanStop(row engine.Scanner, s *Stop) error {
	return row.Scan(&s.AccountID, &s.OrderID, &s.TrackingNo, &s.Reason, engine.At(&s.StoppedOn), &s.ActorKind, &s.Actor)
}

// StopOrders stops the parcels of orders of any account with the tracking numbers, in upper case, for a reason, and returns the result for
// each number. One that is stopped gets the new reason. Each account has a transaction of its own. The error of a result is ErrNotFound, or
// ErrErased.
func (s *Store) StopOrders(ctx context.Context, numbers []string, reason string) ([]HoldResult, error) {
	return s.changeStops(ctx, "stop parcels", numbers, reason)
}

// LiftStops ends the stops of orders of any account with the tracking numbers, in upper case, and returns the result for each number. Each
// account has a transaction of its own. The error of a result is ErrNotFound.
func (s *Store) LiftStops(ctx context.Context, numbers []string) ([]HoldResult, error) {
	return s.changeStops(ctx, "lift the stops of parcels", numbers, "")
}

// changeStops stops parcels, or with no reason lifts their stops.
func (s *Store) changeStops(ctx context.Context, doing string, numbers []string, reason string) ([]HoldResult, error) {
	accounts, err := s.findNumbers(ctx, s.DB.Reads, numbers)
	if err != nil {
		return nil, s.DB.Explain(doing, err)
	}
	byNumber := make(map[string]HoldResult, len(numbers))
	for _, account := range slices.Sorted(maps.Keys(accounts)) {
		err := s.DB.Change(ctx, doing, func(ctx context.Context, q engine.Querier) error {
			orders, err := s.lockOrders(ctx, q, account, accounts[account])
			if err != nil {
				return err
			}
			stops, err := s.stopsOf(ctx, q, account, accounts[account])
			for i := 0; i < len(orders) && err == nil; i++ {
				o := &orders[i].Order
				byNumber[o.TrackingNo], err = s.changeStop(ctx, q, o, stops[o.OrderID], reason)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return resultsOf(numbers, byNumber, HoldResult{Err: engine.ErrNotFound}), nil
}

// StopParcel stops a parcel that Record has locked, in its transaction, as StopOrders does, or with no reason lifts its stop.
func (s *Store) StopParcel(ctx context.Context, q engine.Querier, p *Parcel, reason string) error {
	stops, err := s.stopsOf(ctx, q, p.AccountID, []int64{p.OrderID})
	if err == nil {
		_, err = s.changeStop(ctx, q, &p.Order, stops[p.OrderID], reason)
	}
	return err
}

func (s *Store) changeStop(ctx context.Context, q engine.Querier, o *shipment.Order, was Stop, reason string) (_ HoldResult, err error) {
	action, event, actor := "stop", shipment.EventParcelStopped, audit.ActorOf(ctx)
	stop := Stop{o.AccountID, o.OrderID, o.TrackingNo, reason, s.DB.Now(), string(actor.Kind), actor.Name}
	switch {
	case was.Reason == reason:
		return HoldResult{}, nil
	case reason == "":
		action, event, stop = "lift-stop", shipment.EventStopLifted, was
		_, err = q.Exec(ctx, `DELETE FROM order_stops WHERE account_id = $1 AND order_id = $2`, o.AccountID, o.OrderID)
	case !o.ErasedOn.IsZero():
		return HoldResult{Err: ErrErased}, nil
	default:
		_, err = q.Exec(ctx, `INSERT INTO order_stops (account_id, order_id, reason, stopped_on, actor_kind, actor)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account_id, order_id) DO UPDATE SET reason = excluded.reason,
				stopped_on = excluded.stopped_on, actor_kind = excluded.actor_kind, actor = excluded.actor`,
			o.AccountID, o.OrderID, reason, engine.Micros(stop.StoppedOn), stop.ActorKind, stop.Actor)
	}
	var values [2]any // in the audit log: null without a stop
	for i, reason := range []string{was.Reason, reason} {
		if reason != "" {
			values[i] = auditedHold{Reason: reason}
		}
	}
	if err == nil {
		err = s.auditDecision(ctx, q, orderChange{o.AccountID, o.TrackingNo, action, values[0], values[1]})
	}
	for _, p := range s.parts {
		if p.Stopped != nil && err == nil {
			err = p.Stopped(ctx, s, q, event, stop)
		}
	}
	return HoldResult{Changed: true}, err
}

// stopsOf returns the stops of orders of an account, by order id.
func (s *Store) stopsOf(ctx context.Context, q engine.Querier, accountID int64, ids []int64) (map[int64]Stop, error) {
	return engine.ByID(ctx, q, scanStop, func(s Stop) int64 { return s.OrderID },
		selectStops+`s.account_id = $1 AND s.order_id `+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(ids))
}

// Stops returns the stops of all accounts after a place, by account and order, at most limit.
func (s *Store) Stops(ctx context.Context, after Stop, limit int) ([]Stop, error) {
	return engine.List(ctx, s.DB, "list the stops of parcels", scanStop, selectStops+`(s.account_id, s.order_id) > ($1, $2)
		ORDER BY s.account_id, s.order_id LIMIT CAST($3 AS BIGINT)`, after.AccountID, after.OrderID, limit)
}
