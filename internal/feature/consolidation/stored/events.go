package stored

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Scope says which parcels an event is about: those that were in bags when it was recorded, without some of them, and single ones.
type Scope struct {
	Bags    []int64 `json:",omitempty"` // with all their parcels
	Partly  []int64 `json:",omitempty"` // the bags of Parcels
	Parcels []int64 `json:",omitempty"` // ids of orders
	Without []int64 `json:",omitempty"` // likewise
}

// Event is what happened to a consignment.
type Event struct {
	ConsignmentID, EventNo, LegNo int64
	Status                        shipment.TrackerStatus // "": it does not move parcels
	Text                          string
	Country                       shipment.Country
	Place                         string
	OccurredOn, RecordedOn        time.Time
	Scope                         Scope
	IsCarried                     bool // all its parcels have it
	Reason                        string
	ActorKind, Actor              string
	Parcels                       int64 // that have it now
}

// subject names the event in the history of a parcel.
func (e *Event) subject() string {
	return fmt.Sprintf("%s-%d", ConsignmentNumber(e.ConsignmentID), e.EventNo)
}

const eventColumns = `consignment_id, event_no, leg_no, status, text, country, place, occurred_on, recorded_on, scope, state, reason, actor_kind,
	actor`

func scanEvent(row engine.Scanner, e *Event) error {
	var scope, state string
	err := row.Scan(&e.ConsignmentID, &e.EventNo, &e.LegNo, (*string)(&e.Status), &e.Text, (*string)(&e.Country), &e.Place,
		engine.At(&e.OccurredOn), engine.At(&e.RecordedOn), &scope, &state, &e.Reason, &e.ActorKind, &e.Actor)
	if e.IsCarried = state == "carried"; err == nil {
		err = json.Unmarshal([]byte(scope), &e.Scope)
	}
	return err
}

// Events returns the events of a consignment after one, in the order in which they were recorded, at most limit.
func (s *Store) Events(ctx context.Context, consignmentID, after int64, limit int) ([]Event, error) {
	events, err := engine.Collect(ctx, s.DB.Reads, scanEvent, `SELECT `+eventColumns+` FROM consignment_events
		WHERE consignment_id = $1 AND event_no > $2 ORDER BY event_no LIMIT CAST($3 AS BIGINT)`, consignmentID, after, limit)
	if err == nil && len(events) > 0 {
		byNo := map[int64]int64{}
		err = engine.Each(ctx, s.DB.Reads, func(row engine.Scanner) error {
			var no, parcels int64
			err := row.Scan(&no, &parcels)
			byNo[no] = parcels
			return err
		}, `SELECT event_no, sum(parcels) FROM event_carries WHERE consignment_id = $1 AND event_no > $2 GROUP BY event_no`, consignmentID, after)
		for i := range events {
			events[i].Parcels = byNo[events[i].EventNo]
		}
	}
	return events, s.DB.Explain("read the events of a consignment", err)
}

