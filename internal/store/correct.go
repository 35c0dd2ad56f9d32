package store

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// auditedCorrection is an order in the audit log when its status is corrected.
type auditedCorrection struct {
	Status shipment.TrackerStatus `json:"tracker_status_code"`
	LostOn time.Time              `json:"lost_on,omitzero"`
	Note   string                 `json:"note,omitempty"` // the reason
}

// CorrectTracking gives an order of any account another status than the one that was reported, by an event that says which event it
// corrects. The same status confirms it. In both cases no event of the order needs attention any more. Lost, with the status
// Exception, ends the order until an event moves it, or until a correction to Exception says that it is not lost. It returns the order's
// status before. Returns ErrNotFound, ErrErased, and ErrCancelled if the order is cancelled and the new status is one of a parcel that
// was not picked up.
func (s *Store) CorrectTracking(ctx context.Context, c shipment.Correction) (before shipment.TrackerStatus, err error) {
	err = s.DB.Change(ctx, "correct the status of an order", func(ctx context.Context, q engine.Querier) error {
		o, err := engine.First(s.lockTracked(ctx, q, []string{c.TrackingNo}))
		if err != nil {
			return err
		}
		before = o.TrackerStatus
		return s.correct(ctx, q, &o, c)
	})
	return before, err
}

func (s *Store) correct(ctx context.Context, q engine.Querier, o *trackedOrder, c shipment.Correction) error {
	switch cancelled := o.TrackerStatus == shipment.Cancelled; {
	case !o.ErasedOn.IsZero():
		return ErrErased
	case cancelled && !c.Status.PickedUp():
		return ErrCancelled
	case cancelled:
		o.StatusCode = shipment.StatusSubmitted // the parcel is under way although the order was cancelled
	}
	now, was := s.DB.Now(), auditedCorrection{Status: o.TrackerStatus, LostOn: o.LostOn}
	e := shipment.TrackingEvent{
		Status: c.Status, OccurredOn: now, RecordedOn: now, Source: shipment.SourceCorrection, Reason: c.Reason,
	}
	e.ActorKind, e.Actor = reporter(ctx)
	if c.Lost {
		e.Text = shipment.LostText
	}
	if _, err := s.earlierEvents(ctx, q, o, e); err != nil { // it reads the last number
		return err
	}
	if o.corrected = o.TrackerStatus; c.Status == o.TrackerStatus && c.Lost != o.LostOn.IsZero() {
		o.added, o.moved = append(o.added, e), true
	} else {
		err := engine.QueryRow(ctx, q, `SELECT coalesce(max(seq), 0) FROM tracking_events
			WHERE account_id = $1 AND order_id = $2 AND moved = 1`, o.AccountID, o.OrderID).Scan(&e.Corrects)
		if err != nil {
			return fmt.Errorf("find the event to correct: %w", err)
		}
		o.move(e, o.standing.At(e))
	}
	if c.Lost {
		o.LostOn = now
	}
	if err := s.saveTracked(ctx, q, o, now); err != nil {
		return err
	}
	return s.auditDecision(ctx, q, orderChange{
		o.AccountID, o.TrackingNo, "correct", was, auditedCorrection{o.TrackerStatus, o.LostOn, c.Reason},
	})
}
