package fulfil

import (
	"context"
	"errors"
	"time"

	"waybill/internal/partner"
	"waybill/internal/partnerlabel"
	"waybill/internal/store"
)

// maxAttempts is how often a submission is tried before a temporary error counts as
// final: with backoff, for about two days.
const maxAttempts = 15

// maxBackoff bounds the wait between two attempts.
const maxBackoff = 12 * time.Hour

// The error classes of the ledger.
const (
	classAccepted    = "accepted"    // no error
	classRefused     = "refused"     // the partner will not take the order as it is
	classTemporary   = "temporary"   // the partner did not take it, but may later
	classUnknown     = "unknown"     // the partner may have it: ask before submitting again
	classUnavailable = "unavailable" // the partner is not configured, or was not called: it does not answer
)

// attempt makes one attempt at a submission that this process holds the lease of, and
// records the outcome. When the lease is lost, or the store is, nothing is recorded:
// whoever claims the submission next asks the partner what became of it.
func (f *Fulfiller) attempt(ctx context.Context, q *queue, sub store.Submission) store.Outcome {
	mayBeThere := sub.State != store.SubmissionPending
	if err := f.Store.StartAttempt(ctx, &sub, q.lease()); err != nil {
		q.circuit.release()
		return f.abandon(ctx, sub, err)
	}
	d := dialogue{Fulfiller: f, queue: q, sub: sub}
	outcome := d.run(ctx, mayBeThere)
	outcome.Attempts = d.calls
	if err := f.Store.RecordOutcome(ctx, sub, outcome); err != nil {
		return f.abandon(ctx, sub, err)
	}
	if outcome.Label.ByPartner && outcome.Label.DueOn.IsZero() {
		outcome.Fetched = f.fetchLabel(ctx, q, store.BornLabel(sub))
	}
	if outcome.State == store.SubmissionConfirmed && !outcome.HasLabel() {
		outcome.Message = messageLabelLater
	}
	return outcome
}

// postpone gives a lease back without an attempt.
func (f *Fulfiller) postpone(ctx context.Context, sub store.Submission, class, message string, until time.Time) store.Outcome {
	state := store.SubmissionPending
	if sub.State != store.SubmissionPending {
		state = store.SubmissionUnknown
	}
	outcome := store.Outcome{State: state, ErrorClass: class, Message: message, RetryOn: until}
	if err := f.Store.RecordOutcome(ctx, sub, outcome); err != nil {
		return f.abandon(ctx, sub, err)
	}
	return outcome
}

func (f *Fulfiller) abandon(ctx context.Context, sub store.Submission, err error) store.Outcome {
	if !errors.Is(err, store.ErrLeaseLost) {
		f.Log.ErrorContext(ctx, "submission left to its lease", "order_id", sub.OrderID, "partner", sub.Partner, "error", err)
	}
	return store.Outcome{State: store.SubmissionUnknown, ErrorClass: classUnknown, Message: messageUnderWay}
}

// messageUnderWay is told to a shipper whose label is not there yet for no fault of the
// order.
const messageUnderWay = "The order is stored and is being submitted to the courier. Its label will follow."

// messageLabelLater is told to a shipper whose order the courier has, but has not drawn the
// label of.
const messageLabelLater = "The courier has the order and draws its label, which will follow."

// dialogue is an attempt's calls to the partner.
type dialogue struct {
	*Fulfiller
	queue *queue
	sub   store.Submission
	calls []store.Attempt // that were made
}

// answer is a partner's word, or its error.
type answer struct {
	partner.Acceptance
	err error
}

// run asks the partner what became of an earlier attempt, if it may have the order
// already, and submits the order unless it has, or it is to be cancelled.
func (d *dialogue) run(ctx context.Context, mayBeThere bool) store.Outcome {
	if mayBeThere {
		found := d.call(ctx, store.AttemptFind, func(ctx context.Context) (partner.Acceptance, error) {
			return d.queue.Find(ctx, d.sub.IdempotencyKey)
		})
		if !errors.Is(found.err, partner.ErrNotSubmitted) {
			return d.outcome(ctx, found)
		}
		if d.sub.Cancelling {
			return store.Outcome{State: store.SubmissionCancelled}
		}
	}
	return d.outcome(ctx, d.call(ctx, store.AttemptSubmit, func(ctx context.Context) (partner.Acceptance, error) {
		return d.queue.Submit(ctx, d.sub.IdempotencyKey, d.sub.Order)
	}))
}

