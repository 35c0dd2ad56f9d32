package stored

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
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
)

var (
	//go:embed inbound.sql
	inboundList string
	//go:embed inbound_scan.sql
	inboundKnown string
)

// Inbound is how a consignment is received in a hub.
type Inbound struct {
	HubID    int64       `json:"hub_id"`
	Hub      store.Place `json:"hub"`
	State    string      `json:"state"` // request.Open or Closed
	By       string      `json:"by"`    // who opened or closed it last
	ClosedOn time.Time   `json:"closed_on,omitzero"`
	Reason   string      `json:"reason,omitempty"` // why it was opened again
}

// Some of request.ArrivalStates: found was recorded as missing before it was scanned, surplus is not of the consignment, and unknown has a
// code that no order and no bag has, or no label.
const stateFound, stateMissing, stateSurplus, stateUnknown = "found", "missing", "surplus", "unknown"

// Arrival is a parcel of a consignment, or what was scanned at its inbound and is not of it.
type Arrival struct {
	BagID, AccountID, OrderID, OtherID       int64 // OtherID is the consignment of which it is, or at which it was scanned
	Scan, Code, State, Note, Stop, ScannedBy string
	Weight                                   shipment.Thousandths // kg: of the order, or as it was measured
	ScannedOn                                time.Time
	IsFound, IsRepeated                      bool // IsRepeated: the thing was scanned before, and the scan is not stored
}

func scanArrival(row engine.Scanner, a *Arrival) error {
	return row.Scan(&a.BagID, &a.AccountID, &a.OrderID, &a.Scan, &a.Code, &a.State, engine.Is(&a.IsFound), &a.Note, &a.Stop, &a.Weight,
		engine.At(&a.ScannedOn), &a.ScannedBy, &a.OtherID)
}

// ArrivalCount is how many parcels of a bag are in a state, or without a bag how many parcels and codes of a consignment.
type ArrivalCount struct {
	BagID                    int64
	BagState, BagNote, State string
	Parcels                  int64
}

// inboundRows reads rows of the list of an inbound. Returns store.ErrNotFound if it was not opened.
func inboundRows[T any](
	ctx context.Context, s *Store, q engine.Querier, c *Consignment, scan func(engine.Scanner, *T) error, query string, args ...any,
) ([]T, error) {
	if c.Inbound == nil {
		return nil, store.ErrNotFound
	}
	var landed []int64
	for i, b := range c.Bags {
		if _, one := (&Consignment{Legs: c.Legs, Bags: c.Bags[i : i+1]}).moved(); one > 0 {
			landed = append(landed, b.BagID)
		}
	}
	return engine.Collect(ctx, q, scan, strings.ReplaceAll(inboundList, "{$3}", s.in("$3"))+query,
		append([]any{c.ConsignmentID, c.Inbound.Hub.AccountID, s.list(landed)}, args...)...)
}

// Arrivals are how many parcels of a consignment are in each state, first of all bags, then by bag.
type Arrivals struct {
	Consignment
	Counts []ArrivalCount
}

// Arrivals returns a consignment whose inbound was opened. Returns store.ErrNotFound.
func (s *Store) Arrivals(ctx context.Context, id int64) (all Arrivals, err error) {
	if all.Consignment, err = s.Consignment(ctx, id); err == nil {
		all.Counts, err = inboundRows(ctx, s, s.DB.Reads, &all.Consignment, func(row engine.Scanner, n *ArrivalCount) error {
			return row.Scan(&n.BagID, &n.BagState, &n.BagNote, &n.State, &n.Parcels)
		}, `SELECT 0 AS bag_id, '' AS bag_state, '' AS bag_note, state, count(*) FROM listed GROUP BY state UNION ALL SELECT bag_id, bag_state,
			bag_note, state, count(*) FROM listed WHERE bag_state <> '' GROUP BY bag_id, bag_state, bag_note, state ORDER BY bag_id, state`)
	}
	return all, s.DB.Explain("read an inbound", err)
}

const selectArrivals = `SELECT bag_id, account_id, order_id, scan, code, state, found, note, stop, weight, scanned_on, actor, home_id
	FROM listed `

