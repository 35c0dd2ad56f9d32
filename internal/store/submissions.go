package store

import (
	"context"
	"errors"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// SubmissionState is the state of the submission of an order to its partner.
type SubmissionState string

// The states. A submission is open, and due some time, until it is confirmed, failed or cancelled.
const (
	SubmissionPending   SubmissionState = "pending"   // the partner does not have it
	SubmissionSubmitted SubmissionState = "submitted" // an attempt is under way, or was when its process died
	SubmissionUnknown   SubmissionState = "unknown"   // the outcome is unknown: ask before submitting again
	SubmissionConfirmed SubmissionState = "confirmed" // the partner has it
	SubmissionFailed    SubmissionState = "failed"    // the partner refused it
	SubmissionHeld      SubmissionState = "held"      // the partner does not have it, and it is not submitted until the order is released
	SubmissionCancelled SubmissionState = "cancelled" // the partner does not have it, and it is not submitted any more
)

// IsOpen reports whether openSubmission is true for the state.
func (s SubmissionState) IsOpen() bool {
	return s == SubmissionPending || s == SubmissionSubmitted || s == SubmissionUnknown
}

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

// asksFirst reports whether the partner is asked whether it has the order before it is submitted again: it failed, also before
// it was held.
func (s *Submission) asksFirst() bool {
	return s.State == SubmissionFailed || s.State == SubmissionHeld && s.ErrorClass != ""
}

const submissionColumns = entryColumns + `, hawb_no`

func scanSubmission(row engine.Scanner, sub *Submission) error {
	return sub.scan(row, &sub.State, &sub.HAWBNo)
}

// SubmissionsOf returns the submissions of orders of an account, by order id, without the orders. Orders that are
// fulfilled in house are missing.
func (s *Ledger) SubmissionsOf(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]Submission, error) {
	subs, err := submissionLedger.ofOrders(ctx, s.store, s.store.DB.Reads, accountID, orderIDs, "")
	return subs, s.store.DB.Explain("read submissions of orders", err)
}

// ClaimSubmissions leases up to limit open submissions of a partner that are due to owner, the
// oldest due first, and returns them with their orders: none if none is due. No other process gets
// them until the lease ends. A claim is not an attempt: see StartAttempt.
func (s *Ledger) ClaimSubmissions(ctx context.Context, owner, partner string, limit int, lease time.Duration) ([]Submission, error) {
	return submissionLedger.claim(ctx, s, "claim submissions", owner, partner, limit, lease)
}

// StartAttempt makes durable that the partner is about to be called, and renews the lease for the
// call. It changes sub: its state is submitted, it has one attempt more, and it says whether the
// order is to be cancelled. The history has the attempt's first call: a pending order is submitted,
// of any other one the partner is asked whether it has it. A process that dies now leaves the
// submission in that state, so that the next attempt asks first, too.
//
// Returns ErrLeaseLost, and stores nothing, if the lease is not sub's any more, or the order was
// cancelled meanwhile.
func (s *Ledger) StartAttempt(ctx context.Context, sub *Submission, lease time.Duration) error {
	now := s.store.DB.Now()
	until := now.Add(lease)
	firstCall := AttemptFind
	if sub.State == SubmissionPending {
		firstCall = AttemptSubmit
	}
	var cancelling int64
	err := s.store.DB.WriteShared(ctx, sub.guard(false), func(ctx context.Context, q engine.Querier) error {
		// The lease is renewed, however long the submission waited for a free call: if it ended
		// during the call, another process could submit the order a second time.
		err := engine.DeferOne(ctx, q, ErrLeaseLost,
			`UPDATE submissions SET state = 'submitted', attempts = attempts + 1, updated_on = $1, due_on = $6
			WHERE account_id = $2 AND order_id = $3 AND lease_owner = $4 AND lease_owner <> '' AND lease_token = $5 AND `+openSubmission,
			engine.Micros(now), sub.AccountID, sub.OrderID, sub.LeaseOwner, sub.LeaseToken, engine.Micros(until))
		if err != nil {
			return err
		}
		err = insertAttempt(ctx, q, sub.AccountID, sub.OrderID, Attempt{Number: sub.Attempts + 1, Kind: firstCall, StartedOn: now})
		if err != nil {
			return err
		}
		return engine.QueryRow(ctx, q, `SELECT count(*) FROM cancellations WHERE account_id = $1 AND order_id = $2 AND state = 'waiting'`,
			sub.AccountID, sub.OrderID).Scan(&cancelling)
	})
	if err != nil {
		return s.store.DB.Explain("start an attempt to submit", err)
	}
	sub.State, sub.UpdatedOn, sub.Cancelling = SubmissionSubmitted, now, cancelling > 0
	sub.DueOn = until
	sub.Attempts++
	return nil
}

