package orders

import (
	"errors"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Result is what came of one order of a request.
type Result struct {
	TrackingNo string // as it was sent
	Outcome    string // such as held, unchanged, refused or not_found: see the operation
	Message    problem.Message
	Problems   request.Problems // why the order would be invalid
}

// refusals are the errors of the store that say why an order cannot be what an operation would make it.
var refusals = []struct {
	err     error
	message problem.Message
}{
	{store.ErrChanged, problem.ChangedMeanwhile},
	{store.ErrUnderWay, problem.UnderWay},
	{store.ErrOutcomeUnknown, problem.OutcomeUnknown},
	{store.ErrTooManyEvents, problem.ManyEvents.With(shipment.MaxEvents)},
	{store.ErrTooManyNotes, problem.ManyNotes.With(shipment.MaxNotes)},
	{store.ErrTooManyTags, problem.ManyTags.With(shipment.MaxTags)},
	{store.ErrTooManyAccountTags, problem.ManyAccountTags.With(shipment.MaxAccountTags)},
	{store.ErrConfirmed, problem.WithPartner},
	{store.ErrNotRefused, problem.MaybeWithPartner},
	{store.ErrCancelled, problem.CancelledBefore},
	{store.ErrTooLate, problem.PickedUp},
	{store.ErrErased, problem.Erased},
	{store.ErrNoReason, problem.NoReleaseReason},
	{ErrCancelling, problem.ReplaceLater},
}

// Refusal is what an error says about an order that an operation refuses to change, and false for another error.
func Refusal(err error) (problem.Message, bool) {
	if conflict, isConflict := errors.AsType[*ConflictError](err); isConflict {
		return conflict.Message, true
	}
	if ambiguous, isAmbiguous := errors.AsType[*store.AmbiguousError](err); isAmbiguous {
		return problem.ParcelAmbiguous.With(ambiguous.Code), true
	}
	for i := range refusals {
		if errors.Is(err, refusals[i].err) {
			return refusals[i].message, true
		}
	}
	return problem.Message{}, false
}

// refusedResult is the result of an order that an operation did not change because of err, and false if err says nothing about the order.
func refusedResult(err error) (Result, bool) {
	if invalid, isInvalid := errors.AsType[*request.InvalidError](err); isInvalid {
		return Result{Outcome: Refused, Message: problem.WouldBeWrong, Problems: invalid.Problems}, true
	}
	if errors.Is(err, store.ErrNotFound) {
		return Result{Outcome: NotFound, Message: problem.NotFound}, true
	}
	message, isRefusal := Refusal(err)
	return Result{Outcome: Refused, Message: message}, isRefusal
}
