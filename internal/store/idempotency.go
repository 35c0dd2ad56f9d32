package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// IdempotentRequest is a create that a caller may repeat under an idempotency key.
type IdempotentRequest struct {
	Key         string            // unique within the account
	RequestHash [sha256.Size]byte // of all that the response depends on
	// Respond builds the response of a create that is complete when it is stored. It may run
	// more than once and must be quick: other creates wait. Nil: Once.Finish
	// stores the response later.
	Respond func(Batch) (status int, body []byte)
	// RunsUntil is, when Respond is nil, until when the request counts as running.
	RunsUntil time.Time
	// Draft is, when Respond is nil, what another process needs beside the batch to build the response.
	Draft []byte
}

// IdempotentResponse is the stored response to a create.
type IdempotentResponse = once.Response

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
// than once.Retention is deleted, and ErrRetry returned.
func (s *Store) checkIdempotencyKey(ctx context.Context, q engine.Querier, c *creation) error {
	deleted, err := q.Exec(ctx, `DELETE FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2 AND created_on <= $3`,
		c.AccountID, c.Idempotency.Key, engine.Micros(s.DB.Now().Add(-once.Retention)))
	if err != nil || deleted > 0 {
		return errors.Join(err, engine.ErrRetry)
	}
	n, err := engine.Value[int](ctx, q, `SELECT count(*) FROM idempotent_responses WHERE account_id = $1 AND idempotency_key = $2`,
		c.AccountID, c.Idempotency.Key)
	if err == nil && n > 0 {
		return once.ErrKeyInUse
	}
	return err
}
