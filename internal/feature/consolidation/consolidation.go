package consolidation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"waybill/internal/api/openapi"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Service has the operations on bags and consignments. Safe for concurrent use.
type Service struct {
	orders *orders.Service
	Stored *stored.Store
}

// New makes a Service.
func New(o *orders.Service) *Service {
	return &Service{o, &stored.Store{Store: o.Store, Moved: func(c *stored.Consignment, l *stored.Leg) func() ([]byte, error) {
		return openapi.EventOf("consignment", &moved{c, legOf{*l, c.On(l.LegNo)}}, writeMoved)
	}}}
}

// OpenBag opens a bag. Returns a *request.InvalidError if there is no such hub or service.
func (s *Service) OpenBag(ctx context.Context, sent request.Bag) (stored.Bag, error) {
	if err := cmp.Or(s.checkHub(ctx, "hub_id", sent.HubID), s.checkHub(ctx, "to_hub_id", sent.ToHubID)); err != nil {
		return stored.Bag{}, err
	}
	if sent.ServiceID != 0 {
		if _, err := s.orders.Store.MasterData.Service(ctx, sent.ServiceID); err != nil {
			return stored.Bag{}, unless(err, request.Wrong("service_id", problem.UnknownID.With(sent.ServiceID)))
		}
	}
	return s.Stored.OpenBag(ctx, sent)
}

// checkHub returns a *request.InvalidError if there is no hub with an id, or it is disabled. 0 is no hub.
func (s *Service) checkHub(ctx context.Context, field string, id int64) error {
	if id == 0 {
		return nil
	}
	hub, err := s.orders.Store.HubPlace(ctx, id)
	if err == nil && hub.Disabled {
		err = store.ErrNotFound
	}
	return unless(err, request.Wrong(field, problem.HubUnknown))
}

// unless returns wrong in the place of store.ErrNotFound.
func unless(err, wrong error) error {
	if errors.Is(err, store.ErrNotFound) {
		return wrong
	}
	return err
}

// ChangeBag changes what the request has of a bag. Returns store.ErrNotFound, a *request.InvalidError if there is no such hub, and a
// conflict.
func (s *Service) ChangeBag(ctx context.Context, id int64, change func(*request.Bag)) (stored.Bag, error) {
	var sent request.Bag
	change(&sent)
	if err := s.checkHub(ctx, "to_hub_id", sent.ToHubID); err != nil {
		return stored.Bag{}, err
	}
	if _, err := s.Stored.ChangeBag(ctx, id, change); err != nil {
		return stored.Bag{}, err
	}
	return s.Stored.Bag(ctx, id) // with what is in it now
}

// Scan puts the parcel of any account that a code names into a bag, or says why not. Returns store.ErrNotFound if there is no such bag, and
// a *store.AmbiguousError if several have the code and the request chooses none of them.
func (s *Service) Scan(ctx context.Context, bagID int64, sent request.HandoverRequest) (stored.Scan, error) {
	o, err := s.orders.OfCode(ctx, sent.Code, sent.OrderID)
	if errors.Is(err, store.ErrNotFound) {
		return stored.Scan{Outcome: stored.Refused, Message: problem.BagCode}, nil
	}
	if err != nil {
		return stored.Scan{}, err
	}
	return s.Stored.AddToBag(ctx, bagID, o, sent.Scan)
}

// Remove takes a parcel out of a bag that is open. Returns store.ErrNotFound, and a conflict.
func (s *Service) Remove(ctx context.Context, bagID int64, trackingNo string) error {
	o, err := s.orders.Store.OrderByTrackingNo(ctx, shipment.TrackingKey(trackingNo))
	if err != nil {
		return err
	}
	return s.Stored.RemoveFromBag(ctx, bagID, &o)
}

// bagsOf are the ids of the bags with numbers, each once. Returns a *request.InvalidError.
func bagsOf(numbers []string) ([]int64, error) {
	var ids []int64
	for _, number := range numbers {
		id, ok := stored.ParseBagNumber(strings.TrimSpace(number))
		if !ok {
			return nil, request.Wrong(request.BagsField, problem.BagUnknown.With(number))
		}
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// MoveBags does with the bags of a request what move says: stored.Store.PutBags or LeaveBags. Returns a *request.InvalidError if a number
// is none of a bag.
func MoveBags(
	ctx context.Context, id int64, sent request.Bags, move func(ctx context.Context, id, legNo int64, bags []int64, reason string) error,
) error {
	ids, err := bagsOf(sent.Bags)
	if err != nil {
		return err
	}
	return move(ctx, id, sent.LegNo, ids, sent.Reason)
}

// Move has a leg depart, or arrive. Returns a *request.InvalidError, and what stored.Store.Move returns.
func (s *Service) Move(ctx context.Context, id, legNo int64, arrives bool, sent request.Happening) (stored.Consignment, error) {
	e, err := s.event(ctx, id, &sent)
	if e.LegNo = legNo; err != nil {
		return stored.Consignment{}, err
	}
	return s.Stored.Move(ctx, e, arrives)
}

// Report records an event of a consignment: of all its parcels, those of a leg or of bags, or single ones. Returns store.ErrNotFound, a
// *request.InvalidError, and a conflict.
func (s *Service) Report(ctx context.Context, id int64, sent request.Happening) (stored.Event, error) {
	e, err := s.event(ctx, id, &sent)
	if err != nil {
		return e, err
	}
	return s.Stored.Report(ctx, e)
}

// event makes the event that a request reports.
func (s *Service) event(ctx context.Context, id int64, sent *request.Happening) (stored.Event, error) {
	e := stored.Event{
		ConsignmentID: id, LegNo: sent.LegNo, Status: shipment.TrackerStatus(sent.Status), Text: sent.Text, Country: sent.Country,
		Place: sent.Place, OccurredOn: sent.OccurredOn, Reason: sent.Reason,
	}
	var err error
	if e.Bags, err = bagsOf(sent.Bags); err != nil {
		return e, err
	}
	named, err := s.orders.Store.OrdersOfCodes(ctx, slices.Concat(sent.Parcels, sent.Without, sent.Acknowledged))
	of := func(codes []string) (all []stored.Named) {
		for _, code := range codes {
			all = append(all, stored.Named{Code: code, Orders: named[code]})
		}
		return all
	}
	e.Named, e.Except, e.Known = of(sent.Parcels), of(sent.Without), of(sent.Acknowledged)
	return e, err
}
