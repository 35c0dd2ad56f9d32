package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// CancelOutcome is the outcome of a request to cancel an order.
type CancelOutcome string

// The outcomes.
const (
	OrderCancelled  CancelOutcome = "cancelled"  // now, or it was before
	OrderCancelling CancelOutcome = "cancelling" // its partner is asked
	OrderWouldEnd   CancelOutcome = "would end"  // by CancelOrders, now
	OrderWouldAsk   CancelOutcome = "would ask"  // CancelOrders would ask the partner
	OrderTooLate    CancelOutcome = "too late"   // the parcel was picked up
	OrderKept       CancelOutcome = "kept"       // its partner refused: see Message
	OrderUnknown    CancelOutcome = "unknown"    // the account has no such order
)

// CancelResult is the outcome for one tracking number.
type CancelResult struct {
	Outcome CancelOutcome
	Message string // the partner's, of OrderKept
	Partner string // that is asked, of OrderCancelling
}

// CancelOrders cancels the orders of an account with the tracking numbers, in upper case, and returns
// the outcome for each number. An order that its partner cannot have is cancelled at once and never
// submitted. For any other order of a partner, a Cancellation begins. A cancelled order stays
// cancelled. With dryRun nothing is changed.
func (s *Store) CancelOrders(ctx context.Context, accountID int64, numbers []string, dryRun bool) (results []CancelResult, err error) {
	err = s.tryChange(ctx, "cancel orders", dryRun, func(ctx context.Context, q engine.Querier) error {
		c := cancelling{store: s, q: q, now: s.DB.Now()}
		ids, orders, err := c.lock(ctx, accountID, numbers)
		if err != nil {
			return err
		}
		if c.earlier, err = cancellationLedger.ofOrders(ctx, s, q, accountID, ids, ""); err != nil {
			return err
		}
		var changes []orderChange
		results, err = resultOfEach(numbers, orders, CancelResult{Outcome: OrderUnknown}, func(o *trackedOrder) (CancelResult, error) {
			before := auditedCancel{o.TrackerStatus, c.earlier[o.OrderID].State}
			r, err := c.cancel(ctx, o)
			if dryRun {
				return before.would(r), err
			}
			after := auditedCancel{o.TrackerStatus, c.earlier[o.OrderID].State}
			changes = append(changes, orderChange{accountID, o.TrackingNo, "cancel", before, after})
			return r, err
		})
		if err != nil {
			return err
		}
		return s.auditOrder(ctx, q, changes...)
	})
	return results, err
}

// resultOfEach has one do something with each of some orders, and returns the results of numbers; unknown is that of a number that no
// order has.
func resultOfEach[T any](numbers []string, orders []trackedOrder, unknown T, one func(*trackedOrder) (T, error)) ([]T, error) {
	byNumber := make(map[string]T, len(orders))
	for i := range orders {
		o := &orders[i]
		r, err := one(o)
		if err != nil {
			return nil, fmt.Errorf("order %d: %w", o.OrderID, err)
		}
		byNumber[o.TrackingNo] = r
	}
	return resultsOf(numbers, byNumber, unknown), nil
}

// resultsOf are the results of numbers; unknown is that of a number without one.
func resultsOf[T any](numbers []string, byNumber map[string]T, unknown T) []T {
	results := make([]T, len(numbers))
	for i, no := range numbers {
		var known bool
		if results[i], known = byNumber[no]; !known {
			results[i] = unknown
		}
	}
	return results
}

// would is the result of a dry run for an order that was so before.
func (before auditedCancel) would(r CancelResult) CancelResult {
	asked := before.Cancellation == CancellationWaiting || before.Cancellation == CancellationPending
	switch {
	case r.Outcome == OrderCancelled && before.Status != shipment.Cancelled:
		r.Outcome = OrderWouldEnd
	case r.Outcome == OrderCancelling && !asked:
		r.Outcome = OrderWouldAsk
	}
	return r
}

