package stored

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// ConsignmentState is how far a consignment is.
type ConsignmentState string

// The states that are stored; a consignment is in those of its legs while some or all of its bags have departed or arrived.
const (
	Planned    ConsignmentState = "planned"
	Closed     ConsignmentState = "closed" // it gets no more bags
	Filed      ConsignmentState = "filed"  // with customs
	Cleared    ConsignmentState = "cleared"
	HandedOver ConsignmentState = "handed_over"
)

// The states that follow from legs.
const (
	PartlyDeparted ConsignmentState = "partly_departed"
	Departed       ConsignmentState = "departed"
	PartlyArrived  ConsignmentState = "partly_arrived"
	Arrived        ConsignmentState = "arrived"
)

// StoredStates are the states that people give a consignment.
func StoredStates() []ConsignmentState {
	return []ConsignmentState{Planned, Closed, Filed, Cleared, HandedOver}
}

// Consignment is bags under one air waybill, or on one truck.
type Consignment struct {
	ConsignmentID          int64
	Destination            shipment.Country
	AWB                    string // 11 digits; "": it goes by truck
	Truck, Broker          string
	Stored                 ConsignmentState
	Reason                 string // of the last change
	OpenedOn               time.Time
	OpenedBy               string
	Bags, Departed, Landed int64 // bags: all; on a leg that has departed; whose legs have all arrived
	Legs                   []Leg // of a single one
}

// Number is the number of the consignment.
func (c *Consignment) Number() string { return ConsignmentNumber(c.ConsignmentID) }

// State is how far the consignment is.
func (c *Consignment) State() ConsignmentState {
	switch {
	case c.Stored == HandedOver || c.Departed == 0:
		return c.Stored
	case c.Landed == c.Bags:
		return Arrived
	case c.Landed > 0:
		return PartlyArrived
	case c.Departed == c.Bags:
		return Departed
	}
	return PartlyDeparted
}

// Leg is a flight or drive of a consignment.
type Leg struct {
	ConsignmentID, LegNo             int64
	Flight, From, To                 string
	FromCountry, ToCountry           shipment.Country
	PlannedDeparture, PlannedArrival time.Time
	DepartedOn, ArrivedOn            time.Time
	Bags, Parcels                    int64
	Weight                           shipment.Thousandths // of the parcels of the bags that are closed
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

const consignmentColumns = `consignment_id, destination, awb, truck, broker, state, reason, opened_on, opened_by`

const selectConsignments = `SELECT ` + consignmentColumns + `,
	(SELECT count(*) FROM bags b WHERE b.consignment_id = consignments.consignment_id),
	(SELECT count(DISTINCT x.bag_id) FROM consignment_legs l JOIN leg_bags x ON x.consignment_id = l.consignment_id AND x.leg_no = l.leg_no
		WHERE l.consignment_id = consignments.consignment_id AND l.departed_on > 0),
	(SELECT count(DISTINCT x.bag_id) FROM leg_bags x WHERE x.consignment_id = consignments.consignment_id AND NOT EXISTS (
		SELECT 1 FROM leg_bags y JOIN consignment_legs l ON l.consignment_id = y.consignment_id AND l.leg_no = y.leg_no
		WHERE y.bag_id = x.bag_id AND l.arrived_on = 0))
	FROM consignments WHERE `

func scanConsignment(row engine.Scanner, c *Consignment) error {
	return row.Scan(&c.ConsignmentID, (*string)(&c.Destination), &c.AWB, &c.Truck, &c.Broker, &c.Stored, &c.Reason, engine.At(&c.OpenedOn),
		&c.OpenedBy, &c.Bags, &c.Departed, &c.Landed)
}

const selectLegs = `SELECT consignment_id, leg_no, flight, from_place, from_country, to_place, to_country, planned_departure, planned_arrival,
	departed_on, arrived_on, (SELECT count(*) FROM leg_bags b WHERE b.consignment_id = l.consignment_id AND b.leg_no = l.leg_no),
	(SELECT coalesce(sum(b.parcels), 0) FROM leg_bags x JOIN bags b ON b.bag_id = x.bag_id
		WHERE x.consignment_id = l.consignment_id AND x.leg_no = l.leg_no),
	(SELECT coalesce(sum(b.weight), 0) FROM leg_bags x JOIN bags b ON b.bag_id = x.bag_id
		WHERE x.consignment_id = l.consignment_id AND x.leg_no = l.leg_no)
	FROM consignment_legs l WHERE consignment_id = $1 AND ($2 = 0 OR leg_no = $2) ORDER BY leg_no`

func scanLeg(row engine.Scanner, l *Leg) error {
	return row.Scan(&l.ConsignmentID, &l.LegNo, &l.Flight, &l.From, (*string)(&l.FromCountry), &l.To, (*string)(&l.ToCountry),
		engine.At(&l.PlannedDeparture), engine.At(&l.PlannedArrival), engine.At(&l.DepartedOn), engine.At(&l.ArrivedOn), &l.Bags, &l.Parcels,
		&l.Weight)
}

// auditedConsignment is a consignment in the audit log.
type auditedConsignment struct {
	AWB    string           `json:"awb,omitempty"`
	Truck  string           `json:"truck,omitempty"`
	Broker string           `json:"broker,omitempty"`
	State  ConsignmentState `json:"state"`
	Legs   []auditedLeg     `json:"legs,omitempty"`
	Reason string           `json:"reason,omitempty"`
}

type auditedLeg struct {
	Flight     string     `json:"flight"`
	From       string     `json:"from"`
	To         string     `json:"to"`
	Planned    audit.Time `json:"planned_departure"`
	DepartedOn audit.Time `json:"departed_on"`
	ArrivedOn  audit.Time `json:"arrived_on"`
}

func (s *Store) consignmentSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectConsignment, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		c, err := s.lockConsignment(ctx, q, id)
		v := auditedConsignment{c.AWB, c.Truck, c.Broker, c.Stored, nil, c.Reason}
		for _, l := range c.Legs {
			v.Legs = append(v.Legs, auditedLeg{
				l.Flight, l.From, l.To, audit.TimeOf(engine.Micros(l.PlannedDeparture)), audit.TimeOf(engine.Micros(l.DepartedOn)),
				audit.TimeOf(engine.Micros(l.ArrivedOn)),
			})
		}
		return 0, v, err
	})
}