// addEvent stores an event of a consignment, which is locked, by the actor of ctx. An event without bags is about those of its leg, and
// without a leg about all of the consignment.
func (s *Store) addEvent(ctx context.Context, q engine.Querier, e *Event) (err error) {
	actor := audit.ActorOf(ctx)
	e.RecordedOn, e.ActorKind, e.Actor = s.DB.Now(), string(actor.Kind), actor.Name
	if e.OccurredOn.IsZero() || e.OccurredOn.After(e.RecordedOn) {
		e.OccurredOn = e.RecordedOn
	}
	if e.Scope.Bags == nil && e.Scope.Parcels == nil {
		e.Scope.Bags, err = engine.Values[int64](ctx, q, `SELECT bag_id FROM leg_bags WHERE consignment_id = $1 AND leg_no = $2
			UNION SELECT bag_id FROM bags WHERE consignment_id = $1 AND $2 = 0 ORDER BY 1`, e.ConsignmentID, e.LegNo)
	}
	if err == nil {
		e.EventNo, err = engine.Value[int64](ctx, q, `SELECT coalesce(max(event_no), 0) + 1 FROM consignment_events WHERE consignment_id = $1`,
			e.ConsignmentID)
	}
	if err != nil {
		return err
	}
	return engine.Exec(ctx, q, `INSERT INTO consignment_events (`+eventColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'carrying', $11, $12, $13)`, e.ConsignmentID, e.EventNo, e.LegNo, string(e.Status), e.Text,
		string(e.Country), e.Place, engine.Micros(e.OccurredOn), engine.Micros(e.RecordedOn), engine.JSON(e.Scope), e.Reason, e.ActorKind, e.Actor)
}

// Move has a leg depart, or arrive, and records the event of it, whose text, scope and reason are set. Its OccurredOn is when. With a reason
// a leg departs before it is cleared, or with parcels that customs or the operator do not let go. The same request again changes nothing.
// Returns store.ErrNotFound, and a conflict, which names these parcels.
func (s *Store) Move(ctx context.Context, e Event, arrives bool) error {
	action := map[bool]string{false: "depart", true: "arrive"}[arrives]
	return s.DB.Change(ctx, action+" a leg", func(ctx context.Context, q engine.Querier) error {
		c, err := s.lockConsignment(ctx, q, e.ConsignmentID)
		if err != nil {
			return err
		}
		l, err := c.leg(e.LegNo)
		column, done := "departed_on", !l.DepartedOn.IsZero()
		e.Country, e.Place = l.FromCountry, l.From
		if arrives {
			column, done, e.Country, e.Place = "arrived_on", !l.ArrivedOn.IsZero(), l.ToCountry, l.To
		}
		if err != nil || done {
			return err
		}
		if err := s.refuseMove(ctx, q, &c, &l, &e, arrives); err != nil {
			return err
		}
		e.Status = l.Status(arrives, c.Destination)
		return s.Audit.Update(ctx, q, action, s.consignmentSubject(c.ConsignmentID), func() error {
			if err := s.addEvent(ctx, q, &e); err != nil {
				return err
			}
			err := engine.Exec(ctx, q, `UPDATE consignment_legs SET `+column+` = $3 WHERE consignment_id = $1 AND leg_no = $2`, c.ConsignmentID,
				e.LegNo, engine.Micros(e.OccurredOn))
			return cmp.Or(err, setReason(ctx, q, c.ConsignmentID, e.Reason))
		})
	})
}

// refuseMove returns a conflict if a leg does not depart, or arrive.
func (s *Store) refuseMove(ctx context.Context, q engine.Querier, c *Consignment, l *Leg, e *Event, arrives bool) error {
	switch {
	case c.Stored == HandedOver:
		return conflict(problem.ConsignmentState.With(c.Number(), string(c.Stored)))
	case arrives && (l.DepartedOn.IsZero() || !e.OccurredOn.IsZero() && e.OccurredOn.Before(l.DepartedOn)):
		return conflict(problem.LegNotDeparted)
	case arrives:
		return nil
	case l.Bags == 0:
		return conflict(problem.LegEmpty)
	}
	open, err := engine.Values[int64](ctx, q, `SELECT b.bag_id FROM leg_bags l JOIN bags b ON b.bag_id = l.bag_id
		WHERE l.consignment_id = $1 AND l.leg_no = $2 AND b.state IN ('open', 'closing') ORDER BY b.bag_id`, l.ConsignmentID, l.LegNo)
	switch {
	case err != nil:
		return err
	case open != nil:
		return conflict(problem.BagsNotClosed.With(numbersOf(open)))
	case e.Reason != "":
		return nil
	case c.Stored != Cleared:
		return conflict(problem.LegNotCleared.With(c.Number(), string(c.Stored)))
	}
	kept, err := engine.Values[string](ctx, q, `SELECT o.tracking_no FROM leg_bags l JOIN bag_parcels p ON p.bag_id = l.bag_id
		JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
		LEFT JOIN parcel_customs c ON c.account_id = p.account_id AND c.order_id = p.order_id AND c.consignment_id = l.consignment_id
		LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
		WHERE l.consignment_id = $1 AND l.leg_no = $2 AND (c.answer <> 'assessed' OR t.order_id IS NOT NULL) ORDER BY o.tracking_no`,
		l.ConsignmentID, l.LegNo)
	if err == nil && kept != nil {
		err = conflict(problem.LegKept.With(int64(len(kept)), named(kept[:min(len(kept), mostNamed)], len(kept))))
	}
	return err
}

// Report records an event of a consignment, and returns it with its number. Returns store.ErrNotFound, and a conflict.
func (s *Store) Report(ctx context.Context, e Event) (Event, error) {
	return engine.Changed(ctx, s.DB, "record an event of a consignment", func(ctx context.Context, q engine.Querier) (Event, error) {
		c, err := s.lockConsignment(ctx, q, e.ConsignmentID)
		if err == nil && e.LegNo != 0 {
			_, err = c.leg(e.LegNo)
		}
		if err == nil && c.Stored == HandedOver && e.Reason == "" {
			err = conflict(problem.DepartedReason)
		}
		if err == nil {
			err = s.addEvent(ctx, q, &e)
		}
		if err != nil {
			return e, err
		}
		return e, audit.Made(ctx, q, s.Audit, audit.Subject{
			Kind: audit.SubjectConsignment, Name: s.consignmentSubject(e.ConsignmentID).Name,
			Read: func(context.Context, engine.Querier) (int64, any, error) {
				return 0, struct {
					Event  string                 `json:"event"`
					Status shipment.TrackerStatus `json:"status,omitempty"`
					Text   string                 `json:"text"`
					Reason string                 `json:"reason,omitempty"`
				}{e.subject(), e.Status, e.Text, e.Reason}, nil
			},
		}, &e)
	})
}

// CarryEvents carries events to at most limit parcels of one account: the event of a consignment that was recorded first is carried to all
// its parcels before the next. A parcel gets its event in the transaction that moves the cursor of its account, so that after a crash the
// work continues where it stood, and no parcel has it twice. A parcel that was delivered, returned or cancelled does not get it; one that
// was scanned in a hub since the event occurred does not move by it. It returns how many parcels were passed; done says that nothing is
// left.
func (s *Store) CarryEvents(ctx context.Context, limit int) (passed int, done bool, err error) {
	events, err := engine.Collect(ctx, s.DB.Reads, scanEvent, `SELECT `+eventColumns+` FROM consignment_events
		WHERE state = 'carrying' ORDER BY recorded_on, consignment_id, event_no LIMIT 1`)
	if err != nil || len(events) == 0 {
		return 0, err == nil, s.DB.Explain("carry the events of consignments", err)
	}
	e := &events[0]
	accounts, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT DISTINCT account_id FROM bag_accounts a WHERE bag_id `+s.in("$1")+`
		AND NOT EXISTS (SELECT 1 FROM event_carries c WHERE c.account_id = a.account_id AND c.consignment_id = $2 AND c.event_no = $3
			AND c.done = 1) ORDER BY account_id LIMIT 1`, s.list(append(e.Scope.Partly, e.Scope.Bags...)), e.ConsignmentID, e.EventNo)
	switch {
	case err != nil:
	case len(accounts) == 0:
		err = s.DB.Execute(ctx, "end an event of a consignment", `UPDATE consignment_events SET state = 'carried'
			WHERE consignment_id = $1 AND event_no = $2`, e.ConsignmentID, e.EventNo)
	default:
		passed, err = s.carryEvent(ctx, e, accounts[0], limit)
	}
	return passed, false, s.DB.Explain("carry the events of consignments", err)
}

