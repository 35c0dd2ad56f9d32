package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// NoncesLast is how long a nonce is remembered: longer than a message can be signed for.
const NoncesLast = 15 * time.Minute

// Callback is what a partner tells of its own accord, in one message.
type Callback struct {
	Partner string
	Nonce   string // of the message
	Reports []PartnerReport
}

// PartnerReport is what a partner tells of an order.
type PartnerReport struct {
	TrackingNo string
	HAWBNo     string // the partner's number; "" leaves the one that is known
}

// ReportOutcome is what became of a report.
type ReportOutcome string

// The outcomes.
const (
	ReportTaken   ReportOutcome = "taken"   // the order is confirmed, with the number
	ReportKnown   ReportOutcome = "known"   // it was so already
	ReportUnknown ReportOutcome = "unknown" // the partner was handed no such order
	// ReportCancelled: the order was cancelled before the partner could have it; it must
	// not go on.
	ReportCancelled ReportOutcome = "cancelled"
)

// TakeCallback stores what a partner tells: it has the orders. It returns what became of
// each report. Returns ErrReplayed, and stores nothing, if the partner's nonce was seen
// within the time that it is remembered for.
func (s *Store) TakeCallback(ctx context.Context, c Callback) ([]ReportOutcome, error) {
	var outcomes []ReportOutcome
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		now := s.clock()
		err := updateOne(ctx, q, ErrReplayed, `INSERT INTO partner_nonces (partner, nonce, seen_on) VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, c.Partner, c.Nonce, micros(now))
		if err != nil {
			return err
		}
		if _, err := q.ExecContext(ctx, `DELETE FROM partner_nonces WHERE seen_on < $1`, micros(now.Add(-NoncesLast))); err != nil {
			return fmt.Errorf("forget old nonces: %w", err)
		}
		outcomes = make([]ReportOutcome, len(c.Reports))
		for i, r := range c.Reports {
			if outcomes[i], err = s.takeReport(ctx, q, c.Partner, r, now); err != nil {
				return fmt.Errorf("%s: %w", r.TrackingNo, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, s.explain("take a partner's callback", err)
	}
	return outcomes, nil
}

// takeReport confirms a submission, whatever we thought of it: the partner knows best.
func (s *Store) takeReport(ctx context.Context, q querier, partner string, r PartnerReport, now time.Time) (ReportOutcome, error) {
	sub, err := s.submissionOf(ctx, q, r.TrackingNo, s.dialect.forUpdate)
	if errors.Is(err, ErrNotFound) || err == nil && sub.Partner != partner {
		return ReportUnknown, nil
	}
	if err != nil {
		return "", err
	}
	if sub.State == SubmissionCancelled {
		return ReportCancelled, nil
	}
	if r.HAWBNo == "" {
		r.HAWBNo = sub.HAWBNo
	}
	if sub.State == SubmissionConfirmed && sub.HAWBNo == r.HAWBNo {
		return ReportKnown, nil
	}
	o := Outcome{State: SubmissionConfirmed, HAWBNo: r.HAWBNo}
	if err := s.overrule(ctx, q, &sub, o, now); err != nil {
		return "", err
	}
	err = insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{
		Kind: AttemptReport, StartedOn: now, EndedOn: now, Outcome: string(o.State), Answer: "hawb_no " + r.HAWBNo,
	})
	if err != nil {
		return "", err
	}
	return ReportTaken, s.settle(ctx, q, sub, o, micros(now))
}