// call makes one call to the partner and notes it.
func (d *dialogue) call(ctx context.Context, kind store.AttemptKind, call func(context.Context) (partner.Acceptance, error)) answer {
	var a answer
	made := d.queue.ask(ctx, d.Fulfiller, kind, func(ctx context.Context) error {
		a.Acceptance, a.err = call(ctx)
		return a.err
	})
	d.calls = append(d.calls, made)
	return a
}

// ask makes one call to the partner of a queue, with its deadline, and tells what there
// is to keep of it.
func (q *queue) ask(ctx context.Context, f *Fulfiller, kind store.AttemptKind, call func(context.Context) error) store.Attempt {
	var exchange partner.Exchange
	ctx, cancel := context.WithTimeout(partner.WithExchange(ctx, &exchange), q.CallTimeout)
	defer cancel()
	start := f.Now()
	err := call(ctx)
	made := store.Attempt{
		Kind: kind, StartedOn: start, EndedOn: f.Now(), Outcome: class(err), Request: exchange.Request, Response: exchange.Response,
	}
	if err != nil {
		made.Message = partner.Clip(err.Error())
	}
	f.ObserveCall(q.name, made.Outcome, made.EndedOn.Sub(start))
	q.circuit.record(made.Outcome == classTemporary || made.Outcome == classUnknown)
	return made
}

// class names what an error of a partner means; no error is classAccepted.
func class(err error) string {
	if err == nil {
		return classAccepted
	}
	if errors.Is(err, partner.ErrNotSubmitted) {
		return "not_submitted"
	}
	if errors.Is(err, partner.ErrLabelNotReady) {
		return "not_ready"
	}
	if _, ok := errors.AsType[*partner.RefusedError](err); ok {
		return classRefused
	}
	if _, ok := errors.AsType[*partner.TemporaryError](err); ok {
		return classTemporary
	}
	if _, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
		return store.ClassBadFile
	}
	return classUnknown
}

// outcome is what a partner's answer means for its submission.
func (d *dialogue) outcome(ctx context.Context, a answer) store.Outcome {
	word := class(a.err)
	if d.calls[len(d.calls)-1].Kind == store.AttemptFind && word != classAccepted {
		word = classUnknown // whatever kept the partner from answering, the question is open
	}
	switch sub := d.sub; word {
	case classAccepted:
		return store.Outcome{State: store.SubmissionConfirmed, HAWBNo: a.HAWBNo, Label: d.promise(a.Label)}
	case classRefused:
		return store.Outcome{State: store.SubmissionFailed, ErrorClass: classRefused, Message: partner.Clip(a.err.Error())}
	case classTemporary:
		if sub.Attempts >= maxAttempts {
			return store.Outcome{State: store.SubmissionFailed, ErrorClass: classTemporary, Message: partner.Clip(a.err.Error())}
		}
		return d.retry(sub, store.SubmissionPending, classTemporary, partner.Clip(a.err.Error()))
	default:
		d.Log.WarnContext(ctx, "partner's answer is unknown", "order_id", sub.OrderID, "partner", sub.Partner, "attempt", sub.Attempts, "error", a.err)
		return d.retry(sub, store.SubmissionUnknown, classUnknown,
			"The courier did not answer in time. The order is stored; its label will follow.")
	}
}

// retry is the outcome of an attempt that another follows.
func (f *Fulfiller) retry(sub store.Submission, state store.SubmissionState, class, message string) store.Outcome {
	return store.Outcome{State: state, ErrorClass: class, Message: message, RetryOn: f.retryOn(sub.Attempts)}
}

// retryOn is when another attempt follows: after attempts⁴ seconds, up to a tenth more so
// that those that failed together do not come back together.
func (f *Fulfiller) retryOn(attempts int) time.Time {
	n := min(attempts, maxAttempts)
	wait := min(time.Duration(n*n*n*n)*time.Second, maxBackoff)
	wait += time.Duration(f.Jitter() * float64(wait) / 10)
	return f.Now().Add(f.Hurry.shorten(wait))
}
