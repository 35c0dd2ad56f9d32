package stored

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Event is what happened to a consignment, and to the parcels that were in some of its bags when it was recorded.
type Event struct {
	ConsignmentID int64                  `json:"-"`
	EventNo       int64                  `json:"-"`
	LegNo         int64                  `json:"leg_no,omitempty"`
	Status        shipment.TrackerStatus `json:"status,omitempty"` // "": it does not move parcels
	Text          string                 `json:"text"`
	Country       shipment.Country       `json:"country,omitempty"`
	Place         string                 `json:"place,omitempty"`
	OccurredOn    time.Time              `json:"occurred_on"`
	RecordedOn    time.Time              `json:"recorded_on"`
	RecordedBy    string                 `json:"recorded_by"`
	ActorKind     string                 `json:"actor_kind"`
	Reason        string                 `json:"reason,omitempty"`
	Bags          []int64                `json:"bags"`
	Parcels       []int64                `json:"parcels,omitempty"` // ids of orders: those alone; nil: all
	Without       []int64                `json:"without,omitempty"` // likewise: all others
	Inbound       string                 `json:"inbound,omitempty"` // Missing or Damaged: what the inbound says of its parcels
	IsCarried     bool                   `json:"-"`                 // all its parcels have it
}

// subject names the event in the history of a parcel, which has at most one with a name: an inbound that is closed twice says once that it
// is missing.
func (e *Event) subject() string {
	if e.Inbound != "" {
		return inboundSubject(e.Inbound, e.ConsignmentID)
	}
	return fmt.Sprintf("%s-%d", ConsignmentNumber(e.ConsignmentID), e.EventNo)
}

const selectEvents = `SELECT consignment_id, event_no, CASE state WHEN 'carried' THEN 1 ELSE 0 END, details FROM consignment_events WHERE `

func scanEvent(row engine.Scanner, e *Event) error {
	return scanDocument(row, e, &e.ConsignmentID, &e.EventNo, engine.Is(&e.IsCarried))
}

// Events returns the events of a consignment after one, in the order in which they were recorded, at most limit.
func (s *Store) Events(ctx context.Context, consignmentID, after int64, limit int) ([]Event, error) {
	return engine.List(ctx, s.DB, "read the events of a consignment", scanEvent, selectEvents+`consignment_id = $1 AND event_no > $2
		ORDER BY event_no LIMIT CAST($3 AS BIGINT)`, consignmentID, after, limit)
}

// addEvent stores an event of a consignment, which is locked, by the actor of ctx. One without bags is about those of its leg, and without
// a leg about all of the consignment.
func (s *Store) addEvent(ctx context.Context, q engine.Querier, c *Consignment, e *Event) (err error) {
	actor := audit.ActorOf(ctx)
	e.RecordedOn, e.ActorKind, e.RecordedBy = s.DB.Now(), string(actor.Kind), actor.Name
	if e.OccurredOn.IsZero() || e.OccurredOn.After(e.RecordedOn) {
		e.OccurredOn = e.RecordedOn
	}
	if e.Bags == nil {
		e.Bags = each.Of(c.On(e.LegNo), func(b OnLegs) int64 { return b.BagID })
	}
	e.EventNo, err = engine.Value[int64](ctx, q, `SELECT coalesce(max(event_no), 0) + 1 FROM consignment_events WHERE consignment_id = $1`,
		e.ConsignmentID)
	return cmp.Or(err, engine.Exec(ctx, q, `INSERT INTO consignment_events (consignment_id, event_no, state, details)
		VALUES ($1, $2, 'carrying', $3)`, e.ConsignmentID, e.EventNo, engine.JSON(e)))
}

