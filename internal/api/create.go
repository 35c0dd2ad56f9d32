package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// createOrders stores a batch of orders. A blocking request waits for their labels.
func (a *API) createOrders(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	return a.listingIgnored(c, sent, func() (shell.Response, error) { return a.create(ctx, c, sent, forwardKind) })
}

// createReturns stores a batch of return orders, each on the service of its lane.
func (a *API) createReturns(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	return a.listingIgnored(c, sent, func() (shell.Response, error) { return a.create(ctx, c, sent, returnKind) })
}

// listingIgnored is RehearsedByTag for create. The response names the fields of the request that it ignores, also after
// an error.
func (a *API) listingIgnored(c shell.Call, sent *request.Form, create func() (shell.Response, error)) (shell.Response, error) {
	res, err := a.RehearsedByTag(c, create)
	if names := parameterNames(sent.Ignored()); names != "" {
		res = res.With(http.Header{ignoredFieldsHeader: {names}})
	}
	return res, err
}

// batchKind is how a kind of orders is read, which service each of them gets, and the response to a request that does not
// wait.
type batchKind struct {
	name     string // in metrics
	read     func(context.Context, *request.Form, request.Lookups) (request.Orders, request.Problems, error)
	service  func(map[int64]shipment.Service, *shipment.Order) shipment.Service
	accepted func(store.Batch) shell.Response
}

var (
	forwardKind = batchKind{"forward", request.ReadCreate, func(services map[int64]shipment.Service, o *shipment.Order) shipment.Service {
		return services[o.ServiceID]
	}, acceptedOrders}
	returnKind = batchKind{"return", request.ReadReturns, shipment.ReturnService, acceptedReturns}
)

// create takes a request in five steps: it checks the orders, plans their batch, stores it, waits for the partners of a
// blocking request, and responds. If another request takes one of the tracking numbers after the check, the outcome is as
// if the check had found it.
func (a *API) create(ctx context.Context, c shell.Call, sent *request.Form, kind batchKind) (shell.Response, error) {
	res, err := a.idempotent(ctx, c, func(key *store.IdempotentRequest) (shell.Response, error) {
		services, err := a.Store.MasterData.LiveServices(ctx)
		if err != nil {
			return shell.Response{}, err
		}
		valid, err := a.check(ctx, c, sent, services, kind)
		for err == nil {
			var res shell.Response
			res, err = a.carryOut(ctx, a.plan(c, kind, valid, services, key))
			res = withPhones(res, valid.CompletedPhones)
			taken, isTaken := errors.AsType[*store.TakenError](err)
			if !isTaken {
				return res, err
			}
			err = leaveOutTaken(&valid, taken)
		}
		return shell.Response{}, err
	})
	if err == nil && res.Header.Get(replayedHeader) != "" && c.Caller.Phones == masterdata.PhonesComplete {
		var n int
		n, err = a.completedPhones(ctx, c, sent, kind)
		res = withPhones(res, n)
	}
	return res, err
}

// check applies all the rules, and gives each order its service. A *shell.ValidationError says what is wrong.
func (a *API) check(ctx context.Context, c shell.Call, sent *request.Form, services map[int64]shipment.Service, kind batchKind,
) (request.Orders, error) {
	lookups, err := a.lookups(ctx, c, services)
	if err != nil {
		return request.Orders{}, err
	}
	phones := &phones{use: c.Caller.Phones == masterdata.PhonesComplete}
	if phones.use || c.Caller.Phones == masterdata.PhonesRefused {
		lookups.Phone = phones.complete
	}
	checker, err := a.checker(ctx, c)
	if err != nil {
		return request.Orders{}, err
	}
	at := a.Now()
	lookups.Rules = func(_ int, o *shipment.Order) []request.FieldProblem {
		o.AccountID, o.ServiceID = c.Caller.AccountID, kind.service(services, o).ServiceID
		return checker.Errors(o, at)
	}
	valid, problems, err := kind.read(ctx, sent, lookups)
	err = cmp.Or(err, checker.Err())
	if err == nil && problems != nil {
		a.offerPhones(shell.AsCaller(ctx, c), c.Caller, phones)
		err = &shell.ValidationError{Problems: problems}
	}
	if err == nil && valid.Refused != nil {
		shell.NoteProblems(ctx, valid.Refused.OfOrders())
	}
	valid.CompletedPhones = len(phones.completed)
	for i := range valid.Orders {
		o := &valid.Orders[i]
		o.ServiceID = kind.service(services, o).ServiceID
		o.Hold = checker.Hold(o, at)
	}
	return valid, cmp.Or(err, checker.Err())
}