// ArrivedParcels returns at most limit parcels and codes of an inbound after one, by bag, account, order and scan; with a state only its.
// Returns store.ErrNotFound.
func (s *Store) ArrivedParcels(ctx context.Context, id int64, state string, after Arrival, limit int) (listed []Arrival, err error) {
	c, err := s.Consignment(ctx, id)
	if err == nil {
		listed, err = inboundRows(ctx, s, s.DB.Reads, &c, scanArrival, selectArrivals+`WHERE ($4 = '' OR state = $4) AND
			(bag_id, account_id, order_id, scan) > ($5, $6, $7, $8) ORDER BY bag_id, account_id, order_id, scan LIMIT CAST($9 AS BIGINT)`,
			state, after.BagID, after.AccountID, after.OrderID, after.Scan, limit)
	}
	return listed, s.DB.Explain("list the parcels of an inbound", err)
}

// MoveInbound opens the inbound of a consignment in a hub, closes it, or opens it again for a reason, by the actor of ctx. The same request
// again changes nothing. Returns store.ErrNotFound, and a conflict if no bag has arrived, or the inbound is in another hub; if it is opened
// again without a reason; or if another number of parcels is missing when it is closed.
func (s *Store) MoveInbound(ctx context.Context, id int64, sent request.Inbound) error {
	hub, err := s.HubPlace(ctx, sent.HubID)
	if err != nil && sent.HubID != 0 {
		return err
	}
	_, err = s.changeConsignment(ctx, "inbound_"+sent.State, id, func(ctx context.Context, q engine.Querier, c *Consignment) error {
		in := Inbound{HubID: sent.HubID, Hub: hub}
		if c.Inbound != nil {
			in = *c.Inbound
		}
		switch _, landed := c.moved(); {
		case landed == 0, c.Inbound == nil && (sent.HubID == 0 || sent.State == request.Closed):
			return conflict(problem.InboundEarly.With(c.Number()))
		case sent.HubID != 0 && sent.HubID != in.HubID:
			return conflict(problem.InboundHub.With(c.Number(), in.Hub.Name))
		case in.State == sent.State:
			return nil
		case in.State == request.Closed && sent.Reason == "":
			return conflict(problem.InboundReason.With(c.Number()))
		}
		in.State, in.Reason, in.By, c.Inbound = sent.State, sent.Reason, audit.ActorOf(ctx).Name, &in
		if sent.State != request.Closed {
			return nil
		}
		in.ClosedOn = s.DB.Now()
		return s.settle(ctx, q, c, sent.Missing)
	})
	return err
}

// settle records events for the parcels that are missing or damaged at an inbound. None gets one twice: see Event.subject.
func (s *Store) settle(ctx context.Context, q engine.Querier, c *Consignment, missing int64) error {
	listed, err := inboundRows(ctx, s, q, c, scanArrival, selectArrivals+`WHERE state IN ('missing', 'damaged') ORDER BY state, bag_id`)
	of := each.Grouped(listed, func(a Arrival) string { return a.State })
	if n := int64(len(of[stateMissing])); err == nil && n != missing {
		err = conflict(problem.InboundCount.With(n, missing))
	}
	for state, text := range map[string]string{stateMissing: "Missing on arrival", request.Damaged: shipment.ActivityDamaged.Text()} {
		for part := range slices.Chunk(of[state], request.MaxNamed) {
			err = cmp.Or(err, s.addEvent(ctx, q, c, &Event{
				ConsignmentID: c.ConsignmentID, Inbound: state, Status: shipment.Exception, Text: text, Country: c.Inbound.Hub.Country,
				Place: c.Inbound.Hub.Name, Parcels: each.Of(part, func(a Arrival) int64 { return a.OrderID }),
				Bags: slices.Compact(each.Of(part, func(a Arrival) int64 { return a.BagID })),
			}))
		}
	}
	return err
}

func inboundSubject(state string, consignmentID int64) string {
	return fmt.Sprintf("%s-%d", state, consignmentID)
}

