package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"waybill/internal/shipment"
)

// SubmissionState is where the handing over of an order to its partner stands.
type SubmissionState string

// The states. A submission is open, and due some time, until it is confirmed, failed or cancelled.
const (
	SubmissionPending   SubmissionState = "pending"   // the partner does not have it
	SubmissionSubmitted SubmissionState = "submitted" // an attempt is under way, or was when its process died
	SubmissionUnknown   SubmissionState = "unknown"   // the answer was lost: ask before submitting again
	SubmissionConfirmed SubmissionState = "confirmed" // the partner has it
	SubmissionFailed    SubmissionState = "failed"    // the partner will not take it
	SubmissionCancelled SubmissionState = "cancelled" // the partner does not have it and is not to get it
)

// openSubmission is the condition of the index submissions_of_partner_due, word for word.
const openSubmission = `state IN ('pending', 'submitted', 'unknown')`

// Submission is the ledger's record of an order that a partner fulfils.
type Submission struct {
	LedgerEntry
	State  SubmissionState
	HAWBNo string // the partner's number for the order
	// Cancelling: the order is to be cancelled if the partner turns out not to have it.
	Cancelling bool           // known once an attempt has started
	Order      shipment.Order // with items
}

const submissionColumns = entryColumns + `, hawb_no`

func scanSubmission(rows *sql.Rows, sub *Submission) error {
	return sub.scan(rows, &sub.State, &sub.HAWBNo)
}

// ClaimSubmissions leases up to limit open submissions of a partner that are due to owner, the
// oldest due first, and returns them with their orders: none if none is due. No other process gets
// them until the lease ends. A claim is not an attempt: see StartAttempt.
func (s *Store) ClaimSubmissions(ctx context.Context, owner, partner string, limit int, lease time.Duration) ([]Submission, error) {
	var claimed []Submission
	err := s.write(ctx, func(ctx context.Context, q querier) (err error) {
		if claimed, err = submissionLedger.claim(ctx, s, q, owner, partner, limit, lease); err != nil {
			return err
		}
		return s.addOrders(ctx, q, claimed)
	})
	if err != nil {
		return nil, s.explain("claim submissions", err)
	}
	return claimed, nil
}

// addOrders fills the orders of submissions.
func (s *Store) addOrders(ctx context.Context, q querier, subs []Submission) error {
	ids := make(orderIDs)
	for i := range subs {
		ids.add(subs[i].AccountID, subs[i].OrderID)
	}
	orders, err := s.ordersOf(ctx, q, ids)
	for i := range subs {
		subs[i].Order = orders[subs[i].OrderID]
	}
	return err
}

// StartAttempt makes durable that the partner is about to be called: sub becomes
// submitted, with one attempt more, and knows whether the order is to be cancelled. Its
// lease lasts from now on, however long it waited: who is given the order next while a call
// is under way might hand it over a second time. A process that dies now leaves it so, and
// whoever claims it next asks the partner first.
// The first call of the attempt is in the history: it submits a pending order and asks
// about any other. Returns ErrLeaseLost, also when the order was cancelled meanwhile.
func (s *Store) StartAttempt(ctx context.Context, sub *Submission, lease time.Duration) error {
	now := s.clock()
	until := now.Add(lease)
	var cancelling int64
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		err := updateOne(ctx, q, ErrLeaseLost, `UPDATE submissions SET state = 'submitted', attempts = attempts + 1, updated_on = $1, due_on = $6
			WHERE account_id = $2 AND order_id = $3 AND lease_owner = $4 AND lease_owner <> '' AND lease_token = $5 AND `+openSubmission,
			micros(now), sub.AccountID, sub.OrderID, sub.LeaseOwner, sub.LeaseToken, micros(until))
		if err != nil {
			return err
		}
		err = insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{Number: sub.Attempts + 1, Kind: firstCall(sub.State), StartedOn: now})
		if err != nil {
			return err
		}
		return q.QueryRowContext(ctx, `SELECT count(*) FROM cancellations WHERE account_id = $1 AND order_id = $2 AND state = 'waiting'`,
			sub.AccountID, sub.OrderID).Scan(&cancelling)
	})
	if err != nil {
		return s.explain("start an attempt to submit", err)
	}
	sub.State, sub.UpdatedOn, sub.Cancelling = SubmissionSubmitted, now, cancelling > 0
	sub.DueOn = until
	sub.Attempts++
	return nil
}

