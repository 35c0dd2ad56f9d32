package store

import (
	"context"
	"database/sql"
	"errors"
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
	Number          int // of Submission.Attempts; 0 of what was no call
	Kind            AttemptKind
	StartedOn       time.Time
	EndedOn         time.Time // zero: it is under way, or its process died
	Outcome         string    // what the answer meant, in a word
	Message         string    // the partner's, or the operator's
	Request, Answer string    // what went over the wire, without secrets and personal data, cut to a few KiB
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
		accountID, orderID, a.Number, string(a.Kind), micros(a.StartedOn), micros(a.EndedOn), a.Outcome, a.Message, a.Request, a.Answer)
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
			string(a.Kind), micros(a.StartedOn), micros(a.EndedOn), a.Outcome, a.Message, a.Request, a.Answer,
			sub.AccountID, sub.OrderID, a.Number)
		if err != nil {
			return fmt.Errorf("note the end of the attempt: %w", err)
		}
	}
	return nil
}

// SubmissionFilter chooses submissions; zero fields choose all.
type SubmissionFilter struct {
	State         SubmissionState // "" is all that are neither confirmed nor cancelled
	Partner       string
	CreatedBefore time.Time
	LabelMissing  bool // only those that the partner has, but has not given its own label of; State is ignored
	Limit         int  // at most so many; required
}

// Submissions returns the submissions that f chooses with their orders, the oldest first.
func (s *Store) Submissions(ctx context.Context, f SubmissionFilter) ([]Submission, error) {
	states := `state NOT IN ('confirmed', 'cancelled')` // of the index submissions_unconfirmed, word for word
	if f.State == SubmissionConfirmed || f.State == SubmissionCancelled {
		states = `state IN ('confirmed', 'cancelled')`
	}
	if f.LabelMissing {
		f.State = ""
		states = `state = 'confirmed' AND (account_id, order_id) IN (SELECT account_id, order_id FROM courier_labels WHERE ` + missingLabels + `)`
	}
	before := micros(f.CreatedBefore)
	rows, err := s.reads.QueryContext(ctx, `SELECT `+submissionColumns+` FROM submissions
		WHERE `+states+` AND ($1 = '' OR state = $1) AND ($2 = '' OR partner = $2) AND (created_on < $3 OR $3 = 0)
		ORDER BY created_on, order_id LIMIT $4`, string(f.State), f.Partner, before, f.Limit)
	subs, err := collect(rows, err, scanSubmission)
	if err == nil {
		err = s.addOrders(ctx, s.reads, subs)
	}
	if err != nil {
		return nil, s.explain("list submissions", err)
	}
	return subs, nil
}

// SubmissionByTrackingNo returns the submission of an order of any account, with the
// order. Returns ErrNotFound when there is no such order, or it is fulfilled in house.
func (s *Store) SubmissionByTrackingNo(ctx context.Context, trackingNo string) (Submission, error) {
	sub, err := s.submissionOf(ctx, s.reads, trackingNo, "")
	if err != nil {
		return Submission{}, s.explain("read submission", err)
	}
	subs := []Submission{sub}
	if err := s.addOrders(ctx, s.reads, subs); err != nil {
		return Submission{}, s.explain("read submission", err)
	}
	return subs[0], nil
}

// submissionOf finds the submission of a tracking number, without the order.
func (s *Store) submissionOf(ctx context.Context, q querier, trackingNo, lock string) (Submission, error) {
	var accountID, orderID int64
	err := q.QueryRowContext(ctx, `SELECT account_id, order_id FROM tracking_numbers WHERE tracking_no = $1`, trackingNo).Scan(&accountID, &orderID)
	if errors.Is(err, sql.ErrNoRows) {
		return Submission{}, ErrNotFound
	}
	if err != nil {
		return Submission{}, err
	}
	rows, err := q.QueryContext(ctx, `SELECT `+submissionColumns+` FROM submissions
		WHERE account_id = $1 AND order_id = $2`+lock, accountID, orderID)
	subs, err := collect(rows, err, scanSubmission)
	if err == nil && len(subs) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Submission{}, err
	}
	return subs[0], nil
}

