package orders

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// keys are tracking numbers as the store has them.
func keys(sent []string) []string { return each.Of(sent, shipment.TrackingKey) }

// Hold holds the orders that can be held, for a reason. The outcomes are held, unchanged, refused and not_found.
func (s *Service) Hold(ctx context.Context, by Caller, sent request.HoldRequest) ([]Result, error) {
	results, err := s.Store.HoldOrders(ctx, by.AccountID, keys(sent.TrackingNos), sent.Reason, sent.DryRun)
	return s.changed(sent, results, err, Result{Outcome: "held", Message: problem.Held}, problem.WouldHold, problem.HeldBefore)
}

// Release releases the orders that are held, perhaps for a reason. The outcomes are released, unchanged, refused and not_found.
func (s *Service) Release(ctx context.Context, by Caller, sent request.HoldRequest) ([]Result, error) {
	results, err := s.Store.ReleaseOrders(ctx, by.AccountID, keys(sent.TrackingNos), sent.Reason, sent.DryRun)
	return s.changed(sent, results, err, Result{Outcome: "released", Message: problem.Released}, problem.WouldRelease, problem.NotHeld)
}

// changed returns the results: done, or would for a request that changes nothing, and same for an order that is as it was.
func (s *Service) changed(
	sent request.HoldRequest, stored []store.HoldResult, err error, done Result, would, same problem.Message,
) ([]Result, error) {
	if sent.DryRun {
		done.Message = would
	}
	return resultsOf(sent.TrackingNos, err, func(i int) (Result, error) {
		switch was := &stored[i]; {
		case was.Changed:
			if was.Partner != "" && !sent.DryRun {
				s.Fulfiller.Wake(was.Partner)
			}
			return done, nil
		case errors.Is(was.Err, store.ErrTooMany):
			return Result{Outcome: Refused, Message: problem.ManyChanges}, nil
		default:
			return Result{Outcome: "unchanged", Message: same}, was.Err
		}
	})
}

// resultsOf returns the result of each order of a request, unless err. The error of one is its refusal, if it says something about the
// order. Another one ends the request: it comes with the results of the orders before.
func resultsOf(sent []string, err error, one func(i int) (Result, error)) ([]Result, error) {
	if err != nil {
		return nil, err
	}
	results := make([]Result, 0, len(sent))
	for i, no := range sent {
		r, err := one(i)
		if err != nil {
			var isRefusal bool
			if r, isRefusal = refusedResult(err); !isRefusal {
				return results, err
			}
		}
		r.TrackingNo = no
		results = append(results, r)
	}
	return results, nil
}

// The outcomes of a cancellation.
const (
	Cancelled  = "cancelled"
	Cancelling = "cancelling" // the partner is asked
	Refused    = "refused"    // also of other operations, as NotFound
	NotFound   = "not_found"
)

// cancelResults are the outcomes of a cancellation. A message of the store takes the place of the one here.
var cancelResults = map[store.CancelOutcome]Result{
	store.OrderCancelled:  {Outcome: Cancelled, Message: problem.Cancelled},
	store.OrderCancelling: {Outcome: Cancelling, Message: problem.Cancelling},
	store.OrderWouldEnd:   {Outcome: Cancelled, Message: problem.WouldCancel},
	store.OrderWouldAsk:   {Outcome: Cancelling, Message: problem.WouldAsk},
	store.OrderTooLate:    {Outcome: Refused, Message: problem.TooLate},
	store.OrderKept:       {Outcome: Refused, Message: problem.Kept},
	store.OrderUnknown:    {Outcome: NotFound, Message: problem.NotFound},
}

