package fulfil

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"waybill/internal/partner"
	"waybill/internal/partnerlabel"
	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/tracing"
)

// attempt makes one attempt at a submission that this process holds the lease of, and
// records the outcome. When the lease is lost, or the store fails, nothing is recorded: the
// next attempt asks the partner whether it has the order.
func (f *Fulfiller) attempt(ctx context.Context, q *queue, sub store.Submission) store.Outcome {
	mayHaveOrder := sub.State != store.SubmissionPending
	if !mayHaveOrder {
		if message := q.missing(ctx, &sub); message != "" {
			q.circuit.release()
			return f.postpone(ctx, sub, store.ClassMissing, message, f.askAgainOn(&sub))
		}
	}
	if err := f.Store.Ledger.StartAttempt(ctx, &sub, q.lease()); err != nil {
		q.circuit.release()
		return f.abandon(ctx, sub, err)
	}
	a := attempt{Fulfiller: f, queue: q, sub: sub}
	outcome := a.run(ctx, mayHaveOrder)
	outcome.Attempts = a.calls
	if err := f.Store.Ledger.RecordOutcome(ctx, sub, outcome); err != nil {
		return f.abandon(ctx, sub, err)
	}
	if outcome.Label.ByPartner && outcome.Label.DueOn.IsZero() {
		outcome.Fetched = f.fetchLabel(ctx, q, store.ClaimedLabel(sub))
	}
	if outcome.State == store.SubmissionConfirmed && !outcome.HasLabel() {
		outcome.Message = problem.LabelLater.String()
	}
	return outcome
}

// missing returns the facts for customs without which the partner of a queue takes no order, as a text; "" if none is missing.
func (q *queue) missing(ctx context.Context, sub *store.Submission) string {
	refused, _ := q.Check(ctx, &sub.Order) // with an error the attempt says so: it reads the same settings
	return partner.Clip(partner.Missing(refused))
}

// askAgainOn is when an order that waits for facts for customs is looked at again. An edit or a setting makes it due at once,
// but a setting may change in the moment between the look and its record.
func (f *Fulfiller) askAgainOn(sub *store.Submission) time.Time {
	return f.Now().Add(min(max(f.Now().Sub(sub.CreatedOn), time.Minute), time.Hour))
}

// postpone ends a lease without an attempt.
func (f *Fulfiller) postpone(ctx context.Context, sub store.Submission, class, message string, until time.Time) store.Outcome {
	state := store.SubmissionPending
	if sub.State != store.SubmissionPending {
		state = store.SubmissionUnknown
	}
	outcome := store.Outcome{State: state, ErrorClass: class, Message: message, RetryOn: until}
	if err := f.Store.Ledger.RecordOutcome(ctx, sub, outcome); err != nil {
		return f.abandon(ctx, sub, err)
	}
	return outcome
}

// abandon is the outcome of a submission whose lease or store is lost: another attempt follows
// when the lease has ended.
func (f *Fulfiller) abandon(ctx context.Context, sub store.Submission, err error) store.Outcome {
	if !errors.Is(err, store.ErrLeaseLost) {
		f.Log.ErrorContext(ctx, "submission left to its lease", "order_id", sub.OrderID, "partner", sub.Partner, "error", err)
	}
	return store.Outcome{State: store.SubmissionUnknown, ErrorClass: store.ClassUnknown, Message: problem.Submitting.String()}
}

// attempt is one attempt at a submission: its calls to the partner.
type attempt struct {
	*Fulfiller
	queue *queue
	sub   store.Submission
	calls []store.Attempt // that were made
}

// reply is the response of a partner.
type reply struct {
	partner.Acceptance
	err error
}

// run asks the partner whether it has the order, if an earlier attempt may have submitted it, and
// submits the order unless the partner has it or it is to be cancelled.
func (a *attempt) run(ctx context.Context, mayHaveOrder bool) store.Outcome {
	if mayHaveOrder {
		found := a.call(ctx, store.AttemptFind, func(ctx context.Context) (partner.Acceptance, error) {
			return a.queue.Find(ctx, a.sub.IdempotencyKey)
		})
		if !errors.Is(found.err, partner.ErrNotSubmitted) {
			return a.outcome(ctx, found)
		}
		if a.sub.Cancelling {
			return store.Outcome{State: store.SubmissionCancelled}
		}
		if message := a.queue.missing(ctx, &a.sub); message != "" {
			return store.Outcome{State: store.SubmissionPending, ErrorClass: store.ClassMissing, Message: message, RetryOn: a.askAgainOn(&a.sub)}
		}
	}
	return a.outcome(ctx, a.call(ctx, store.AttemptSubmit, func(ctx context.Context) (partner.Acceptance, error) {
		return a.queue.Submit(ctx, a.sub.IdempotencyKey, a.sub.Order)
	}))
}

