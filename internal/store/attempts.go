package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// AttemptKind is what was done in a line of a submission's history.
type AttemptKind string

// The kinds.
const (
	AttemptSubmit  AttemptKind = "submit"  // the partner was handed the order
	AttemptFind    AttemptKind = "find"    // the partner was asked whether it has the order
	AttemptCancel  AttemptKind = "cancel"  // the partner was asked to give the order back
	AttemptLabel   AttemptKind = "label"   // the partner was asked for its label
	AttemptRetry   AttemptKind = "retry"   // the operator let it be tried again
	AttemptResolve AttemptKind = "resolve" // the operator said what became of it
	AttemptReport  AttemptKind = "report"  // the partner said so of its own accord
)

// Attempt is a line of a submission's history: a call to the partner, or what the
// operator decided.
type Attempt struct {
	Number            int // of Submission.Attempts; 0 of what was no call
	Kind              AttemptKind
	StartedOn         time.Time
	EndedOn           time.Time // zero: it is under way, or its process died
	Outcome           string    // what the answer meant, in a word
	Message           string    // the partner's, or the operator's
	Request, Response string    // what went over the wire, without secrets and personal data, cut to a few KiB
}

// firstCall is what an attempt at a submission starts with.
func firstCall(state SubmissionState) AttemptKind {
	if state == SubmissionPending {
		return AttemptSubmit
	}
	return AttemptFind
}

// insertAttempt adds a line to a history. The submission's row must be locked, so that no
// other line comes in between.
func insertAttempt(ctx context.Context, q querier, accountID, orderID int64, a Attempt) error {
	_, err := q.ExecContext(ctx, `INSERT INTO submission_attempts (account_id, order_id, seq, attempt, kind, started_on, ended_on,
			outcome, message, request, answer)
		SELECT $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10
		FROM submission_attempts WHERE account_id = $1 AND order_id = $2`,
		accountID, orderID, a.Number, string(a.Kind), micros(a.StartedOn), micros(a.EndedOn), a.Outcome, a.Message, a.Request, a.Response)
	if err != nil {
		return fmt.Errorf("note the attempt: %w", err)
	}
	return nil
}

// endAttempts completes the line that StartAttempt wrote with the first call that was
// made, and adds the others.
func endAttempts(ctx context.Context, q querier, sub Submission, made []Attempt) error {
	for i, a := range made {
		a.Number = sub.Attempts
		if i > 0 {
			if err := insertAttempt(ctx, q, sub.AccountID, sub.OrderID, a); err != nil {
				return err
			}
			continue
		}
		_, err := q.ExecContext(ctx, `UPDATE submission_attempts SET kind = $1, started_on = $2, ended_on = $3, outcome = $4,
				message = $5, request = $6, answer = $7
			WHERE account_id = $8 AND order_id = $9 AND attempt = $10 AND ended_on = 0`,
			string(a.Kind), micros(a.StartedOn), micros(a.EndedOn), a.Outcome, a.Message, a.Request, a.Response,
			sub.AccountID, sub.OrderID, a.Number)
		if err != nil {
			return fmt.Errorf("note the end of the attempt: %w", err)
		}
	}
	return nil
}

// SubmissionHistory returns what was done to hand an order over, the first first.
func (s *Store) SubmissionHistory(ctx context.Context, accountID, orderID int64) ([]Attempt, error) {
	rows, err := s.reads.QueryContext(ctx, `SELECT attempt, kind, started_on, ended_on, outcome, message, request, answer
		FROM submission_attempts WHERE account_id = $1 AND order_id = $2 ORDER BY seq`, accountID, orderID)
	history, err := collect(rows, err, func(rows *sql.Rows, a *Attempt) error {
		var startedOn, endedOn int64
		err := rows.Scan(&a.Number, &a.Kind, &startedOn, &endedOn, &a.Outcome, &a.Message, &a.Request, &a.Response)
		a.StartedOn, a.EndedOn = fromMicros(startedOn), fromMicros(endedOn)
		return err
	})
	return history, s.explain("read the history of a submission", err)
}

// HistoryRetention is how long a line of a submission's history is kept after it was begun.
const HistoryRetention = 90 * 24 * time.Hour

// PurgeHistories deletes the lines of histories that are older than HistoryRetention, and
// returns how many there were. The submissions themselves stay, with their last message,
// and so do the histories of those that are still open.
func (s *Store) PurgeHistories(ctx context.Context) (n int64, err error) {
	accounts, err := s.Accounts(ctx)
	if err != nil {
		return 0, err
	}
	oldest := micros(s.clock().Add(-HistoryRetention))
	for _, a := range accounts {
		deleted, err := s.purgeHistories(ctx, a.AccountID, oldest)
		n += deleted
		if err != nil {
			return n, s.explain("forget old histories", err)
		}
	}
	return n, nil
}

// purgeHistories walks through the lines of an account's old orders, which are few: most
// went when the order became old. No index by time is worth its cost on every attempt.
func (s *Store) purgeHistories(ctx context.Context, accountID, oldest int64) (n int64, err error) {
	var last int64 // of the orders that are old: ids rise with time
	err = s.reads.QueryRowContext(ctx, `SELECT order_id FROM orders WHERE account_id = $1 AND created_on <= $2
		ORDER BY created_on DESC LIMIT 1`, accountID, oldest).Scan(&last)
	if err != nil {
		return 0, orNothing(err)
	}
	for after := int64(0); after < last; {
		until := last
		err := s.reads.QueryRowContext(ctx, `SELECT order_id FROM submission_attempts WHERE account_id = $1 AND order_id > $2 AND order_id <= $3
			ORDER BY order_id, seq LIMIT 1 OFFSET $4`, accountID, after, last, purgeChunk).Scan(&until)
		if orNothing(err) != nil {
			return n, err
		}
		deleted, err := s.purgeHistoriesOf(ctx, accountID, after, until, oldest)
		n += deleted
		if err != nil {
			return n, err
		}
		after = until
	}
	return n, nil
}

// purgeHistoriesOf deletes the old lines of the orders after one, until another.
func (s *Store) purgeHistoriesOf(ctx context.Context, accountID, after, until, oldest int64) (n int64, err error) {
	err = s.write(ctx, func(ctx context.Context, q querier) error {
		result, err := q.ExecContext(ctx, `DELETE FROM submission_attempts
			WHERE account_id = $1 AND order_id > $2 AND order_id <= $3 AND started_on <= $4 AND NOT EXISTS (
				SELECT 1 FROM submissions s WHERE s.account_id = submission_attempts.account_id AND s.order_id = submission_attempts.order_id
					AND s.`+openSubmission+`)`,
			accountID, after, until, oldest)
		if err == nil {
			n, err = result.RowsAffected()
		}
		return err
	})
	return n, err
}
