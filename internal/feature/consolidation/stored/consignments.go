package stored

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// Consignment is bags under one air waybill, or on one truck.
type Consignment struct {
	ConsignmentID int64 `json:"-"`
	request.Consignment
	OpenedOn time.Time `json:"opened_on"`
	OpenedBy string    `json:"opened_by"`
	Legs     []Leg     `json:"legs,omitempty"`
	Inbound  *Inbound  `json:"inbound,omitempty"` // nil: it was not opened
	Bags     []OnLegs  `json:"-"`
	Results  []string  `json:"results,omitempty"` // digests of those of brokers that were stored
}

// Leg is a flight or drive of a consignment.
type Leg struct {
	LegNo int64 `json:"leg_no"` // from 1
	request.Leg
	DepartedOn time.Time `json:"departed_on,omitzero"`
	ArrivedOn  time.Time `json:"arrived_on,omitzero"`
	// Acknowledged are the tracking numbers of parcels that departed although customs or the operator kept them.
	Acknowledged []string `json:"acknowledged,omitempty"`
}

// OnLegs are sums of a bag of a consignment, and the legs on which it is, as the bits of their numbers.
type OnLegs struct {
	BagID, Legs, Parcels int64
	Weight               shipment.Thousandths // kg of its parcels when it was closed
}

// IsOn reports whether the bag is on a leg.
func (b *OnLegs) IsOn(legNo int64) bool { return b.Legs&(1<<legNo) != 0 }

// On are the bags on a leg, or with 0 all.
func (c *Consignment) On(legNo int64) (on []OnLegs) {
	for _, b := range c.Bags {
		if legNo == 0 || b.IsOn(legNo) {
			on = append(on, b)
		}
	}
	return on
}

// off are those of bags that are not on a leg, or with 0 not in the consignment.
func (c *Consignment) off(legNo int64, bags []int64) []int64 {
	on := each.By(c.On(legNo), func(b OnLegs) int64 { return b.BagID })
	return slices.DeleteFunc(slices.Clone(bags), func(bag int64) bool { return on[bag].BagID != 0 })
}

// Number is the number of the consignment.
func (c *Consignment) Number() string { return ConsignmentNumber(c.ConsignmentID) }

// legs are the legs that have a property, as the bits of their numbers.
func (c *Consignment) legs(have func(*Leg) bool) (bits int64) {
	for i := range c.Legs {
		bits |= engine.Flag(have(&c.Legs[i])) << c.Legs[i].LegNo
	}
	return bits
}

func (l *Leg) hasDeparted() bool { return !l.DepartedOn.IsZero() }
func (l *Leg) hasArrived() bool  { return !l.ArrivedOn.IsZero() }

// on is when the leg departed, or arrived.
func (l *Leg) on(arrives bool) *time.Time {
	if arrives {
		return &l.ArrivedOn
	}
	return &l.DepartedOn
}

// moved counts the bags that are on a leg that has departed, and those whose legs have all arrived.
func (c *Consignment) moved() (departed, landed int) {
	away, there := c.legs((*Leg).hasDeparted), c.legs((*Leg).hasArrived)
	for _, b := range c.Bags {
		departed += int(engine.Flag(b.Legs&away != 0))
		landed += int(engine.Flag(b.Legs != 0 && b.Legs&^there == 0))
	}
	return departed, landed
}

// Progress is the state of the consignment, or that some or all of its bags have departed or arrived.
func (c *Consignment) Progress() string {
	departed, landed := c.moved()
	switch {
	case c.State == request.HandedOver || departed == 0:
		return c.State
	case landed == len(c.Bags):
		return "arrived"
	case landed > 0:
		return "partly_arrived"
	case departed == len(c.Bags):
		return "departed"
	}
	return "partly_departed"
}

// hasDeparted reports whether a bag is on a leg that has departed.
func (c *Consignment) hasDeparted(bagID int64) bool {
	away := c.legs((*Leg).hasDeparted)
	return slices.ContainsFunc(c.Bags, func(b OnLegs) bool { return b.BagID == bagID && b.Legs&away != 0 })
}