// Outcome is the result of an attempt for its submission.
type Outcome struct {
	State               SubmissionState // pending (it may be tried again), unknown, confirmed, failed or cancelled
	HAWBNo              string          // of a confirmed one
	Label               LabelPromise    // of a confirmed one
	ErrorClass, Message string          // of the others
	RetryOn             time.Time       // of pending and unknown: when it is due
	Attempts            []Attempt       // the calls that were made, in order
	// Fetched is the format of the partner's own label, if it was fetched in the same attempt.
	// RecordOutcome does not store it: FinishLabel has.
	Fetched shipment.LabelFormat
}

// HasLabel reports whether the order has its label: one that Waybill draws, or the partner's own.
func (o Outcome) HasLabel() bool {
	return o.State == SubmissionConfirmed && (!o.Label.ByPartner || o.Fetched != "")
}

// orderEffects are the changes of an order, and their events, by the state that ends its submission.
var orderEffects = map[SubmissionState]struct {
	status   shipment.StatusCode
	hasLabel bool
	event    shipment.EventType
}{
	SubmissionConfirmed: {shipment.StatusSubmitted, true, shipment.EventLabelReady},
	SubmissionFailed:    {shipment.StatusSubmissionFailed, false, shipment.EventSubmissionFailed},
}

// RecordOutcome stores the outcome of an attempt, completes the history and ends the lease.
//
//   - Confirmed: the order is submitted and has the partner's number. It also has its label, which
//     is an event, unless the partner draws the label.
//   - Failed: the order is a failed submission, which is an event.
//   - A cancellation that waits for the outcome is due, or done.
//
// Returns ErrLeaseLost, and stores nothing, if the lease is not sub's any more. When a callback
// confirmed the submission during the attempt, the history is completed nevertheless, and a
// confirmed outcome is no error.
func (s *Ledger) RecordOutcome(ctx context.Context, sub Submission, o Outcome) error {
	now := s.store.DB.Now()
	err := s.store.DB.WriteShared(ctx, sub.guard(true), func(ctx context.Context, q engine.Querier) error {
		err := submissionLedger.end(ctx, q, &sub.LedgerEntry,
			entryOutcome{string(o.State), o.ErrorClass, o.Message, o.RetryOn, []any{o.HAWBNo}}, now)
		if err != nil {
			return err
		}
		if err := endAttempts(ctx, q, sub, o.Attempts); err != nil {
			return err
		}
		return s.applyOutcome(ctx, q, sub, o, now)
	})
	if errors.Is(err, ErrLeaseLost) {
		err = s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error { return s.completeConfirmed(ctx, q, sub, o, now) })
		if err == nil && o.State != SubmissionConfirmed {
			err = ErrLeaseLost // the outcome is in the history and changes nothing
		}
	}
	return s.store.DB.Explain("record the outcome of an attempt", err)
}

// completeConfirmed ends an attempt during which a callback of the partner confirmed the order: it
// completes the history, and takes the partner's number from the outcome if the callback had none.
// Returns ErrLeaseLost if there was no such callback.
func (s *Ledger) completeConfirmed(ctx context.Context, q engine.Querier, sub Submission, o Outcome, now time.Time) error {
	reported, err := engine.Value[string](ctx, q, `SELECT hawb_no FROM submissions
		WHERE account_id = $1 AND order_id = $2 AND lease_token = $3 AND state = 'confirmed'`+s.store.DB.Dialect.ForUpdate,
		sub.AccountID, sub.OrderID, sub.LeaseToken)
	if err != nil {
		return engine.IfNone(err, ErrLeaseLost)
	}
	if err := endAttempts(ctx, q, sub, o.Attempts); err != nil {
		return err
	}
	if err := promiseLabel(ctx, q, sub, o.Label, now); err != nil || reported != "" || o.HAWBNo == "" {
		return err
	}
	return s.setHAWBNo(ctx, q, sub, o.HAWBNo, now)
}

