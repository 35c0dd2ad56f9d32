package store

import (
	"context"
	"time"

	"waybill/internal/store/engine"
)

// AttemptKind is the kind of a line of a submission's history.
type AttemptKind string

// The kinds.
const (
	AttemptSubmit  AttemptKind = "submit"  // the order was submitted to the partner
	AttemptFind    AttemptKind = "find"    // the partner was asked whether it has the order
	AttemptCancel  AttemptKind = "cancel"  // the partner was asked to cancel the order
	AttemptLabel   AttemptKind = "label"   // the partner was asked for its label
	AttemptRetry   AttemptKind = "retry"   // the operator made it due again
	AttemptResolve AttemptKind = "resolve" // the operator decided the outcome
	AttemptReport  AttemptKind = "report"  // the partner reported it in a callback
)

// Attempt is a line of a submission's history: a call to the partner, or a decision of the operator or
// the partner.
type Attempt struct {
	Number            int // of Submission.Attempts; 0 of a decision
	Kind              AttemptKind
	StartedOn         time.Time
	EndedOn           time.Time // zero: the call is under way, or its process died
	Outcome           string    // what the response meant, in one word
	Message           string    // of the partner or the operator
	Request, Response string    // what went over the wire, without secrets and personal data, cut to a few KiB
}

// Took is how long the call took, in whole milliseconds; 0: it is no call, or it has not ended.
func (a Attempt) Took() time.Duration {
	if a.EndedOn.IsZero() {
		return 0
	}
	return a.EndedOn.Sub(a.StartedOn).Round(time.Millisecond)
}

// insertAttempt adds a line to a history. The submission's row must be locked, so that no other line
// gets the same number.
func insertAttempt(ctx context.Context, q engine.Querier, accountID, orderID int64, a Attempt) error {
	return engine.DeferExec(ctx, q, "note the attempt", `INSERT INTO submission_attempts
			(account_id, order_id, seq, attempt, kind, started_on, ended_on, outcome, message, request, response)
		SELECT $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10
		FROM submission_attempts WHERE account_id = $1 AND order_id = $2`,
		accountID, orderID, a.Number, string(a.Kind), engine.Micros(a.StartedOn), engine.Micros(a.EndedOn), a.Outcome,
		a.Message, a.Request, a.Response)
}

// endAttempts completes the line that StartAttempt wrote, by the first call of the attempt, and adds
// the further calls.
func endAttempts(ctx context.Context, q engine.Querier, sub Submission, made []Attempt) error {
	for i, a := range made {
		a.Number = sub.Attempts
		if i > 0 {
			if err := insertAttempt(ctx, q, sub.AccountID, sub.OrderID, a); err != nil {
				return err
			}
			continue
		}
		err := engine.DeferExec(ctx, q, "note the end of the attempt", `UPDATE submission_attempts
			SET kind = $1, started_on = $2, ended_on = $3, outcome = $4, message = $5, request = $6, response = $7
			WHERE account_id = $8 AND order_id = $9 AND attempt = $10 AND ended_on = 0`,
			string(a.Kind), engine.Micros(a.StartedOn), engine.Micros(a.EndedOn), a.Outcome, a.Message, a.Request, a.Response,
			sub.AccountID, sub.OrderID, a.Number)
		if err != nil {
			return err
		}
	}
	return nil
}

// SubmissionHistory returns the history of an order at its partner, the oldest line first: none for an
// order that has none.
func (s *Ledger) SubmissionHistory(ctx context.Context, accountID, orderID int64) ([]Attempt, error) {
	return engine.List(ctx, s.store.DB, "read the history of a submission", func(row engine.Scanner, a *Attempt) error {
		return row.Scan(&a.Number, &a.Kind, engine.At(&a.StartedOn), engine.At(&a.EndedOn), &a.Outcome, &a.Message, &a.Request, &a.Response)
	}, `SELECT attempt, kind, started_on, ended_on, outcome, message, request, response
		FROM submission_attempts WHERE account_id = $1 AND order_id = $2 ORDER BY seq`, accountID, orderID)
}

// HistoryRetention is how long a line of a submission's history is kept.
const HistoryRetention = 90 * 24 * time.Hour

// PurgeHistories deletes the lines of histories that are older than HistoryRetention, and returns how
// many. Submissions stay, with their last message. The histories of open submissions stay too.
func (s *Ledger) PurgeHistories(ctx context.Context) (n int64, err error) {
	return s.store.purgeAccounts(ctx, "purge histories", HistoryRetention, s.purgeHistories)
}

// purgeAccounts deletes what is older than it is kept, by purge for each account, and returns how many.
func (s *Store) purgeAccounts(
	ctx context.Context, doing string, kept time.Duration, purge func(ctx context.Context, accountID, oldest int64) (int64, error),
) (n int64, err error) {
	accounts, err := s.MasterData.Accounts(ctx)
	if err != nil {
		return 0, err
	}
	oldest := engine.Micros(s.DB.Now().Add(-kept))
	for _, a := range accounts {
		deleted, err := purge(ctx, a.AccountID, oldest)
		n += deleted
		if err != nil {
			return n, s.DB.Explain(doing, err)
		}
	}
	return n, nil
}

// purgeHistories reads the remaining lines of an account's old orders in chunks. They are few: most
// were deleted when the order became old. An index by time is not worth its cost in every attempt.
func (s *Ledger) purgeHistories(ctx context.Context, accountID, oldest int64) (n int64, err error) {
	// The last one of the orders that are old: ids rise with time.
	last, err := engine.Value[int64](ctx, s.store.DB.Reads, `SELECT order_id FROM orders WHERE account_id = $1 AND created_on <= $2
		ORDER BY created_on DESC LIMIT 1`, accountID, oldest)
	if err != nil {
		return 0, engine.OrNothing(err)
	}
	for after := int64(0); after < last; {
		until := last
		err := engine.QueryRow(ctx, s.store.DB.Reads,
			`SELECT order_id FROM submission_attempts WHERE account_id = $1 AND order_id > $2 AND order_id <= $3
			ORDER BY order_id, seq LIMIT 1 OFFSET $4`, accountID, after, last, purgeChunk).Scan(&until)
		if engine.OrNothing(err) != nil {
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

// purgeHistoriesOf deletes the old lines of the orders with ids from after, exclusive, to until,
// inclusive.
func (s *Ledger) purgeHistoriesOf(ctx context.Context, accountID, after, until, oldest int64) (n int64, err error) {
	err = s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		n, err = q.Exec(ctx, `DELETE FROM submission_attempts
			WHERE account_id = $1 AND order_id > $2 AND order_id <= $3 AND started_on <= $4 AND NOT EXISTS (
				SELECT 1 FROM submissions s WHERE s.account_id = submission_attempts.account_id AND s.order_id = submission_attempts.order_id
					AND s.`+openSubmission+`)`,
			accountID, after, until, oldest)
		return err
	})
	return n, err
}
