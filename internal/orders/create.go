package orders

import (
	"context"
	"errors"
	"slices"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Kind is a kind of orders: how they are read, and which service each of them gets.
type Kind struct {
	name    string // in metrics
	read    func(context.Context, *request.Form, request.Lookups) (request.Orders, request.Problems, error)
	service func(map[int64]shipment.Service, *shipment.Order) shipment.Service
}

// The kinds of orders: those to a consignee, on the service that they state, and returns, on the service of their lane.
var (
	Forward = Kind{"forward", request.ReadCreate, func(services map[int64]shipment.Service, o *shipment.Order) shipment.Service {
		return services[o.ServiceID]
	}}
	Return = Kind{"return", request.ReadReturns, shipment.ReturnService}
)

// Created is a batch of orders that is stored, with what the response to its request says.
type Created struct {
	store.Batch
	Blocking bool                    // the request waits for labels
	Outcomes map[int64]store.Outcome // of submissions that were waited for, by order id
	// Refused has the problems of the orders that were left out, in the place of each order of the request; nil if there are none.
	// Draft has them as Once.Draft encoded them, in a response that another process has to finish.
	Refused request.List
	Draft   []byte
}

// Create stores a batch of orders. A request that blocks waits for their labels. Returns a *request.InvalidError if orders are invalid and
// the request does not accept the valid ones, and the errors of once.Responses.Find for a key that is repeated. If another
// request takes one of the tracking numbers after the check, the outcome is as if the check had found it.
func (s *Service) Create(ctx context.Context, by Caller, sent *request.Form, kind Kind, once *Once) (Answer, error) {
	answer, err := s.doOnce(ctx, by, once, func(key *store.IdempotentRequest) (Answer, error) {
		c, valid, err := s.checkNew(ctx, by, sent, kind)
		for err == nil {
			var created *Created
			created, err = s.createBatch(ctx, by, s.plan(by, kind, valid, c.Lookups.Services, once, key))
			taken, isTaken := errors.AsType[*store.TakenError](err)
			if !isTaken {
				return Answer{Created: created, CompletedPhones: valid.CompletedPhones}, err
			}
			err = leaveOutTaken(&valid, taken)
		}
		return Answer{}, err
	})
	if err == nil && answer.Stored != nil && by.Phones == masterdata.PhonesComplete {
		answer.CompletedPhones, err = s.countPhones(ctx, by, sent, kind)
	}
	return answer, err
}

// leaveOutTaken leaves out the orders whose tracking numbers are taken. It returns a *request.InvalidError if the request does
// not accept that, or no order is left.
func leaveOutTaken(valid *request.Orders, taken *store.TakenError) error {
	all := len(valid.Orders)
	if valid.Refused != nil {
		all = len(valid.Refused)
	}
	left := make([]int, 0, len(valid.Orders)) // the places of the valid orders in the request
	for place := range all {
		if !valid.Refused.Refuses(place) {
			left = append(left, place)
		}
	}
	places := each.Of(taken.Indexes, func(index int) int { return left[index] })
	valid.Refused = valid.Refused.TrackingNosTaken(places, all)
	if !valid.AcceptValid || len(places) == len(valid.Orders) {
		return &request.InvalidError{Problems: valid.Refused.OfOrders()}
	}
	kept := valid.Orders[:0:0]
	for i := range valid.Orders {
		if !slices.Contains(taken.Indexes, i) {
			kept = append(kept, valid.Orders[i])
		}
	}
	valid.Orders = kept
	return nil
}

// plan is a batch that can be stored.
type plan struct {
	kind  Kind
	batch store.NewBatch
	valid request.Orders
	waits bool // for partners
	once  *Once
}

// plan makes the batch of valid orders. A response that does not depend on a partner is stored in the same transaction if
// the request has a key, so that no crash can come between the two.
func (s *Service) plan(
	by Caller, kind Kind, valid request.Orders, services map[int64]shipment.Service, once *Once, key *store.IdempotentRequest,
) plan {
	p := plan{kind: kind, valid: valid, once: once, batch: store.NewBatch{
		AccountID: by.AccountID, KeyID: by.KeyID, TrackingPrefix: by.TrackingPrefix,
		Orders: valid.Orders, Partners: make([]string, len(valid.Orders)), Idempotency: key,
	}}
	submits := false
	for i := range valid.Orders {
		p.batch.Partners[i] = services[valid.Orders[i].ServiceID].Partner
		submits = submits || p.batch.Partners[i] != "" && valid.Orders[i].Hold == nil
	}
	p.waits = valid.Blocking && submits && !s.Fulfiller.Paused()
	if p.waits {
		p.batch.Owner, p.batch.LeaseFor = s.Fulfiller.Lease()
	}
	if key == nil {
		return p
	}
	if valid.Refused != nil {
		key.Draft = once.Draft(valid.Refused)
	}
	if p.waits {
		key.RunsUntil = s.Now().Add(s.Patience + s.AnswerWithin)
		return p
	}
	key.Respond = func(b store.Batch) (int, []byte) {
		status, body, _ := once.Respond(p.created(b, nil)) // without a draft there is no error
		return status, body
	}
	return p
}

func (p *plan) created(b store.Batch, outcomes map[int64]store.Outcome) *Created {
	return &Created{Batch: b, Blocking: p.valid.Blocking, Outcomes: outcomes, Refused: p.valid.Refused}
}

// createBatch stores a batch, and waits for its partners if the request does.
func (s *Service) createBatch(ctx context.Context, by Caller, p plan) (*Created, error) {
	if !p.waits {
		stored, err := s.store(ctx, &p)
		if err != nil {
			return nil, err
		}
		for _, partner := range slices.Compact(slices.Sorted(slices.Values(p.batch.Partners))) {
			s.Fulfiller.Wake(partner)
		}
		return p.created(stored, nil), nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	stored, err := s.store(ctx, &p)
	if err != nil {
		return nil, err
	}
	release := by.Memory.share(ctx)
	defer release()
	created := p.created(stored, s.Fulfiller.Submit(ctx, stored.Submissions, release))
	if p.once != nil {
		// The orders are stored even if this fails: a retry makes the answer from them.
		status, body, err := p.once.Respond(created)
		if err == nil {
			err = s.Store.Once.Finish(context.WithoutCancel(ctx), by.AccountID, p.once.Key, status, body)
		}
		s.Note(ctx, err)
	}
	return created, nil
}

func (s *Service) store(ctx context.Context, p *plan) (store.Batch, error) {
	stored, err := s.Store.CreateBatch(ctx, p.batch)
	if err != nil {
		return store.Batch{}, err
	}
	s.Created(p.kind.name, len(stored.Orders))
	return stored, nil
}
