package shell

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/once"
)

const (
	maxIdempotencyKey = 255
	replayedHeader    = "Idempotency-Replayed"
)

// ErrBadIdempotencyKey refuses a header that cannot be a key.
var ErrBadIdempotencyKey = &Problem{Status: http.StatusBadRequest, Detail: problem.NotIdempotencyKey}

// IdempotencyKey is a request's Idempotency-Key, "" when it has none.
func IdempotencyKey(h http.Header) (string, error) {
	values := h.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	isPrintable := func(c rune) bool { return c >= ' ' && c <= '~' }
	if len(values) > 1 || key == "" || len(key) > maxIdempotencyKey || strings.TrimFunc(key, isPrintable) != "" {
		return "", ErrBadIdempotencyKey
	}
	return key, nil
}

// Hash identifies a request by its path and body: the same body sent to another operation is another request.
func (c Call) Hash() [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(strings.TrimSuffix(c.Req.URL.Path, "/") + "\n"))
	h.Write(c.Body)
	return [sha256.Size]byte(h.Sum(nil))
}

// Replayed is a stored response, which is sent again.
func Replayed(stored *once.Response) Response {
	return Response{Status: stored.Status, Body: stored.Body, Header: http.Header{replayedHeader: {"true"}}}
}

// Once carries out a request that its caller may repeat under an Idempotency-Key, for the response is stored and sent again. Without a
// key it is carried out each time. A response that is not a success is not stored.
func (s *Shell) Once(ctx context.Context, c Call, serve func(context.Context) (Response, error)) (Response, error) {
	key, err := IdempotencyKey(c.Req.Header)
	switch {
	case err != nil:
		return Response{}, err
	case key == "":
		return serve(ctx)
	}
	for {
		r := &once.Request{AccountID: c.Caller.AccountID, Key: key, Hash: c.Hash()}
		stored, err := s.Store.Once.Find(ctx, r.AccountID, r.Key, r.Hash)
		if err == nil {
			return Replayed(&stored), nil
		}
		if !errors.Is(err, store.ErrNotFound) {
			return Response{}, err
		}
		res, err := serve(s.Store.Once.Begin(ctx, r))
		if err == nil && res.Status < http.StatusMultipleChoices {
			if res, err = whole(res); err == nil {
				err = r.Store(ctx, res.Status, res.Body)
			}
		}
		if err == nil || !s.isOvertaken(ctx, r, err) {
			return res, err
		}
	}
}

// whole is a response with a body in place of rows.
func whole(res Response) (Response, error) {
	if res.Rows == nil {
		return res, nil
	}
	rows := &Rows{Encoder: new(jx.Encoder), isWhole: true}
	err := res.Rows(rows)
	res.Body, res.Rows = rows.Bytes(), nil
	return res, err
}

// isOvertaken reports whether another request with the key was faster, so that its response is stored now. Any error can be the
// consequence: the name is taken by what the other one made.
func (s *Shell) isOvertaken(ctx context.Context, r *once.Request, err error) bool {
	_, found := s.Store.Once.Find(ctx, r.AccountID, r.Key, r.Hash)
	return found == nil || errors.Is(err, store.ErrKeyInUse)
}
