package store

import (
	"context"
	"slices"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// CorrectOrders is CorrectTracking for the orders of an account with the tracking numbers, in upper case, and returns the result for each
// number. An order that has the status, and no event that needs attention, is unchanged. The error of a result is ErrNotFound, ErrErased,
// or ErrCancelled. With dryRun nothing is changed.
func (s *Store) CorrectOrders(
	ctx context.Context, accountID int64, numbers []string, c shipment.Correction, dryRun bool,
) ([]HoldResult, error) {
	one := func(ctx context.Context, q engine.Querier, o *trackedOrder, unmoved bool) (HoldResult, error) {
		if o.TrackerStatus == c.Status && c.Lost != o.LostOn.IsZero() && !unmoved {
			return HoldResult{}, nil
		}
		return asResult(s.correct(ctx, q, o, c))
	}
	return s.trackMany(ctx, "correct the status of orders", accountID, numbers, dryRun, one)
}

// ReportOrders adds an event to the orders of an account with the tracking numbers, in upper case, as AddTrackingEvents does, and returns
// the result for each number. An order that has the event is unchanged. The error of a result is ErrNotFound, ErrErased, or
// ErrTooManyEvents. With dryRun nothing is changed.
func (s *Store) ReportOrders(
	ctx context.Context, accountID int64, numbers []string, e shipment.TrackingEvent, dryRun bool,
) ([]HoldResult, error) {
	one := func(ctx context.Context, q engine.Querier, o *trackedOrder, _ bool) (HoldResult, error) {
		if !o.ErasedOn.IsZero() {
			return HoldResult{Err: ErrErased}, nil
		}
		outcome, err := s.storeEvent(ctx, q, o, e, s.DB.Now())
		switch {
		case err != nil || outcome == TrackingDuplicate:
			return HoldResult{}, err
		case outcome == TrackingFull:
			return HoldResult{Err: ErrTooManyEvents}, nil
		}
		return HoldResult{Changed: true}, nil
	}
	return s.trackMany(ctx, "report on orders", accountID, numbers, dryRun, one)
}

// asResult makes the errors of an order that say why it was not changed its result.
func asResult(err error) (HoldResult, error) {
	if err == nil {
		return HoldResult{Changed: true}, nil
	}
	if slices.Contains([]error{ErrErased, ErrCancelled}, err) {
		return HoldResult{Err: err}, nil
	}
	return HoldResult{}, err
}

// trackMany has one do something with each order of an account that has one of the numbers, in one transaction. one also gets whether an
// event of the order needs attention.
func (s *Store) trackMany(
	ctx context.Context, doing string, accountID int64, numbers []string, dryRun bool,
	one func(ctx context.Context, q engine.Querier, o *trackedOrder, unmoved bool) (HoldResult, error),
) (results []HoldResult, err error) {
	err = s.tryChange(ctx, doing, dryRun, func(ctx context.Context, q engine.Querier) error {
		named, err := s.findNumbers(ctx, q, numbers)
		if err != nil {
			return err
		}
		orders, err := s.lockOrders(ctx, q, accountID, named[accountID])
		if err != nil {
			return err
		}
		unmoved, err := engine.Values[int64](ctx, q, `SELECT order_id FROM unmoved_events WHERE account_id = $1 AND order_id `+
			s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(named[accountID]))
		if err != nil {
			return err
		}
		results, err = resultOfEach(numbers, orders, HoldResult{Err: engine.ErrNotFound}, func(o *trackedOrder) (HoldResult, error) {
			return one(ctx, q, o, slices.Contains(unmoved, o.OrderID))
		})
		return err
	})
	return results, err
}