// refuseParallel returns a conflict that names bags that are on another leg from or to the same place as one: they fly once.
func (c *Consignment) refuseParallel(l *Leg, bags []int64) error {
	others := c.legs(func(o *Leg) bool {
		return o.LegNo != l.LegNo && (o.FromCountry == l.FromCountry && strings.EqualFold(o.From, l.From) ||
			o.ToCountry == l.ToCountry && strings.EqualFold(o.To, l.To))
	})
	var twice []string
	for _, b := range c.Bags {
		if b.Legs&others != 0 && slices.Contains(bags, b.BagID) {
			twice = append(twice, BagNumber(b.BagID))
		}
	}
	return refuse(problem.BagsParallel, twice)
}

// isAway reports whether the consignment was handed over, or a leg has departed, or with 0 one of the legs of bags.
func (c *Consignment) isAway(legNo int64, bags []int64) bool {
	if legNo == 0 {
		return c.State == request.HandedOver || slices.ContainsFunc(bags, c.hasDeparted)
	}
	return c.State == request.HandedOver || c.Legs[legNo-1].hasDeparted()
}

// leg is a leg of the consignment. Returns store.ErrNotFound.
func (c *Consignment) leg(no int64) (*Leg, error) {
	if no < 1 || no > int64(len(c.Legs)) {
		return nil, store.ErrNotFound
	}
	return &c.Legs[no-1], nil
}

// Status is the status of parcels that have departed, or arrived, on a leg of a consignment to a country.
func (l *Leg) Status(arrived bool, destination shipment.Country) shipment.TrackerStatus {
	switch {
	case l.FromCountry == l.ToCountry && l.ToCountry == destination:
		return shipment.InTransitWithinDestinationCountry
	case l.FromCountry == l.ToCountry:
		return shipment.InTransitWithinOriginCountry
	case arrived && l.ToCountry == destination:
		return shipment.DestinationCountryCustoms
	}
	return shipment.CrossBorderTransit
}

func scanConsignment(row engine.Scanner, c *Consignment) error {
	return scanDocument(row, c, &c.ConsignmentID)
}