// carryEvent carries an event to at most limit parcels of an account, and returns how many were passed.
func (s *Store) carryEvent(ctx context.Context, e *Event, accountID int64, limit int) (int, error) {
	cursors, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT last_order_id FROM event_carries
		WHERE account_id = $1 AND consignment_id = $2 AND event_no = $3`, accountID, e.ConsignmentID, e.EventNo)
	if err != nil {
		return 0, err
	}
	was := slices.Max(append(cursors, 0))
	left, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT DISTINCT order_id FROM bag_parcels WHERE `+s.DB.Dialect.Account+` = $1
		AND bag_id `+s.in("$2")+` AND order_id > $3 AND scanned_on <= $4 AND (bag_id `+s.in("$5")+` OR order_id `+s.in("$6")+`)
		AND NOT (order_id `+s.in("$7")+`) ORDER BY order_id LIMIT CAST($8 AS BIGINT)`, accountID,
		s.list(append(e.Scope.Partly, e.Scope.Bags...)), was, engine.Micros(e.RecordedOn), s.list(e.Scope.Bags), s.list(e.Scope.Parcels),
		s.list(e.Scope.Without), limit)
	if err != nil {
		return 0, err
	}
	last, done := slices.Max(append(left, was)), len(left) < limit
	return len(left), s.Record(ctx, "carry an event of a consignment", accountID, left,
		func(ctx context.Context, q engine.Querier, parcels []store.Parcel) ([]shipment.Fact, error) {
			facts, err := s.facts(ctx, q, e, accountID, parcels)
			if err != nil {
				return nil, err
			}
			moved, err := q.Exec(ctx, `INSERT INTO event_carries (account_id, consignment_id, event_no, last_order_id, parcels, done)
				VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account_id, consignment_id, event_no) DO UPDATE SET
				last_order_id = excluded.last_order_id, parcels = event_carries.parcels + excluded.parcels, done = excluded.done
				WHERE event_carries.last_order_id = $7 AND event_carries.done = 0`,
				accountID, e.ConsignmentID, e.EventNo, last, len(facts), engine.Flag(done), was)
			if err != nil || moved == 0 { // another process carried them
				return nil, err
			}
			return facts, nil
		})
}

// facts are what parcels of an account, which are locked, follow of an event.
func (s *Store) facts(ctx context.Context, q engine.Querier, e *Event, accountID int64, parcels []store.Parcel) (facts []shipment.Fact, err error) {
	var ids []int64
	for i := range parcels {
		ids = append(ids, parcels[i].OrderID)
	}
	later, err := engine.ByID(ctx, q, func(row engine.Scanner, id *int64) error { return row.Scan(id) }, func(id int64) int64 { return id },
		`SELECT DISTINCT order_id FROM tracking_events WHERE account_id = $1 AND order_id `+s.in("$2")+` AND source = $3 AND occurred_on > $4`,
		accountID, s.list(ids), shipment.SourceHub, engine.Micros(e.OccurredOn))
	for i := range parcels {
		p := &parcels[i]
		if p.TrackerStatus.Final() {
			continue
		}
		status := cmp.Or(e.Status, p.TrackerStatus)
		if _, scanned := later[p.OrderID]; scanned {
			status = p.TrackerStatus
		}
		facts = append(facts, shipment.Fact{
			OrderID: p.OrderID, On: e.OccurredOn, Subject: e.subject(), Source: shipment.SourceConsigned, Status: status, Text: e.Text,
			Country: e.Country, Place: e.Place,
		})
	}
	return facts, err
}
