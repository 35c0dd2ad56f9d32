package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

// idempotencyRetention is how long an idempotency key and its response are kept.
const idempotencyRetention = 24 * time.Hour

// IdempotentRequest is a create that a caller may repeat under an idempotency key.
type IdempotentRequest struct {
	Key         string            // unique within the account
	RequestHash [sha256.Size]byte // of all that the response depends on
	// Respond builds the response of a create that is complete when it is stored. It may run
	// more than once and must be quick: other creates wait. Nil: FinishIdempotentResponse
	// stores the response later.
	Respond func(Batch) (status int, body []byte)
	// RunsUntil is, when Respond is nil, until when the request counts as running.
	RunsUntil time.Time
	// Draft is, when Respond is nil, what another process needs beside the batch to build the response.
	Draft []byte
}

// IdempotentResponse is the stored response to a create.
type IdempotentResponse struct {
	Status        int
	Body          []byte
	UploadBatchNo string
	// Finished false: the process that ran the request died. The response has to be built from
	// the batch and stored by FinishIdempotentResponse.
	Finished bool
	Draft    []byte // IdempotentRequest.Draft of a response that is not finished
}

// idempotencyRow appends the batch's row of responsesTable.
func (c *creation) idempotencyRow(row []any) []any {
	request := c.Idempotency
	status, body := 0, request.Draft
	if request.Respond != nil {
		status, body = request.Respond(c.batch())
	}
	return append(row, c.AccountID, request.Key, request.RequestHash[:], c.uploadBatchNo,
		engine.Flag(request.Respond != nil), int64(status), engine.NotNull(body), engine.Micros(request.RunsUntil), engine.Micros(c.createdOn))
}

// checkIdempotencyKey returns ErrKeyInUse if the batch's idempotency key is in use. A key older
// than idempotencyRetention is deleted, and ErrRetry returned.
func (s *Store) checkIdempotencyKey(ctx context.Context, q engine.Querier, c *creation) error {
	deleted, err := q.Exec(ctx, `DELETE FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on <= $3`,
		c.AccountID, c.Idempotency.Key, engine.Micros(s.DB.Now().Add(-idempotencyRetention)))
	if err != nil || deleted > 0 {
		return errors.Join(err, engine.ErrRetry)
	}
	var n int
	err = engine.QueryRow(ctx, q, `SELECT count(*) FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2`,
		c.AccountID, c.Idempotency.Key).Scan(&n)
	if err == nil && n > 0 {
		return ErrKeyInUse
	}
	return err
}

// FindIdempotentResponse returns the response to an earlier request with the same idempotency key,
// once it is as durable as a commit. Returns ErrNotFound if the key was not used in the last 24
// hours, ErrOtherRequest if it was used with another request, and ErrStillRunning while that
// request runs.
func (s *Store) FindIdempotentResponse(
	ctx context.Context, accountID int64, key string, hash [sha256.Size]byte,
) (r IdempotentResponse, err error) {
	if r, err = s.findIdempotentResponse(ctx, s.DB.Reads, accountID, key, hash); err == nil {
		s.DB.NoteTold(accountID)
		err = s.DB.Confirm(ctx, func(ctx context.Context, q engine.Querier) (err error) {
			r, err = s.findIdempotentResponse(ctx, q, accountID, key, hash)
			return err
		})
	}
	return r, s.DB.Explain("find an idempotent response", err)
}

func (s *Store) findIdempotentResponse(
	ctx context.Context, q engine.Querier, accountID int64, key string, hash [sha256.Size]byte,
) (IdempotentResponse, error) {
	var r IdempotentResponse
	var earlier, body []byte
	var finished, runsUntil int64
	now := s.DB.Now()
	err := engine.QueryRow(ctx, q, `SELECT request_hash, upload_batch_no, finished, status, body, runs_until
		FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on > $3`,
		accountID, key, engine.Micros(now.Add(-idempotencyRetention))).
		Scan(&earlier, &r.UploadBatchNo, &finished, &r.Status, &body, &runsUntil)
	r.Finished = finished != 0
	switch {
	case r.Finished:
		r.Body = body
	case len(body) > 0:
		r.Draft = body
	}
	switch {
	case errors.Is(err, engine.ErrNoRows):
		return IdempotentResponse{}, engine.ErrNotFound
	case err != nil:
		return IdempotentResponse{}, err
	case !bytes.Equal(earlier, hash[:]):
		return IdempotentResponse{}, ErrOtherRequest
	case !r.Finished && now.Before(engine.FromMicros(runsUntil)):
		return IdempotentResponse{}, ErrStillRunning
	}
	return r, nil
}

// FinishIdempotentResponse stores the response of a request that was running. A response that is
// stored already stays. Returns ErrNotFound if the key is not stored.
func (s *Store) FinishIdempotentResponse(ctx context.Context, accountID int64, key string, status int, body []byte) error {
	return s.change(ctx, "store an idempotent response", func(ctx context.Context, q engine.Querier) error {
		return engine.UpdateOne(ctx, q, fmt.Errorf("response of key %q: %w", key, engine.ErrNotFound), `UPDATE idempotent_responses SET
				status = CASE WHEN finished = 1 THEN status ELSE $1 END,
				body = CASE WHEN finished = 1 THEN body ELSE $2 END,
				finished = 1
			WHERE account_id = $3 AND idempotency_key = $4`, status, engine.NotNull(body), accountID, key)
	})
}

// PurgeIdempotentResponses deletes keys and responses older than 24 hours and returns how many.
func (s *Store) PurgeIdempotentResponses(ctx context.Context) (n int64, err error) {
	return changed(ctx, s, "purge idempotent responses", func(ctx context.Context, q engine.Querier) (int64, error) {
		return q.Exec(ctx, `DELETE FROM idempotent_responses WHERE created_on <= $1`, engine.Micros(s.DB.Now().Add(-idempotencyRetention)))
	})
}