// carrying returns a conflict while an event of a consignment is carried to the parcels that were in its bags when it was recorded.
func (s *Store) carrying(ctx context.Context, q engine.Querier, consignmentID int64) error {
	n, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM consignment_events WHERE consignment_id = $1 AND state = 'carrying'`,
		consignmentID)
	if err == nil && n > 0 {
		err = conflict(problem.EventCarrying.With(ConsignmentNumber(consignmentID)))
	}
	return err
}

// Move has a leg depart, or arrive, and records the event of it, whose text, time, exceptions and reason are set. With a reason a leg
// departs before it is cleared, or with parcels that customs or the operator keep. The same request again changes nothing. Returns the
// consignment as it is then, store.ErrNotFound, and a conflict, which names parcels that are kept.
func (s *Store) Move(ctx context.Context, e Event, arrives bool) (Consignment, error) {
	action := map[bool]string{false: "depart", true: "arrive"}[arrives]
	return s.changeConsignment(ctx, action, e.ConsignmentID, func(ctx context.Context, q engine.Querier, c *Consignment) error {
		l, err := c.leg(e.LegNo)
		if err != nil {
			return err
		}
		moved := &l.DepartedOn
		if e.Country, e.Place = l.FromCountry, l.From; arrives {
			moved, e.Country, e.Place = &l.ArrivedOn, l.ToCountry, l.To
		}
		if !moved.IsZero() {
			return nil
		}
		if err := s.refuseMove(ctx, q, c, &e, arrives); err != nil {
			return err
		}
		e.Status, c.Reason = l.Status(arrives, c.Destination), e.Reason
		err = s.addEvent(ctx, q, c, &e)
		*moved = e.OccurredOn
		return err
	})
}

// refuseMove returns a conflict if a leg does not depart, or arrive.
func (s *Store) refuseMove(ctx context.Context, q engine.Querier, c *Consignment, e *Event, arrives bool) error {
	switch departed := c.Legs[e.LegNo-1].DepartedOn; {
	case c.State == request.HandedOver:
		return conflict(problem.ConsignmentState.With(c.Number(), c.State))
	case arrives && (departed.IsZero() || !e.OccurredOn.IsZero() && e.OccurredOn.Before(departed)):
		return conflict(problem.LegNotDeparted)
	case arrives:
		return nil
	case c.On(e.LegNo) == nil:
		return conflict(problem.LegEmpty)
	}
	open, err := engine.Values[int64](ctx, q, `SELECT b.bag_id FROM leg_bags l JOIN bags b ON b.bag_id = l.bag_id
		WHERE l.consignment_id = $1 AND l.leg_no = $2 AND b.state IN ('open', 'closing') ORDER BY b.bag_id`, c.ConsignmentID, e.LegNo)
	switch {
	case err != nil:
		return err
	case open != nil:
		return conflict(problem.BagsNotClosed.With(named(each.Of(open, BagNumber))))
	case e.Reason != "":
		return nil
	case c.State != request.Cleared:
		return conflict(problem.LegNotCleared.With(c.Number(), c.State))
	}
	kept, err := engine.Values[string](ctx, q, `SELECT o.tracking_no FROM leg_bags l JOIN bag_parcels p ON p.bag_id = l.bag_id
		JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
		LEFT JOIN parcel_customs c ON c.account_id = p.account_id AND c.order_id = p.order_id AND c.consignment_id = l.consignment_id
		LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
		WHERE l.consignment_id = $1 AND l.leg_no = $2 AND (c.answer <> 'assessed' OR t.order_id IS NOT NULL) ORDER BY o.tracking_no`,
		c.ConsignmentID, e.LegNo)
	if err == nil && kept != nil {
		err = conflict(problem.LegKept.With(len(kept), named(kept)))
	}
	return err
}

// Report records an event of a consignment, and returns it with its number. Returns store.ErrNotFound, and a conflict.
func (s *Store) Report(ctx context.Context, e Event) (Event, error) {
	return engine.Changed(ctx, s.DB, "record an event of a consignment", func(ctx context.Context, q engine.Querier) (Event, error) {
		c, err := s.consignment(ctx, q, e.ConsignmentID, s.DB.Dialect.ForUpdate)
		if err == nil && e.LegNo != 0 {
			_, err = c.leg(e.LegNo)
		}
		if err == nil && c.State == request.HandedOver && e.Reason == "" {
			err = conflict(problem.DepartedReason)
		}
		if err == nil {
			err = s.addEvent(ctx, q, &c, &e)
		}
		if err == nil {
			err = audit.Made(ctx, q, s.Audit, made(audit.SubjectConsignment, c.Number(), &e), &e)
		}
		return e, err
	})
}

// CarryEvents carries an event to at most limit parcels of one account: the event of a consignment that was recorded first is carried to
// all its parcels before the next. A parcel gets its event in the transaction that moves the cursor of its account, so that after a crash
// the work continues where it stood, and no parcel has it twice. A parcel that was delivered, returned or cancelled does not get it; one
// that was scanned in a hub since the event occurred does not move by it. Done says that nothing is left;
// newest is the id of the newest order, by which a caller sees whether orders are created meanwhile.
func (s *Store) CarryEvents(ctx context.Context, limit int) (done bool, newest int64, err error) {
	events, err := engine.Collect(ctx, s.DB.Reads, scanEvent, selectEvents+`state = 'carrying' ORDER BY consignment_id, event_no LIMIT 1`)
	if err != nil || len(events) == 0 {
		return err == nil, 0, s.DB.Explain("carry the events of consignments", err)
	}
	e := &events[0]
	accounts, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT DISTINCT account_id FROM bag_accounts a WHERE bag_id `+s.in("$1")+`
		AND NOT EXISTS (SELECT 1 FROM event_carries c WHERE c.account_id = a.account_id AND c.consignment_id = $2 AND c.event_no = $3
			AND c.done = 1) ORDER BY account_id`, s.list(e.Bags), e.ConsignmentID, e.EventNo)
	switch {
	case err != nil:
	case len(accounts) == 0:
		err = s.DB.Execute(ctx, "end an event of a consignment", `UPDATE consignment_events SET state = 'carried'
			WHERE consignment_id = $1 AND event_no = $2`, e.ConsignmentID, e.EventNo)
	default:
		err = s.carryEvent(ctx, e, accounts[0], limit)
	}
	if err == nil {
		newest, err = engine.Value[int64](ctx, s.DB.Reads, `SELECT coalesce(max(order_id), 0) FROM orders`)
	}
	return false, newest, s.DB.Explain("carry the events of consignments", err)
}