// Cancel cancels the orders that can be cancelled. Repeating it changes nothing. The outcomes are cancelled, cancelling, refused and
// not_found.
func (s *Service) Cancel(ctx context.Context, by Caller, sent request.HoldRequest) ([]Result, error) {
	stored, err := s.Store.CancelOrders(ctx, by.AccountID, keys(sent.TrackingNos), sent.DryRun)
	return resultsOf(sent.TrackingNos, err, func(i int) (Result, error) {
		was := stored[i]
		if was.Outcome == store.OrderCancelling && !sent.DryRun {
			s.Fulfiller.Wake(was.Partner)
		}
		r := cancelResults[was.Outcome]
		r.Message = cmp.Or(problem.Own(was.Message), r.Message)
		return r, nil
	})
}

// EditTags adds tags to orders and removes others. The outcomes are changed, unchanged, refused and not_found.
func (s *Service) EditTags(ctx context.Context, by Caller, sent request.TagsRequest) ([]Result, error) {
	numbers := keys(sent.TrackingNos)
	done, err := s.Store.Annotations.EditTags(ctx, by.AccountID, numbers, sent.Add, sent.Remove)
	return resultsOf(sent.TrackingNos, err, func(i int) (Result, error) {
		err := done[numbers[i]]
		if errors.Is(err, store.ErrUnchanged) {
			return Result{Outcome: "unchanged", Message: problem.TagsUnchanged}, nil
		}
		return Result{Outcome: "changed", Message: problem.TagsChanged}, err
	})
}

// MarkPrinted notes that the labels of orders were printed, so that they are not printed twice. The outcomes are printed and not_found.
func (s *Service) MarkPrinted(ctx context.Context, by Caller, sent []string) ([]Result, error) {
	done := Result{Outcome: "printed", Message: problem.Printed}
	return s.notePrints(ctx, by, sent, done, func(orders map[string]int64) error {
		return s.Store.Prints.MarkPrinted(ctx, by.AccountID, slices.Collect(maps.Values(orders)))
	})
}

// UnmarkPrinted notes that the labels of orders were not printed. The outcomes are not_printed and not_found.
func (s *Service) UnmarkPrinted(ctx context.Context, by Caller, sent []string) ([]Result, error) {
	done := Result{Outcome: "not_printed", Message: problem.NotPrinted}
	return s.notePrints(ctx, by, sent, done, func(orders map[string]int64) error {
		return s.Store.Prints.UnmarkPrinted(ctx, by.AccountID, orders)
	})
}

// notePrints calls note with the ids of the orders that have the numbers, by number.
func (s *Service) notePrints(
	ctx context.Context, by Caller, sent []string, done Result, note func(orders map[string]int64) error,
) ([]Result, error) {
	numbers := keys(sent)
	ids, err := s.OrderIDs(ctx, by.AccountID, numbers)
	if err == nil {
		err = note(ids)
	}
	return resultsOf(sent, err, func(i int) (Result, error) {
		if ids[numbers[i]] == 0 {
			return Result{}, store.ErrNotFound
		}
		return done, nil
	})
}

// OrderIDs returns the ids of an account's orders with the numbers, which are as shipment.TrackingKey has them, by number.
func (s *Service) OrderIDs(ctx context.Context, accountID int64, numbers []string) (map[string]int64, error) {
	filter := store.OrderFilter{AccountID: accountID, PageSize: len(numbers), Filter: shipment.Filter{TrackingNos: numbers}}
	records, _, err := s.Store.RecordsAfter(ctx, filter, store.Cursor{})
	return each.Pairs(records, func(r store.OrderRecord) (string, int64) { return r.TrackingNo, r.OrderID }), err
}

// AddNote adds a note to an order. Returns store.ErrNotFound, store.ErrErased and store.ErrTooManyNotes.
func (s *Service) AddNote(ctx context.Context, by Caller, trackingNo, text string) (shipment.OrderNote, error) {
	return s.Store.Annotations.AddNote(ctx, by.AccountID, shipment.TrackingKey(trackingNo), text)
}

// DeleteNote deletes a note of an order. Returns store.ErrNotFound.
func (s *Service) DeleteNote(ctx context.Context, by Caller, trackingNo string, noteID int64) error {
	return s.Store.Annotations.DeleteNote(ctx, by.AccountID, shipment.TrackingKey(trackingNo), noteID)
}