// lockConsignment locks a consignment, and reads it with its legs.
func (s *Store) lockConsignment(ctx context.Context, q engine.Querier, id int64) (Consignment, error) {
	c, err := locked(ctx, s, q, scanConsignment, selectConsignments+`consignment_id = $1`, id)
	if err == nil {
		c.Legs, err = engine.Collect(ctx, q, scanLeg, selectLegs, id, 0)
	}
	return c, err
}

// reuseAfter is when airlines use the number of a waybill again.
const reuseAfter = 12

// takenAWB returns a conflict if another consignment that is open, or younger than twelve months, has a waybill.
func (s *Store) takenAWB(ctx context.Context, q engine.Querier, c *Consignment) error {
	if c.AWB == "" {
		return nil
	}
	other, err := engine.Value[int64](ctx, q, `SELECT consignment_id FROM consignments WHERE awb = $1 AND consignment_id <> $2
		AND (state <> 'handed_over' OR opened_on > $3) LIMIT 1`, c.AWB, c.ConsignmentID,
		engine.Micros(s.DB.Now().AddDate(0, -reuseAfter, 0)))
	if err == nil {
		return conflict(problem.AWBTaken.With(ConsignmentNumber(other)))
	}
	return engine.OrNothing(err)
}

// OpenConsignment stores a consignment, by the actor of ctx, and returns it with its number. Returns a conflict if another one has its
// waybill.
func (s *Store) OpenConsignment(ctx context.Context, c Consignment) (Consignment, error) {
	var err error
	c.Stored, c.OpenedOn, c.OpenedBy = Planned, s.DB.Now(), audit.ActorOf(ctx).Name
	if c.ConsignmentID, err = s.Draw(ctx, store.ConsignmentNumbers); err != nil {
		return c, err
	}
	return c, s.DB.Change(ctx, "open a consignment", func(ctx context.Context, q engine.Querier) error {
		if err := s.takenAWB(ctx, q, &c); err != nil {
			return err
		}
		err := engine.UpdateOne(ctx, q, conflict(problem.AWBTaken.With("")), `INSERT INTO consignments (`+consignmentColumns+`)
			VALUES ($1, $2, $3, $4, $5, 'planned', '', $6, $7) ON CONFLICT DO NOTHING`, c.ConsignmentID, string(c.Destination), c.AWB, c.Truck,
			c.Broker, engine.Micros(c.OpenedOn), c.OpenedBy)
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.consignmentSubject(c.ConsignmentID), &c)
	})
}

// Consignment returns a consignment with its legs. Returns store.ErrNotFound.
func (s *Store) Consignment(ctx context.Context, id int64) (Consignment, error) {
	c, err := engine.One(ctx, s.DB.Reads, scanConsignment, selectConsignments+`consignment_id = $1`, id)
	if err == nil {
		c.Legs, err = engine.Collect(ctx, s.DB.Reads, scanLeg, selectLegs, id, 0)
	}
	return c, s.DB.Explain("read a consignment", err)
}