// cancelling is a transaction that cancels orders.
type cancelling struct {
	store       *Store
	q           engine.Querier
	now         time.Time
	submissions map[int64]Submission
	earlier     map[int64]Cancellation
}

// lock locks the orders of an account with the tracking numbers. Submissions are locked first, as in RecordOutcome, so that
// the two cannot deadlock.
func (c *cancelling) lock(ctx context.Context, accountID int64, numbers []string) (ids []int64, orders []trackedOrder, err error) {
	named, err := c.store.findNumbers(ctx, c.q, numbers)
	if err != nil {
		return nil, nil, err
	}
	ids = named[accountID]
	slices.Sort(ids)
	if c.submissions, err = c.store.lockSubmissions(ctx, c.q, accountID, ids); err == nil {
		orders, err = c.store.lockOrders(ctx, c.q, accountID, ids)
	}
	return ids, orders, err
}

func (s *Store) lockSubmissions(ctx context.Context, q engine.Querier, accountID int64, ids []int64) (map[int64]Submission, error) {
	return submissionLedger.ofOrders(ctx, s, q, accountID, ids, ` ORDER BY order_id`+s.DB.Dialect.ForUpdate)
}

// cancel cancels one order, as far as its state allows.
func (c *cancelling) cancel(ctx context.Context, o *trackedOrder) (CancelResult, error) {
	earlier := c.earlier[o.OrderID]
	switch {
	case o.TrackerStatus == shipment.Cancelled:
		return CancelResult{Outcome: OrderCancelled}, nil
	case !o.standing.Allows(shipment.Cancelled):
		return CancelResult{Outcome: OrderTooLate}, nil
	case earlier.State == CancellationRefused:
		return CancelResult{Outcome: OrderKept, Message: earlier.Message}, nil
	case earlier.State == CancellationWaiting, earlier.State == CancellationPending:
		return CancelResult{Outcome: OrderCancelling, Partner: earlier.Partner}, nil
	}
	sub, submitted := c.submissions[o.OrderID]
	switch sub.State {
	case SubmissionConfirmed:
		return c.begin(ctx, sub, CancellationPending)
	case SubmissionSubmitted, SubmissionUnknown:
		return c.begin(ctx, sub, CancellationWaiting)
	}
	if submitted {
		// Its partner does not have it, also if it is leased.
		err := engine.UpdateOne(ctx, c.q, engine.ErrNotFound, `UPDATE submissions SET state = 'cancelled', lease_owner = '', updated_on = $1
			WHERE account_id = $2 AND order_id = $3`, engine.Micros(c.now), sub.AccountID, sub.OrderID)
		if err != nil {
			return CancelResult{}, err
		}
	}
	_, err := c.store.storeEvent(ctx, c.q, o, cancelledByShipper, c.now)
	return CancelResult{Outcome: OrderCancelled}, err
}

// begin starts a cancellation, or restarts one that failed. While it is unknown whether the partner
// has the order, the partner is asked at once, unless another process is asking it.
func (c *cancelling) begin(ctx context.Context, sub Submission, state CancellationState) (CancelResult, error) {
	now := engine.Micros(c.now)
	err := engine.Exec(ctx, c.q, `INSERT INTO cancellations
			(account_id, order_id, partner, idempotency_key, state, due_on, created_on, updated_on)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $6)
		ON CONFLICT (account_id, order_id)
		DO UPDATE SET state = excluded.state, attempts = 0, due_on = excluded.due_on, updated_on = excluded.updated_on`,
		sub.AccountID, sub.OrderID, sub.Partner, sub.IdempotencyKey, string(state), now)
	if err == nil && state == CancellationWaiting {
		err = engine.Exec(ctx, c.q, `UPDATE submissions SET due_on = $1
			WHERE account_id = $2 AND order_id = $3 AND lease_owner = ''`, now, sub.AccountID, sub.OrderID)
	}
	c.earlier[sub.OrderID] = Cancellation{State: state} // for the audit log
	return CancelResult{Outcome: OrderCancelling, Partner: sub.Partner}, err
}
