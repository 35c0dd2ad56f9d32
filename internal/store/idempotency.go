package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// answersLast is how long an idempotency key is remembered.
const answersLast = 24 * time.Hour

// NewAnswer asks a create to remember its answer.
type NewAnswer struct {
	Key         string            // unique within the account
	RequestHash [sha256.Size]byte // of all that the answer depends on
	// Respond builds the answer of a create that is complete when it is stored. It may run
	// more than once and must be quick: others wait. nil: the answer follows by
	// FinishAnswer.
	Respond func(Batch) (status int, body []byte)
	// RunsUntil is, when Respond is nil, until when the request counts as running.
	RunsUntil time.Time
}

// Answer is a remembered one.
type Answer struct {
	Status        int
	Body          []byte
	UploadBatchNo string
	// Finished false: the process that ran the request is gone. Build the answer from the
	// batch and call FinishAnswer.
	Finished bool
}

// answer appends the row of answersTable.
func (c *creation) answer(row []any) []any {
	a := c.Idempotency
	status, body := 0, []byte(nil)
	if a.Respond != nil {
		status, body = a.Respond(c.batch())
	}
	return append(row, c.AccountID, a.Key, a.RequestHash[:], c.uploadBatchNo,
		flag(a.Respond != nil), int64(status), notNull(body), micros(a.RunsUntil), micros(c.createdOn))
}

// whyAnswered returns ErrAnswerExists if the batch's idempotency key is in use, nil if
// not. A key from more than 24 hours ago is forgotten, and errAgain returned.
func (s *Store) whyAnswered(ctx context.Context, q querier, c *creation) error {
	forgotten, err := q.ExecContext(ctx, `DELETE FROM answers WHERE account_id = $1 AND idempotency_key = $2 AND created_on <= $3`,
		c.AccountID, c.Idempotency.Key, micros(s.clock().Add(-answersLast)))
	if err != nil {
		return err
	}
	if n, err := forgotten.RowsAffected(); err != nil || n > 0 {
		return errors.Join(err, errAgain)
	}
	var n int
	err = q.QueryRowContext(ctx, `SELECT count(*) FROM answers WHERE account_id = $1 AND idempotency_key = $2`,
		c.AccountID, c.Idempotency.Key).Scan(&n)
	if err == nil && n > 0 {
		return ErrAnswerExists
	}
	return err
}

// FindAnswer looks for the answer to an earlier request, which is as durable as when it was
// given first. Returns ErrNotFound if key was not used in the last 24 hours, ErrOtherRequest
// if it was with another request, and ErrStillRunning.
func (s *Store) FindAnswer(ctx context.Context, accountID int64, key string, hash [sha256.Size]byte) (a Answer, err error) {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return Answer{}, s.explain("find an answer", ErrUnavailable)
	}
	if a, err = s.findAnswer(ctx, s.reads, accountID, key, hash); err == nil {
		err = s.confirm(ctx, func(ctx context.Context, q querier) (err error) {
			a, err = s.findAnswer(ctx, q, accountID, key, hash)
			return err
		})
	}
	if err != nil {
		return Answer{}, s.explain("find an answer", err)
	}
	return a, nil
}

func (s *Store) findAnswer(ctx context.Context, q querier, accountID int64, key string, hash [sha256.Size]byte) (Answer, error) {
	var a Answer
	var earlier []byte
	var finished, runsUntil int64
	now := s.clock()
	err := q.QueryRowContext(ctx, `SELECT request_hash, upload_batch_no, finished, status, body, runs_until
		FROM answers WHERE account_id = $1 AND idempotency_key = $2 AND created_on > $3`,
		accountID, key, micros(now.Add(-answersLast))).
		Scan(&earlier, &a.UploadBatchNo, &finished, &a.Status, &a.Body, &runsUntil)
	if a.Finished = finished != 0; !a.Finished {
		a.Body = nil
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Answer{}, ErrNotFound
	case err != nil:
		return Answer{}, err
	case !bytes.Equal(earlier, hash[:]):
		return Answer{}, ErrOtherRequest
	case !a.Finished && now.Before(fromMicros(runsUntil)):
		return Answer{}, ErrStillRunning
	}
	return a, nil
}

// FinishAnswer stores the answer of a request that was running. The first answer stays.
// Returns ErrNotFound if the key is not remembered.
func (s *Store) FinishAnswer(ctx context.Context, accountID int64, key string, status int, body []byte) error {
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		return updateOne(ctx, q, fmt.Errorf("answer of key %q: %w", key, ErrNotFound), `UPDATE answers SET
				status = CASE WHEN finished = 1 THEN status ELSE $1 END,
				body = CASE WHEN finished = 1 THEN body ELSE $2 END,
				finished = 1
			WHERE account_id = $3 AND idempotency_key = $4`, status, notNull(body), accountID, key)
	})
	return s.explain("keep an answer", err)
}

// PurgeAnswers forgets the keys of more than 24 hours ago and returns how many there were.
func (s *Store) PurgeAnswers(ctx context.Context) (n int64, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		result, err := q.ExecContext(ctx, `DELETE FROM answers WHERE created_on <= $1`, micros(s.clock().Add(-answersLast)))
		if err == nil {
			n, err = result.RowsAffected()
		}
		return err
	})
	return n, s.explain("forget old answers", err)
}