// call makes one call to the partner and adds it to the attempt's calls.
func (a *attempt) call(ctx context.Context, kind store.AttemptKind, call func(context.Context) (partner.Acceptance, error)) reply {
	var r reply
	made := a.queue.ask(ctx, a.Fulfiller, kind, a.sub.Attempts, a.sub.Order.TrackingNo, func(ctx context.Context) error {
		r.Acceptance, r.err = call(ctx)
		return r.err
	})
	a.calls = append(a.calls, made)
	return r
}

// ask makes one call to the partner of a queue, with its deadline, and returns the call as the
// history keeps it. attempt is the number of the attempt that it is part of; trackingNo is "" where it is not known.
func (q *queue) ask(
	ctx context.Context, f *Fulfiller, kind store.AttemptKind, attempt int, trackingNo string, call func(context.Context) error,
) store.Attempt {
	var exchange partner.Exchange
	whole := ctx // the call has a deadline
	ctx, span := f.Tracer.Call(ctx, "partner "+string(kind))
	ctx, cancel := context.WithTimeout(partner.WithExchange(ctx, &exchange), q.CallTimeout)
	defer cancel()
	start := f.Now()
	err := call(ctx)
	made := store.Attempt{
		Kind: kind, StartedOn: start, EndedOn: f.Now(), Outcome: class(err), Request: exchange.Request, Response: exchange.Response,
	}
	if err != nil {
		made.Message = partner.Clip(partner.ForOperator(err))
	}
	span.SetAttributes(attribute.String("waybill.partner", q.name), attribute.Int("waybill.attempt", attempt),
		attribute.String("waybill.outcome", made.Outcome))
	tracing.End(span, err != nil)
	took := made.EndedOn.Sub(start)
	q.recent.add(Call{TrackingNo: trackingNo, Kind: kind, StartedOn: start, Took: took, Outcome: made.Outcome, Message: made.Message})
	f.ObserveCall(q.name, made.Outcome, took)
	since, changes := q.circuit.record(made.Outcome == store.ClassTemporary || made.Outcome == store.ClassUnknown)
	if changes {
		if err := f.Store.Ledger.RecordOutage(whole, q.name, since); err != nil {
			f.Log.WarnContext(whole, "the outage of a partner was not recorded", "partner", q.name, "error", err)
		}
	}
	return made
}

// class is the class of an error of a partner, or of the inspection of its label.
func class(err error) string {
	if _, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
		return store.ClassBadFile
	}
	return partner.Class(err)
}

// forShipper returns the message for the shipper. An error without a class may name the operator's network: the history
// of attempts, which operators see, has it.
func forShipper(err error) string {
	if class(err) == store.ClassUnknown {
		return problem.PartnerUnclear.String()
	}
	return partner.Clip(err.Error())
}

// outcome interprets a partner's reply for the submission.
func (a *attempt) outcome(ctx context.Context, r reply) store.Outcome {
	word := class(r.err)
	if a.calls[len(a.calls)-1].Kind == store.AttemptFind && word != partner.ClassAccepted {
		word = store.ClassUnknown // without a reply to Find it stays unknown whether the partner has the order
	}
	switch sub := a.sub; word {
	case partner.ClassAccepted:
		return store.Outcome{State: store.SubmissionConfirmed, HAWBNo: r.HAWBNo, Label: a.promise(r.Label)}
	case store.ClassRefused:
		return store.Outcome{State: store.SubmissionFailed, ErrorClass: store.ClassRefused, Message: partner.Clip(r.err.Error())}
	case store.ClassTemporary:
		a.Log.WarnContext(ctx, "the partner did not take the order",
			"order_id", sub.OrderID, "partner", sub.Partner, "attempt", sub.Attempts, "error", partner.ForOperator(r.err))
		if sub.Attempts >= maxAttempts {
			return store.Outcome{State: store.SubmissionFailed, ErrorClass: store.ClassTemporary, Message: partner.Clip(r.err.Error())}
		}
		return a.retry(sub, store.SubmissionPending, store.ClassTemporary, partner.Clip(r.err.Error()))
	default:
		a.Log.WarnContext(ctx, "outcome at the partner is unknown",
			"order_id", sub.OrderID, "partner", sub.Partner, "attempt", sub.Attempts, "error", r.err)
		return a.retry(sub, store.SubmissionUnknown, store.ClassUnknown, problem.NoAnswer.String())
	}
}

// retry is the outcome of an attempt that another follows.
func (f *Fulfiller) retry(sub store.Submission, state store.SubmissionState, class, message string) store.Outcome {
	return store.Outcome{State: state, ErrorClass: class, Message: message, RetryOn: f.retryOn(sub.Attempts)}
}
