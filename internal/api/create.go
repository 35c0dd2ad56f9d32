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

// answerMargin is how much longer than its budget a blocking create request may take, before a retry
// with the same Idempotency-Key makes the stored answer.
const answerMargin = 10 * time.Second

// createOrders stores a batch of orders. A blocking request waits for their labels.
func (a *API) createOrders(ctx context.Context, c call, sent *request.Form) (response, error) {
	return a.idempotent(ctx, c, func(key *store.IdempotentRequest) (response, error) {
		batch, blocking, err := a.prepare(ctx, c, sent, key, forwardKind)
		if err != nil {
			return response{}, err
		}
		if !blocking {
			return a.createAtOnce(ctx, forwardKind, batch, acceptedOrders)
		}
		inHouse := !slices.ContainsFunc(batch.Partners, func(p string) bool { return p != "" })
		if inHouse {
			return a.createAtOnce(ctx, forwardKind, batch, func(b store.Batch) response { return a.labelled(c.req, b, nil) })
		}
		return a.createAndWait(ctx, c, batch)
	})
}

// batchKind is how a kind of orders is read, and which service each of them gets.
type batchKind struct {
	name    string // in metrics
	read    func(context.Context, *request.Form, request.Rules) (request.Orders, request.Problems, error)
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
) (batch store.NewBatch, blocking bool, err error) {
	services, err := a.Store.LiveServices(ctx)
	if err != nil {
		return batch, false, err
	}
	valid, err := a.validate(ctx, c, sent, services, kind)
	if err != nil {
		return batch, false, err
	}
	batch = newBatch(c.caller, valid.Orders, key)
	for i := range valid.Orders {
		s := kind.service(services, &valid.Orders[i])
		valid.Orders[i].ServiceID, batch.Partners[i] = s.ServiceID, s.Partner
	}
	return batch, valid.Blocking, nil
}

// validate applies all the rules. A *validationError says what is wrong.
func (a *API) validate(ctx context.Context, c call, sent *request.Form, services map[int64]shipment.Service, kind batchKind,
) (request.Orders, error) {
	prefixes, err := a.Store.TrackingPrefixes(ctx)
	if err != nil {
		return request.Orders{}, err
	}
	valid, problems, err := kind.read(ctx, sent, request.Rules{
		Services: services, Prefixes: prefixes, Taken: a.Store.TakenTrackingNumbers, Forward: a.forwardOrders(c),
	})
	if err == nil && problems != nil {
		err = &validationError{problems}
	}
	return valid, err
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
func (a *API) createAndWait(ctx context.Context, c call, batch store.NewBatch) (response, error) {
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
	res := a.labelled(c.req, stored, a.Fulfiller.Submit(ctx, stored.Submissions, release))
	if batch.Idempotency != nil {
		// The orders are stored even if this fails: a retry makes the answer from them.
		err := a.Store.FinishIdempotentResponse(context.WithoutCancel(ctx), batch.AccountID, batch.Idempotency.Key, res.status, res.body)
		noteError(ctx, err)
	}
	return res, nil
}

// createBatch stores a batch. If another request took one of its tracking numbers after the
// validation, the error is the same as if the validation had found it.
func (a *API) createBatch(ctx context.Context, kind batchKind, batch store.NewBatch) (store.Batch, error) {
	stored, err := a.Store.CreateBatch(ctx, batch)
	if err != nil {
		if taken, ok := errors.AsType[*store.TakenError](err); ok {
			err = &validationError{request.TrackingNosTaken(taken.Indexes, len(batch.Orders))}
		}
		return store.Batch{}, err
	}
	a.Metrics.OrdersCreated(kind.name, len(stored.Orders))
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
		outcome := outcomes[o.OrderID]
		o.HasLabel = o.HasLabel || outcome.HasLabel()
		o.PartnerLabel = cmp.Or(o.PartnerLabel, outcome.Fetched)
		e.ObjStart()
		text(e, "tracking_no", o.TrackingNo)
		nullable(e, "order_label_url", a.labelURL(base, o))
		if !o.HasLabel {
			status = http.StatusAccepted
			text(e, "message", cmp.Or(outcome.Message, messageNoLabelYet))
		}
		e.ObjEnd()
	})
	return response{status: status, body: body}
}
