package api

import (
	"context"
	"net/http"
	"strconv"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/store"
)

// createOrders makes the operation that stores a batch of orders, or of returns, each on the service of its lane. A blocking request
// waits for their labels. The response names the fields of the request that it ignores, also after an error.
func (a *API) createOrders(kind orders.Kind, accepted func(store.Batch) shell.Response) shell.On[*request.Form] {
	return func(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
		res, err := a.RehearsedByTag(c, func() (shell.Response, error) {
			return a.answer(ctx, c, accepted, func(by orders.Caller, once *orders.Once) (orders.Answer, error) {
				return a.Orders.Create(ctx, by, sent, kind, once)
			})
		})
		if names := parameterNames(sent.Ignored()); names != "" {
			res = res.With(http.Header{ignoredFieldsHeader: {names}})
		}
		return res, err
	}
}

// answer responds to a request that creates orders. Accepted is the response to one that does not wait.
func (a *API) answer(
	ctx context.Context, c shell.Call, accepted func(store.Batch) shell.Response,
	create func(orders.Caller, *orders.Once) (orders.Answer, error),
) (shell.Response, error) {
	respond := func(created *orders.Created) (shell.Response, error) {
		refused, err := refusalsOf(created)
		switch {
		case refused != nil:
			return a.partly(c.Req, created, refused), err
		case created.Blocking:
			return a.labelled(c.Req, created), err
		}
		return accepted(created.Batch), err
	}
	once, err := onceOf(c, respond)
	if err != nil {
		return shell.Response{}, err
	}
	by := a.By(c)
	answer, err := create(by, once)
	if err != nil {
		return shell.Response{}, err
	}
	var res shell.Response
	if answer.Stored != nil {
		res, err = a.again(ctx, by, answer.Stored)
	} else {
		if answer.Refused != nil {
			shell.NoteProblems(ctx, answer.Refused.OfOrders())
		}
		res, err = respond(answer.Created)
	}
	if answer.CompletedPhones > 0 {
		res = res.With(http.Header{completedPhonesHeader: {strconv.Itoa(answer.CompletedPhones)}})
	}
	return res, err
}

// completedPhonesHeader says how many phone numbers of a request got the code of their country.
const completedPhonesHeader = "Waybill-Completed-Phones"

// again sends a stored response again. The header about orders that need a person is as of now.
func (a *API) again(ctx context.Context, by orders.Caller, first *store.IdempotentResponse) (shell.Response, error) {
	res := shell.Replayed(first)
	if first.Status != http.StatusAccepted {
		return res, nil
	}
	stuck, err := a.Store.OrdersThatNeedPeople(ctx, by.AccountID, first.UploadBatchNo, orders.MaxNeedPeople)
	return withStuck(res, stuck), err
}

// onceOf is what makes a request with an Idempotency-Key one that its caller may repeat; nil if it has none.
func onceOf(c shell.Call, respond func(*orders.Created) (shell.Response, error)) (*orders.Once, error) {
	key, err := shell.IdempotencyKey(c.Req.Header)
	if key == "" {
		return nil, err
	}
	return &orders.Once{
		Key: key, Hash: c.Hash(), Draft: draftOf,
		Respond: func(created *orders.Created) (int, []byte, error) {
			res, err := respond(created)
			return res.Status, res.Body, err
		},
	}, nil
}