// Outcome is what became of an attempt.
type Outcome struct {
	State               SubmissionState // pending (it may be tried again), unknown, confirmed, failed or cancelled
	HAWBNo              string          // of a confirmed one
	Label               LabelPromise    // of a confirmed one
	ErrorClass, Message string          // of the others
	RetryOn             time.Time       // of pending and unknown: when it is due
	Attempts            []Attempt       // the calls that were made, in order
	// Fetched is what the partner's own label is written in that came at once; it is not
	// recorded with the outcome but by FinishLabel.
	Fetched shipment.LabelFormat
}

// HasLabel reports whether the order has its label, ours or the partner's.
func (o Outcome) HasLabel() bool {
	return o.State == SubmissionConfirmed && (!o.Label.Theirs || o.Fetched != "")
}

// details are what an event tells of an outcome: why it failed.
func (o Outcome) details() []shipment.EventDetail {
	if o.State != SubmissionFailed {
		return nil
	}
	return []shipment.EventDetail{{Name: "message", Value: o.Message}}
}

// orderEffects is what the states that end a submission do to its order, and which event
// that is.
var orderEffects = map[SubmissionState]struct {
	status   shipment.StatusCode
	hasLabel bool
	event    shipment.EventType
}{
	SubmissionConfirmed: {shipment.StatusSubmitted, true, shipment.EventLabelReady},
	SubmissionFailed:    {shipment.StatusSubmissionFailed, false, shipment.EventSubmissionFailed},
}

// RecordOutcome stores what became of an attempt and ends the lease. A confirmed order is
// submitted, has the partner's number and its label, unless that is the partner's to draw; a failed one is a failed submission;
// either is an event. A cancellation that waits for the outcome goes on, or is done.
// That the partner has the order may be known already, from a callback: then only the
// history is completed.
// Returns ErrLeaseLost if the lease is not sub's any more: then nothing is stored, but for the
// history of an attempt that such a callback overruled.
func (s *Store) RecordOutcome(ctx context.Context, sub Submission, o Outcome) error {
	now, overruled := s.clock(), false
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		err := submissionLedger.end(ctx, q, &sub.LedgerEntry,
			entryOutcome{string(o.State), o.ErrorClass, o.Message, o.RetryOn, []any{o.HAWBNo}}, now)
		if overruled = errors.Is(err, ErrLeaseLost); overruled {
			return s.confirmedMeanwhile(ctx, q, sub, o)
		}
		if err != nil {
			return err
		}
		if err := endAttempts(ctx, q, sub, o.Attempts); err != nil {
			return err
		}
		return s.settle(ctx, q, sub, o, now)
	})
	if err == nil && overruled && o.State != SubmissionConfirmed {
		err = ErrLeaseLost // what came of the attempt is in the history, and means nothing
	}
	return s.explain("record the outcome of an attempt", err)
}

