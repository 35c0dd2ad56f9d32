package orders

import (
	"cmp"
	"context"
	"slices"

	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Viewed is an order, what became of it, and what the rules in force say about it as of the day on which it was created.
type Viewed struct {
	store.Detail
	Service  shipment.Service // the zero Service for an order that has none
	Warnings []inforce.Warning
}

// View returns everything about an order of the caller's account. Further are warnings that the caller knows; with none, the partner of an
// order that waits for facts for customs says which. Returns store.ErrNotFound.
func (s *Service) View(ctx context.Context, by Caller, trackingNo string, further []inforce.Warning) (Viewed, error) {
	detail, err := s.Store.OrderDetail(ctx, by.AccountID, shipment.TrackingKey(trackingNo))
	if err != nil {
		return Viewed{}, err
	}
	return s.viewed(ctx, by, detail, further)
}

// ViewOf is View of an order of the caller's account that was read, with its items.
func (s *Service) ViewOf(ctx context.Context, by Caller, o *shipment.Order) (Viewed, error) {
	detail, err := s.Store.DetailOf(ctx, o)
	if err != nil {
		return Viewed{}, err
	}
	return s.viewed(ctx, by, detail, nil)
}

func (s *Service) viewed(ctx context.Context, by Caller, detail store.Detail, further []inforce.Warning) (Viewed, error) {
	checker, err := s.Rules.Checker(ctx, by.Languages...)
	if err != nil {
		return Viewed{}, err
	}
	o := &detail.Order
	_, warnings := checker.All(o, o.CreatedOn)
	if further == nil && waitsForFacts(&detail) {
		_, further = checker.Partner(o)
	}
	service, err := s.Store.MasterData.ServiceOf(ctx, o.ServiceID)
	return Viewed{detail, service, append(warnings, further...)}, cmp.Or(checker.Err(), err)
}

// waitsForFacts reports whether an order is not submitted because it lacks facts for customs.
func waitsForFacts(d *store.Detail) bool {
	return slices.ContainsFunc(d.Submissions, func(s store.Submission) bool {
		return s.State == store.SubmissionPending && s.ErrorClass == store.ClassMissing
	})
}

// Entry is an entry of the ledger of an order: its submission to the partner, the request to cancel it there, or the partner's label.
type Entry struct {
	Kind, State string // submission, cancellation or label
	store.LedgerEntry
}

// Entries are those of the ledger.
func (v *Viewed) Entries() []Entry {
	return slices.Concat(
		each.Of(v.Submissions, func(s store.Submission) Entry { return Entry{"submission", string(s.State), s.LedgerEntry} }),
		each.Of(v.Cancellations, func(c store.Cancellation) Entry { return Entry{"cancellation", string(c.State), c.LedgerEntry} }),
		each.Of(v.Labels, func(l store.PartnerLabel) Entry { return Entry{"label", string(l.State), l.LedgerEntry} }),
	)
}

// OfCode returns the order, with items, of any account that a scanned or typed code names. If several have it, chosen is the id of one of
// them. Returns store.ErrNotFound, and a *store.AmbiguousError.
func (s *Service) OfCode(ctx context.Context, code string, chosen int64) (*shipment.Order, error) {
	named, err := s.Store.OrdersOfCodes(ctx, []string{code})
	found := named[code]
	if at := slices.IndexFunc(found, func(o shipment.Order) bool { return o.OrderID == chosen }); at >= 0 {
		found = found[at : at+1]
	}
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, store.ErrNotFound
	case len(found) > 1:
		return nil, &store.AmbiguousError{Code: code, Orders: found}
	}
	read, err := s.Store.OrdersByID(ctx, found[0].AccountID, shipment.IDs(found))
	if err != nil || len(read) == 0 {
		return nil, cmp.Or(err, store.ErrNotFound)
	}
	return &read[0], nil
}
