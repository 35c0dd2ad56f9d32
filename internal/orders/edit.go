package orders

import (
	"context"
	"errors"
	"slices"
	"time"

	"waybill/internal/inforce"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/throttle"
)

// ErrVersion says that the order is not of the version that the caller has read.
var ErrVersion = errors.New("the order has another version")

// editTries is how often an edit of any version is made anew when another one comes first.
const editTries = 3

// Edit is a change of one order.
type Edit struct {
	TrackingNo string
	Patch      []byte                   // a merge patch, which is valid JSON
	Matches    func(version int64) bool // whether the caller has read a version; nil: the edit is of any
	EveryItem  bool                     // the patch may have fields of items, which are for all items
	DryRun     bool                     // nothing is changed
}

// Edited is what came of an edit.
type Edited struct {
	Changed  bool              // the order is another one
	Warnings []inforce.Warning // of the partner, and of what the edit did to other fields
}

// Edit changes an order by a merge patch. A patch that changes nothing is no error. An edit of any version is made anew when another one
// comes first. Returns a *request.InvalidError, ErrVersion, and the errors of store.EditOrder.
func (s *Service) Edit(ctx context.Context, by Caller, e Edit) (edited Edited, err error) {
	for range editTries {
		edited, err = s.tryEdit(ctx, by, &e)
		if !errors.Is(err, store.ErrChanged) || e.Matches != nil {
			break
		}
	}
	switch {
	case errors.Is(err, store.ErrChanged) && e.Matches != nil:
		err = ErrVersion
	case errors.Is(err, store.ErrOtherFulfilment):
		err = request.Wrong("service_id", problem.OtherFulfilment)
	case errors.Is(err, store.ErrTooMany):
		err = request.Wrong(request.NonFieldErrors, problem.ManyChanges)
	}
	return edited, err
}

// toChange is the order of an account with a tracking number, with items, as it is now. Returns store.ErrNotFound and store.ErrErased.
func (s *Service) toChange(ctx context.Context, by Caller, trackingNo string) (shipment.Order, error) {
	o, err := s.Store.OrderForEdit(by.Memory.read(ctx), by.AccountID, shipment.TrackingKey(trackingNo))
	if err == nil && !o.ErasedOn.IsZero() {
		err = store.ErrErased
	}
	return o, err
}

func (s *Service) tryEdit(ctx context.Context, by Caller, e *Edit) (Edited, error) {
	before, err := s.toChange(ctx, by, e.TrackingNo)
	if e.Matches != nil && (err == nil || errors.Is(err, store.ErrErased)) && !e.Matches(before.Version) {
		err = ErrVersion
	}
	if err != nil {
		return Edited{}, err
	}
	c, after, warnings, err := s.checkEdit(ctx, by, e, &before)
	edited := Edited{Warnings: warnings}
	if err != nil {
		return Edited{}, err
	}
	changes := shipment.ChangesBetween(&before, after)
	if changes == nil {
		return edited, nil
	}
	partner, err := s.Store.EditOrder(ctx, store.Edit{
		Before: &before, After: after, Changes: changes, Partner: c.Lookups.Services[after.ServiceID].Partner, DryRun: e.DryRun,
	})
	if err == nil && partner != "" && !e.DryRun {
		s.Fulfiller.Wake(partner)
	}
	edited.Changed = err == nil
	return edited, err
}

// checkEdit applies a patch to an order. Returns the order that it would become, and what the partner and the edit say of it. A
// *request.InvalidError says what is wrong.
func (s *Service) checkEdit(
	ctx context.Context, by Caller, e *Edit, before *shipment.Order,
) (*Checking, *shipment.Order, []inforce.Warning, error) {
	// A return has the service of its lane, as when it was created.
	c, err := s.Checking(ctx, by, func(o *shipment.Order, services map[int64]shipment.Service) {
		if o.Return {
			o.ServiceID = before.ServiceID
		}
		if o.Return && (o.Consignee.Country != before.Consignee.Country || o.Pickup.Country != before.Pickup.Country) {
			o.ServiceID = shipment.ReturnService(services, o).ServiceID
		}
	})
	if err != nil {
		return nil, nil, nil, err
	}
	c.Counts = !e.DryRun
	read := request.ReadEdit
	if e.EveryItem {
		read = request.ReadEditOfMany
	}
	edit, problems, err := read(ctx, e.Patch, before, c.Lookups)
	if err := c.verdict(problems, err); err != nil {
		return nil, nil, nil, err
	}
	// An order is held when it is created, so that no edit brings in a name that would hold it.
	known := c.Listed(before, c.at)
	for _, listed := range c.Listed(&edit.Order, c.at) {
		if !slices.ContainsFunc(known, func(was request.FieldProblem) bool {
			return was.Field == listed.Field && was.Message.String() == listed.Message.String()
		}) {
			return nil, nil, nil, request.Wrong(listed.Field, listed.Message)
		}
	}
	c.serve(&edit.Order)
	warnings := warningsOf(edit.Warnings, "validation")
	_, ofPartner := c.Partner(&edit.Order)
	err = c.Err()
	return c, &edit.Order, append(warnings, ofPartner...), err
}

// EditMany changes several orders, each as a whole or not at all, and returns the result of each. An error says that the service cannot go
// on: the orders without a result were not tried.
func (s *Service) EditMany(ctx context.Context, by Caller, many request.EditMany) ([]Result, error) {
	return resultsOf(many.TrackingNos, nil, func(i int) (Result, error) {
		start := time.Now()
		edited, err := s.Edit(ctx, by, Edit{TrackingNo: many.TrackingNos[i], Patch: many.Changes, EveryItem: true, DryRun: many.DryRun})
		if edited.Changed && i < len(many.TrackingNos)-1 && !many.DryRun {
			_ = throttle.Rest(ctx, start) // creates go on meanwhile; the next change says that ctx has ended
		}
		switch {
		case edited.Changed && many.DryRun:
			return Result{Outcome: "changed", Message: problem.WouldChange}, nil
		case edited.Changed:
			return Result{Outcome: "changed", Message: problem.Changed}, nil
		}
		return Result{Outcome: "unchanged", Message: problem.Unchanged}, err
	})
}
