package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"
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
		flag(request.Respond != nil), int64(status), notNull(body), micros(request.RunsUntil), micros(c.createdOn))
}

// checkIdempotencyKey returns ErrKeyInUse if the batch's idempotency key is in use. A key older
// than idempotencyRetention is deleted, and errRetryBatch returned.
func (s *Store) checkIdempotencyKey(ctx context.Context, q querier, c *creation) error {
	deleted, err := q.exec(ctx, `DELETE FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on <= $3`,
		c.AccountID, c.Idempotency.Key, micros(s.clock().Add(-idempotencyRetention)))
	if err != nil || deleted > 0 {
		return errors.Join(err, errRetryBatch)
	}
	var n int
	err = queryRow(ctx, q, `SELECT count(*) FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2`,
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
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return IdempotentResponse{}, s.explain("find an idempotent response", ErrUnavailable)
	}
	if r, err = s.findIdempotentResponse(ctx, s.reads, accountID, key, hash); err == nil {
		err = s.confirm(ctx, func(ctx context.Context, q querier) (err error) {
			r, err = s.findIdempotentResponse(ctx, q, accountID, key, hash)
			return err
		})
	}
	if err != nil {
		return IdempotentResponse{}, s.explain("find an idempotent response", err)
	}
	return r, nil
}

func (s *Store) findIdempotentResponse(
	ctx context.Context, q querier, accountID int64, key string, hash [sha256.Size]byte,
) (IdempotentResponse, error) {
	var r IdempotentResponse
	var earlier, body []byte
	var finished, runsUntil int64
	now := s.clock()
	err := queryRow(ctx, q, `SELECT request_hash, upload_batch_no, finished, status, body, runs_until
		FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on > $3`,
		accountID, key, micros(now.Add(-idempotencyRetention))).
		Scan(&earlier, &r.UploadBatchNo, &finished, &r.Status, &body, &runsUntil)
	r.Finished = finished != 0
	switch {
	case r.Finished:
		r.Body = body
	case len(body) > 0:
		r.Draft = body
	}
	switch {
	case errors.Is(err, errNoRows):
		return IdempotentResponse{}, ErrNotFound
	case err != nil:
		return IdempotentResponse{}, err
	case !bytes.Equal(earlier, hash[:]):
		return IdempotentResponse{}, ErrOtherRequest
	case !r.Finished && now.Before(fromMicros(runsUntil)):
		return IdempotentResponse{}, ErrStillRunning
	}
	return r, nil
}

// FinishIdempotentResponse stores the response of a request that was running. A response that is
// stored already stays. Returns ErrNotFound if the key is not stored.
func (s *Store) FinishIdempotentResponse(ctx context.Context, accountID int64, key string, status int, body []byte) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		return updateOne(ctx, q, fmt.Errorf("response of key %q: %w", key, ErrNotFound), `UPDATE idempotent_responses SET
				status = CASE WHEN finished = 1 THEN status ELSE $1 END,
				body = CASE WHEN finished = 1 THEN body ELSE $2 END,
				finished = 1
			WHERE account_id = $3 AND idempotency_key = $4`, status, notNull(body), accountID, key)
	})
	return s.explain("store an idempotent response", err)
}

// PurgeIdempotentResponses deletes keys and responses older than 24 hours and returns how many.
func (s *Store) PurgeIdempotentResponses(ctx context.Context) (n int64, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		n, err = q.exec(ctx, `DELETE FROM idempotent_responses WHERE created_on <= $1`, micros(s.clock().Add(-idempotencyRetention)))
		return err
	})
	return n, s.explain("purge idempotent responses", err)
}