// ScanInbound stores that a parcel came, or without an order a bag, or without both something else, by the actor of ctx. A scan with a name
// that was stored before has the same result. Returns store.ErrNotFound, and a conflict if the inbound was not opened, or is closed and the
// parcel or bag is damaged; if another scan has the name; and if parcels of a bag were recorded as missing.
func (s *Store) ScanInbound(ctx context.Context, id int64, sent request.Inbound, o *shipment.Order, bagID int64) (a Arrival, err error) {
	if bagID != 0 {
		sent.Code = BagNumber(bagID)
	}
	if o == nil {
		o = &shipment.Order{}
	}
	err = s.Record(ctx, "scan at an inbound", o.AccountID, []int64{o.OrderID},
		func(ctx context.Context, q engine.Querier, parcels []store.Parcel) ([]shipment.Fact, error) {
			lock, p := s.DB.Dialect.ForUpdate, &store.Parcel{}
			if len(parcels) > 0 { // until it is scanned the inbound is not closed: the list of its end has all scans
				lock, p = s.DB.Dialect.ForShare, &parcels[0]
			}
			c, err := s.openedInbound(ctx, q, id, lock, sent.State)
			if err != nil || p.OrderID != o.OrderID { // it was deleted meanwhile
				return nil, cmp.Or(err, store.ErrNotFound)
			}
			hub, code := &c.Inbound.Hub, cmp.Or(sent.Code, c.Number()+"-"+sent.Scan)
			a = Arrival{
				BagID: bagID, AccountID: cmp.Or(o.AccountID, hub.AccountID), OrderID: o.OrderID, Scan: sent.Scan, State: sent.State,
				Code: cmp.Or(o.TrackingNo, code), Note: sent.Note, Stop: p.Stop, Weight: sent.Weight, ScannedOn: s.DB.Now(),
				ScannedBy: audit.ActorOf(ctx).Name,
			}
			isNew, err := s.addArrival(ctx, q, &c, &a, code)
			if a.IsFound && a.State == request.Received {
				a.State = stateFound
			}
			if p.Consignee, p.Pickup = o.Consignee, o.Pickup; err != nil || !isNew || !a.IsFound || p.TrackerStatus.Final() {
				return nil, err
			}
			return []shipment.Fact{{
				OrderID: p.OrderID, On: a.ScannedOn, Subject: inboundSubject(stateFound, a.OtherID), Text: shipment.ActivityFound.Text(),
				Status: shipment.ActivityFound.Status(&p.Order, hub.Country), Country: hub.Country, Place: hub.Name,
			}}, nil
		})
	return a, err
}

// openedInbound locks a consignment for a scan at its inbound of what has a state.
func (s *Store) openedInbound(ctx context.Context, q engine.Querier, id int64, lock, state string) (Consignment, error) {
	c, err := engine.One(ctx, q, scanConsignment, `SELECT consignment_id, details FROM consignments WHERE consignment_id = $1`+lock, id)
	switch {
	case err != nil:
	case c.Inbound == nil, c.Inbound.State == request.Closed && state == request.Damaged:
		err = conflict(problem.InboundState.With(c.Number()))
	case !c.Inbound.ClosedOn.IsZero(): // its history tells whether a parcel was recorded as missing
		err = s.carrying(ctx, q, id)
	}
	return c, err
}

// addArrival stores what is scanned, whose code is as it was scanned, unless the scan is stored, or one of the same thing.
func (s *Store) addArrival(ctx context.Context, q engine.Querier, c *Consignment, a *Arrival, code string) (isNew bool, err error) {
	known, err := engine.Collect(ctx, q, scanArrival, inboundKnown, a.AccountID, c.Inbound.Hub.AccountID, c.ConsignmentID, a.Scan, a.OrderID,
		a.Code, a.BagID)
	if len(known) > 0 && known[0].State == "home" {
		a.BagID, a.OtherID, a.IsFound, known = known[0].BagID, known[0].OtherID, known[0].IsFound, known[1:]
	}
	switch isBag := a.OrderID == 0; {
	case err != nil:
		return false, err
	case isBag && a.BagID == 0:
		a.State = stateUnknown
	case a.OtherID != c.ConsignmentID:
		a.State = stateSurplus
	case isBag && a.IsFound:
		return false, conflict(problem.InboundBag.With(a.Code))
	}
	for _, k := range known {
		isSame := k.Scan == a.Scan
		if isSame && !k.isOf(a, code) {
			return false, conflict(problem.HubScanOther)
		}
		if isSame || a.State == request.Received || a.State == k.State {
			k.Stop, k.IsRepeated = a.Stop, !isSame
			*a = k
			return false, nil
		}
	}
	return true, engine.Exec(ctx, q, `INSERT INTO inbound_scans (account_id, consignment_id, scan, order_id, bag_id, home_id, code, state,
		found, note, weight, scanned_on, actor_kind, actor) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`, a.AccountID,
		c.ConsignmentID, a.Scan, a.OrderID, a.BagID, a.OtherID, a.Code, a.State, engine.Flag(a.IsFound), a.Note, int64(a.Weight),
		engine.Micros(a.ScannedOn), string(audit.ActorOf(ctx).Kind), a.ScannedBy)
}

// isOf reports whether a scan that is stored is of a, which no order may have had then.
func (k *Arrival) isOf(a *Arrival, code string) bool {
	return k.State == a.State && k.Code == a.Code || k.State == stateUnknown && k.Code == code
}
