package store

import (
	"errors"
	"fmt"

	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// The errors of the engine that methods return; compare with errors.Is.
var (
	ErrNotFound    = engine.ErrNotFound
	ErrNameTaken   = engine.ErrNameTaken
	ErrTooMany     = engine.ErrTooMany
	ErrReplayed    = engine.ErrReplayed
	ErrUnavailable = engine.ErrUnavailable
	ErrUnconfirmed = engine.ErrUnconfirmed
	ErrDamaged     = engine.ErrDamaged
	ErrInUse       = engine.ErrInUse
)

// The errors of idempotency keys; see once.Responses.Find.
var (
	ErrKeyInUse     = once.ErrKeyInUse
	ErrOtherRequest = once.ErrOtherRequest
	ErrStillRunning = once.ErrStillRunning
)

// The errors that methods return besides.
var (
	// ErrLeaseLost: the lease has ended, and another process may have the work.
	ErrLeaseLost = errors.New("lease is lost")
	// ErrUnderWay: an attempt holds the lease.
	ErrUnderWay = errors.New("an attempt is under way")
	// ErrCancelled: the order is cancelled.
	ErrCancelled = errors.New("the order was cancelled")
	// ErrHeld: the order is held, and is not submitted until it is released.
	ErrHeld = errors.New("the order is held")
	// ErrTooLate: the parcel was picked up, so its order cannot be cancelled.
	ErrTooLate = errors.New("the parcel was picked up")
	// ErrChanged: the order was changed meanwhile.
	ErrChanged = errors.New("the order was changed meanwhile")
	// ErrOutcomeUnknown: it is not known whether the partner has the order.
	ErrOutcomeUnknown = errors.New("it is not known whether the partner has the order")
	// ErrOtherFulfilment: one of two services is fulfilled in house, and the other by a partner.
	ErrOtherFulfilment = errors.New("one service is fulfilled in house, the other by a partner")
	// ErrNotRefused: the order failed without a refusal of its partner, which may have it.
	ErrNotRefused = errors.New("the partner did not refuse the order")
	// ErrNoReason: a list of sanctions holds the order, which is not released without a reason.
	ErrNoReason = errors.New("a list of sanctions holds the order, and there is no reason to release it")
	// ErrErased: the personal data of the order were erased, and it takes no new ones.
	ErrErased = errors.New("the personal data of the order were erased")
	// ErrConfirmed: the partner has the order already.
	ErrConfirmed = errors.New("the partner has the order")
	// ErrUnchanged: the order is as it should become already.
	ErrUnchanged = errors.New("the order is unchanged")
	// ErrTooManyEvents: the order has shipment.MaxEvents tracking events.
	ErrTooManyEvents = errors.New("the order has too many tracking events")
	// ErrTooManyNotes: the order has the most notes that it may have. ErrTooManyTags: it has the most tags.
	ErrTooManyNotes = errors.New("the order has too many notes")
	ErrTooManyTags  = errors.New("the order has too many tags")
	// ErrTooManyAccountTags: the account has the most different tags that it may have.
	ErrTooManyAccountTags = errors.New("the account has too many different tags")
)

// ReplacedError says which order was created in the place of an order.
type ReplacedError struct{ TrackingNo string }

func (e *ReplacedError) Error() string { return "the order is replaced by " + e.TrackingNo }

// TakenError says which orders of a batch bring tracking numbers that are in use.
type TakenError struct{ Indexes []int }

func (e *TakenError) Error() string {
	return fmt.Sprintf("tracking numbers of orders %v are in use", e.Indexes)
}
