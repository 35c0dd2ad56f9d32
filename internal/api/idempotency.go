package api

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/store"
)

var errBadIdempotencyKey = &shell.Problem{
	Status: http.StatusBadRequest,
	Detail: problem.NotIdempotencyKey,
}

const (
	maxIdempotencyKey = 255
	replayedHeader    = "Idempotency-Replayed"
)

// idempotent runs create, unless the request's Idempotency-Key was used before: then the stored
// answer is sent again. A request without the header always runs.
func (a *API) idempotent(ctx context.Context, c shell.Call, create func(*store.IdempotentRequest) (shell.Response, error),
) (shell.Response, error) {
	key, err := idempotencyKey(c.Req.Header)
	if err != nil {
		return shell.Response{}, err
	}
	if key == "" {
		return create(nil)
	}
	hash := requestHash(c)
	for {
		first, err := a.Store.FindIdempotentResponse(ctx, c.Caller.AccountID, key, hash)
		if err == nil {
			return a.replay(ctx, c, key, first)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return shell.Response{}, err
		}
		res, err := create(&store.IdempotentRequest{Key: key, RequestHash: hash})
		if !a.overtaken(ctx, c, key, hash, err) {
			return res, err
		}
	}
}

// overtaken reports whether another request with the key was faster, so that its answer is stored
// now. A validation error can also be the consequence: the tracking numbers of the request are in
// use by the orders of its own first attempt.
func (a *API) overtaken(ctx context.Context, c shell.Call, key string, hash [sha256.Size]byte, err error) bool {
	if _, invalid := errors.AsType[*shell.ValidationError](err); invalid {
		_, err := a.Store.FindIdempotentResponse(ctx, c.Caller.AccountID, key, hash)
		return !errors.Is(err, store.ErrNotFound)
	}
	return errors.Is(err, store.ErrKeyInUse)
}

// replay sends a stored answer again. The header about orders that need a person is as of now. When the process that had to finish
// the answer died, the orders are stored nevertheless, and the answer is made from them.
func (a *API) replay(ctx context.Context, c shell.Call, key string, first store.IdempotentResponse) (shell.Response, error) {
	res := shell.Response{Status: first.Status, Body: first.Body}
	if !first.Finished {
		orders, err := a.Store.BatchOrders(ctx, c.Caller.AccountID, first.UploadBatchNo)
		if err == nil {
			err = a.Store.AddHolds(ctx, c.Caller.AccountID, orders)
		}
		if err != nil {
			return shell.Response{}, err
		}
		batch := store.Batch{UploadBatchNo: first.UploadBatchNo, Orders: orders}
		refused, err := readRefusals(first.Draft)
		if err != nil {
			return shell.Response{}, err
		}
		if refused == nil {
			res = a.labelled(c.Req, batch, nil)
		} else {
			res = a.partly(c.Req, batch, nil, refused)
		}
		if err := a.Store.FinishIdempotentResponse(ctx, c.Caller.AccountID, key, res.Status, res.Body); err != nil {
			return shell.Response{}, err
		}
	}
	if res.Status == http.StatusAccepted {
		stuck, err := a.Store.OrdersThatNeedPeople(ctx, c.Caller.AccountID, first.UploadBatchNo, maxStuck)
		if err != nil {
			return shell.Response{}, err
		}
		res.Header = nil // what labelled found
		res = withStuck(res, stuck)
	}
	return res.With(http.Header{replayedHeader: {"true"}}), nil
}

// requestHash identifies a request by its path and body: the same body sent to another operation is
// another request.
func requestHash(c shell.Call) [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(strings.TrimSuffix(c.Req.URL.Path, "/") + "\n"))
	h.Write(c.Body)
	return [sha256.Size]byte(h.Sum(nil))
}

// idempotencyKey is a request's Idempotency-Key, "" when it has none.
func idempotencyKey(h http.Header) (string, error) {
	values := h.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	if len(values) > 1 || key == "" || len(key) > maxIdempotencyKey {
		return "", errBadIdempotencyKey
	}
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' {
			return "", errBadIdempotencyKey
		}
	}
	return key, nil
}