// setHAWBNo gives a submission and its order the partner's number.
func (s *Ledger) setHAWBNo(ctx context.Context, q engine.Querier, sub Submission, hawbNo string, now time.Time) error {
	_, err := q.Exec(ctx, `UPDATE submissions SET hawb_no = $1, updated_on = $2 WHERE account_id = $3 AND order_id = $4`,
		hawbNo, engine.Micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	engine.NoteWrite(ctx, sub.AccountID)
	_, err = q.Exec(ctx, `UPDATE orders SET hawb_no = $1, updated_on = $2 WHERE `+s.store.DB.Dialect.Account+` = $3 AND order_id = $4`,
		hawbNo, engine.Micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	return indexAgain(ctx, q, sub.AccountID, sub.OrderID, now, false)
}

// applyOutcome does what the outcome of a submission means for its order, with the event, and for
// a cancellation that waits for it. A cancelled order keeps its status.
func (s *Ledger) applyOutcome(ctx context.Context, q engine.Querier, sub Submission, o Outcome, now time.Time) error {
	cancelled, err := s.resumeCancellation(ctx, q, sub, o.State)
	effect, ends := orderEffects[o.State]
	if err != nil || cancelled || !ends {
		return err
	}
	engine.NoteWrite(ctx, sub.AccountID)
	drawsLabel := effect.hasLabel && !o.Label.ByPartner
	// The order is there: it was stored with its submission, and orders are never deleted.
	err = engine.DeferExec(ctx, q, "set the outcome of the order", `UPDATE orders SET hawb_no = $1, updated_on = $4,
			status_code = CASE WHEN tracker_status = 'CANCELLED' THEN status_code ELSE $2 END,
			label_changed_on = CASE WHEN has_label = 2 AND $3 = 1 THEN $4 ELSE label_changed_on END,
			has_label = CASE WHEN tracker_status = 'CANCELLED' OR partner_label <> '' OR has_label = 2 AND $7 = 1 THEN has_label ELSE $3 END
		WHERE `+s.store.DB.Dialect.Account+` = $5 AND order_id = $6`,
		o.HAWBNo, string(effect.status), engine.Flag(drawsLabel), engine.Micros(now), sub.AccountID, sub.OrderID, engine.Flag(o.Label.ByPartner))
	if err == nil && o.HAWBNo != "" {
		err = indexAgain(ctx, q, sub.AccountID, sub.OrderID, now, false)
	}
	if err == nil {
		err = promiseLabel(ctx, q, sub, o.Label, now)
	}
	if err != nil || effect.hasLabel && !drawsLabel {
		return err // the event of the partner's label follows when it is stored
	}
	var why []shipment.EventDetail
	if o.State == SubmissionFailed {
		why = append(why, shipment.EventDetail{Name: "message", Value: o.Message})
	}
	return s.store.Webhooks.recordEvent(ctx, q, effect.event, sub.AccountID, sub.OrderID, why...)
}

// PartnerQueue is the open work for a partner.
type PartnerQueue struct {
	Partner      string
	Depth        int64
	OldestDue    time.Time // of the due and the waiting ones; zero: there are none
	FailedLabels int64     // that the partner has not given, and is not asked for any more
}

// SubmissionStats returns the queues of all partners that have open or failed work, by partner.
func (s *Ledger) SubmissionStats(ctx context.Context) ([]PartnerQueue, error) {
	return engine.List(ctx, s.store.DB, "read the queues", func(row engine.Scanner, queue *PartnerQueue) error {
		return row.Scan(&queue.Partner, &queue.Depth, engine.At(&queue.OldestDue), &queue.FailedLabels)
	}, `SELECT partner, sum(open), max(oldest), sum(failed) FROM (
			SELECT partner, count(*) AS open, min(due_on) AS oldest, 0 AS failed FROM submissions
			WHERE `+openSubmission+` GROUP BY partner
			UNION ALL
			SELECT partner, 0, 0, count(*) FROM partner_labels WHERE state = 'failed' AND `+missingLabel+` GROUP BY partner
		) AS queues GROUP BY partner ORDER BY partner`)
}
