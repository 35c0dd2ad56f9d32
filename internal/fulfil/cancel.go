package fulfil

import (
	"context"
	"errors"
	"fmt"

	"waybill/internal/partner"
	"waybill/internal/store"
)

// cancelAtPartner asks a partner once to cancel an order, and records the reply. When the lease or
// the store is lost, the partner is asked again later, which changes nothing.
func (f *Fulfiller) cancelAtPartner(ctx context.Context, q *queue, c store.Cancellation) {
	var reply error
	made := q.ask(ctx, f, store.AttemptCancel, c.Attempts, c.Order.TrackingNo, func(ctx context.Context) error {
		reply = q.Cancel(ctx, c.IdempotencyKey, c.Order)
		return reply
	})
	outcome := f.cancellationOutcome(c, reply)
	outcome.Attempt = made
	err := f.Store.Ledger.FinishCancellation(ctx, c, outcome)
	if err != nil && !errors.Is(err, store.ErrLeaseLost) {
		f.Log.ErrorContext(ctx, "cancellation left to its lease", "order_id", c.OrderID, "partner", c.Partner, "error", err)
	}
}

// cancellationOutcome interprets a partner's reply for a cancellation. It is confirmed if the
// partner does not have the order.
func (f *Fulfiller) cancellationOutcome(c store.Cancellation, err error) store.CancellationOutcome {
	if err == nil || errors.Is(err, partner.ErrNotSubmitted) {
		return store.CancellationOutcome{State: store.CancellationConfirmed}
	}
	outcome := store.CancellationOutcome{
		State:      store.CancellationPending,
		ErrorClass: class(err),
		Message:    forShipper(err),
		RetryOn:    f.retryOn(c.Attempts),
	}
	switch {
	case outcome.ErrorClass == store.ClassRefused:
		outcome.State = store.CancellationRefused
	case c.Attempts >= maxAttempts:
		outcome.State = store.CancellationFailed
	case outcome.ErrorClass == store.ClassUnknown:
		outcome.Message = fmt.Sprintf("The partner %s did not answer in time. It is asked again.", c.Partner)
	}
	return outcome
}
