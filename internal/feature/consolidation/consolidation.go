package consolidation

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"waybill/internal/each"
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
	return &Service{o, &stored.Store{Store: o.Store}}
}

// OpenBag opens a bag. Returns a *request.InvalidError if there is no such hub or service.
func (s *Service) OpenBag(ctx context.Context, sent request.Bag) (stored.Bag, error) {
	b := stored.Bag{HubID: sent.HubID, ToHubID: sent.ToHubID, ServiceID: sent.ServiceID, Seal: sent.Seal, Tare: sent.Tare}
	if err := cmp.Or(s.checkHub(ctx, "hub_id", b.HubID), s.checkHub(ctx, "to_hub_id", b.ToHubID)); err != nil {
		return b, err
	}
	if b.ServiceID != 0 {
		if _, err := s.orders.Store.MasterData.ServiceOf(ctx, b.ServiceID); err != nil {
			return b, engineNotFound(err, request.Wrong("service_id", problem.UnknownID.With(b.ServiceID)))
		}
	}
	return s.Stored.OpenBag(ctx, b)
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
	return engineNotFound(err, request.Wrong(field, problem.HubUnknown))
}

// engineNotFound returns wrong in the place of store.ErrNotFound.
func engineNotFound(err, wrong error) error {
	if errors.Is(err, store.ErrNotFound) {
		return wrong
	}
	return err
}

