package store

import (
	"context"
	"errors"

	"waybill/internal/shipment"
)

// Detail is an order with all that is stored about it.
type Detail struct {
	Order         shipment.Order           // with items
	Events        []shipment.TrackingEvent // newest first, down to the order's creation
	Submissions   []Submission             // to its partner; none or one
	Cancellations []Cancellation           // none or one
	Labels        []PartnerLabel           // that its partner draws; none or one
	Proofs        []shipment.Proof         // of its delivery, without the picture; none or one
	Returns       []shipment.Order         // the newest of which it is the forward order, at most PageSize, without items
}

// OrderDetail returns an order of an account with all that is stored about it. Returns ErrNotFound,
// also for an order of another account.
func (s *Store) OrderDetail(ctx context.Context, accountID int64, trackingNo string) (Detail, error) {
	d, err := fromReplica(ctx, s, accountID, func(ctx context.Context) (Detail, error) {
		return s.orderDetail(ctx, accountID, trackingNo)
	}, always)
	return d, s.explain("view an order", err)
}

func (s *Store) orderDetail(ctx context.Context, accountID int64, trackingNo string) (Detail, error) {
	o, err := s.orderByTrackingNo(ctx, trackingNo)
	if err == nil && o.AccountID != accountID {
		err = ErrNotFound
	}
	if err != nil {
		return Detail{}, err
	}
	d := Detail{Order: o}
	histories, err := s.histories(ctx, s.reads, o.AccountID, []int64{o.OrderID})
	d.Events = newestFirst(histories[o.OrderID], o.CreatedOn)
	var submissionsErr, cancellationsErr, labelsErr, proofsErr, returnsErr error
	d.Submissions, submissionsErr = submissionLedger.ofOrder(ctx, s.reads, o.AccountID, o.OrderID, "")
	d.Cancellations, cancellationsErr = cancellationLedger.ofOrder(ctx, s.reads, o.AccountID, o.OrderID, "")
	d.Labels, labelsErr = labelLedger.ofOrder(ctx, s.reads, o.AccountID, o.OrderID, "")
	d.Proofs, proofsErr = s.selectProofs(ctx, withoutImage, o.AccountID, o.OrderID)
	d.Returns, returnsErr = s.selectReturns(ctx, o.AccountID, o.OrderID)
	return d, errors.Join(err, submissionsErr, cancellationsErr, labelsErr, proofsErr, returnsErr)
}
