package store

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// CancellationState is the state of the request to a partner to cancel an order.
type CancellationState string

// The states. A cancellation is open until it is confirmed, refused or failed.
const (
	CancellationWaiting   CancellationState = "waiting"   // it is unknown whether the partner has the order
	CancellationPending   CancellationState = "pending"   // the partner is to be asked
	CancellationConfirmed CancellationState = "confirmed" // the partner does not have the order
	CancellationRefused   CancellationState = "refused"   // the partner goes on with the order
	CancellationFailed    CancellationState = "failed"    // the partner could not be asked; it may be tried again
)

// Cancellation is the ledger's record of an order that a partner is asked to cancel.
type Cancellation struct {
	LedgerEntry
	State CancellationState
	Order shipment.Order // with items
}

func scanCancellation(row engine.Scanner, c *Cancellation) error { return c.scan(row, &c.State) }

// ClaimCancellations leases up to limit pending cancellations of a partner that are due to owner,
// the oldest due first, and returns them with their orders: none if none is due. No other process
// gets them until the lease ends. A claim counts as an attempt.
func (s *Ledger) ClaimCancellations(ctx context.Context, owner, partner string, limit int, lease time.Duration) ([]Cancellation, error) {
	return cancellationLedger.claim(ctx, s, "claim cancellations", owner, partner, limit, lease)
}

// CancellationOutcome is the outcome of an attempt to cancel an order at its partner.
type CancellationOutcome struct {
	State               CancellationState // pending (it is tried again), confirmed, refused or failed
	ErrorClass, Message string
	RetryOn             time.Time // of pending: when it is due
	Attempt             Attempt   // the call that was made; zero: none
}

// FinishCancellation stores the outcome of an attempt and ends the lease. If the cancellation is
// confirmed, the order is cancelled. Returns ErrLeaseLost, and stores nothing, if the lease is not c's
// any more.
func (s *Ledger) FinishCancellation(ctx context.Context, c Cancellation, o CancellationOutcome) error {
	return s.store.DB.Change(ctx, "record the outcome of a cancellation", func(ctx context.Context, q engine.Querier) error {
		// The row of the submission is locked first, everywhere: it guards the history.
		if err := s.lockSubmission(ctx, q, c.AccountID, c.OrderID); err != nil {
			return err
		}
		err := cancellationLedger.end(ctx, q, &c.LedgerEntry,
			entryOutcome{string(o.State), o.ErrorClass, o.Message, o.RetryOn, nil}, s.store.DB.Now())
		if err != nil {
			return err
		}
		if err := insertCancelAttempt(ctx, q, c, o.Attempt); err != nil || o.State != CancellationConfirmed {
			return err
		}
		return s.cancelOrder(ctx, q, c.AccountID, c.OrderID)
	})
}

// insertCancelAttempt adds the call of a cancellation to the history of its submission.
func insertCancelAttempt(ctx context.Context, q engine.Querier, c Cancellation, made Attempt) error {
	if made.Kind == "" {
		return nil
	}
	made.Number = c.Attempts
	return insertAttempt(ctx, q, c.AccountID, c.OrderID, made)
}

// cancelOrder cancels an order that its partner does not have.
func (s *Ledger) cancelOrder(ctx context.Context, q engine.Querier, accountID, orderID int64) error {
	o, err := engine.First(s.store.lockOrders(ctx, q, accountID, []int64{orderID}))
	if err != nil {
		return fmt.Errorf("order %d: %w", orderID, err)
	}
	_, err = s.store.storeEvent(ctx, q, &o, cancelledByShipper, s.store.DB.Now())
	return err
}

// cancelledByShipper is the event of a cancellation.
var cancelledByShipper = shipment.TrackingEvent{Status: shipment.Cancelled, Source: shipment.SourceShipper}

// nextCancellationState is the state of a waiting cancellation after an attempt to submit its
// order, by the submission's state. After any other state it is still unknown who has the order.
var nextCancellationState = map[SubmissionState]CancellationState{
	SubmissionConfirmed: CancellationPending,
	SubmissionPending:   CancellationConfirmed,
	SubmissionFailed:    CancellationConfirmed,
	SubmissionCancelled: CancellationConfirmed,
}

// resumeCancellation lets a cancellation go on that waited for the outcome of an attempt to submit
// its order. It reports whether the order is cancelled now, which ends the submission.
func (s *Ledger) resumeCancellation(ctx context.Context, q engine.Querier, sub Submission,
	state SubmissionState,
) (cancelled bool, err error) {
	next, ok := nextCancellationState[state]
	if !ok {
		return false, nil
	}
	now := engine.Micros(s.store.DB.Now())
	changed, err := q.Exec(ctx, `UPDATE cancellations SET state = $1, due_on = $2, updated_on = $2
		WHERE account_id = $3 AND order_id = $4 AND state = 'waiting'`, string(next), now, sub.AccountID, sub.OrderID)
	if err != nil || changed == 0 || next != CancellationConfirmed {
		return false, err
	}
	err = engine.Exec(ctx, q, `UPDATE submissions SET state = 'cancelled' WHERE account_id = $1 AND order_id = $2`, sub.AccountID, sub.OrderID)
	if err != nil {
		return false, err
	}
	return true, s.cancelOrder(ctx, q, sub.AccountID, sub.OrderID)
}
