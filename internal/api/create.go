package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// messageNoLabelYet is the message for an order whose label did not come within the budget.
const messageNoLabelYet = "The partner has not answered yet. The order is stored; its label will follow."

// messagePaused is the message for an order while this server calls no partner.
const messagePaused = "This server calls no partners now. The order is stored; its label will follow."

// answerMargin is how much longer than its budget a blocking create request may take, before a retry
// with the same Idempotency-Key makes the stored answer.
const answerMargin = 10 * time.Second

// createOrders stores a batch of orders. A blocking request waits for their labels.
func (a *API) createOrders(ctx context.Context, c call, sent *request.Form) (response, error) {
	return a.idempotent(ctx, c, func(key *store.IdempotentRequest) (response, error) {
		batch, valid, err := a.prepare(ctx, c, sent, key, forwardKind)
		if err != nil {
			return response{}, err
		}
		return a.createThose(ctx, c, batch, valid)
	})
}

// createThose stores the valid orders of a request. If another request took one of their tracking numbers after
// the validation, the outcome is the same as if the validation had found it.
func (a *API) createThose(ctx context.Context, c call, batch store.NewBatch, valid request.Orders) (response, error) {
	for {
		res, err := a.storeOrders(ctx, c, batch, valid)
		taken, ok := errors.AsType[*store.TakenError](err)
		if !ok {
			return res, err
		}
		valid.Refused = valid.Refused.TrackingNosTaken(placesOf(valid, taken.Indexes), placesIn(valid))
		if !valid.AcceptValid || len(taken.Indexes) == len(batch.Orders) {
			return response{}, &validationError{valid.Refused.OfOrders()}
		}
		batch.Orders, batch.Partners = without(batch.Orders, taken.Indexes), without(batch.Partners, taken.Indexes)
		valid.Orders = batch.Orders
	}
}

// storeOrders stores the valid orders of a request and responds, after the labels if it blocks.
func (a *API) storeOrders(ctx context.Context, c call, batch store.NewBatch, valid request.Orders) (response, error) {
	respond := func(b store.Batch, outcomes map[int64]store.Outcome) response { return a.labelled(c.req, b, outcomes) }
	if valid.Refused != nil {
		refused := refusalsOf(valid.Refused)
		if batch.Idempotency != nil {
			batch.Idempotency.Draft = refused.draft()
		}
		respond = func(b store.Batch, outcomes map[int64]store.Outcome) response {
			return a.partly(c.req, b, outcomes, refused)
		}
	} else if !valid.Blocking {
		respond = func(b store.Batch, _ map[int64]store.Outcome) response { return acceptedOrders(b) }
	}
	inHouse := !slices.ContainsFunc(batch.Partners, func(p string) bool { return p != "" })
	if !valid.Blocking || inHouse || a.Fulfiller.Paused() {
		return a.createAtOnce(ctx, forwardKind, batch, func(b store.Batch) response { return respond(b, nil) })
	}
	return a.createAndWait(ctx, batch, respond)
}

// batchKind is how a kind of orders is read, and which service each of them gets.
type batchKind struct {
	name    string // in metrics
	read    func(context.Context, *request.Form, request.Lookups) (request.Orders, request.Problems, error)
	service func(map[int64]shipment.Service, *shipment.Order) shipment.Service
}

var (
	forwardKind = batchKind{"forward", request.ReadCreate, func(services map[int64]shipment.Service, o *shipment.Order) shipment.Service {
		return services[o.ServiceID]
	}}
	returnKind = batchKind{"return", request.ReadReturns, shipment.ReturnService}
)

// prepare validates what was sent and makes a batch of it, each order on its service.
func (a *API) prepare(ctx context.Context, c call, sent *request.Form, key *store.IdempotentRequest, kind batchKind,
) (batch store.NewBatch, valid request.Orders, err error) {
	services, err := a.Store.LiveServices(ctx)
	if err != nil {
		return batch, valid, err
	}
	valid, err = a.validate(ctx, c, sent, services, kind)
	if err != nil {
		return batch, valid, err
	}
	batch = newBatch(c.caller, valid.Orders, key)
	for i := range valid.Orders {
		s := kind.service(services, &valid.Orders[i])
		valid.Orders[i].ServiceID, batch.Partners[i] = s.ServiceID, s.Partner
	}
	return batch, valid, nil
}

// validate applies all the rules. A *validationError says what is wrong.
func (a *API) validate(ctx context.Context, c call, sent *request.Form, services map[int64]shipment.Service, kind batchKind,
) (request.Orders, error) {
	lookups, err := a.lookups(ctx, c, services)
	if err != nil {
		return request.Orders{}, err
	}
	checker, err := a.checker(ctx, c)
	if err != nil {
		return request.Orders{}, err
	}
	at := a.Now()
	lookups.Rules = func(_ int, o *shipment.Order) []request.FieldProblem {
		o.AccountID, o.ServiceID = c.caller.AccountID, kind.service(services, o).ServiceID
		return checker.Errors(o, at)
	}
	valid, problems, err := kind.read(ctx, sent, lookups)
	if err == nil && problems != nil {
		err = &validationError{problems}
	}
	return valid, err
}

// lookups are what the validation of the orders of a call asks the store for.
func (a *API) lookups(ctx context.Context, c call, services map[int64]shipment.Service) (request.Lookups, error) {
	prefixes, err := a.Store.TrackingPrefixes(ctx)
	return request.Lookups{
		Services: services, Prefixes: prefixes, Taken: a.Store.TakenTrackingNumbers, Forward: a.forwardOrders(c),
	}, err
}

