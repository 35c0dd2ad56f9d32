package fulfil

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/internal/partner"
	"waybill/internal/store"
)

// maxAttempts is how often a submission is tried before a temporary error counts as
// final: with backoff, for about two days.
const maxAttempts = 15

// maxBackoff bounds the wait between two attempts.
const maxBackoff = 12 * time.Hour

// The error classes of the ledger.
const (
	classRefused     = "refused"     // the partner will not take the order as it is
	classTemporary   = "temporary"   // the partner did not take it, but may later
	classUnknown     = "unknown"     // the partner may have it: ask before submitting again
	classUnavailable = "unavailable" // no partner of that name is configured
)

// attempt makes one attempt at a submission that this process holds the lease of, and
// records the outcome. When the lease is lost, or the store is, nothing is recorded:
// whoever claims the submission next asks the partner what became of it.
func (f *Fulfiller) attempt(ctx context.Context, sub store.Submission) store.Outcome {
	mayBeThere := sub.State != store.SubmissionPending
	if err := f.Store.StartAttempt(ctx, &sub); err != nil {
		return f.abandon(ctx, sub, err)
	}
	outcome := f.call(ctx, sub, mayBeThere)
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

// call asks the partner what became of an earlier attempt, if it may have the order
// already, and submits the order unless it has, or it is to be cancelled.
func (f *Fulfiller) call(ctx context.Context, sub store.Submission, mayBeThere bool) store.Outcome {
	p, ok := f.Partners[sub.Partner]
	if !ok {
		return f.retry(sub, store.SubmissionPending, classUnavailable,
			fmt.Sprintf("The courier %q is not configured.", sub.Partner))
	}
	if mayBeThere {
		acceptance, err := f.timed(ctx, sub.Partner, func(ctx context.Context) (partner.Acceptance, error) {
			return p.Find(ctx, sub.IdempotencyKey)
		})
		if !errors.Is(err, partner.ErrNotSubmitted) {
			return f.outcome(ctx, sub, acceptance, err)
		}
		if sub.Cancelling {
			return store.Outcome{State: store.SubmissionCancelled}
		}
	}
	acceptance, err := f.timed(ctx, sub.Partner, func(ctx context.Context) (partner.Acceptance, error) {
		return p.Submit(ctx, sub.IdempotencyKey, sub.Order)
	})
	return f.outcome(ctx, sub, acceptance, err)
}

// timed makes one call to a partner, with its deadline, and observes it.
func (f *Fulfiller) timed(ctx context.Context, name string, call func(context.Context) (partner.Acceptance, error)) (partner.Acceptance, error) {
	ctx, cancel := context.WithTimeout(ctx, f.CallTimeout)
	defer cancel()
	start := f.Now()
	acceptance, err := call(ctx)
	f.ObserveCall(name, class(err), f.Now().Sub(start))
	return acceptance, err
}

// class names what an error of a partner means; no error is "accepted".
func class(err error) string {
	if err == nil {
		return "accepted"
	}
	if errors.Is(err, partner.ErrNotSubmitted) {
		return "not_submitted"
	}
	if _, ok := errors.AsType[*partner.RefusedError](err); ok {
		return classRefused
	}
	if _, ok := errors.AsType[*partner.TemporaryError](err); ok {
		return classTemporary
	}
	return classUnknown
}

// outcome is what a partner's answer means for a submission.
func (f *Fulfiller) outcome(ctx context.Context, sub store.Submission, a partner.Acceptance, err error) store.Outcome {
	switch class(err) {
	case "accepted":
		return store.Outcome{State: store.SubmissionConfirmed, HAWBNo: a.HAWBNo}
	case classRefused:
		return store.Outcome{State: store.SubmissionFailed, ErrorClass: classRefused, Message: err.Error()}
	case classTemporary:
		if sub.Attempts >= maxAttempts {
			return store.Outcome{State: store.SubmissionFailed, ErrorClass: classTemporary, Message: err.Error()}
		}
		return f.retry(sub, store.SubmissionPending, classTemporary, err.Error())
	default:
		f.Log.WarnContext(ctx, "partner's answer is unknown", "order_id", sub.OrderID, "partner", sub.Partner, "attempt", sub.Attempts, "error", err)
		return f.retry(sub, store.SubmissionUnknown, classUnknown,
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
	return f.Now().Add(wait)
}