// consignments returns consignments with their bags, which are of a few hundred each.
func (s *Store) consignments(ctx context.Context, q engine.Querier, where string, args ...any) ([]Consignment, error) {
	all, err := engine.Collect(ctx, q, scanConsignment, `SELECT consignment_id, details FROM consignments WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	return all, engine.Each(ctx, q, func(row engine.Scanner) error {
		var id int64
		var b OnLegs
		err := row.Scan(&id, &b.BagID, &b.Parcels, &b.Weight, &b.Legs)
		c := &all[slices.IndexFunc(all, func(c Consignment) bool { return c.ConsignmentID == id })]
		c.Bags = append(c.Bags, b)
		return err
	}, strings.ReplaceAll(selectSums, "{$1}", s.in("$1")),
		s.list(each.Of(all, func(c Consignment) int64 { return c.ConsignmentID })))
}

func (s *Store) consignment(ctx context.Context, q engine.Querier, id int64, lock string) (Consignment, error) {
	return engine.First(s.consignments(ctx, q, `consignment_id = $1`+lock, id))
}

// Consignment returns a consignment. Returns store.ErrNotFound.
func (s *Store) Consignment(ctx context.Context, id int64) (Consignment, error) {
	c, err := s.consignment(ctx, s.DB.Reads, id, "")
	return c, s.DB.Explain("read a consignment", err)
}

// Consignments returns at most limit consignments with ids below before, the newest first; 0 is no bound.
func (s *Store) Consignments(ctx context.Context, before int64, limit int) ([]Consignment, error) {
	all, err := s.consignments(ctx, s.DB.Reads, `$1 = 0 OR consignment_id < $1 ORDER BY consignment_id DESC LIMIT CAST($2 AS BIGINT)`,
		before, limit)
	return all, s.DB.Explain("list consignments", err)
}

// OpenConsignment stores a consignment, by the actor of ctx, and returns it with its number. Returns a conflict if another one has its
// waybill.
func (s *Store) OpenConsignment(ctx context.Context, sent request.Consignment) (Consignment, error) {
	c := Consignment{Consignment: sent, OpenedOn: s.DB.Now(), OpenedBy: audit.ActorOf(ctx).Name}
	var err error
	c.State = request.Planned
	if c.ConsignmentID, err = s.Draw(ctx, store.ConsignmentNumbers); err != nil {
		return c, err
	}
	err = s.DB.Change(ctx, "open a consignment", func(ctx context.Context, q engine.Querier) error {
		err := engine.Exec(ctx, q, `INSERT INTO consignments (consignment_id, awb, opened_on, handed_over, details)
			VALUES ($1, '', $2, 0, $3)`, c.ConsignmentID, engine.Micros(c.OpenedOn), engine.JSON(c))
		if err == nil {
			err = s.saveConsignment(ctx, q, &c)
		}
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, made(audit.SubjectConsignment, c.Number(), &c), &c)
	})
	return c, err
}

// reuseAfter is after how many months airlines use the number of a waybill again.
const reuseAfter = 12

// saveConsignment stores a consignment. Returns a conflict if another one that is open, or younger than twelve months, has its waybill: one
// consignment is stored at a time, so that no other gets it meanwhile.
func (s *Store) saveConsignment(ctx context.Context, q engine.Querier, c *Consignment) error {
	_, err := engine.Value[int64](ctx, q, `SELECT next_value FROM counters WHERE name = 'consignment_id'`+s.DB.Dialect.ForUpdate)
	if err != nil {
		return err
	}
	other, err := engine.Values[int64](ctx, q, `SELECT consignment_id FROM consignments WHERE awb = $1 AND awb <> '' AND consignment_id <> $2
		AND (handed_over = 0 OR opened_on > $3)`, c.AWB, c.ConsignmentID, engine.Micros(s.DB.Now().AddDate(0, -reuseAfter, 0)))
	if err == nil && other != nil {
		err = conflict(problem.AWBTaken.With(ConsignmentNumber(other[0])))
	}
	if err != nil {
		return err
	}
	return engine.Exec(ctx, q, `UPDATE consignments SET awb = $2, handed_over = $3, details = $4 WHERE consignment_id = $1`,
		c.ConsignmentID, c.AWB, engine.Flag(c.State == request.HandedOver), engine.JSON(c))
}

// changeConsignment changes a consignment by fn, for a reason, and records that in the audit log, in a transaction, if it is another one
// then.
func (s *Store) changeConsignment(
	ctx context.Context, action string, id int64, fn func(context.Context, engine.Querier, *Consignment) error,
) (Consignment, error) {
	return engine.Changed(ctx, s.DB, action+" a consignment", func(ctx context.Context, q engine.Querier) (c Consignment, err error) {
		if c, err = s.consignment(ctx, q, id, s.DB.Dialect.ForUpdate); err != nil {
			return c, err
		}
		was := c
		was.Legs, c.Reason = slices.Clone(c.Legs), ""
		same := engine.JSON(c)
		if err = fn(ctx, q, &c); err == nil && engine.JSON(c) == same {
			return was, nil
		}
		if err == nil {
			err = s.saveConsignment(ctx, q, &c)
		}
		if err != nil {
			return c, err
		}
		err = s.Audit.Record(ctx, q, audit.Change{
			Action: action, SubjectKind: audit.SubjectConsignment, Subject: c.Number(), Old: was, New: c,
		})
		if err == nil {
			err = once.Made(ctx, q, &c) // a leg, which a repetition would add again
		}
		return c, err
	})
}

// ChangeConsignment changes the settings of a consignment by fn, which may run more than once, and returns it as it is then. After a
// departure it changes with a reason alone, except that it is handed over when all its bags have arrived. Returns store.ErrNotFound, a
// *request.InvalidError if it goes neither by air nor by truck, and a conflict.
func (s *Store) ChangeConsignment(ctx context.Context, id int64, fn func(*request.Consignment)) (Consignment, error) {
	return s.changeConsignment(ctx, "update", id, func(_ context.Context, _ engine.Querier, c *Consignment) error {
		handed := c.Consignment
		handed.State = request.HandedOver
		fn(&c.Consignment)
		switch departed, landed := c.moved(); {
		case c.AWB == "" && c.Truck == "":
			return request.Wrong("awb", problem.AWBOrTruck)
		case c.Reason != "":
		case c.State == request.HandedOver && landed < len(c.Bags):
			return conflict(problem.ConsignmentAway)
		case departed > 0 && c.Consignment != handed:
			return conflict(problem.DepartedReason)
		}
		return nil
	})
}

// mostLegs and mostBags are how many legs and bags a consignment may have.
const (
	mostLegs = 20
	mostBags = 2000
)

// SaveLeg adds a leg to a consignment, or with a number changes it by fn, and returns the consignment as it is then. One that has departed
// changes with a reason alone; its bags are on no other from or to the same place. Returns store.ErrNotFound, and a conflict.
func (s *Store) SaveLeg(ctx context.Context, id, legNo int64, fn func(*request.Leg)) (Consignment, error) {
	return s.changeConsignment(ctx, "plan", id, func(_ context.Context, _ engine.Querier, c *Consignment) error {
		if legNo == 0 {
			c.Legs = append(c.Legs, Leg{LegNo: int64(len(c.Legs) + 1)})
		}
		l, err := c.leg(cmp.Or(legNo, int64(len(c.Legs))))
		if err != nil {
			return err
		}
		l.Reason = ""
		fn(&l.Leg)
		switch {
		case len(c.Legs) > mostLegs:
			err = conflict(problem.TooManyLegs.With(mostLegs))
		case l.Reason == "" && (c.State == request.HandedOver || l.hasDeparted()):
			err = conflict(problem.DepartedReason)
		default:
			err = c.refuseParallel(l, each.Of(c.On(l.LegNo), func(b OnLegs) int64 { return b.BagID }))
		}
		return err
	})
}

// PutBags puts bags on a consignment, and with a leg on it. One that was received goes on with the leg. On what has departed it puts them
// with a reason alone: they have flown with it, and their parcels, of which none may be kept, get its departure and arrival. Returns
// store.ErrNotFound, and a conflict that names bags that are not closed, are in another consignment or are on a leg beside this one.
func (s *Store) PutBags(ctx context.Context, id, legNo int64, bags []int64, reason string) error {
	return s.moveBags(ctx, "load", id, legNo, bags, reason, func(ctx context.Context, q engine.Querier, c *Consignment, found []Bag) error {
		isNew := len(c.off(0, bags))
		switch {
		case isNew > 0 && c.State != request.Planned && reason == "":
			return conflict(problem.ConsignmentState.With(c.Number(), c.State))
		case len(c.Bags)+isNew > mostBags:
			return conflict(problem.TooManyBags.With(mostBags))
		}
		var l Leg // of none
		if legNo != 0 {
			l = c.Legs[legNo-1]
		}
		put := bags
		if legNo == 0 || l.hasDeparted() {
			put = c.off(legNo, bags)
		}
		err := cmp.Or(refuse(problem.BagsNotClosed, numbersOf(found, BagOpen, BagClosing, BagEmptied)), c.refuseParallel(&l, put),
			s.refuseMany(ctx, q, id, bags))
		if err == nil && l.hasDeparted() {
			err = s.refuseKept(ctx, q, c, &Event{LegNo: legNo}, put)
		}
		if err != nil || len(put) == 0 {
			return err
		}
		err = engine.Exec(ctx, q, `UPDATE bags SET consignment_id = $1, state = 'closed' WHERE bag_id `+s.in("$2"), id, s.list(put))
		if err != nil || legNo == 0 {
			return err
		}
		err = engine.Exec(ctx, q, `INSERT INTO leg_bags (consignment_id, leg_no, bag_id) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), bag_id
			FROM bags WHERE bag_id `+s.in("$3")+` ON CONFLICT DO NOTHING`, id, legNo, s.list(put))
		return cmp.Or(err, s.catchUp(ctx, q, c, &l, put, reason))
	})
}

// refuseMany returns a conflict if a consignment has more parcels, with those in bags, than a document lists.
func (s *Store) refuseMany(ctx context.Context, q engine.Querier, id int64, bags []int64) error {
	n, err := engine.Value[int64](ctx, q, `SELECT CAST(coalesce(sum(parcels), 0) AS BIGINT) FROM bags WHERE consignment_id = $1
		OR bag_id `+s.in("$2"), id, s.list(bags))
	return cmp.Or(err, checkParcels(n))
}

// catchUp records, of bags, the departure of a leg that has departed, and the arrival if it has arrived.
func (s *Store) catchUp(ctx context.Context, q engine.Querier, c *Consignment, l *Leg, bags []int64, reason string) (err error) {
	for _, arrives := range []bool{false, true} {
		if on := l.on(arrives); err == nil && !on.IsZero() {
			e := Event{ConsignmentID: c.ConsignmentID, LegNo: l.LegNo, Bags: bags, OccurredOn: *on, Reason: reason}
			e.move(c, l, arrives)
			err = s.addEvent(ctx, q, c, &e)
		}
	}
	return err
}

// numbersOf are the numbers of those of bags that are in one of some states.
func numbersOf(bags []Bag, states ...BagState) (numbers []string) {
	for i := range bags {
		if slices.Contains(states, bags[i].State) {
			numbers = append(numbers, bags[i].Number())
		}
	}
	return numbers
}

// lockBags returns bags, whose ids are sorted, and locks them. Returns a *request.InvalidError that names one that does not exist.
func (s *Store) lockBags(ctx context.Context, q engine.Querier, ids []int64) ([]Bag, error) {
	found, err := engine.Collect(ctx, q, scanBag, selectBags+`bag_id `+s.in("$1")+` ORDER BY bag_id`+s.DB.Dialect.ForUpdate, s.list(ids))
	for i, id := range ids {
		if err == nil && (i >= len(found) || found[i].BagID != id) {
			err = request.Wrong(request.BagsField, problem.BagUnknown.With(BagNumber(id)))
		}
	}
	return found, err
}

// LeaveBags takes bags off a leg, and leaves them in their consignment; without a leg it takes them out of the consignment. From what has
// departed it takes them with a reason alone. Returns store.ErrNotFound, and a conflict.
func (s *Store) LeaveBags(ctx context.Context, id, legNo int64, bags []int64, reason string) error {
	return s.moveBags(ctx, "leave", id, legNo, bags, reason, func(ctx context.Context, q engine.Querier, _ *Consignment, _ []Bag) error {
		err := s.carrying(ctx, q, id)
		if err == nil {
			err = engine.Exec(ctx, q, `DELETE FROM leg_bags WHERE consignment_id = $1 AND ($2 = 0 OR leg_no = $2) AND bag_id `+s.in("$3"), id, legNo,
				s.list(bags))
		}
		if err != nil || legNo != 0 {
			return err
		}
		return engine.Exec(ctx, q, `UPDATE bags SET consignment_id = 0 WHERE bag_id `+s.in("$1"), s.list(bags))
	})
}

// moveBags locks a consignment and bags, has move check and move them, and records it.
func (s *Store) moveBags(
	ctx context.Context, action string, id, legNo int64, bags []int64, reason string,
	move func(context.Context, engine.Querier, *Consignment, []Bag) error,
) error {
	return s.DB.Change(ctx, action+" bags", func(ctx context.Context, q engine.Querier) error {
		c, err := s.consignment(ctx, q, id, s.DB.Dialect.ForUpdate)
		if err == nil && legNo != 0 {
			_, err = c.leg(legNo)
		}
		if err != nil {
			return err
		}
		found, err := s.lockBags(ctx, q, bags)
		if err != nil {
			return err
		}
		var elsewhere []string
		for i := range found {
			if b := &found[i]; b.ConsignmentID != id && (b.ConsignmentID != 0 || action == "leave") {
				elsewhere = append(elsewhere, b.Number())
			}
		}
		err = refuse(problem.BagsElsewhere, elsewhere)
		if err == nil && reason == "" && c.isAway(legNo, bags) {
			err = conflict(problem.DepartedReason)
		}
		if err == nil {
			err = move(ctx, q, &c, found)
		}
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			Action: action, SubjectKind: audit.SubjectConsignment, Subject: c.Number(), New: struct {
				LegNo  int64    `json:"leg_no,omitempty"`
				Bags   []string `json:"bags"`
				Reason string   `json:"reason,omitempty"`
			}{legNo, each.Of(bags, BagNumber), reason},
		})
	})
}
