package stored

import (
	"cmp"
	"context"
	"errors"
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
	Whole         []int64                `json:"whole,omitempty"`   // bags whose parcels have it all, besides those alone
	Without       []int64                `json:"without,omitempty"` // ids of orders: they do not have it
	Acknowledged  []int64                `json:"-"`                 // likewise: they depart although they are kept
	Inbound       string                 `json:"inbound,omitempty"` // Missing or Damaged: what the inbound says of its parcels
	Moved         string                 `json:"moved,omitempty"`   // "departed" or "arrived": the leg did
	IsCarried     bool                   `json:"-"`                 // all its parcels have it
	// Parcels, without and acknowledged, as a request names them.
	Named, Except, Known []Named `json:"-"`
}

// Named are the orders that a code of a request names: one of them is in the consignment.
type Named struct {
	Code   string
	Orders []shipment.Order
}

// subject names the event in the history of a parcel, which has at most one with a name: an inbound that is closed twice says once that it
// is missing, and a bag that is taken from a leg and put on it again departs once.
func (e *Event) subject() string {
	switch {
	case e.Inbound != "":
		return inboundSubject(e.Inbound, e.ConsignmentID)
	case e.Moved != "":
		return fmt.Sprintf("%s-leg-%d-%s", ConsignmentNumber(e.ConsignmentID), e.LegNo, e.Moved)
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

// resolve finds the parcels that an event of a consignment, which is locked, names, and their bags. Returns a *request.InvalidError if a
// code names none of them, or several, and if a bag is not in the consignment, or on the leg.
func (s *Store) resolve(ctx context.Context, q engine.Querier, c *Consignment, e *Event) error {
	var ids []int64
	for _, n := range slices.Concat(e.Named, e.Except, e.Known) {
		ids = append(ids, shipment.IDs(n.Orders)...)
	}
	bagged, err := engine.Pairs(ctx, q, `SELECT p.order_id, p.bag_id FROM bag_parcels p JOIN bags b ON b.bag_id = p.bag_id
		WHERE b.consignment_id = $1 AND p.order_id `+s.in("$2")+` ORDER BY p.scanned_on`, c.ConsignmentID, s.list(ids))
	bagOf := map[int64]int64{} // the last one
	for _, in := range bagged {
		bagOf[in[0]] = in[1]
	}
	find := func(field string, codes []Named) (found, bags []int64) {
		for _, n := range codes {
			in := slices.DeleteFunc(shipment.IDs(n.Orders), func(id int64) bool { return bagOf[id] == 0 })
			if len(in) != 1 {
				err = cmp.Or(err, request.Wrong(field, problem.ParcelElsewhere.With(n.Code)))
			}
			for _, id := range in {
				found, bags = append(found, id), append(bags, bagOf[id])
			}
		}
		return found, bags
	}
	e.Without, _ = find(request.WithoutField, e.Except)
	e.Acknowledged, _ = find(request.AcknowledgedField, e.Known)
	if e.Named != nil {
		e.Whole = e.Bags
		e.Parcels, e.Bags = find(request.ParcelsField, e.Named)
		e.Bags = slices.Compact(slices.Sorted(slices.Values(slices.Concat(e.Bags, e.Whole))))
	}
	off := c.off(e.LegNo, e.Bags)
	if err != nil || len(off) == 0 {
		return err
	}
	wrong := problem.BagsOffLeg
	if e.LegNo == 0 {
		wrong = problem.BagsElsewhere
	}
	return request.Wrong(request.BagsField, wrong.With(named(each.Of(off, BagNumber))))
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
	return cmp.Or(err, engine.Exec(ctx, q, `INSERT INTO consignment_events (consignment_id, event_no, state, recorded_on, details)
		VALUES ($1, $2, 'carrying', $3, $4)`, e.ConsignmentID, e.EventNo, engine.Micros(e.RecordedOn), engine.JSON(e)))
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

// move makes the event the departure, or arrival, of a leg.
func (e *Event) move(c *Consignment, l *Leg, arrives bool) {
	e.Status, e.Moved, e.Text, e.Country, e.Place = l.Status(arrives, c.Destination), "departed", "Departed", l.FromCountry, l.From
	if arrives { // consignees see the text
		e.Moved, e.Text, e.Country, e.Place = "arrived", "Arrived", l.ToCountry, l.To
	}
}

// Move has a leg depart, or arrive, and records the event of it, whose time, exceptions and reason are set. With a reason a leg
// departs before it is cleared, and with those parcels that customs or the operator keep which the event acknowledges. The same request
// again changes nothing. Returns the consignment as it is then, store.ErrNotFound, and a conflict, which names parcels that are kept.
func (s *Store) Move(ctx context.Context, sent Event, arrives bool) (Consignment, error) {
	action := map[bool]string{false: "depart", true: "arrive"}[arrives]
	return s.changeConsignment(ctx, action, sent.ConsignmentID, func(ctx context.Context, q engine.Querier, c *Consignment) error {
		e := sent
		l, err := c.leg(e.LegNo)
		if err != nil {
			return err
		}
		moved := l.on(arrives)
		if !moved.IsZero() {
			return nil
		}
		if err = s.resolve(ctx, q, c, &e); err == nil {
			err = s.refuseMove(ctx, q, c, &e, arrives)
		}
		if err != nil {
			return err
		}
		e.move(c, l, arrives)
		err = s.addEvent(ctx, q, c, &e)
		*moved, c.Reason = e.OccurredOn, e.Reason
		if err == nil && s.Moved != nil {
			told := map[bool]shipment.EventType{false: shipment.EventDeparted, true: shipment.EventArrived}[arrives]
			err = s.Webhooks.RecordOperatorEvent(ctx, q, told, s.Moved(c, l))
		}
		return err
	})
}

// refuseMove returns a conflict if a leg does not depart, or arrive. The bags of one that departs are locked, so that none is opened
// before.
func (s *Store) refuseMove(ctx context.Context, q engine.Querier, c *Consignment, e *Event, arrives bool) error {
	bags := each.Of(c.On(e.LegNo), func(b OnLegs) int64 { return b.BagID })
	switch departed := c.Legs[e.LegNo-1].DepartedOn; {
	case c.State == request.HandedOver:
		return conflict(problem.ConsignmentState.With(c.Number(), c.State))
	case arrives && (departed.IsZero() || !e.OccurredOn.IsZero() && e.OccurredOn.Before(departed)):
		return conflict(problem.LegNotDeparted)
	case arrives:
		return nil
	case len(bags) == 0:
		return conflict(problem.LegEmpty)
	}
	on, err := s.lockBags(ctx, q, bags)
	err = cmp.Or(err, refuse(problem.BagsNotClosed, numbersOf(on, BagOpen, BagClosing)),
		refuse(problem.BagsReceived, numbersOf(on, BagReceived, BagEmptied)))
	switch {
	case err != nil:
		return err
	case e.Reason == "" && c.State != request.Cleared:
		return conflict(problem.LegNotCleared.With(c.Number(), c.State))
	}
	return s.refuseKept(ctx, q, c, e, bags)
}

// Report records an event of a consignment, and returns it with its number. Returns store.ErrNotFound, a *request.InvalidError, and a
// conflict.
func (s *Store) Report(ctx context.Context, sent Event) (Event, error) {
	return engine.Changed(ctx, s.DB, "record an event of a consignment", func(ctx context.Context, q engine.Querier) (Event, error) {
		e := sent
		c, err := s.consignment(ctx, q, e.ConsignmentID, s.DB.Dialect.ForUpdate)
		if err == nil && e.LegNo != 0 {
			_, err = c.leg(e.LegNo)
		}
		if err == nil && c.State == request.HandedOver && e.Reason == "" {
			err = conflict(problem.DepartedReason)
		}
		if err == nil {
			err = s.resolve(ctx, q, &c, &e)
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

// eventsAtOnce is how many events CarryEvents reads.
const eventsAtOnce = 100

// CarryEvents carries events to parcels for a time, at most limit of one account in a transaction: each account gets the events of a
// consignment in the order in which they were recorded. A parcel gets its event in the transaction that moves the cursor of its account, so
// that after a crash the work continues where it stood, and no parcel has it twice. A parcel that was delivered, returned or cancelled does
// not get it; one to which something newer happened does not move by it. One that was emptied out of its bag into another one is there, and
// has of the first one the events of its legs alone. An account with an error does not keep the others. Done says that
// nothing is left; newest is the id of the newest order, by which a caller sees whether orders are created meanwhile.
func (s *Store) CarryEvents(ctx context.Context, limit int, lasts time.Duration) (done bool, newest int64, err error) {
	start := time.Now()
	events, err := engine.Collect(ctx, s.DB.Reads, scanEvent, selectEvents+`state = 'carrying' ORDER BY consignment_id, event_no
		LIMIT CAST($1 AS BIGINT)`, eventsAtOnce)
	failed := map[[2]int64]bool{} // consignments and accounts
	for i := 0; i < len(events) && (i == 0 || time.Since(start) < lasts); i++ {
		err = errors.Join(err, s.carryToAccounts(ctx, &events[i], failed, limit, start.Add(lasts)))
	}
	if err == nil && len(events) > 0 {
		newest, err = engine.Value[int64](ctx, s.DB.Reads, `SELECT coalesce(max(order_id), 0) FROM orders`)
	}
	return err == nil && len(events) == 0, newest, s.DB.Explain("carry the events of consignments", err)
}

// carryToAccounts carries an event to the parcels of one account after the other until the time is over, and ends it when none is left.
func (s *Store) carryToAccounts(ctx context.Context, e *Event, failed map[[2]int64]bool, limit int, until time.Time) error {
	accounts, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT DISTINCT account_id FROM bag_accounts a WHERE bag_id `+s.in("$1")+`
		AND NOT EXISTS (SELECT 1 FROM event_carries c WHERE c.account_id = a.account_id AND c.consignment_id = $2 AND c.event_no = $3
			AND c.done = 1) ORDER BY account_id`, s.list(e.Bags), e.ConsignmentID, e.EventNo)
	if err != nil {
		return err
	}
	isEnded := true
	for _, account := range accounts {
		key := [2]int64{e.ConsignmentID, account}
		for more := !failed[key]; more; {
			var failure error
			if more, failure = s.carryEvent(ctx, e, account, limit); failure != nil {
				more, failed[key], err = false, true, errors.Join(err, fmt.Errorf("account %d: %w", account, failure))
			}
			if !time.Now().Before(until) {
				return err
			}
		}
		isEnded = isEnded && !failed[key]
	}
	if !isEnded {
		return err
	}
	return s.DB.Execute(ctx, "end an event of a consignment", `UPDATE consignment_events SET state = 'carried'
		WHERE consignment_id = $1 AND event_no = $2`, e.ConsignmentID, e.EventNo)
}

// carryEvent carries an event to at most limit parcels of an account, and reports whether more may be left.
func (s *Store) carryEvent(ctx context.Context, e *Event, accountID int64, limit int) (more bool, err error) {
	cursors, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT last_order_id FROM event_carries
		WHERE account_id = $1 AND consignment_id = $2 AND event_no = $3`, accountID, e.ConsignmentID, e.EventNo)
	if err != nil {
		return false, err
	}
	was := slices.Max(append(cursors, 0))
	left, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT DISTINCT order_id FROM bag_parcels WHERE `+s.DB.Dialect.Account+` = $1
		AND bag_id `+s.in("$2")+` AND order_id > $3 AND scanned_on <= $4 AND ($5 = 0 OR order_id `+s.in("$6")+` OR bag_id `+s.in("$7")+`)
		AND NOT (order_id `+s.in("$8")+`) AND ($5 + $10 > 0 OR emptied = 0 OR NOT EXISTS (SELECT 1 FROM bag_parcels n WHERE n.account_id = $1
			AND n.order_id = bag_parcels.order_id AND n.scanned_on > bag_parcels.scanned_on AND n.scanned_on <= $4))
		ORDER BY order_id LIMIT CAST($9 AS BIGINT)`, accountID, s.list(e.Bags), was, engine.Micros(e.RecordedOn), len(e.Parcels),
		s.list(e.Parcels), s.list(e.Whole), s.list(e.Without), limit, e.LegNo)
	if err != nil {
		return false, err
	}
	return len(left) == limit, s.Record(ctx, "carry an event of a consignment", accountID, left,
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
	newer, err := engine.Values[int64](ctx, q, `SELECT DISTINCT order_id FROM tracking_events
		WHERE account_id = $1 AND order_id `+s.in("$2")+` AND occurred_on > $3`, accountID,
		s.list(each.Of(parcels, func(p store.Parcel) int64 { return p.OrderID })), engine.Micros(e.OccurredOn))
	var facts []shipment.Fact
	for i := range parcels {
		p := &parcels[i]
		if p.TrackerStatus.Final() {
			continue
		}
		status := cmp.Or(e.Status, p.TrackerStatus)
		if slices.Contains(newer, p.OrderID) {
			status = p.TrackerStatus
		}
		facts = append(facts, shipment.Fact{
			OrderID: p.OrderID, On: e.OccurredOn, Subject: e.subject(), Source: shipment.SourceConsigned, Status: status, Text: e.Text,
			Country: e.Country, Place: e.Place,
		})
	}
	return facts, err
}