// SubmissionHistory returns what was done to hand an order over, the first first.
func (s *Store) SubmissionHistory(ctx context.Context, accountID, orderID int64) ([]Attempt, error) {
	rows, err := s.reads.QueryContext(ctx, `SELECT attempt, kind, started_on, ended_on, outcome, message, request, answer
		FROM submission_attempts WHERE account_id = $1 AND order_id = $2 ORDER BY seq`, accountID, orderID)
	history, err := collect(rows, err, func(rows *sql.Rows, a *Attempt) error {
		var startedOn, endedOn int64
		err := rows.Scan(&a.Number, &a.Kind, &startedOn, &endedOn, &a.Outcome, &a.Message, &a.Request, &a.Answer)
		a.StartedOn, a.EndedOn = fromMicros(startedOn), fromMicros(endedOn)
		return err
	})
	return history, s.explain("read the history of a submission", err)
}

// RetrySubmission makes a failed or waiting submission due now. The partner is asked
// first whether it has the order: whoever wants a retry may know less than the partner. Of a
// confirmed one whose partner has not given its label, the label is made due. Returns ErrNotFound as SubmissionByTrackingNo does, ErrUnderWay, ErrConfirmed or
// ErrCancelled.
func (s *Store) RetrySubmission(ctx context.Context, trackingNo string) (Submission, error) {
	return s.decide(ctx, trackingNo, AttemptRetry, func(sub Submission) Outcome {
		return Outcome{State: SubmissionUnknown, ErrorClass: sub.ErrorClass, Message: sub.Message, RetryOn: s.clock()}
	})
}

// ResolveSubmission ends a submission by hand: o is confirmed or failed. Returns
// ErrNotFound as SubmissionByTrackingNo does, ErrUnderWay, ErrConfirmed or
// ErrCancelled.
func (s *Store) ResolveSubmission(ctx context.Context, trackingNo string, o Outcome) (Submission, error) {
	return s.decide(ctx, trackingNo, AttemptResolve, func(Submission) Outcome { return o })
}

// decide gives a submission the outcome that the operator decided, and notes that it was
// so. It returns the submission as it is then.
func (s *Store) decide(ctx context.Context, trackingNo string, kind AttemptKind, outcome func(Submission) Outcome) (Submission, error) {
	var sub Submission
	err := s.write(ctx, func(ctx context.Context, q querier) (err error) {
		now := s.clock()
		if sub, err = s.submissionOf(ctx, q, trackingNo, s.dialect.forUpdate); err != nil {
			return err
		}
		switch {
		case sub.State == SubmissionConfirmed && kind == AttemptRetry:
			return retryLabel(ctx, q, sub, now)
		case sub.State == SubmissionConfirmed:
			return ErrConfirmed
		case sub.State == SubmissionCancelled:
			return ErrCancelled
		case sub.LeaseUntil.After(now):
			return ErrUnderWay
		}
		o := outcome(sub)
		if err := s.overrule(ctx, q, &sub, o, now); err != nil {
			return err
		}
		err = insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{
			Kind: kind, StartedOn: now, EndedOn: now, Outcome: string(o.State), Message: o.Message,
		})
		if err != nil {
			return err
		}
		return s.settle(ctx, q, sub, o, micros(now))
	})
	if err != nil {
		return Submission{}, s.explain(string(kind)+" submission", err)
	}
	return sub, nil
}

// overrule writes an outcome over that of the last attempt. An order that was a failed
// submission is none while it is tried again.
func (s *Store) overrule(ctx context.Context, q querier, sub *Submission, o Outcome, now time.Time) error {
	sub.State, sub.ErrorClass, sub.Message, sub.HAWBNo = o.State, o.ErrorClass, o.Message, o.HAWBNo
	sub.DueOn, sub.LeaseOwner, sub.LeaseUntil, sub.UpdatedOn = o.RetryOn, "", time.Time{}, now
	_, err := q.ExecContext(ctx, `UPDATE submissions SET state = $1, error_class = $2, message = $3, hawb_no = $4, due_on = $5,
			lease_owner = '', updated_on = $6
		WHERE account_id = $7 AND order_id = $8`,
		string(o.State), o.ErrorClass, o.Message, o.HAWBNo, micros(o.RetryOn), micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, `UPDATE orders SET status_code = '', updated_on = $1
		WHERE `+s.dialect.account+` = $2 AND order_id = $3 AND status_code = 'SUBMISSION_FAILED'`, micros(now), sub.AccountID, sub.OrderID)
	return err
}
