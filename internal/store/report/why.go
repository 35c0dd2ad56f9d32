package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// Obstacle is something that an order waits for, or that failed.
type Obstacle struct {
	// The kind of work: hold, outgoing, submission, label, cancellation or webhook.
	What string
	// State is of this work, as its own list shows it.
	State string
	// Cause is for the operator: what the last attempt ended with; "" before the first one.
	Cause string
	// Message is the same for the account of the order.
	Message string
	// Reason says why the order has no label: of what waits before it; zero for webhooks and cancellations.
	Reason   problem.Message
	Since    time.Time // when the work was created, or the calls paused
	Attempts int
	Next     time.Time // when it is tried again; zero: not by itself
	// Target is the partner or the endpoint; of a hold the rule, "" for a person.
	Target string
}

// obstacleDeliveries is how many of the last deliveries of an order Obstacles looks at.
const obstacleDeliveries = 50

// Obstacles returns what an order waits for and what of it failed, in the order of its way: none if nothing does.
func (r Reader) Obstacles(ctx context.Context, o *shipment.Order) ([]Obstacle, error) {
	found, err := r.submissionObstacles(ctx, o.TrackingNo)
	if err != nil {
		return nil, err
	}
	webhooks, err := r.webhookObstacles(ctx, o.AccountID, o.OrderID)
	if err != nil {
		return nil, err
	}
	found = append(found, webhooks...)
	paused, err := r.Store.Outgoing(ctx)
	if err == nil && paused.Pause != store.NotPaused && len(found) > 0 {
		found = slices.Insert(found, 0, Obstacle{
			What: "outgoing", State: "paused", Cause: "the data were " + string(paused.Pause), Since: paused.PausedOn,
			Message: "The operator has paused outgoing calls.", Reason: problem.WhyPaused.With(paused.PausedOn),
		})
	}
	held := []shipment.Order{{OrderID: o.OrderID}}
	err = errors.Join(err, r.Store.AddHolds(ctx, o.AccountID, held))
	if h := held[0].Hold; h != nil {
		found = slices.Insert(found, 0, Obstacle{
			What: "hold", State: "held", Cause: h.Reason, Message: h.Reason, Since: h.HeldOn, Target: h.RuleID,
			Reason: problem.HeldUntil.With(h.Reason),
		})
	}
	return found, err
}