// Consignments returns at most limit consignments with ids below before, the newest first, without their legs; 0 is no bound.
func (s *Store) Consignments(ctx context.Context, before int64, limit int) ([]Consignment, error) {
	return engine.List(ctx, s.DB, "list consignments", scanConsignment, selectConsignments+`$1 = 0 OR consignment_id < $1
		ORDER BY consignment_id DESC LIMIT CAST($2 AS BIGINT)`, before, limit)
}

// ChangeConsignment changes a consignment by fn, which may run more than once, and returns it as it is then. One of which a bag has departed
// changes with a reason alone, except that it is handed over. Returns store.ErrNotFound, and a conflict.
func (s *Store) ChangeConsignment(ctx context.Context, id int64, fn func(*Consignment)) (Consignment, error) {
	return engine.Changed(ctx, s.DB, "change a consignment", func(ctx context.Context, q engine.Querier) (c Consignment, err error) {
		if c, err = s.lockConsignment(ctx, q, id); err != nil {
			return c, err
		}
		handed := c
		handed.Stored, handed.Reason, c.Reason = HandedOver, "", ""
		switch fn(&c); {
		case c.Departed > 0 && c.Reason == "" && c.settings() != handed.settings():
			return c, conflict(problem.DepartedReason)
		case c.Stored == HandedOver && c.Reason == "" && c.Landed < c.Bags:
			return c, conflict(problem.ConsignmentAway)
		}
		if err := s.takenAWB(ctx, q, &c); err != nil {
			return c, err
		}
		return c, s.Audit.Set(ctx, q, "update", s.consignmentSubject(id), `UPDATE consignments SET destination = $2, awb = $3, truck = $4,
			broker = $5, state = $6, reason = $7 WHERE consignment_id = $1`, id, string(c.Destination), c.AWB, c.Truck, c.Broker,
			string(c.Stored), c.Reason)
	})
}

// settings are the values of a consignment that a change may set.
func (c *Consignment) settings() [6]string {
	return [6]string{string(c.Destination), c.AWB, c.Truck, c.Broker, string(c.Stored), c.Reason}
}

// SaveLeg adds a leg to a consignment, or with a number changes it by fn, and returns the leg as it is then. One that has departed changes
// with a reason alone. Returns store.ErrNotFound, and a conflict.
func (s *Store) SaveLeg(ctx context.Context, id, legNo int64, reason string, fn func(*Leg)) (Leg, error) {
	return engine.Changed(ctx, s.DB, "change a leg", func(ctx context.Context, q engine.Querier) (l Leg, err error) {
		c, err := s.lockConsignment(ctx, q, id)
		if err == nil && legNo == 0 {
			l = Leg{ConsignmentID: id, LegNo: int64(len(c.Legs) + 1)}
		} else if err == nil {
			l, err = c.leg(legNo)
		}
		switch fn(&l); {
		case err != nil:
			return l, err
		case l.LegNo > mostLegs:
			return l, conflict(problem.TooManyLegs.With(mostLegs))
		case c.Stored == HandedOver, !l.DepartedOn.IsZero():
			if reason == "" {
				return l, conflict(problem.DepartedReason)
			}
		}
		return l, s.Audit.Update(ctx, q, "plan", s.consignmentSubject(id), func() error {
			return errors.Join(
				engine.Exec(ctx, q, `INSERT INTO consignment_legs (consignment_id, leg_no, flight, from_place, from_country, to_place, to_country,
					planned_departure, planned_arrival, departed_on, arrived_on) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0)
					ON CONFLICT (consignment_id, leg_no) DO UPDATE SET flight = excluded.flight, from_place = excluded.from_place,
					from_country = excluded.from_country, to_place = excluded.to_place, to_country = excluded.to_country,
					planned_departure = excluded.planned_departure, planned_arrival = excluded.planned_arrival`,
					id, l.LegNo, l.Flight, l.From, string(l.FromCountry), l.To, string(l.ToCountry), engine.Micros(l.PlannedDeparture),
					engine.Micros(l.PlannedArrival)),
				setReason(ctx, q, id, reason),
			)
		})
	})
}

// mostLegs is how many legs a consignment may have.
const mostLegs = 20

func setReason(ctx context.Context, q engine.Querier, id int64, reason string) error {
	return engine.Exec(ctx, q, `UPDATE consignments SET reason = $2 WHERE consignment_id = $1`, id, reason)
}

// leg is a leg of the consignment. Returns store.ErrNotFound.
func (c *Consignment) leg(no int64) (Leg, error) {
	at := slices.IndexFunc(c.Legs, func(l Leg) bool { return l.LegNo == no })
	if at < 0 {
		return Leg{}, store.ErrNotFound
	}
	return c.Legs[at], nil
}

