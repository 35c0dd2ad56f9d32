package store

import (
	"cmp"
	"context"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Cancellations returns the cancellations that f selects, with their orders, the oldest first. It
// reads all rows. They are few: an order that its partner did not have needs none.
func (s *Ledger) Cancellations(ctx context.Context, f LedgerFilter) ([]Cancellation, error) {
	const states = `(state = $1 OR $1 = '' AND state <> 'confirmed')`
	return cancellationLedger.list(ctx, s, "list cancellations", states, f.State, f.Partner,
		engine.Micros(f.CreatedBefore), f.Limit, f.AccountID, engine.Micros(f.After.CreatedOn), f.After.OrderID)
}

// CancellationByTrackingNo returns the cancellation of an order of any account, with the order.
// Returns ErrNotFound if there is no such order, or its partner was not asked to cancel it.
func (s *Ledger) CancellationByTrackingNo(ctx context.Context, trackingNo string) (Cancellation, error) {
	var found []Cancellation
	sub, err := s.submissionOf(ctx, s.store.DB.Reads, trackingNo, "")
	if err == nil {
		found, err = cancellationLedger.ofOrder(ctx, s.store.DB.Reads, sub.AccountID, sub.OrderID, "")
	}
	if err == nil {
		err = cancellationLedger.addOrders(ctx, s, s.store.DB.Reads, found)
	}
	c, err := engine.First(found, err)
	return c, s.store.DB.Explain("read cancellation", err)
}

// RetryCancellation makes a cancellation due now, also one that the partner refused: the operator may
// have talked to the partner. While it is unknown whether the partner has the order, the partner is
// asked that. It returns the cancellation as it is then, without the order. The history and the audit
// log get the note, "" for none.
//
// Returns ErrNotFound as CancellationByTrackingNo does, ErrCancelled if the order is cancelled,
// ErrTooLate if its parcel was picked up, and ErrUnderWay while an attempt holds the lease.
func (s *Ledger) RetryCancellation(ctx context.Context, trackingNo, note string) (Cancellation, error) {
	if err := checkNote("note", note); err != nil {
		return Cancellation{}, err
	}
	return engine.Changed(ctx, s.store.DB, "retry cancellation", func(ctx context.Context, q engine.Querier) (c Cancellation, err error) {
		now := s.store.DB.Now()
		// The locks are taken in the same order as in RecordOutcome, so that the two cannot deadlock.
		sub, err := s.submissionOf(ctx, q, trackingNo, s.store.DB.Dialect.ForUpdate)
		if err != nil {
			return c, err
		}
		if c, err = engine.First(cancellationLedger.ofOrder(ctx, q, sub.AccountID, sub.OrderID, s.store.DB.Dialect.ForUpdate)); err != nil {
			return c, err
		}
		if err := s.checkCancellable(ctx, q, sub); err != nil {
			return c, err
		}
		before := c.State
		if err := retryCancellation(ctx, q, sub, &c, now); err != nil {
			return c, err
		}
		err = insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{
			Kind: AttemptRetry, StartedOn: now, EndedOn: now, Outcome: "cancelling", Message: cmp.Or(note, c.Message),
		})
		if err != nil {
			return c, err
		}
		return c, s.store.auditDecision(ctx, q, orderChange{
			sub.AccountID, trackingNo, "retry cancellation",
			auditedRetry{Cancellation: before},
			auditedRetry{Cancellation: c.State, DueOn: now, Note: note},
		})
	})
}

// checkCancellable locks the order of a submission. Returns ErrCancelled or ErrTooLate if it cannot be
// cancelled.
func (s *Ledger) checkCancellable(ctx context.Context, q engine.Querier, sub Submission) error {
	orders, err := s.store.lockOrders(ctx, q, sub.AccountID, []int64{sub.OrderID})
	if err != nil {
		return err
	}
	for _, o := range orders {
		if o.TrackerStatus == shipment.Cancelled {
			return ErrCancelled
		}
		if !o.standing.Allows(shipment.Cancelled) {
			return ErrTooLate
		}
	}
	return nil
}

// retryCancellation makes a cancellation due, or the submission that it waits for. Returns ErrUnderWay
// while that is leased.
func retryCancellation(ctx context.Context, q engine.Querier, sub Submission, c *Cancellation, now time.Time) error {
	if c.State == CancellationWaiting {
		if sub.isLeased(now) {
			return ErrUnderWay
		}
		return engine.Exec(ctx, q, `UPDATE submissions SET due_on = $1 WHERE account_id = $2 AND order_id = $3`,
			engine.Micros(now), sub.AccountID, sub.OrderID)
	}
	if c.isLeased(now) {
		return ErrUnderWay
	}
	c.State, c.Attempts, c.DueOn, c.LeaseOwner, c.UpdatedOn = CancellationPending, 0, now, "", now
	return engine.Exec(ctx, q, `UPDATE cancellations SET state = 'pending', attempts = 0, due_on = $1, lease_owner = '', updated_on = $1
		WHERE account_id = $2 AND order_id = $3`, engine.Micros(now), sub.AccountID, sub.OrderID)
}