// lookups returns the data and functions that the validation of the orders needs.
func (a *API) lookups(ctx context.Context, c shell.Call, services map[int64]shipment.Service) (request.Lookups, error) {
	prefixes, err := a.Store.MasterData.TrackingPrefixes(ctx)
	return request.Lookups{
		Services: services, Prefixes: prefixes, Taken: a.Store.TakenTrackingNumbers, Forward: a.forwardOrders(c),
	}, err
}

// creation is a batch that can be stored, and the response to its request.
type creation struct {
	kind   batchKind
	batch  store.NewBatch
	waits  bool // for partners
	answer func(store.Batch, map[int64]store.Outcome) shell.Response
}

// plan makes the batch of valid orders. A response that does not depend on a partner is stored in the same transaction if
// the request has a key, so that no crash can come between the two.
func (a *API) plan(c shell.Call, kind batchKind, valid request.Orders, services map[int64]shipment.Service, key *store.IdempotentRequest,
) creation {
	p := creation{kind: kind, batch: newBatch(c.Caller, valid.Orders, key)}
	submits := false
	for i := range valid.Orders {
		p.batch.Partners[i] = services[valid.Orders[i].ServiceID].Partner
		submits = submits || p.batch.Partners[i] != "" && valid.Orders[i].Hold == nil
	}
	p.waits = valid.Blocking && submits && !a.Fulfiller.Paused()
	switch {
	case valid.Refused != nil:
		refused := refusalsOf(valid.Refused)
		if key != nil {
			key.Draft = refused.draft()
		}
		p.answer = func(b store.Batch, outcomes map[int64]store.Outcome) shell.Response {
			return a.partly(c.Req, b, outcomes, refused)
		}
	case valid.Blocking:
		p.answer = func(b store.Batch, outcomes map[int64]store.Outcome) shell.Response {
			return a.labelled(c.Req, b, outcomes)
		}
	default:
		p.answer = func(b store.Batch, _ map[int64]store.Outcome) shell.Response { return kind.accepted(b) }
	}
	switch {
	case p.waits:
		p.batch.Owner, p.batch.LeaseFor = a.Fulfiller.Lease()
		if key != nil {
			key.RunsUntil = a.Now().Add(a.BlockingBudget + shell.ResponseMargin)
		}
	case key != nil:
		key.Respond = func(b store.Batch) (int, []byte) {
			res := p.answer(b, nil)
			return res.Status, res.Body
		}
	}
	return p
}

func newBatch(caller masterdata.Caller, orders []shipment.Order, key *store.IdempotentRequest) store.NewBatch {
	return store.NewBatch{
		AccountID: caller.AccountID, KeyID: caller.KeyID, TrackingPrefix: caller.TrackingPrefix,
		Orders: orders, Partners: make([]string, len(orders)), Idempotency: key,
	}
}

// carryOut takes the last three steps.
func (a *API) carryOut(ctx context.Context, p creation) (shell.Response, error) {
	if !p.waits {
		stored, err := a.store(ctx, p)
		if err != nil {
			return shell.Response{}, err
		}
		for _, partner := range slices.Compact(slices.Sorted(slices.Values(p.batch.Partners))) {
			a.Fulfiller.Wake(partner)
		}
		return p.answer(stored, nil), nil
	}
	ctx, cancel := context.WithTimeout(ctx, a.BlockingBudget)
	defer cancel()
	stored, err := a.store(ctx, p)
	if err != nil {
		return shell.Response{}, err
	}
	release := a.Share(ctx)
	defer release()
	res := p.answer(stored, a.Fulfiller.Submit(ctx, stored.Submissions, release))
	if key := p.batch.Idempotency; key != nil {
		// The orders are stored even if this fails: a retry makes the answer from them.
		shell.NoteError(ctx, a.Store.FinishIdempotentResponse(context.WithoutCancel(ctx), p.batch.AccountID, key.Key, res.Status, res.Body))
	}
	return res, nil
}

func (a *API) store(ctx context.Context, p creation) (store.Batch, error) {
	stored, err := a.Store.CreateBatch(ctx, p.batch)
	if err != nil {
		return store.Batch{}, err
	}
	a.Metrics.OrdersCreated(p.kind.name, len(stored.Orders))
	return stored, nil
}
