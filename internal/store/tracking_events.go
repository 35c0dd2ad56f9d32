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
	"waybill/internal/store/audit"
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
	TrackingFull      TrackingOutcome = "full"      // the order has shipment.MaxEvents events: it is not recorded
)

// AddTrackingEvents stores events that were reported on orders of any account, in the order of
// reports, and moves the orders as shipment.Standing says. It returns the outcome of each report. The
// store fills in RecordedOn and Moved. An event without a time, or with one in the future, occurred
// now. On an error nothing is stored.
func (s *Store) AddTrackingEvents(ctx context.Context, reports []shipment.TrackingReport) ([]TrackingOutcome, error) {
	return engine.Changed(ctx, s.DB, "record tracking events", func(ctx context.Context, q engine.Querier) ([]TrackingOutcome, error) {
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
	byNumber := each.At(orders, func(o *trackedOrder) string { return o.TrackingNo })
	now, outcomes := s.DB.Now(), make([]TrackingOutcome, len(reports))
	for i := range reports {
		outcomes[i] = TrackingUnknown
		if o := byNumber[numbers[i]]; o != nil {
			if outcomes[i], err = s.addEvent(ctx, q, o, reports[i].TrackingEvent, now); err != nil {
				return nil, fmt.Errorf("order %d: %w", o.OrderID, err)
			}
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

// trackedOrder is an order to which events are added.
type trackedOrder struct {
	shipment.Order
	standing shipment.Standing
	last     int64                    // number of the last stored event, known once an event is added
	added    []shipment.TrackingEvent // after it, in the order in which they were recorded
	doubtful int64                    // number of the last added one that needs attention and after which none moved the order; 0: none
	moved    bool                     // one of them has
	// corrected is the status that an added correction has corrected.
	corrected shipment.TrackerStatus
	quiet     bool // they are not sent to webhooks
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
	// Also if nothing changes: another server may have changed an order just now, and the response of this one says so.
	engine.NoteWrite(ctx, account)
	tracked, err := engine.Collect(ctx, q, func(row engine.Scanner, o *trackedOrder) error {
		at := &o.standing
		err := scanColumns(row, &o.Order, (*string)(&at.Resume), engine.At(&at.Since), engine.At(&at.Stated), &at.Clock)
		at.Status = o.TrackerStatus
		return err
	}, `SELECT `+orderColumns+`, tracker_resume, tracker_since, tracker_stated, tracker_clock FROM orders
		WHERE `+s.DB.Dialect.Account+` = $1 AND order_id `+s.DB.Dialect.In("$2")+` ORDER BY order_id`+s.DB.Dialect.ForUpdate,
		account, s.DB.Dialect.List(ids))
	if err != nil {
		return nil, err
	}
	for i := range tracked {
		o := &tracked[i]
		switch {
		case o.standing.Resume != "":
		case o.TrackerStatus == shipment.OrderCreated:
			o.standing = shipment.NewStanding()
		default: // version 0.1.0 stored the events alone
			histories, err := s.histories(ctx, q, account, []int64{o.OrderID})
			if err != nil {
				return nil, err
			}
			o.standing = shipment.StandingAfter(histories[o.OrderID])
		}
	}
	return tracked, nil
}

// addEvent adds an event to an order that is locked, and moves the order if the event does. saveTracked stores it.
func (s *Store) addEvent(
	ctx context.Context, q engine.Querier, o *trackedOrder, e shipment.TrackingEvent, now time.Time,
) (TrackingOutcome, error) {
	e.OccurredOn = e.OccurredOn.UTC().Truncate(time.Microsecond)
	e.StatedOn = e.OccurredOn
	if e.ActorKind == "" {
		e.ActorKind, e.Actor = reporter(ctx)
	}
	earlier, err := s.earlierEvents(ctx, q, o, e)
	if err != nil {
		return "", err
	}
	if shipment.Repeats(append(earlier, o.added...), e) {
		return TrackingDuplicate, nil
	}
	if !o.ErasedOn.IsZero() { // it may name a person again
		e.Text, e.Place = "", ""
	}
	if e.RecordedOn = now; e.OccurredOn.IsZero() || e.OccurredOn.After(now) {
		e.OccurredOn = now
	}
	standing, moved := o.standing.After(e, s.tolerance)
	if o.last+int64(len(o.added)) >= shipment.MaxEvents && !(moved && e.Status.Final()) {
		return TrackingFull, nil
	}
	if !moved {
		if o.added = append(o.added, e); !o.quiet && o.standing.NeedsAttention(e) {
			o.doubtful = o.last + int64(len(o.added))
		}
		return TrackingRecorded, nil
	}
	o.move(e, standing)
	return TrackingMoved, nil
}

// storeEvent adds an event to an order that is locked, and stores what follows.
func (s *Store) storeEvent(
	ctx context.Context, q engine.Querier, o *trackedOrder, e shipment.TrackingEvent, now time.Time,
) (outcome TrackingOutcome, err error) {
	if outcome, err = s.addEvent(ctx, q, o, e, now); err == nil {
		err = s.saveTracked(ctx, q, o, now)
	}
	return outcome, err
}

// reporter is who reports an event with ctx, "" for the server itself.
func reporter(ctx context.Context) (kind, name string) {
	actor := audit.ActorOf(ctx)
	if actor.Kind == audit.ActorServer {
		return "", ""
	}
	return string(actor.Kind), actor.Name
}

// move adds an event that moves the order.
func (o *trackedOrder) move(e shipment.TrackingEvent, to shipment.Standing) {
	e.Moved = true
	o.added, o.standing, o.TrackerStatus = append(o.added, e), to, to.Status
	o.doubtful, o.moved, o.LostOn = 0, true, time.Time{}
	if o.TrackerStatus == shipment.Cancelled {
		o.StatusCode, o.HasLabel = shipment.StatusCancelled, false // so that it is not shipped by mistake
	}
}

// earlierEvents returns the stored events of an order that e may repeat, and reads the number of its last event.
func (s *Store) earlierEvents(
	ctx context.Context, q engine.Querier, o *trackedOrder, e shipment.TrackingEvent,
) (earlier []shipment.TrackingEvent, err error) {
	const from = ` FROM tracking_events WHERE account_id = $1 AND order_id = $2`
	ofSource := from + ` AND source = $3 AND source_event_id = $4`
	args := []any{o.AccountID, o.OrderID, e.Source, e.SourceEventID}
	switch {
	case e.SourceEventID != "":
		ofSource = `SELECT ` + eventFields + ofSource
	case e.OccurredOn.IsZero(): // it may also repeat none, because a correction came after the last of its source
		args[3] = shipment.SourceCorrection
		ofSource = `SELECT ` + eventFields + ` FROM (SELECT ` + eventFields + from + ` AND source IN ($3, $4)
			ORDER BY seq DESC LIMIT 1) AS of_source`
	default:
		args = append(args, engine.Micros(e.OccurredOn))
		ofSource = `SELECT ` + eventFields + ofSource + ` AND occurred_on = $5 UNION ALL SELECT ` + eventFields + ofSource + ` AND stated_on = $5`
	}
	err = engine.Each(ctx, q, func(row engine.Scanner) error {
		var r eventRow
		err := r.scan(row)
		o.last, earlier = max(o.last, r.seq), append(earlier, r.TrackingEvent)
		return err
	}, ofSource+` UNION ALL SELECT `+eventFields+` FROM (SELECT `+eventFields+from+` ORDER BY seq DESC LIMIT 1) AS newest`, args...)
	return earlier, err
}

// saveTracked stores the events that addEvent added.
func (s *Store) saveTracked(ctx context.Context, q engine.Querier, o *trackedOrder, now time.Time) error {
	if len(o.added) == 0 {
		return nil
	}
	for i, e := range o.added {
		var ahead int64 // the time that the source stated
		if e.StatedOn.After(e.OccurredOn) {
			ahead = engine.Micros(e.StatedOn)
		}
		err := engine.DeferExec(ctx, q, "insert tracking event", `INSERT INTO tracking_events (account_id, `+eventFields+`)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
			o.AccountID, o.OrderID, o.last+int64(i+1), string(e.Status), e.Text, string(e.Country), e.Place,
			engine.Micros(e.OccurredOn), engine.Micros(e.RecordedOn), e.Source, e.SourceEventID, engine.Flag(e.Moved),
			ahead, e.ActorKind, e.Actor, e.Corrects, e.Reason)
		if err != nil {
			return err
		}
	}
	o.UpdatedOn = now
	at := &o.standing
	err := engine.DeferOne(ctx, q, engine.ErrNotFound,
		`UPDATE orders SET tracker_status = $1, status_code = $2, has_label = $3, updated_on = $4, tracker_resume = $5, tracker_since = $6,
			tracker_stated = $7, tracker_clock = $8, lost_on = $9
		WHERE `+s.DB.Dialect.Account+` = $10 AND order_id = $11`,
		string(o.TrackerStatus), string(o.StatusCode), labelOf(&o.Order), engine.Micros(now), string(at.Resume), engine.Micros(at.Since),
		engine.Micros(at.Stated), at.Clock, engine.Micros(o.LostOn), o.AccountID, o.OrderID)
	if err != nil {
		return fmt.Errorf("move the order: %w", err)
	}
	if err := saveUnmoved(ctx, q, o); err != nil {
		return err
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
	return s.recordTracking(ctx, q, o)
}

// saveUnmoved stores whether the order has an event that needs attention.
func saveUnmoved(ctx context.Context, q engine.Querier, o *trackedOrder) error {
	switch {
	case o.doubtful != 0:
		return engine.DeferExec(ctx, q, "note an event that moved nothing", `INSERT INTO unmoved_events (account_id, order_id, seq)
			VALUES ($1, $2, $3) ON CONFLICT (account_id, order_id) DO UPDATE SET seq = excluded.seq`, o.AccountID, o.OrderID, o.doubtful)
	case o.moved:
		return engine.DeferExec(ctx, q, "forget an event that moved nothing", `DELETE FROM unmoved_events
			WHERE account_id = $1 AND order_id = $2`, o.AccountID, o.OrderID)
	}
	return nil
}

// Unmoved returns the accounts with orders that have an event which did not change their status and needs attention, and how many orders
// each has.
func (s *Store) Unmoved(ctx context.Context) ([][2]int64, error) {
	counts, err := engine.Pairs(ctx, s.DB.Reads, `SELECT account_id, count(*) FROM unmoved_events GROUP BY account_id ORDER BY account_id`)
	return counts, s.DB.Explain("count orders with an event that did not move them", err)
}

// statusEvents are the webhook events of a status, besides that the tracking was updated.
var statusEvents = map[shipment.TrackerStatus]shipment.EventType{
	shipment.Success:   shipment.EventDelivered,
	shipment.Cancelled: shipment.EventCancelled,
}

// recordTracking records the webhook events of what was added to an order's history.
func (s *Store) recordTracking(ctx context.Context, q engine.Querier, o *trackedOrder) error {
	for _, e := range o.added {
		details := []shipment.EventDetail{
			{Name: "status", Value: string(e.Status)},
			{Name: "description", Value: e.Description()},
			{Name: "country", Value: e.Country.Name()},
			{Name: "address", Value: e.Place},
			{Name: "occurred_on", Value: shipment.FormatTime(e.OccurredOn)},
		}
		if e.Source == shipment.SourceCorrection {
			details = append(details, shipment.EventDetail{Name: "corrects", Value: string(o.corrected)})
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

// eventFields are the columns of an event after its account.
const eventFields = `order_id, seq, status, text, country, place, occurred_on, recorded_on, source, source_event_id, moved, stated_on,
	actor_kind, actor, corrects, reason`

// eventRow is a row of tracking_events.
type eventRow struct {
	shipment.TrackingEvent
	order, seq int64
}

// scan reads eventFields.
func (r *eventRow) scan(row engine.Scanner) error {
	e := &r.TrackingEvent
	return row.Scan(&r.order, &r.seq, &e.Status, &e.Text, &e.Country, &e.Place, engine.At(&e.OccurredOn), engine.At(&e.RecordedOn), &e.Source,
		&e.SourceEventID, engine.Is(&e.Moved), engine.At(&e.StatedOn), &e.ActorKind, &e.Actor, &e.Corrects, &e.Reason)
}

// histories returns the events of an account's orders, in the order in which they were recorded. An event that was corrected did
// not move its order.
func (s *Store) histories(ctx context.Context, q engine.Querier, account int64,
	orders []int64,
) (map[int64][]shipment.TrackingEvent, error) {
	histories := make(map[int64][]shipment.TrackingEvent)
	take := meterOf(ctx)
	err := engine.Each(ctx, q, func(row engine.Scanner) error {
		var r eventRow
		if err := r.scan(row); err != nil {
			return err
		}
		e, history := &r.TrackingEvent, histories[r.order]
		if n := int(e.Corrects); n > 0 && n <= len(history) {
			history[n-1].Moved, history[n-1].Corrected = false, true
		}
		histories[r.order] = append(history, *e)
		return take(eventMemory + len(e.Text) + len(e.Place) + len(e.Source) + len(e.SourceEventID) + len(e.Actor) + len(e.Reason))
	}, `SELECT `+eventFields+` FROM tracking_events WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2")+` ORDER BY order_id, seq`,
		account, s.DB.Dialect.List(orders))
	return histories, err
}
