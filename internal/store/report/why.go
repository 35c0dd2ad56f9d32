package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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
	Message  string
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
			Message: "The operator has paused outgoing calls.",
		})
	}
	held := []shipment.Order{{OrderID: o.OrderID}}
	err = errors.Join(err, r.Store.AddHolds(ctx, o.AccountID, held))
	if h := held[0].Hold; h != nil {
		found = slices.Insert(found, 0, Obstacle{
			What: "hold", State: "held", Cause: h.Reason, Message: h.Reason, Since: h.HeldOn, Target: h.RuleID,
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
	}
	label, err := r.Store.Ledger.PartnerLabel(ctx, sub.AccountID, sub.OrderID)
	if err == nil && label.State != store.LabelStored {
		add("label", string(label.State), label.LedgerEntry, label.State == store.LabelDue, store.AttemptLabel)
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
	return found, nil
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