// carryEvent carries an event to at most limit parcels of an account.
func (s *Store) carryEvent(ctx context.Context, e *Event, accountID int64, limit int) error {
	cursors, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT last_order_id FROM event_carries
		WHERE account_id = $1 AND consignment_id = $2 AND event_no = $3`, accountID, e.ConsignmentID, e.EventNo)
	if err != nil {
		return err
	}
	was := slices.Max(append(cursors, 0))
	left, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT DISTINCT order_id FROM bag_parcels WHERE `+s.DB.Dialect.Account+` = $1
		AND bag_id `+s.in("$2")+` AND order_id > $3 AND scanned_on <= $4 AND ($5 = 0 OR order_id `+s.in("$6")+`)
		AND NOT (order_id `+s.in("$7")+`) ORDER BY order_id LIMIT CAST($8 AS BIGINT)`, accountID, s.list(e.Bags), was,
		engine.Micros(e.RecordedOn), len(e.Parcels), s.list(e.Parcels), s.list(e.Without), limit)
	if err != nil {
		return err
	}
	return s.Record(ctx, "carry an event of a consignment", accountID, left,
		func(ctx context.Context, q engine.Querier, parcels []store.Parcel) ([]shipment.Fact, error) {
			moved, err := q.Exec(ctx, `INSERT INTO event_carries (account_id, consignment_id, event_no, last_order_id, done)
				VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, consignment_id, event_no) DO UPDATE SET
				last_order_id = excluded.last_order_id, done = excluded.done WHERE event_carries.last_order_id = $6 AND event_carries.done = 0`,
				accountID, e.ConsignmentID, e.EventNo, slices.Max(append(left, was)), engine.Flag(len(left) < limit), was)
			if err != nil || moved == 0 { // another process carried them
				return nil, err
			}
			return s.facts(ctx, q, e, accountID, parcels)
		})
}

// facts are what parcels of an account, which are locked, follow of an event.
func (s *Store) facts(ctx context.Context, q engine.Querier, e *Event, accountID int64, parcels []store.Parcel) ([]shipment.Fact, error) {
	scanned, err := engine.Values[int64](ctx, q, `SELECT DISTINCT order_id FROM tracking_events
		WHERE account_id = $1 AND order_id `+s.in("$2")+` AND source = $3 AND occurred_on > $4 ORDER BY order_id`, accountID,
		s.list(each.Of(parcels, func(p store.Parcel) int64 { return p.OrderID })), shipment.SourceHub, engine.Micros(e.OccurredOn))
	var facts []shipment.Fact
	for i := range parcels {
		p := &parcels[i]
		if p.TrackerStatus.Final() {
			continue
		}
		status := cmp.Or(e.Status, p.TrackerStatus)
		if _, later := slices.BinarySearch(scanned, p.OrderID); later {
			status = p.TrackerStatus
		}
		facts = append(facts, shipment.Fact{
			OrderID: p.OrderID, On: e.OccurredOn, Subject: e.subject(), Source: shipment.SourceConsigned, Status: status, Text: e.Text,
			Country: e.Country, Place: e.Place,
		})
	}
	return facts, err
}