// PutBags puts bags on a consignment, and with a leg on it. On what has departed it puts them with a reason alone. Returns
// store.ErrNotFound, and a conflict that names bags that are not closed or in another consignment.
func (s *Store) PutBags(ctx context.Context, id, legNo int64, bags []int64, reason string) error {
	return s.moveBags(ctx, "load", id, legNo, bags, reason, func(ctx context.Context, q engine.Querier, c *Consignment, found []Bag) error {
		var open, other []int64
		isNew := false
		for i := range found {
			isNew = isNew || found[i].ConsignmentID == 0
			switch b := &found[i]; {
			case b.ConsignmentID != 0 && b.ConsignmentID != id:
				other = append(other, b.BagID)
			case !b.isClosed():
				open = append(open, b.BagID)
			}
		}
		switch {
		case c.Stored == HandedOver, isNew && c.Stored != Planned && reason == "":
			return conflict(problem.ConsignmentState.With(c.Number(), string(c.Stored)))
		case other != nil:
			return conflict(problem.BagsElsewhere.With(numbersOf(other)))
		case open != nil:
			return conflict(problem.BagsNotClosed.With(numbersOf(open)))
		case c.Bags > mostBags:
			return conflict(problem.TooManyBags.With(mostBags))
		}
		err := engine.Exec(ctx, q, `UPDATE bags SET consignment_id = $1 WHERE bag_id `+s.in("$2")+` AND consignment_id = 0`, id, s.list(bags))
		if err != nil || legNo == 0 {
			return err
		}
		return engine.Exec(ctx, q, `INSERT INTO leg_bags (consignment_id, leg_no, bag_id) SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), bag_id
			FROM bags WHERE bag_id `+s.in("$3")+` ON CONFLICT DO NOTHING`, id, legNo, s.list(bags))
	})
}

// mostBags is how many bags a consignment may have.
const mostBags = 2000

// LeaveBags takes bags off a leg, and leaves them in their consignment; without a leg it takes them out of the consignment. From what has
// departed it takes them with a reason alone. Returns store.ErrNotFound, and a conflict.
func (s *Store) LeaveBags(ctx context.Context, id, legNo int64, bags []int64, reason string) error {
	return s.moveBags(ctx, "leave", id, legNo, bags, reason, func(ctx context.Context, q engine.Querier, _ *Consignment, found []Bag) error {
		var other []int64
		for i := range found {
			if found[i].ConsignmentID != id {
				other = append(other, found[i].BagID)
			}
		}
		if other != nil {
			return conflict(problem.BagsElsewhere.With(numbersOf(other)))
		}
		if err := s.carryingOf(ctx, q, id); err != nil {
			return err
		}
		err := engine.Exec(ctx, q, `DELETE FROM leg_bags WHERE consignment_id = $1 AND ($2 = 0 OR leg_no = $2) AND bag_id `+s.in("$3"), id, legNo,
			s.list(bags))
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
		c, err := s.lockConsignment(ctx, q, id)
		if err != nil {
			return err
		}
		if legNo != 0 {
			if _, err := c.leg(legNo); err != nil {
				return err
			}
		}
		found, err := engine.Collect(ctx, q, scanBag, selectBags+`bag_id `+s.in("$1")+` ORDER BY bag_id`+s.DB.Dialect.ForUpdate, s.list(bags))
		if err != nil || len(found) < len(bags) {
			return cmp.Or(err, store.ErrNotFound)
		}
		departed, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM consignment_legs l WHERE l.consignment_id = $1 AND l.departed_on > 0
			AND (l.leg_no = $2 OR $2 = 0 AND EXISTS (SELECT 1 FROM leg_bags b WHERE b.consignment_id = $1 AND b.leg_no = l.leg_no
				AND b.bag_id `+s.in("$3")+`))`, id, legNo, s.list(bags))
		if err == nil && departed > 0 && reason == "" {
			err = conflict(problem.DepartedReason)
		}
		if err == nil {
			err = move(ctx, q, &c, found)
		}
		if err != nil {
			return err
		}
		numbers := make([]string, len(bags))
		for i, bag := range bags {
			numbers[i] = BagNumber(bag)
		}
		return s.Audit.Record(ctx, q, audit.Change{
			Action: action, SubjectKind: audit.SubjectConsignment, Subject: s.consignmentSubject(id).Name, New: struct {
				LegNo  int64    `json:"leg_no,omitempty"`
				Bags   []string `json:"bags"`
				Reason string   `json:"reason,omitempty"`
			}{legNo, numbers, reason},
		})
	})
}
