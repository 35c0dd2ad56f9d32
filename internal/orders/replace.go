package orders

import (
	"cmp"
	"context"
	"errors"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Replace cancels an order, and creates another one in its place: the order with a merge patch, which is valid JSON. Nothing is
// cancelled if the new order would be invalid. It is created once the order is cancelled, after which the order cannot have another
// status. Returns the errors of Create, ErrCancelling while the partner is asked, and a *ConflictError if the order cannot be cancelled
// or is replaced.
func (s *Service) Replace(ctx context.Context, by Caller, trackingNo string, patch []byte, once *Once) (Answer, error) {
	return s.doOnce(ctx, by, once, func(key *store.IdempotentRequest) (Answer, error) {
		old, err := s.toChange(ctx, by, trackingNo)
		if err != nil {
			return Answer{}, err
		}
		kind := Forward
		if old.Return {
			kind = Return
		}
		kind.read = func(ctx context.Context, _ *request.Form, lookups request.Lookups) (request.Orders, request.Problems, error) {
			return request.ReadReplacement(ctx, patch, &old, lookups)
		}
		c, valid, err := s.checkNew(ctx, by, nil, kind)
		if err == nil {
			err = s.cancelFirst(ctx, &old)
		}
		if err != nil {
			return Answer{}, err
		}
		p := s.plan(by, kind, valid, c.Lookups.Services, once, key)
		p.batch.Replaces, p.batch.ReplacesNo = old.OrderID, old.TrackingNo
		created, err := s.createBatch(ctx, by, p)
		if _, isTaken := errors.AsType[*store.TakenError](err); isTaken { // since the check
			_, _, invalid := s.checkNew(ctx, by, nil, kind)
			err = cmp.Or(invalid, err)
		}
		if replaced, isReplaced := errors.AsType[*store.ReplacedError](err); isReplaced {
			err = &ConflictError{problem.ReplacedBefore.With(replaced.TrackingNo)}
		}
		return Answer{Created: created}, err
	})
}

// ErrCancelling is the error of a replacement while the partner is asked. Nothing remembers the request: the caller repeats it.
var ErrCancelling = errors.New("the order is being cancelled")

// ConflictError says why an order cannot be what an operation would make it.
type ConflictError struct{ Message problem.Message }

func (e *ConflictError) Error() string { return e.Message.String() }

// cancelFirst cancels an order that is replaced. Unless it is cancelled then, it returns why not.
func (s *Service) cancelFirst(ctx context.Context, o *shipment.Order) error {
	results, err := s.Store.CancelOrders(ctx, o.AccountID, []string{o.TrackingNo}, false)
	if err != nil {
		return err
	}
	switch r := results[0]; r.Outcome {
	case store.OrderCancelled:
		return nil
	case store.OrderCancelling:
		s.Fulfiller.Wake(r.Partner)
		return ErrCancelling
	default:
		return &ConflictError{cmp.Or(problem.Own(r.Message), cancelResults[r.Outcome].Message)}
	}
}
