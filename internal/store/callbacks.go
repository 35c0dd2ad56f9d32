package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/internal/shipment"
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
	shipment.PartnerReport        // whose HAWBNo "" leaves the one that is known
	Blob                   string // of a label: its name in the blob store
	Refused                string // of a label that was not taken: why; then it has no name
}

// ReportOutcome is what became of a report.
type ReportOutcome string

// The outcomes.
const (
	ReportTaken   ReportOutcome = "taken"   // it is stored
	ReportKnown   ReportOutcome = "known"   // it was so already
	ReportUnknown ReportOutcome = "unknown" // the partner was handed no such order
	ReportRefused ReportOutcome = "refused" // its label was not taken; that the partner has the order is stored
	// ReportCancelled: the order was cancelled before the partner could have it; it must
	// not go on. An event is recorded nevertheless.
	ReportCancelled ReportOutcome = "cancelled"
)

// TakeCallback stores what a partner tells: that it has orders, what happened to parcels,
// labels. It returns what became of each report. Returns ErrReplayed, and stores nothing, if the partner's nonce was seen
// within the time that it is remembered for.
func (s *Store) TakeCallback(ctx context.Context, c Callback) ([]ReportOutcome, error) {
	var outcomes []ReportOutcome
	replayed := false
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		now := s.clock()
		err := updateOne(ctx, q, ErrReplayed, `INSERT INTO partner_nonces (partner, nonce, seen_on) VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, c.Partner, c.Nonce, micros(now))
		if replayed = errors.Is(err, ErrReplayed); replayed {
			return s.mark(ctx, q) // whoever sent it may be told that it was taken
		}
		if err != nil {
			return err
		}
		if _, err := q.ExecContext(ctx, `DELETE FROM partner_nonces WHERE seen_on < $1`, micros(now.Add(-NoncesLast))); err != nil {
			return fmt.Errorf("forget old nonces: %w", err)
		}
		outcomes = make([]ReportOutcome, len(c.Reports))
		for i, r := range c.Reports {
			if outcomes[i], err = s.takeReport(ctx, q, c.Partner, r, now); err != nil {
				return fmt.Errorf("report %d: %w", i, err)
			}
		}
		return nil
	})
	if err == nil && replayed {
		err = ErrReplayed
	}
	if err != nil {
		return nil, s.explain("take a partner's callback", err)
	}
	return outcomes, nil
}

// takeReport stores one report of an order that the partner was handed.
func (s *Store) takeReport(ctx context.Context, q querier, partner string, r PartnerReport, now time.Time) (ReportOutcome, error) {
	sub, err := s.reportedSubmission(ctx, q, partner, r.PartnerReport)
	if errors.Is(err, ErrNotFound) || err == nil && sub.Partner != partner {
		return ReportUnknown, nil
	}
	if err != nil {
		return "", err
	}
	switch {
	case r.Event != nil:
		return s.takeEvent(ctx, q, sub, *r.Event)
	case sub.State == SubmissionCancelled:
		return ReportCancelled, nil
	case r.Label != nil:
		// Whose label is here has the order, and draws the label.
		promise := LabelPromise{Theirs: true, DueOn: now.Add(refusedLabelAfter)}
		if _, err := s.takeAcceptance(ctx, q, &sub, r.HAWBNo, promise, now); err != nil {
			return "", err
		}
		if r.Refused != "" {
			return ReportRefused, refuseLabel(ctx, q, sub, r.Refused, now)
		}
		taken, err := s.takeLabel(ctx, q, sub, r.Label.Format, r.Blob, now)
		return takenIf(taken), err
	default:
		label := LabelPromise{Theirs: r.OwnLabel, DueOn: now}
		if sub.isLeased(now) {
			label.DueOn = time.Time{} // who hands the order over is about to fetch it, for a shipper who waits
		}
		taken, err := s.takeAcceptance(ctx, q, &sub, r.HAWBNo, label, now)
		return takenIf(taken), err
	}
}

func takenIf(news bool) ReportOutcome {
	if news {
		return ReportTaken
	}
	return ReportKnown
}

// hawbSubmissions are the last that a partner gave a number to: couriers use theirs again.
const hawbSubmissions = `SELECT ` + submissionColumns + ` FROM submissions
	WHERE partner = $1 AND hawb_no = $2 AND hawb_no <> '' ORDER BY created_on DESC LIMIT 1`

// reportedSubmission finds and locks the submission that a partner speaks of: by our
// number, or the last one with the partner's.
func (s *Store) reportedSubmission(ctx context.Context, q querier, partner string, r shipment.PartnerReport) (Submission, error) {
	if r.TrackingNo != "" {
		return s.submissionOf(ctx, q, r.TrackingNo, s.dialect.forUpdate)
	}
	rows, err := q.QueryContext(ctx, hawbSubmissions+s.dialect.forUpdate, partner, r.HAWBNo)
	return one(rows, err, scanSubmission)
}

// takeEvent records what happened to a parcel.
func (s *Store) takeEvent(ctx context.Context, q querier, sub Submission, e shipment.TrackingEvent) (ReportOutcome, error) {
	e.Source = sub.Partner
	o, err := first(s.lockOrders(ctx, q, sub.AccountID, []int64{sub.OrderID}))
	if err != nil {
		return "", err
	}
	now := s.clock()
	outcome := o.add(e, now)
	if err := s.saveTracked(ctx, q, &o, now); err != nil {
		return "", err
	}
	if sub.State == SubmissionCancelled {
		return ReportCancelled, nil
	}
	return takenIf(outcome != TrackingDuplicate), nil
}

// takeAcceptance confirms a submission, whatever we thought of it: the partner knows best.
// It reports whether that is news.
func (s *Store) takeAcceptance(ctx context.Context, q querier, sub *Submission, hawbNo string, label LabelPromise, now time.Time) (taken bool, err error) {
	hawbNo = cmp.Or(hawbNo, sub.HAWBNo)
	if sub.State == SubmissionConfirmed && sub.HAWBNo == hawbNo {
		return false, promiseLabel(ctx, q, *sub, label, now)
	}
	if !label.Theirs { // who only tells a number does not take back that it draws the label
		if label.Theirs, err = isPromised(ctx, q, *sub); err != nil {
			return false, err
		}
	}
	// Before its lease is gone, which the label may be born with.
	if err := promiseLabel(ctx, q, *sub, label, now); err != nil {
		return false, err
	}
	o := Outcome{State: SubmissionConfirmed, HAWBNo: hawbNo, Label: label}
	if err := s.overrule(ctx, q, sub, o, now); err != nil {
		return false, err
	}
	err = insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{
		Kind: AttemptReport, StartedOn: now, EndedOn: now, Outcome: string(o.State), Answer: "hawb_no " + hawbNo,
	})
	if err != nil {
		return false, err
	}
	return true, s.settle(ctx, q, *sub, o, now)
}
