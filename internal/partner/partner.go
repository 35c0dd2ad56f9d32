package partner

import (
	"context"
	"errors"

	"waybill/internal/shipment"
)

// Partner is an external courier that takes orders.
type Partner interface {
	// Submit hands an order over. The key is the same at every attempt for one order,
	// and no other order has it. Returns a *RefusedError when the partner will never
	// take the order as it is, a *TemporaryError when it did not take it but may later;
	// after any other error, a deadline above all, it may or may not have the order.
	Submit(ctx context.Context, key string, order shipment.Order) (Acceptance, error)

	// Find asks what became of the submission with a key. Returns ErrNotSubmitted when
	// the partner knows no such order: it may be submitted again. Any other error leaves
	// the question open.
	Find(ctx context.Context, key string) (Acceptance, error)

	// Cancel takes an order back that was submitted with a key. Cancelling twice is
	// cancelling once. Returns ErrNotSubmitted when the partner knows no such order, a
	// *RefusedError when it goes on with the order, whatever is asked later. After any
	// other error it may be asked again.
	Cancel(ctx context.Context, key string, order shipment.Order) error
}

// Acceptance is a partner's word that it has an order.
type Acceptance struct {
	HAWBNo string // the partner's house air waybill number, "" when it gives none
}

// ErrNotSubmitted is what Find and Cancel return for a key that the partner has no order of.
var ErrNotSubmitted = errors.New("the partner has no order with this key")

// RefusedError is a partner's no: asking the same again is pointless.
type RefusedError struct {
	Message string // the partner's words, for the shipper
}

func (e *RefusedError) Error() string { return e.Message }

// TemporaryError says that the partner did not do what it was asked, but may later.
type TemporaryError struct {
	Message string // the partner's words, for the shipper
}

func (e *TemporaryError) Error() string { return e.Message }
