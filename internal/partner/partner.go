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

	// Label fetches the partner's own label of an order that it accepted as one whose
	// label is its own. Returns ErrNotSubmitted when the partner knows no such order, a
	// *RefusedError when there will never be one, ErrLabelNotReady when it is not drawn
	// yet. After any other error it may be asked again.
	Label(ctx context.Context, key string) (shipment.CourierLabel, error)
}

// Acceptance is a partner's word that it has an order.
type Acceptance struct {
	HAWBNo string      // the partner's house air waybill number, "" when it gives none
	Label  LabelSource // whose label the parcel gets
}

// LabelSource says whose label a parcel gets, and when.
type LabelSource int

// The sources.
const (
	LabelOurs  LabelSource = iota // we draw it
	LabelReady                    // the partner's own, which Label gives now
	LabelLater                    // the partner's own, which it has not drawn yet
)

// ErrNotSubmitted is what Find, Cancel and Label return for a key that the partner has no order of.
var ErrNotSubmitted = errors.New("the partner has no order with this key")

// ErrLabelNotReady is what Label returns while the partner has not drawn the label.
var ErrLabelNotReady = errors.New("the partner has not drawn the label yet")

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
