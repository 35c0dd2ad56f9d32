package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// NonceRetention is how long a nonce is remembered: longer than the signature of a message is valid.
const NonceRetention = 15 * time.Minute

// Callback is a message that a partner sends unasked: reports on orders.
type Callback struct {
	Partner string
	Nonce   string // of the message
	Reports []CallbackReport
}

// CallbackReport is a partner's report on one order.
type CallbackReport struct {
	shipment.PartnerReport        // an empty HAWBNo keeps the number that is known
	Blob                   string // of a label: its name in the blob store
	Refused                string // why the label was refused; then Blob is empty
}

// ReportOutcome is the result of a report.
type ReportOutcome string

// The outcomes.
const (
	ReportTaken   ReportOutcome = "taken"   // it is stored
	ReportKnown   ReportOutcome = "known"   // it says what is stored already
	ReportUnknown ReportOutcome = "unknown" // the partner was not given such an order
	ReportRefused ReportOutcome = "refused" // its label is refused; that the partner has the order is stored
	// ReportCancelled: the order was cancelled before the partner had it, and must not be
	// shipped. A tracking event is stored nevertheless.
	ReportCancelled ReportOutcome = "cancelled"
	ReportUnmoved   ReportOutcome = "unmoved" // its tracking event is stored, and did not change the status
	ReportFull      ReportOutcome = "full"    // its tracking event is not stored: the order has shipment.MaxEvents
)

// RecordCallback stores all reports of a callback and returns the outcome of each. Returns
// ErrReplayed, and stores nothing, if the partner has used the nonce within NonceRetention.
func (s *Ledger) RecordCallback(ctx context.Context, c Callback) ([]ReportOutcome, error) {
	var outcomes []ReportOutcome
	replayed := false
	err := s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		now := s.store.DB.Now()
		err := useNonce(ctx, q, c.Partner, c.Nonce, now)
		if replayed = errors.Is(err, engine.ErrReplayed); replayed {
			return s.store.DB.Mark(ctx, q) // the sender may be answered that the first one is stored
		}
		if err != nil {
			return err
		}
		if err := s.lockReported(ctx, q, c); err != nil {
			return fmt.Errorf("lock the orders: %w", err)
		}
		outcomes = make([]ReportOutcome, len(c.Reports))
		for i, r := range c.Reports {
			if outcomes[i], err = s.recordReport(ctx, q, c.Partner, r, now); err != nil {
				return fmt.Errorf("report %d: %w", i, err)
			}
		}
		return nil
	})
	if err == nil && replayed {
		err = engine.ErrReplayed
	}
	return outcomes, s.store.DB.Explain("record a partner's callback", err)
}

// lockReported locks what the reports of a callback are about, the submissions and then the orders, in the
// order in which other transactions lock several: the partner may have sorted them in any way.
func (s *Ledger) lockReported(ctx context.Context, q engine.Querier, c Callback) error {
	if s.store.DB.Dialect.ForUpdate == "" || len(c.Reports) < 2 {
		return nil
	}
	var numbers []string
	ids := make(orderIDs)
	for _, r := range c.Reports {
		if r.TrackingNo != "" {
			numbers = append(numbers, r.TrackingNo)
			continue
		}
		subs, err := engine.Collect(ctx, q, scanSubmission, submissionOfHAWB, c.Partner, r.HAWBNo)
		if err != nil {
			return err
		}
		for _, sub := range subs {
			ids.add(sub.AccountID, sub.OrderID)
		}
	}
	named, err := s.store.findNumbers(ctx, q, numbers)
	if err != nil {
		return err
	}
	for account, orders := range named {
		ids[account] = append(ids[account], orders...)
	}
	for _, table := range []string{"submissions", "orders"} {
		for _, account := range slices.Sorted(maps.Keys(ids)) {
			if _, err := q.Exec(ctx, engine.LockRows(table, "order_id"), account, ids[account]); err != nil {
				return err
			}
		}
	}
	return nil
}

