package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

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
		states = `state = 'confirmed' AND (account_id, order_id) IN (SELECT account_id, order_id FROM courier_labels WHERE ` + missingLabel + `)`
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
	return first(submissionLedger.ofOrder(ctx, q, accountID, orderID, lock))
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
		case sub.isLeased(now):
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
		return s.settle(ctx, q, sub, o, now)
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
	sub.DueOn, sub.LeaseOwner, sub.UpdatedOn = o.RetryOn, "", now
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