// ChangeBag changes what the request has of a bag. Returns store.ErrNotFound, a *request.InvalidError if there is no such hub, and a
// conflict.
func (s *Service) ChangeBag(ctx context.Context, id int64, change func(*request.Bag)) (stored.Bag, error) {
	var asked request.Bag
	change(&asked)
	if err := s.checkHub(ctx, "to_hub_id", asked.ToHubID); err != nil {
		return stored.Bag{}, err
	}
	return s.Stored.ChangeBag(ctx, id, func(b *stored.Bag) {
		sent := request.Bag{ToHubID: b.ToHubID, Seal: b.Seal, Tare: b.Tare, Gross: b.Gross}
		change(&sent)
		b.ToHubID, b.Seal, b.Tare, b.Gross, b.Reason = sent.ToHubID, sent.Seal, sent.Tare, sent.Gross, sent.Reason
	})
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

// OpenConsignment opens a consignment. Returns a conflict if another one has its waybill.
func (s *Service) OpenConsignment(ctx context.Context, sent request.Consignment) (stored.Consignment, error) {
	return s.Stored.OpenConsignment(ctx, stored.Consignment{
		Destination: sent.Destination, AWB: sent.AWB, Truck: sent.Truck, Broker: sent.Broker,
	})
}

// ChangeConsignment changes what the request has of a consignment. Returns store.ErrNotFound, and a conflict.
func (s *Service) ChangeConsignment(ctx context.Context, id int64, change func(*request.Consignment)) (stored.Consignment, error) {
	return s.Stored.ChangeConsignment(ctx, id, func(c *stored.Consignment) {
		sent := request.Consignment{Destination: c.Destination, AWB: c.AWB, Truck: c.Truck, Broker: c.Broker, State: string(c.Stored)}
		change(&sent)
		*c = stored.Consignment{
			ConsignmentID: c.ConsignmentID, Destination: sent.Destination, AWB: sent.AWB, Truck: sent.Truck, Broker: sent.Broker,
			Stored: cmp.Or(stored.ConsignmentState(sent.State), c.Stored), Reason: sent.Reason, OpenedOn: c.OpenedOn, OpenedBy: c.OpenedBy,
			Bags: c.Bags, Departed: c.Departed, Landed: c.Landed, Legs: c.Legs,
		}
	})
}

// SaveLeg adds a leg to a consignment, or with a number changes what the request has of it. Returns store.ErrNotFound, and a conflict.
func (s *Service) SaveLeg(ctx context.Context, id, legNo int64, change func(*request.Leg)) (stored.Leg, error) {
	var asked request.Leg
	change(&asked)
	return s.Stored.SaveLeg(ctx, id, legNo, asked.Reason, func(l *stored.Leg) {
		sent := request.Leg{
			Flight: l.Flight, From: l.From, FromCountry: l.FromCountry, To: l.To, ToCountry: l.ToCountry, PlannedDeparture: l.PlannedDeparture,
			PlannedArrival: l.PlannedArrival,
		}
		change(&sent)
		l.Flight, l.From, l.FromCountry, l.To, l.ToCountry = sent.Flight, sent.From, sent.FromCountry, sent.To, sent.ToCountry
		l.PlannedDeparture, l.PlannedArrival = sent.PlannedDeparture, sent.PlannedArrival
	})
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

// PutBags puts bags on a consignment, and with a leg on it. Returns store.ErrNotFound, a *request.InvalidError, and a conflict.
func (s *Service) PutBags(ctx context.Context, id int64, sent request.Bags) error {
	return s.moveBags(ctx, id, sent, s.Stored.PutBags)
}

// LeaveBags leaves bags of a leg behind in their consignment, or without a leg takes them out of the consignment. Returns as PutBags.
func (s *Service) LeaveBags(ctx context.Context, id int64, sent request.Bags) error {
	return s.moveBags(ctx, id, sent, s.Stored.LeaveBags)
}

func (s *Service) moveBags(
	ctx context.Context, id int64, sent request.Bags, move func(ctx context.Context, id, legNo int64, bags []int64, reason string) error,
) error {
	ids, err := bagsOf(sent.Bags)
	if err != nil {
		return err
	}
	return move(ctx, id, sent.LegNo, ids, sent.Reason)
}

// The texts of departures and arrivals, which consignees see.
const (
	departedText = "Departed"
	arrivedText  = "Arrived"
)

// Move has a leg depart, or arrive, and returns the consignment as it is then. Returns store.ErrNotFound, a *request.InvalidError, and a
// conflict.
func (s *Service) Move(ctx context.Context, id, legNo int64, arrives bool, sent request.Happening) (stored.Consignment, error) {
	e, err := s.event(ctx, id, &sent)
	if err == nil {
		e.LegNo, e.Text = legNo, map[bool]string{false: departedText, true: arrivedText}[arrives]
		err = s.Stored.Move(ctx, e, arrives)
	}
	if err != nil {
		return stored.Consignment{}, err
	}
	return s.Stored.Consignment(ctx, id)
}

// Report records an event of a consignment: of all its parcels, those of a leg, or those of bags and single ones. Returns store.ErrNotFound,
// a *request.InvalidError, and a conflict.
func (s *Service) Report(ctx context.Context, id int64, sent request.Happening) (stored.Event, error) {
	e, err := s.event(ctx, id, &sent)
	if err != nil {
		return e, err
	}
	return s.Stored.Report(ctx, e)
}

// event makes the event that a request reports. Its bags and parcels are those of the consignment.
func (s *Service) event(ctx context.Context, id int64, sent *request.Happening) (stored.Event, error) {
	e := stored.Event{
		ConsignmentID: id, LegNo: sent.LegNo, Status: shipment.TrackerStatus(sent.Status), Text: sent.Text, Country: sent.Country,
		Place: sent.Place, OccurredOn: sent.OccurredOn, Reason: sent.Reason,
	}
	bags, err := bagsOf(sent.Bags)
	if err != nil {
		return e, err
	}
	for _, bag := range bags {
		b, err := s.Stored.Bag(ctx, bag)
		if err == nil && b.ConsignmentID != id {
			err = store.ErrNotFound
		}
		if err != nil {
			return e, engineNotFound(err, request.Wrong(request.BagsField, problem.BagUnknown.With(stored.BagNumber(bag))))
		}
	}
	e.Scope.Bags = bags
	if e.Scope.Parcels, e.Scope.Partly, err = s.parcels(ctx, id, request.ParcelsField, sent.Parcels); err == nil {
		e.Scope.Without, _, err = s.parcels(ctx, id, request.WithoutField, sent.Without)
	}
	return e, err
}

// parcels are the ids of the orders that codes name, and the bags of the consignment in which they are. Returns a *request.InvalidError if
// one names no parcel of the consignment, or several.
func (s *Service) parcels(ctx context.Context, id int64, field string, codes []string) (ids, bags []int64, err error) {
	named, err := s.orders.Store.OrdersOfCodes(ctx, codes)
	for _, code := range codes {
		var at []int64
		for _, o := range named[code] {
			bag, bagErr := s.Stored.BagInConsignment(ctx, id, o.AccountID, o.OrderID)
			if bagErr == nil {
				at, bags = append(at, o.OrderID), append(bags, bag)
			} else if !errors.Is(bagErr, store.ErrNotFound) {
				err = cmp.Or(err, bagErr)
			}
		}
		if err == nil && len(at) != 1 {
			err = request.Wrong(field, problem.ParcelElsewhere.With(code))
		}
		ids = append(ids, at...)
	}
	return ids, bags, err
}

// The outcomes of an answer of customs.
const (
	AnswerStored    = "stored"
	AnswerUnchanged = "unchanged"
	AnswerRefused   = "refused" // the parcel is in no bag of the consignment
	AnswerUnknown   = "not_found"
)

// Answer stores what customs answered about parcels of a consignment, and stops those that must not be loaded. The outcomes are stored,
// unchanged, refused and not_found. Returns store.ErrNotFound, and a *store.AmbiguousError.
func (s *Service) Answer(ctx context.Context, id int64, sent []request.Answer) ([]orders.Result, error) {
	if _, err := s.Stored.Consignment(ctx, id); err != nil {
		return nil, err
	}
	named, err := s.orders.Store.OrdersOfCodes(ctx, each.Of(sent, func(a request.Answer) string { return a.TrackingNo }))
	if err != nil {
		return nil, err
	}
	results, byAccount, numbers := make([]orders.Result, len(sent)), map[int64][]stored.Answered{}, map[int64]int{}
	for i, a := range sent {
		results[i] = orders.Result{TrackingNo: a.TrackingNo, Outcome: AnswerUnknown, Message: problem.BagCode}
		switch found := named[a.TrackingNo]; len(found) {
		case 0:
		case 1:
			o := found[0]
			byAccount[o.AccountID] = append(byAccount[o.AccountID], stored.Answered{o.OrderID, stored.Answer(a.Answer), a.Reason})
			numbers[o.OrderID] = i
		default:
			return nil, &store.AmbiguousError{Code: a.TrackingNo, Orders: found}
		}
	}
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		in, changed, err := s.Stored.Answer(ctx, id, account, byAccount[account])
		if err != nil {
			return nil, err
		}
		for _, a := range byAccount[account] {
			result := &results[numbers[a.OrderID]]
			switch {
			case !in[a.OrderID]:
				result.Outcome, result.Message = AnswerRefused, problem.ParcelAway
			case changed[a.OrderID]:
				result.Outcome, result.Message = AnswerStored, problem.AnswerStored
			default:
				result.Outcome, result.Message = AnswerUnchanged, problem.AnswerRepeated
			}
		}
	}
	return results, nil
}
