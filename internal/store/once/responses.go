package once

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

// Retention is how long an idempotency key and its response are kept.
const Retention = 24 * time.Hour

var (
	// ErrKeyInUse says that the idempotency key is in use; see Find.
	ErrKeyInUse = errors.New("idempotency key is in use")
	// ErrOtherRequest says that the idempotency key was used with another request.
	ErrOtherRequest = errors.New("idempotency key belongs to another request")
	// ErrStillRunning says that the first request of the idempotency key is still running.
	ErrStillRunning = errors.New("first request of the idempotency key is still running")
)

// Responses are the responses that are stored.
type Responses struct{ DB *engine.DB }

// Response is the stored response to a request.
type Response struct {
	Status        int
	Body          []byte
	UploadBatchNo string // of a create
	// Finished false: the process that ran the request died. The response has to be built from
	// the batch and stored by Finish.
	Finished bool
	Draft    []byte // of a create: store.IdempotentRequest.Draft of a response that is not finished
}

// Find returns the response to an earlier request with the same idempotency key,
// once it is as durable as a commit. Returns engine.ErrNotFound if the key was not used in the last 24
// hours, ErrOtherRequest if it was used with another request, and ErrStillRunning while that
// request runs.
func (s *Responses) Find(
	ctx context.Context, accountID int64, key string, hash [sha256.Size]byte,
) (r Response, err error) {
	if r, err = s.find(ctx, s.DB.Reads, accountID, key, hash); err == nil {
		s.DB.NoteTold(accountID)
		err = s.DB.Confirm(ctx, func(ctx context.Context, q engine.Querier) (err error) {
			r, err = s.find(ctx, q, accountID, key, hash)
			return err
		})
	}
	return r, s.DB.Explain("find an idempotent response", err)
}

func (s *Responses) find(
	ctx context.Context, q engine.Querier, accountID int64, key string, hash [sha256.Size]byte,
) (Response, error) {
	var r Response
	var earlier, body []byte
	var runsUntil time.Time
	now := s.DB.Now()
	err := engine.QueryRow(ctx, q, `SELECT request_hash, upload_batch_no, finished, status, body, runs_until
		FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on > $3`,
		accountID, key, engine.Micros(now.Add(-Retention))).
		Scan(&earlier, &r.UploadBatchNo, engine.Is(&r.Finished), &r.Status, &body, engine.At(&runsUntil))
	switch {
	case r.Finished:
		r.Body = body
	case len(body) > 0:
		r.Draft = body
	}
	switch {
	case errors.Is(err, engine.ErrNoRows):
		return Response{}, engine.ErrNotFound
	case err != nil:
		return Response{}, err
	case !bytes.Equal(earlier, hash[:]):
		return Response{}, ErrOtherRequest
	case !r.Finished && now.Before(runsUntil):
		return Response{}, ErrStillRunning
	}
	return r, nil
}

// Finish stores the response of a request that was running. A response that is
// stored already stays. Returns engine.ErrNotFound if the key is not stored.
func (s *Responses) Finish(ctx context.Context, accountID int64, key string, status int, body []byte) error {
	return s.DB.Change(ctx, "store an idempotent response", func(ctx context.Context, q engine.Querier) error {
		return engine.UpdateOne(ctx, q, fmt.Errorf("response of key %q: %w", key, engine.ErrNotFound), `UPDATE idempotent_responses SET
				status = CASE WHEN finished = 1 THEN status ELSE $1 END,
				body = CASE WHEN finished = 1 THEN body ELSE $2 END,
				finished = 1
			WHERE account_id = $3 AND idempotency_key = $4`, status, engine.NotNull(body), accountID, key)
	})
}

// Purge deletes keys and responses older than 24 hours and returns how many.
func (s *Responses) Purge(ctx context.Context) (n int64, err error) {
	return engine.Changed(ctx, s.DB, "purge idempotent responses", func(ctx context.Context, q engine.Querier) (int64, error) {
		return q.Exec(ctx, `DELETE FROM idempotent_responses WHERE created_on <= $1`, engine.Micros(s.DB.Now().Add(-Retention)))
	})
}