// confirmedMeanwhile ends an attempt whose order the partner confirmed of its own accord
// before its answer to the attempt was here: that the lease is gone means nothing then. A
// number that it did not tell before is taken from the answer. Returns ErrLeaseLost if it
// was not so.
func (s *Store) confirmedMeanwhile(ctx context.Context, q querier, sub Submission, o Outcome) error {
	var told string
	err := q.QueryRowContext(ctx, `SELECT hawb_no FROM submissions
		WHERE account_id = $1 AND order_id = $2 AND lease_token = $3 AND state = 'confirmed'`+s.dialect.forUpdate,
		sub.AccountID, sub.OrderID, sub.LeaseToken).Scan(&told)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrLeaseLost
	}
	if err != nil {
		return err
	}
	if err := endAttempts(ctx, q, sub, o.Attempts); err != nil {
		return err
	}
	now := s.clock()
	if err := promiseLabel(ctx, q, sub, o.Label, now); err != nil || told != "" || o.HAWBNo == "" {
		return err
	}
	return s.nameHAWB(ctx, q, sub, o.HAWBNo, now)
}

// nameHAWB gives a submission and its order the partner's number.
func (s *Store) nameHAWB(ctx context.Context, q querier, sub Submission, hawbNo string, now time.Time) error {
	_, err := q.ExecContext(ctx, `UPDATE submissions SET hawb_no = $1, updated_on = $2 WHERE account_id = $3 AND order_id = $4`,
		hawbNo, micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, `UPDATE orders SET hawb_no = $1, updated_on = $2 WHERE `+s.dialect.account+` = $3 AND order_id = $4`,
		hawbNo, micros(now), sub.AccountID, sub.OrderID)
	return err
}

// settle does to an order what the outcome of its submission means for it, which is an
// event, and for a cancellation that waits for it.
func (s *Store) settle(ctx context.Context, q querier, sub Submission, o Outcome, now time.Time) error {
	cancelled, err := s.settleCancellation(ctx, q, sub, o.State)
	effect, ends := orderEffects[o.State]
	if err != nil || cancelled || !ends {
		return err
	}
	ours := effect.hasLabel && !o.Label.Theirs
	err = updateOne(ctx, q, fmt.Errorf("order %d: %w", sub.OrderID, ErrNotFound),
		`UPDATE orders SET hawb_no = $1, updated_on = $4,
			status_code = CASE WHEN tracker_status = 'CANCELLED' THEN status_code ELSE $2 END,
			has_label = CASE WHEN tracker_status = 'CANCELLED' OR courier_label <> '' THEN has_label ELSE $3 END
		WHERE `+s.dialect.account+` = $5 AND order_id = $6`,
		o.HAWBNo, string(effect.status), flag(ours), micros(now), sub.AccountID, sub.OrderID)
	if err == nil {
		err = promiseLabel(ctx, q, sub, o.Label, now)
	}
	if err != nil || effect.hasLabel && !ours {
		return err
	}
	return s.recordEvent(ctx, q, effect.event, sub.AccountID, sub.OrderID, o.details()...)
}

// PartnerQueue is how much of a partner's work is open.
type PartnerQueue struct {
	Partner      string
	Depth        int64
	OldestDue    time.Time // of those that are due or will be; zero: there are none
	FailedLabels int64     // that the partner has not given, and is not asked for any more
}

// SubmissionStats returns the queues that are not empty, by partner.
func (s *Store) SubmissionStats(ctx context.Context) ([]PartnerQueue, error) {
	rows, err := s.reads.QueryContext(ctx, `SELECT partner, sum(open), max(oldest), sum(failed) FROM (
			SELECT partner, count(*) AS open, min(due_on) AS oldest, 0 AS failed FROM submissions
			WHERE `+openSubmission+` GROUP BY partner
			UNION ALL
			SELECT partner, 0, 0, count(*) FROM courier_labels WHERE state = 'failed' AND `+missingLabel+` GROUP BY partner
		) AS queues GROUP BY partner ORDER BY partner`)
	queues, err := collect(rows, err, func(rows *sql.Rows, queue *PartnerQueue) error {
		var oldestDue int64
		err := rows.Scan(&queue.Partner, &queue.Depth, &oldestDue, &queue.FailedLabels)
		queue.OldestDue = fromMicros(oldestDue)
		return err
	})
	return queues, s.explain("read the queues", err)
}
