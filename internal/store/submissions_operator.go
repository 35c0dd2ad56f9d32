package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// LedgerFilter selects submissions, or cancellations; zero fields select all.
type LedgerFilter struct {
	State         string // a SubmissionState or a CancellationState; "": all that are neither confirmed nor cancelled
	Partner       string
	AccountID     int64
	CreatedBefore time.Time
	LabelMissing  bool      // only confirmed submissions whose partner has not given its label; State is ignored
	After         LedgerKey // goes on after this one
	Limit         int       // most rows to return; required
}

// LedgerKey is the place of a submission or cancellation in its list. Zero is the start.
type LedgerKey struct {
	CreatedOn time.Time
	OrderID   int64
}

// Key is the place of the entry in its list.
func (e *LedgerEntry) Key() LedgerKey { return LedgerKey{e.CreatedOn, e.OrderID} }

// String is the key as ParseLedgerKey reads it.
func (k LedgerKey) String() string { return fmt.Sprintf("%d-%d", k.CreatedOn.UnixMicro(), k.OrderID) }

// ParseLedgerKey reads a key; "" is the start. Returns an error for what no key is written as.
func ParseLedgerKey(text string) (k LedgerKey, err error) {
	if text == "" {
		return k, nil
	}
	created, id, _ := strings.Cut(text, "-")
	micros, createdErr := strconv.ParseInt(created, 10, 64)
	orderID, idErr := strconv.ParseInt(id, 10, 64)
	return LedgerKey{time.UnixMicro(micros).UTC(), orderID}, errors.Join(createdErr, idErr)
}

// Submissions returns the submissions that f selects with their orders, the oldest first.
func (s *Ledger) Submissions(ctx context.Context, f LedgerFilter) ([]Submission, error) {
	states := `state NOT IN ('confirmed', 'cancelled')` // of the index submissions_unconfirmed, word for word
	if state := SubmissionState(f.State); state == SubmissionConfirmed || state == SubmissionCancelled {
		states = `state IN ('confirmed', 'cancelled')`
	}
	if f.LabelMissing {
		f.State = ""
		states = `state = 'confirmed' AND (account_id, order_id) IN (SELECT account_id, order_id FROM partner_labels WHERE ` + missingLabel + `)`
	}
	return submissionLedger.list(ctx, s, "list submissions", states+` AND ($1 = '' OR state = $1)`, f.State, f.Partner,
		engine.Micros(f.CreatedBefore), f.Limit, f.AccountID, engine.Micros(f.After.CreatedOn), f.After.OrderID)
}

// SubmissionByTrackingNo returns the submission of an order of any account, with the order. Returns
// ErrNotFound if there is no such order, or it is fulfilled in house.
func (s *Ledger) SubmissionByTrackingNo(ctx context.Context, trackingNo string) (Submission, error) {
	sub, err := s.submissionOf(ctx, s.store.DB.Reads, trackingNo, "")
	subs := []Submission{sub}
	if err == nil {
		err = submissionLedger.addOrders(ctx, s, s.store.DB.Reads, subs)
	}
	return subs[0], s.store.DB.Explain("read submission", err)
}

// submissionOf returns the submission of a tracking number, without the order. Returns ErrNotFound.
func (s *Ledger) submissionOf(ctx context.Context, q engine.Querier, trackingNo, lock string) (Submission, error) {
	named, err := s.store.findNumbers(ctx, q, []string{trackingNo})
	if err != nil {
		return Submission{}, err
	}
	for accountID, orders := range named {
		return engine.First(submissionLedger.ofOrder(ctx, q, accountID, orders[0], lock))
	}
	return Submission{}, engine.ErrNotFound
}

// RetrySubmission makes a failed or waiting submission due now and returns it as it is then. Unless it is pending, which
// no partner has, the next attempt asks the partner first whether it has the order, since the operator may know less than
// the partner. If the partner of a confirmed submission has not given its label, the label
// becomes due. The history and the audit log get the note, "" for none. Returns ErrNotFound as
// SubmissionByTrackingNo does, a *problem.FieldError, ErrUnderWay while an attempt holds the lease, ErrConfirmed when
// there is nothing to retry, ErrCancelled, and ErrHeld if the order is held.
func (s *Ledger) RetrySubmission(ctx context.Context, trackingNo, note string) (Submission, error) {
	if err := checkNote("note", note); err != nil {
		return Submission{}, err
	}
	return s.overrideByOperator(ctx, trackingNo, AttemptRetry, note, func(sub Submission) Outcome {
		state := SubmissionUnknown
		if sub.State == SubmissionPending {
			state = SubmissionPending // it can still be changed and held
		}
		return Outcome{State: state, ErrorClass: sub.ErrorClass, Message: sub.Message, RetryOn: s.store.DB.Now()}
	})
}

// Resolution is the operator's decision about a submission.
type Resolution struct {
	Confirmed    bool   // the partner has the order; else it does not have it and will not take it
	HAWBNo       string // of the partner, if confirmed
	PartnerLabel bool   // the partner draws the label
	Message      string // for the shipper; needed unless confirmed
	Note         string // for the history and the audit log; "": none
}

// The error classes of submissions.
const (
	ClassMissing   = masterdata.ClassMissing
	ClassRefused   = "refused"   // the partner refused the order as it is
	ClassTemporary = "temporary" // the partner did not take it now, but may later
	ClassUnknown   = "unknown"   // the partner may have it: ask before submitting again
	ClassOperator  = "operator"  // an operator declared it failed
	// ClassUnavailable: the partner was not called, because it is not configured, or its circuit is open.
	ClassUnavailable = "unavailable"
)