// useNonce stores a nonce, and deletes nonces that need not be remembered any more. Returns
// ErrReplayed if it is stored already.
func useNonce(ctx context.Context, q engine.Querier, partner, nonce string, now time.Time) error {
	err := engine.UpdateOne(ctx, q, engine.ErrReplayed, `INSERT INTO partner_nonces (partner, nonce, seen_on) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, partner, nonce, engine.Micros(now))
	if err != nil {
		return err
	}
	return engine.DeferExec(ctx, q, "delete old nonces",
		`DELETE FROM partner_nonces WHERE seen_on < $1`, engine.Micros(now.Add(-NonceRetention)))
}

// recordReport stores one report:
//
//  1. It locks the submission that the report is about, which must be the partner's.
//  2. A tracking event goes into the order's history. That is all such a report does.
//  3. A cancelled order stays cancelled.
//  4. Any other report says that the partner has the order: the submission is confirmed.
//  5. A label replaces the one of the order. One that was refused leaves its reason.
func (s *Ledger) recordReport(ctx context.Context, q engine.Querier, partner string, r CallbackReport,
	now time.Time,
) (ReportOutcome, error) {
	sub, err := s.reportedSubmission(ctx, q, partner, r.PartnerReport)
	if errors.Is(err, engine.ErrNotFound) || err == nil && sub.Partner != partner {
		return ReportUnknown, nil
	}
	if err != nil {
		return "", err
	}
	if r.Event != nil {
		return s.addReportedEvent(ctx, q, sub, *r.Event, now)
	}
	if sub.State == SubmissionCancelled {
		return ReportCancelled, nil
	}
	isNew, err := s.confirmReported(ctx, q, &sub, r.HAWBNo, reportedPromise(sub, r, now), now)
	if err != nil {
		return "", err
	}
	if r.Label != nil {
		if r.Refused != "" {
			return ReportRefused, noteRefusedLabel(ctx, q, sub, r.Refused, now)
		}
		if isNew, err = s.replaceLabel(ctx, q, sub, r.Label.Format, r.Blob, now); err != nil {
			return "", err
		}
	}
	if isNew {
		return ReportTaken, nil
	}
	return ReportKnown, nil
}

// submissionOfHAWB selects the last order that a partner gave a number to: partners use numbers again.
const submissionOfHAWB = `SELECT ` + submissionColumns + ` FROM submissions
	WHERE partner = $1 AND hawb_no = $2 AND hawb_no <> '' ORDER BY created_on DESC LIMIT 1`

// reportedSubmission finds and locks the submission that a report is about: by the tracking
// number, else by the partner's number. Returns ErrNotFound.
func (s *Ledger) reportedSubmission(ctx context.Context, q engine.Querier, partner string, r shipment.PartnerReport) (Submission, error) {
	if r.TrackingNo != "" {
		return s.submissionOf(ctx, q, r.TrackingNo, s.store.DB.Dialect.ForUpdate)
	}
	sub, err := engine.One(ctx, q, scanSubmission, submissionOfHAWB, partner, r.HAWBNo)
	if err != nil {
		return Submission{}, err
	}
	return engine.First(submissionLedger.ofOrder(ctx, q, sub.AccountID, sub.OrderID, s.store.DB.Dialect.ForUpdate))
}

// addReportedEvent adds a tracking event to the history of the order.
func (s *Ledger) addReportedEvent(
	ctx context.Context, q engine.Querier, sub Submission, e shipment.TrackingEvent, now time.Time,
) (ReportOutcome, error) {
	e.Source, e.ActorKind, e.Actor = sub.Partner, "partner", sub.Partner
	o, err := engine.First(s.store.lockOrders(ctx, q, sub.AccountID, []int64{sub.OrderID}))
	if err != nil {
		return "", err
	}
	outcome, err := s.store.storeEvent(ctx, q, &o, e, now)
	if err != nil {
		return "", err
	}
	if sub.State == SubmissionCancelled {
		return ReportCancelled, nil
	}
	return eventOutcomes[outcome], nil
}

// eventOutcomes are the outcomes of reports of tracking events.
var eventOutcomes = map[TrackingOutcome]ReportOutcome{
	TrackingMoved: ReportTaken, TrackingRecorded: ReportUnmoved, TrackingDuplicate: ReportKnown, TrackingFull: ReportFull,
}

// reportedPromise says by a report who draws the label, and when to fetch it.
func reportedPromise(sub Submission, r CallbackReport, now time.Time) LabelPromise {
	switch {
	case r.Label != nil: // it is stored next; when it is refused, another one is fetched later
		return LabelPromise{ByPartner: true, DueOn: now.Add(refetchAfter)}
	case sub.isLeased(now): // the process with the lease fetches it next, for a shipper who waits
		return LabelPromise{ByPartner: r.OwnLabel}
	default:
		return LabelPromise{ByPartner: r.OwnLabel, DueOn: now}
	}
}

// confirmReported confirms a submission in whatever state it is: the partner knows best. It
// reports whether that is new.
func (s *Ledger) confirmReported(
	ctx context.Context, q engine.Querier, sub *Submission, hawbNo string, label LabelPromise, now time.Time,
) (isNew bool, err error) {
	hawbNo = cmp.Or(hawbNo, sub.HAWBNo)
	if sub.State == SubmissionConfirmed && sub.HAWBNo == hawbNo {
		return false, promiseLabel(ctx, q, *sub, label, now)
	}
	if !label.ByPartner { // a report of a number alone does not take back an earlier promise
		if label.ByPartner, err = isPromised(ctx, q, *sub); err != nil {
			return false, err
		}
	}
	// First, while sub still has the lease that the label may begin with.
	if err := promiseLabel(ctx, q, *sub, label, now); err != nil {
		return false, err
	}
	o := Outcome{State: SubmissionConfirmed, HAWBNo: hawbNo, Label: label}
	return true, s.overrideOutcome(ctx, q, sub, o, Attempt{Kind: AttemptReport, Outcome: string(o.State), Response: "hawb_no " + hawbNo}, now)
}
