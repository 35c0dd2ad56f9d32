package stored

import (
	"cmp"
	"context"
	"slices"
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
}

// Leg is a flight or drive of a consignment.
type Leg struct {
	LegNo int64 `json:"leg_no"` // from 1
	request.Leg
	DepartedOn time.Time `json:"departed_on,omitzero"`
	ArrivedOn  time.Time `json:"arrived_on,omitzero"`
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

// Number is the number of the consignment.
func (c *Consignment) Number() string { return ConsignmentNumber(c.ConsignmentID) }

// moved counts the bags that are on a leg that has departed, and those whose legs have all arrived.
func (c *Consignment) moved() (departed, landed int) {
	for i := range c.Bags {
		has, all := false, c.Bags[i].Legs != 0
		for _, l := range c.Legs {
			if c.Bags[i].IsOn(l.LegNo) {
				has, all = has || !l.DepartedOn.IsZero(), all && !l.ArrivedOn.IsZero()
			}
		}
		departed, landed = departed+int(engine.Flag(has)), landed+int(engine.Flag(all))
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
	one := Consignment{Legs: c.Legs}
	for _, b := range c.Bags {
		if b.BagID == bagID {
			one.Bags = []OnLegs{b}
		}
	}
	departed, _ := one.moved()
	return departed > 0
}

// isAway reports whether the consignment was handed over, or a leg has departed, or with 0 one of the legs of bags.
func (c *Consignment) isAway(legNo int64, bags []int64) bool {
	if legNo == 0 {
		return c.State == request.HandedOver || slices.ContainsFunc(bags, c.hasDeparted)
	}
	return c.State == request.HandedOver || !c.Legs[legNo-1].DepartedOn.IsZero()
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
	}, `SELECT b.consignment_id, b.bag_id, b.parcels, b.weight,
		CAST(coalesce(sum(CAST(1 AS BIGINT) << CAST(l.leg_no AS INTEGER)), 0) AS BIGINT)
		FROM bags b LEFT JOIN leg_bags l ON l.bag_id = b.bag_id WHERE b.consignment_id `+s.in("$1")+`
		GROUP BY b.consignment_id, b.bag_id, b.parcels, b.weight ORDER BY b.bag_id`,
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

// saveConsignment stores a consignment. Returns a conflict if another one that is open, or younger than twelve months, has its waybill.
func (s *Store) saveConsignment(ctx context.Context, q engine.Querier, c *Consignment) error {
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

// changeConsignment changes a consignment by fn, for a reason, and records that in the audit log, in a transaction.
func (s *Store) changeConsignment(
	ctx context.Context, action string, id int64, fn func(context.Context, engine.Querier, *Consignment) error,
) (Consignment, error) {
	return engine.Changed(ctx, s.DB, action+" a consignment", func(ctx context.Context, q engine.Querier) (c Consignment, err error) {
		if c, err = s.consignment(ctx, q, id, s.DB.Dialect.ForUpdate); err != nil {
			return c, err
		}
		was := c
		was.Legs, c.Reason = slices.Clone(c.Legs), ""
		if err = fn(ctx, q, &c); err == nil {
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
// departure it changes with a reason alone, except that it is handed over when all its bags have arrived. Returns store.ErrNotFound, and a
// conflict.
func (s *Store) ChangeConsignment(ctx context.Context, id int64, fn func(*request.Consignment)) (Consignment, error) {
	return s.changeConsignment(ctx, "update", id, func(_ context.Context, _ engine.Querier, c *Consignment) error {
		handed := c.Consignment
		handed.State = request.HandedOver
		fn(&c.Consignment)
		switch departed, landed := c.moved(); {
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
// changes with a reason alone. Returns store.ErrNotFound, and a conflict.
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
		case l.Reason == "" && (c.State == request.HandedOver || !l.DepartedOn.IsZero()):
			err = conflict(problem.DepartedReason)
		}
		return err
	})
}

// PutBags puts bags on a consignment, and with a leg on it. On what has departed it puts them with a reason alone; what it did before is
// not carried to their parcels. Returns store.ErrNotFound, and a conflict that names bags that are not closed or in another consignment.
func (s *Store) PutBags(ctx context.Context, id, legNo int64, bags []int64, reason string) error {
	return s.moveBags(ctx, "load", id, legNo, bags, reason, func(ctx context.Context, q engine.Querier, c *Consignment, found []Bag) error {
		var open []string
		isNew := 0
		for i := range found {
			if found[i].ConsignmentID == 0 {
				isNew++
			}
			if !found[i].isClosed() {
				open = append(open, found[i].Number())
			}
		}
		switch {
		case isNew > 0 && c.State != request.Planned && reason == "":
			return conflict(problem.ConsignmentState.With(c.Number(), c.State))
		case open != nil:
			return conflict(problem.BagsNotClosed.With(named(open)))
		case len(c.Bags)+isNew > mostBags:
			return conflict(problem.TooManyBags.With(mostBags))
		}
		err := engine.Exec(ctx, q, `UPDATE bags SET consignment_id = $1 WHERE bag_id `+s.in("$2"), id, s.list(bags))
		if err != nil || legNo == 0 {
			return err
		}
		return engine.Exec(ctx, q, `INSERT INTO leg_bags (consignment_id, leg_no, bag_id) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), bag_id
			FROM bags WHERE bag_id `+s.in("$3")+` ON CONFLICT DO NOTHING`, id, legNo, s.list(bags))
	})
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
		found, err := engine.Collect(ctx, q, scanBag, selectBags+`bag_id `+s.in("$1")+` ORDER BY bag_id`+s.DB.Dialect.ForUpdate, s.list(bags))
		if err != nil || len(found) < len(bags) {
			return cmp.Or(err, store.ErrNotFound)
		}
		var elsewhere []string
		for i := range found {
			if b := &found[i]; b.ConsignmentID != id && (b.ConsignmentID != 0 || action == "leave") {
				elsewhere = append(elsewhere, b.Number())
			}
		}
		switch {
		case elsewhere != nil:
			return conflict(problem.BagsElsewhere.With(named(elsewhere)))
		case reason == "" && c.isAway(legNo, bags):
			return conflict(problem.DepartedReason)
		}
		if err := move(ctx, q, &c, found); err != nil {
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
