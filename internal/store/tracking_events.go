package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// TrackingOutcome is the outcome of a report.
type TrackingOutcome string

// The outcomes.
const (
	TrackingMoved     TrackingOutcome = "moved"     // the order has the status now
	TrackingRecorded  TrackingOutcome = "recorded"  // it is in the history, and does not move the order
	TrackingDuplicate TrackingOutcome = "duplicate" // it was recorded before
	TrackingUnknown   TrackingOutcome = "unknown"   // no order has the tracking number
)

// AddTrackingEvents stores events that were reported on orders of any account, in the order of
// reports, and moves the orders as shipment.Standing says. It returns the outcome of each report. The
// store fills in RecordedOn and Moved. An event without a time, or with one in the future, occurred
// now. On an error nothing is stored.
func (s *Store) AddTrackingEvents(ctx context.Context, reports []shipment.TrackingReport) ([]TrackingOutcome, error) {
	return changed(ctx, s, "record tracking events", func(ctx context.Context, q engine.Querier) ([]TrackingOutcome, error) {
		outcomes, err := s.addTrackingEvents(ctx, q, reports)
		if err == nil && slices.Contains(outcomes, TrackingDuplicate) {
			err = s.DB.Mark(ctx, q)
		}
		return outcomes, err
	})
}

func (s *Store) addTrackingEvents(ctx context.Context, q engine.Querier, reports []shipment.TrackingReport) ([]TrackingOutcome, error) {
	numbers, err := s.reportedNumbers(ctx, q, reports)
	if err != nil {
		return nil, err
	}
	orders, err := s.lockTracked(ctx, q, numbers)
	if err != nil {
		return nil, err
	}
	byNumber := make(map[string]*trackedOrder, len(orders))
	for i := range orders {
		byNumber[orders[i].TrackingNo] = &orders[i]
	}
	now, outcomes := s.DB.Now(), make([]TrackingOutcome, len(reports))
	for i := range reports {
		outcomes[i] = TrackingUnknown
		if o := byNumber[numbers[i]]; o != nil {
			outcomes[i] = o.add(reports[i].TrackingEvent, now)
		}
	}
	for i := range orders {
		if err := s.saveTracked(ctx, q, &orders[i], now); err != nil {
			return nil, fmt.Errorf("order %d: %w", orders[i].OrderID, err)
		}
	}
	return outcomes, nil
}

// reportedNumbers returns the tracking numbers of the orders that reports name, by these or other codes, and sets them. Returns an
// *AmbiguousError.
func (s *Store) reportedNumbers(ctx context.Context, q engine.Querier, reports []shipment.TrackingReport) ([]string, error) {
	codes := each.Of(reports, func(r shipment.TrackingReport) string { return r.TrackingNo })
	named, err := s.namedBy(ctx, q, 0, codes, true, true)
	numbers := each.Of(codes, shipment.TrackingKey)
	for i, code := range codes {
		if len(named[code]) > 1 {
			return nil, &AmbiguousError{code, named[code]}
		}
		for _, o := range named[code] {
			numbers[i] = o.TrackingNo
		}
		reports[i].TrackingNo = numbers[i]
	}
	return numbers, err
}

// trackedOrder is an order with its history, to which events are added.
type trackedOrder struct {
	shipment.Order
	events   []shipment.TrackingEvent // in the order in which they were recorded
	stored   int                      // how many of them are in the database
	quiet    bool                     // events that are added are not sent to webhooks
	standing shipment.Standing
}

// lockTracked reads orders of any account by tracking number, and locks them until the transaction
// ends. It locks them by account and id, so that two transactions cannot deadlock. The orders have no
// documents.
func (s *Store) lockTracked(ctx context.Context, q engine.Querier, numbers []string) ([]trackedOrder, error) {
	named, err := s.findNumbers(ctx, q, numbers)
	if err != nil {
		return nil, err
	}
	var tracked []trackedOrder
	for _, account := range slices.Sorted(maps.Keys(named)) {
		orders, err := s.lockOrders(ctx, q, account, named[account])
		if err != nil {
			return nil, err
		}
		tracked = append(tracked, orders...)
	}
	return tracked, nil
}

// lockOrders is lockTracked for ids of one account. The orders have no documents.
func (s *Store) lockOrders(ctx context.Context, q engine.Querier, account int64, ids []int64) ([]trackedOrder, error) {
	orders, err := engine.Collect(ctx, q, scanState, `SELECT `+orderColumns+` FROM orders
		WHERE `+s.DB.Dialect.Account+` = $1 AND order_id `+s.DB.Dialect.In("$2")+` ORDER BY order_id`+s.DB.Dialect.ForUpdate,
		account, s.DB.Dialect.List(ids))
	if err != nil {
		return nil, err
	}
	histories, err := s.histories(ctx, q, account, ids)
	if err != nil {
		return nil, err
	}
	tracked := make([]trackedOrder, len(orders))
	for i, o := range orders {
		events := histories[o.OrderID]
		tracked[i] = trackedOrder{Order: o, events: events, stored: len(events), standing: shipment.StandingAfter(events)}
	}
	return tracked, nil
}

