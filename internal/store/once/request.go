package once

import (
	"context"
	"crypto/sha256"

	"waybill/internal/store/engine"
)

// Request is a request that its caller may repeat. It is for one goroutine.
type Request struct {
	AccountID int64
	Key       string
	Hash      [sha256.Size]byte // of all that the response depends on
	responses *Responses
	encode    func(made any) (status int, body []byte, ok bool)
	isStored  bool // by the last transaction that called Made
}

type requestKey struct{}

// Begin returns the context of what carries the request out.
func (s *Responses) Begin(ctx context.Context, r *Request) context.Context {
	r.responses = s
	return context.WithValue(ctx, requestKey{}, r)
}

// Answer says how the response to the request of ctx is encoded, when its operation has made a T. A secret is no part of it. It must
// be quick: others wait, on SQLite. Without a request it has no effect.
func Answer[T any](ctx context.Context, encode func(made *T) (status int, body []byte)) {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		r.encode = func(made any) (int, []byte, bool) {
			value, ok := made.(*T)
			if !ok {
				return 0, nil, false
			}
			status, body := encode(value)
			return status, body, true
		}
	}
}

// Made stores the response to the request of ctx in the transaction of q, which has made the value: its last statement that locks a
// row. It does nothing if there is no such request, or its response is made of another type. Returns ErrKeyInUse, with which the
// transaction must end, if the key was used meanwhile.
func Made[T any](ctx context.Context, q engine.Querier, made *T) error {
	r, ok := ctx.Value(requestKey{}).(*Request)
	if !ok || r.encode == nil {
		return nil
	}
	status, body, ok := r.encode(made)
	if !ok {
		return nil
	}
	r.isStored = true
	return r.insert(ctx, q, status, body)
}

// Store stores the response, unless Made has. It is for operations that change nothing when they are repeated: if the process dies
// before, a repetition is carried out again. Returns ErrKeyInUse if the key was used meanwhile.
func (r *Request) Store(ctx context.Context, status int, body []byte) error {
	if r.isStored {
		return nil
	}
	return r.responses.DB.Change(ctx, "store a response", func(ctx context.Context, q engine.Querier) error {
		return r.insert(ctx, q, status, body)
	})
}

func (r *Request) insert(ctx context.Context, q engine.Querier, status int, body []byte) error {
	now := r.responses.DB.Now()
	_, err := q.Exec(ctx, `DELETE FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on <= $3`,
		r.AccountID, r.Key, engine.Micros(now.Add(-Retention)))
	if err != nil {
		return err
	}
	return engine.UpdateOne(ctx, q, ErrKeyInUse, `INSERT INTO idempotent_responses
			(account_id, idempotency_key, request_hash, upload_batch_no, finished, status, body, runs_until, created_on)
		VALUES ($1, $2, $3, '', 1, $4, $5, 0, $6) ON CONFLICT DO NOTHING`,
		r.AccountID, r.Key, r.Hash[:], status, engine.NotNull(body), engine.Micros(now))
}