// Check returns a *problem.FieldError if a field is wrong.
func (r *Resolution) Check() error {
	switch {
	case !r.Confirmed && r.Message == "":
		return problem.Wrong("message", problem.NoReason)
	case !shipment.IsHAWBNo(r.HAWBNo):
		return problem.Wrong("hawb", problem.NotHAWB.With(shipment.MaxHAWBNo))
	}
	return cmp.Or(checkNote("note", r.Note), checkNote("message", r.Message))
}

func (r *Resolution) outcome(now time.Time) Outcome {
	if !r.Confirmed {
		return Outcome{State: SubmissionFailed, ErrorClass: ClassOperator, Message: r.Message}
	}
	return Outcome{
		State: SubmissionConfirmed, HAWBNo: r.HAWBNo, Message: r.Message, Label: LabelPromise{ByPartner: r.PartnerLabel, DueOn: now},
	}
}

// checkNote returns a *problem.FieldError for a text that is no note.
func checkNote(field, text string) error {
	if !shipment.IsNote(text) {
		return problem.Wrong(field, problem.NotNote.With(shipment.MaxNote))
	}
	return nil
}

// WhyUndecided says why a decision about a submission or a cancellation cannot be carried out. It is zero for other errors.
func WhyUndecided(err error) problem.Message {
	for _, known := range []struct {
		err error
		why problem.Message
	}{
		{ErrUnderWay, problem.BeingTried},
		{ErrConfirmed, problem.NothingToDecide},
		{ErrCancelled, problem.DecidedByCancel},
		{ErrHeld, problem.NotWhileHeld},
		{ErrTooLate, problem.TooLate},
	} {
		if errors.Is(err, known.err) {
			return known.why
		}
	}
	return problem.Message{}
}

// ResolveSubmission gives a submission the outcome that the operator decided, and returns it as it is then. Returns
// ErrNotFound as SubmissionByTrackingNo does, a *problem.FieldError, ErrUnderWay while an attempt holds the lease,
// ErrConfirmed and ErrCancelled.
func (s *Ledger) ResolveSubmission(ctx context.Context, trackingNo string, r Resolution) (Submission, error) {
	if err := r.Check(); err != nil {
		return Submission{}, err
	}
	o := r.outcome(s.store.DB.Now())
	return s.overrideByOperator(ctx, trackingNo, AttemptResolve, r.Note, func(Submission) Outcome { return o })
}

// overrideByOperator gives a submission an outcome that the operator chose.
func (s *Ledger) overrideByOperator(
	ctx context.Context, trackingNo string, kind AttemptKind, note string, outcome func(Submission) Outcome,
) (Submission, error) {
	var sub Submission
	err := s.store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		now := s.store.DB.Now()
		if sub, err = s.submissionOf(ctx, q, trackingNo, s.store.DB.Dialect.ForUpdate); err != nil {
			return err
		}
		before := sub
		switch {
		case sub.State == SubmissionConfirmed && kind == AttemptRetry:
			if err := retryLabel(ctx, q, sub, now); err != nil {
				return err
			}
			return s.store.auditDecision(ctx, q, decided(trackingNo, kind, before, sub, now, note))
		case sub.State == SubmissionConfirmed:
			return ErrConfirmed
		case sub.State == SubmissionCancelled:
			return ErrCancelled
		case sub.isLeased(now):
			return ErrUnderWay
		}
		if kind == AttemptRetry {
			holds, err := s.store.holds(ctx, q, sub.AccountID, []int64{sub.OrderID})
			if err == nil && holds[sub.OrderID] != nil {
				err = ErrHeld
			}
			if err != nil {
				return err
			}
		}
		o := outcome(sub)
		decision := Attempt{Kind: kind, Outcome: string(o.State), Message: cmp.Or(note, o.Message)}
		if err := s.overrideOutcome(ctx, q, &sub, o, decision, now); err != nil {
			return err
		}
		return s.store.auditDecision(ctx, q, decided(trackingNo, kind, before, sub, now, note))
	})
	return sub, s.store.DB.Explain(string(kind)+" submission", err)
}

// overrideOutcome gives a submission, which is locked, an outcome that no attempt came to: the
// operator or the partner decided it. It ends the lease, so that an attempt under way cannot store
// its own outcome any more, notes the decision in the history, and applies it to the order.
func (s *Ledger) overrideOutcome(ctx context.Context, q engine.Querier, sub *Submission, o Outcome, decision Attempt, now time.Time) error {
	sub.State, sub.ErrorClass, sub.Message, sub.HAWBNo = o.State, o.ErrorClass, o.Message, o.HAWBNo
	sub.DueOn, sub.LeaseOwner, sub.UpdatedOn = o.RetryOn, "", now
	_, err := q.Exec(ctx, `UPDATE submissions SET state = $1, error_class = $2, message = $3, hawb_no = $4, due_on = $5,
			lease_owner = '', updated_on = $6
		WHERE account_id = $7 AND order_id = $8`,
		string(o.State), o.ErrorClass, o.Message, o.HAWBNo, engine.Micros(o.RetryOn), engine.Micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	engine.NoteWrite(ctx, sub.AccountID)
	// While it is tried again, the order is not a failed submission.
	_, err = q.Exec(ctx, `UPDATE orders SET status_code = '', updated_on = $1
		WHERE `+s.store.DB.Dialect.Account+` = $2 AND order_id = $3 AND status_code = 'SUBMISSION_FAILED'`,
		engine.Micros(now), sub.AccountID, sub.OrderID)
	if err != nil {
		return err
	}
	decision.StartedOn, decision.EndedOn = now, now
	if err := insertAttempt(ctx, q, sub.AccountID, sub.OrderID, decision); err != nil {
		return err
	}
	return s.applyOutcome(ctx, q, *sub, o, now)
}