func newBatch(caller store.Caller, orders []shipment.Order, key *store.IdempotentRequest) store.NewBatch {
	return store.NewBatch{
		AccountID: caller.AccountID, KeyID: caller.KeyID, TrackingPrefix: caller.TrackingPrefix,
		Orders: orders, Partners: make([]string, len(orders)), Idempotency: key,
	}
}

// createAtOnce stores a batch whose response does not depend on a partner. The idempotent answer is
// stored in the same transaction, so that no crash can come between the two.
func (a *API) createAtOnce(ctx context.Context, kind batchKind, batch store.NewBatch, respond func(store.Batch) response,
) (response, error) {
	if batch.Idempotency != nil {
		batch.Idempotency.Respond = func(b store.Batch) (int, []byte) {
			res := respond(b)
			return res.status, res.body
		}
	}
	stored, err := a.createBatch(ctx, kind, batch)
	if err != nil {
		return response{}, err
	}
	for _, partner := range slices.Compact(slices.Sorted(slices.Values(batch.Partners))) {
		a.Fulfiller.Wake(partner)
	}
	return respond(stored), nil
}

// createAndWait stores a batch, then waits for its partners within the budget.
func (a *API) createAndWait(
	ctx context.Context, batch store.NewBatch, respond func(store.Batch, map[int64]store.Outcome) response,
) (response, error) {
	batch.Owner, batch.LeaseFor = a.Fulfiller.Lease()
	ctx, cancel := context.WithTimeout(ctx, a.BlockingBudget)
	defer cancel()
	if batch.Idempotency != nil {
		batch.Idempotency.RunsUntil = a.Now().Add(a.BlockingBudget + answerMargin)
	}
	stored, err := a.createBatch(ctx, forwardKind, batch)
	if err != nil {
		return response{}, err
	}
	release := a.share(ctx)
	defer release()
	res := respond(stored, a.Fulfiller.Submit(ctx, stored.Submissions, release))
	if batch.Idempotency != nil {
		// The orders are stored even if this fails: a retry makes the answer from them.
		err := a.Store.FinishIdempotentResponse(context.WithoutCancel(ctx), batch.AccountID, batch.Idempotency.Key, res.status, res.body)
		noteError(ctx, err)
	}
	return res, nil
}

func (a *API) createBatch(ctx context.Context, kind batchKind, batch store.NewBatch) (store.Batch, error) {
	stored, err := a.Store.CreateBatch(ctx, batch)
	if err != nil {
		return store.Batch{}, err
	}
	a.Metrics.OrdersCreated(kind.name, len(stored.Orders))
	if err := a.Store.AuditCreated(context.WithoutCancel(ctx), batch.AccountID, stored); err != nil { // the orders are stored all the same
		a.Log.ErrorContext(ctx, "orders are not in the audit log", "upload_batch_no", stored.UploadBatchNo, "error", err)
	}
	return stored, nil
}

// acceptedOrders is the response to a create request that does not wait.
func acceptedOrders(b store.Batch) response {
	return response{status: http.StatusCreated, body: batchBody(b, "tracking_nos", func(e *jx.Encoder, o *shipment.Order) {
		e.Str(o.TrackingNo)
	})}
}

// batchBody is the body of the response to a create request: the number of the batch, and under name a
// list with an element for each order, in the order of the request.
func batchBody(b store.Batch, name string, element func(*jx.Encoder, *shipment.Order)) []byte {
	var e jx.Encoder
	e.ObjStart()
	text(&e, "upload_batch_no", b.UploadBatchNo)
	e.FieldStart(name)
	e.ArrStart()
	for i := range b.Orders {
		element(&e, &b.Orders[i])
	}
	e.ArrEnd()
	e.ObjEnd()
	return e.Bytes()
}

// labelled is the response to a blocking create request: the label of each order, or why there is none
// yet, which the outcome of its submission says.
func (a *API) labelled(r *http.Request, b store.Batch, outcomes map[int64]store.Outcome) response {
	base, status := a.base(r), http.StatusCreated
	body := batchBody(b, "orders", func(e *jx.Encoder, o *shipment.Order) {
		a.writeLabelled(e, base, o, outcomes)
		if !o.HasLabel {
			status = http.StatusAccepted
		}
	})
	return response{status: status, body: body}
}

// noLabelYet is why an order has no label whose submission has no outcome.
func (a *API) noLabelYet() string {
	if a.Fulfiller.Paused() {
		return messagePaused
	}
	return messageNoLabelYet
}

// writeLabelled writes the label of a created order, or why there is none yet.
func (a *API) writeLabelled(e *jx.Encoder, base string, o *shipment.Order, outcomes map[int64]store.Outcome) {
	outcome := outcomes[o.OrderID]
	o.HasLabel = o.HasLabel || outcome.HasLabel()
	o.PartnerLabel = cmp.Or(o.PartnerLabel, outcome.Fetched)
	e.ObjStart()
	text(e, "tracking_no", o.TrackingNo)
	nullable(e, "order_label_url", a.labelURL(base, o))
	if !o.HasLabel {
		text(e, "message", cmp.Or(outcome.Message, a.noLabelYet()))
	}
	e.ObjEnd()
}