// submissionObstacles are those at the partner: none if the order has no partner.
func (r Reader) submissionObstacles(ctx context.Context, trackingNo string) ([]Obstacle, error) {
	sub, err := r.Store.Ledger.SubmissionByTrackingNo(ctx, trackingNo)
	if errors.Is(err, engine.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	history, err := r.Store.Ledger.SubmissionHistory(ctx, sub.AccountID, sub.OrderID)
	if err != nil {
		return nil, err
	}
	var found []Obstacle
	var whyErr error
	add := func(what, state string, e store.LedgerEntry, tried bool, kinds ...store.AttemptKind) {
		o := Obstacle{
			What: what, State: state, Cause: causeOf(e, history, kinds), Message: e.Message, Since: e.CreatedOn, Attempts: e.Attempts,
			Target: e.Partner,
		}
		if tried {
			o.Next = e.DueOn
		}
		found = append(found, o)
	}
	if open := sub.State.IsOpen(); open || sub.State == store.SubmissionFailed {
		add("submission", string(sub.State), sub.LedgerEntry, open, store.AttemptSubmit, store.AttemptFind)
		found[0].Reason, whyErr = r.whySubmission(ctx, &sub, history)
	}
	label, err := r.Store.Ledger.PartnerLabel(ctx, sub.AccountID, sub.OrderID)
	if err == nil && label.State != store.LabelStored {
		add("label", string(label.State), label.LedgerEntry, label.State == store.LabelDue, store.AttemptLabel)
		found[len(found)-1].Reason = r.whyLabel(&label)
	} else if err != nil && !errors.Is(err, engine.ErrNotFound) {
		return nil, err
	}
	c, err := r.Store.Ledger.CancellationByTrackingNo(ctx, trackingNo)
	switch {
	case errors.Is(err, engine.ErrNotFound):
	case err != nil:
		return nil, err
	case c.State != store.CancellationConfirmed:
		open := c.State == store.CancellationPending || c.State == store.CancellationWaiting
		add("cancellation", string(c.State), c.LedgerEntry, open, store.AttemptCancel)
	}
	return found, whyErr
}

// whyEnded says by the class of its error why an order failed, or waits for facts for customs.
var whyEnded = map[string]problem.Message{
	store.ClassRefused: problem.WhyRefused, store.ClassOperator: problem.WhyDecided, store.ClassMissing: problem.WhyFacts,
}

// whySubmission says why a partner has not taken an order, and when it is tried again.
func (r Reader) whySubmission(ctx context.Context, sub *store.Submission, history []store.Attempt) (problem.Message, error) {
	if !sub.State.IsOpen() || sub.ErrorClass == store.ClassMissing {
		return cmp.Or(whyEnded[sub.ErrorClass], problem.WhyGaveUp).With(sub.Partner, sub.Message), nil
	}
	outage, waiting, err := r.Store.Ledger.Outage(ctx, sub.AccountID, sub.Partner)
	since, temporary := failingSince(history)
	why, said, tries, queue := problem.WhyOnItsWay.With(sub.Partner), problem.Message{}, problem.Message{}, problem.Message{}
	switch {
	case !outage.IsZero():
		why = problem.WhyOutage.With(sub.Partner, outage)
	case temporary:
		why = problem.WhyNotTaken.With(sub.Partner, since)
	case !since.IsZero():
		why = problem.WhyNoReply.With(sub.Partner, since)
	case sub.Attempts == 0 && (sub.ErrorClass == store.ClassUnavailable || r.Store.DB.Now().Sub(sub.UpdatedOn) > time.Minute):
		why = problem.WhyNotCalled.With(sub.Partner, sub.CreatedOn)
	}
	if temporary {
		said = problem.WhySaid.With(sub.Message)
	}
	if sub.State == store.SubmissionSubmitted {
		tries = problem.WhyAsked.With(sub.Partner)
	} else if sub.Attempts > 0 || !outage.IsZero() {
		tries = r.tries(&sub.LedgerEntry)
	}
	if waiting != "" {
		queue = problem.WhyQueue.With(waiting)
	}
	return problem.Join(why, said, tries, queue), err
}

// whyLabel says why a partner has not given its label of an order that it has.
func (r Reader) whyLabel(label *store.PartnerLabel) problem.Message {
	if label.State == store.LabelDue {
		return problem.Join(problem.WhyDraws.With(label.Partner), r.tries(&label.LedgerEntry))
	}
	return problem.WhyNoFile.With(label.Partner, label.Message)
}

// tries says how often work was tried, and when it is tried next: while the partner is not called, that is over.
func (r Reader) tries(e *store.LedgerEntry) problem.Message {
	if e.DueOn.After(r.Store.DB.Now()) {
		return problem.WhyTries.With(e.Attempts, e.DueOn)
	}
	return problem.WhyTriesOn.With(e.Attempts)
}

// failingSince is when the first of the last calls that all failed began, the zero time if the last one did not fail, and whether the
// partner answered the last one: not now. Other lines are decisions, calls that are under way, and answers that it does not have the order.
func failingSince(history []store.Attempt) (since time.Time, temporary bool) {
	for _, a := range slices.Backward(history) {
		switch a.Outcome {
		case store.ClassTemporary, store.ClassUnknown:
			temporary = temporary || since.IsZero() && a.Outcome == store.ClassTemporary
			since = a.StartedOn
		case store.ClassRefused, "accepted":
			return since, temporary
		}
	}
	return since, temporary
}

// causeOf returns the error of the last attempt of some kinds, which says more than the message for the shipper.
func causeOf(e store.LedgerEntry, history []store.Attempt, kinds []store.AttemptKind) string {
	cause := e.Message
	for _, a := range history {
		if a.Message != "" && slices.Contains(kinds, a.Kind) {
			cause = a.Message
		}
	}
	if e.ErrorClass == "" {
		return cause
	}
	return e.ErrorClass + ": " + cause
}

// webhookObstacles are the events that the endpoints of the account have not received.
func (r Reader) webhookObstacles(ctx context.Context, accountID, orderID int64) ([]Obstacle, error) {
	deliveries, err := r.Store.Webhooks.OrderDeliveries(ctx, accountID, orderID, obstacleDeliveries)
	var found []Obstacle
	for i := range deliveries {
		d := &deliveries[i]
		if d.State == store.DeliveryDelivered {
			continue
		}
		o := Obstacle{
			What: "webhook", State: string(d.State), Cause: d.LastError, Message: d.LastError, Since: d.Event.CreatedOn,
			Attempts: d.Attempts, Target: fmt.Sprintf("%s to endpoint %d", d.Event.Type, d.EndpointID),
		}
		if d.State == store.DeliveryPending {
			o.Next = d.DueOn
		}
		found = append(found, o)
	}
	return found, err
}