// add adds an event to the history, and moves the order if the event does.
func (o *trackedOrder) add(e shipment.TrackingEvent, now time.Time) TrackingOutcome {
	e.OccurredOn = e.OccurredOn.UTC().Truncate(time.Microsecond)
	if shipment.Repeats(o.events, e) {
		return TrackingDuplicate
	}
	if !o.ErasedOn.IsZero() { // it may name a person again
		e.Text, e.Place = "", ""
	}
	if e.RecordedOn = now; e.OccurredOn.IsZero() || e.OccurredOn.After(now) {
		e.OccurredOn = now
	}
	o.standing, e.Moved = o.standing.After(e.Status, e.OccurredOn)
	o.events = append(o.events, e)
	if !e.Moved {
		return TrackingRecorded
	}
	o.TrackerStatus = o.standing.Status
	if o.TrackerStatus == shipment.Cancelled {
		o.StatusCode, o.HasLabel = shipment.StatusCancelled, false // so that it is not shipped by mistake
	}
	return TrackingMoved
}

// saveTracked stores the events that add added.
func (s *Store) saveTracked(ctx context.Context, q engine.Querier, o *trackedOrder, now time.Time) error {
	added := o.events[o.stored:]
	if len(added) == 0 {
		return nil
	}
	for i, e := range added {
		_, err := q.Exec(ctx, `INSERT INTO tracking_events (account_id, order_id, seq, status, text, country, place,
				occurred_on, recorded_on, source, source_event_id, moved)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			o.AccountID, o.OrderID, o.stored+i+1, string(e.Status), e.Text, string(e.Country), e.Place,
			engine.Micros(e.OccurredOn), engine.Micros(e.RecordedOn), e.Source, e.SourceEventID, engine.Flag(e.Moved))
		if err != nil {
			return fmt.Errorf("insert tracking event: %w", err)
		}
	}
	engine.NoteWrite(ctx, o.AccountID)
	o.stored, o.UpdatedOn = len(o.events), now
	err := engine.UpdateOne(ctx, q, engine.ErrNotFound,
		`UPDATE orders SET tracker_status = $1, status_code = $2, has_label = $3, updated_on = $4
		WHERE `+s.DB.Dialect.Account+` = $5 AND order_id = $6`,
		string(o.TrackerStatus), string(o.StatusCode), engine.Flag(o.HasLabel), engine.Micros(now), o.AccountID, o.OrderID)
	if err != nil {
		return fmt.Errorf("move the order: %w", err)
	}
	if o.TrackerStatus == shipment.Cancelled {
		err := cmp.Or(deleteMissingLabel(ctx, q, o.AccountID, o.OrderID), deleteHold(ctx, q, o.AccountID, o.OrderID))
		if err != nil {
			return err
		}
	}
	if o.quiet {
		return nil
	}
	return s.recordTracking(ctx, q, &o.Order, added)
}

// statusEvents are the webhook events of a status, besides that the tracking was updated.
var statusEvents = map[shipment.TrackerStatus]shipment.EventType{
	shipment.Success:   shipment.EventDelivered,
	shipment.Cancelled: shipment.EventCancelled,
}

// recordTracking records the webhook events of what was added to an order's history.
func (s *Store) recordTracking(ctx context.Context, q engine.Querier, o *shipment.Order, added []shipment.TrackingEvent) error {
	for _, e := range added {
		details := []shipment.EventDetail{
			{Name: "status", Value: string(e.Status)},
			{Name: "description", Value: e.Description()},
			{Name: "country", Value: e.Country.Name()},
			{Name: "address", Value: e.Place},
			{Name: "occurred_on", Value: shipment.FormatTime(e.OccurredOn)},
		}
		if err := s.Webhooks.recordEvent(ctx, q, shipment.EventTrackingUpdated, o.AccountID, o.OrderID, details...); err != nil {
			return fmt.Errorf("record the event: %w", err)
		}
		if also := statusEvents[e.Status]; e.Moved && also != "" {
			if err := s.Webhooks.recordEvent(ctx, q, also, o.AccountID, o.OrderID, details...); err != nil {
				return fmt.Errorf("record %s: %w", also, err)
			}
		}
	}
	return nil
}

// histories returns the events of an account's orders, in the order in which they were recorded.
func (s *Store) histories(ctx context.Context, q engine.Querier, account int64,
	orders []int64,
) (map[int64][]shipment.TrackingEvent, error) {
	rows, err := q.Query(ctx, `SELECT order_id, status, text, country, place, occurred_on, recorded_on, source, source_event_id, moved
		FROM tracking_events WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2")+` ORDER BY order_id, seq`,
		account, s.DB.Dialect.List(orders))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	histories := make(map[int64][]shipment.TrackingEvent)
	take := meterOf(ctx)
	for rows.Next() {
		var order, occurredOn, recordedOn, moved int64
		var e shipment.TrackingEvent
		err := rows.Scan(&order, &e.Status, &e.Text, &e.Country, &e.Place, &occurredOn, &recordedOn, &e.Source, &e.SourceEventID, &moved)
		if err != nil {
			return nil, err
		}
		e.OccurredOn, e.RecordedOn, e.Moved = engine.FromMicros(occurredOn), engine.FromMicros(recordedOn), moved != 0
		if err := take(eventMemory + len(e.Text) + len(e.Place) + len(e.Source) + len(e.SourceEventID)); err != nil {
			return nil, err
		}
		histories[order] = append(histories[order], e)
	}
	return histories, rows.Err()
}
