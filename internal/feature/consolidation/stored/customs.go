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
	//go:embed kept.sql
	keptParcels string
	//go:embed not_loaded.sql
	notLoaded string
	//go:embed listed.sql
	selectListed string
	//go:embed save_customs.sql
	saveCustoms string
	//go:embed bag_sums.sql
	selectSums string
)

// Answer is what customs say of a parcel before it is loaded.
type Answer string

// The answers. With all but the last one the parcel does not depart.
const (
	DoNotLoad   Answer = "do_not_load"
	Screening   Answer = "screening"   // it is to be screened
	Information Answer = "information" // data is missing
	Assessed    Answer = "assessed"    // it may be loaded
)

// shown are the statuses that a parcel has for its consignee after what customs decided. The others are no event of it.
var shown = map[string]shipment.TrackerStatus{
	"taxes_due": shipment.DestinationCountryCustoms, "inspected": shipment.DestinationCountryCustoms,
	"released": shipment.DestinationCountryCustoms, "held": shipment.Exception, "seized": shipment.Exception,
	"destroyed": shipment.Exception, "abandoned": shipment.Exception,
}

// Answered is an answer or decision about a parcel.
type Answered struct {
	OrderID int64
	Answer  Answer // "": none
	Reason  string
	request.Customs
}

// doNotLoad is why a parcel is stopped if customs say no more.
const doNotLoad = "Customs: do not load"

// Answer stores answers and decisions of customs about parcels of an account in a consignment, by the actor of ctx, and returns the ids of
// the orders of which something is another one now, and stops those that must not be loaded. A decision that consignees see becomes a
// tracking event, which moves no parcel before the first departure. The consignment is locked, so that no leg departs between its check and
// an answer. Returns store.ErrNotFound, and a conflict if a parcel is in no bag of the consignment, and none of its answers is known.
func (s *Store) Answer(ctx context.Context, consignmentID, accountID int64, answers []Answered) (changed map[int64]bool, err error) {
	ids := each.Of(answers, func(a Answered) int64 { return a.OrderID })
	err = s.Record(ctx, "store answers of customs", accountID, ids,
		func(ctx context.Context, q engine.Querier, parcels []store.Parcel) (facts []shipment.Fact, err error) {
			changed = map[int64]bool{}
			c, err := s.consignment(ctx, q, consignmentID, s.DB.Dialect.ForUpdate)
			if err != nil {
				return nil, err
			}
			in, err := engine.Value[int](ctx, q, `SELECT count(*) FROM (SELECT p.order_id FROM bag_parcels p JOIN bags b ON b.bag_id = p.bag_id
				WHERE p.account_id = $1 AND p.order_id `+s.in("$2")+` AND b.consignment_id = $3 UNION SELECT order_id FROM parcel_customs
				WHERE account_id = $1 AND order_id `+s.in("$2")+` AND consignment_id = $3) AS known`, accountID, s.list(ids), consignmentID)
			if err == nil && in < len(ids) {
				err = conflict(problem.ParcelAway)
			}
			for i := 0; i < len(parcels) && err == nil; i++ {
				var seen []shipment.Fact
				a := answers[slices.Index(ids, parcels[i].OrderID)]
				changed[a.OrderID], seen, err = s.answer(ctx, q, &c, &parcels[i], &a)
				facts = append(facts, seen...)
			}
			return facts, err
		})
	return changed, err
}

// NotLoaded returns what customs said of the parcels of a consignment, also those taken out of it, that are not to be loaded.
func (s *Store) NotLoaded(ctx context.Context, consignmentID int64) ([]Listed, error) {
	return engine.List(ctx, s.DB, "read what is not to be loaded", func(row engine.Scanner, p *Listed) error {
		return scanDocument(row, &p.Customs, &p.AccountID, &p.OrderID, &p.Answer)
	}, `SELECT account_id, order_id, answer, details FROM parcel_customs WHERE answer = 'do_not_load' AND consignment_id = $1`, consignmentID)
}

// KeptOn are the parcels of the bags on a leg that customs or the operator keep, by tracking number.
func (s *Store) KeptOn(ctx context.Context, c *Consignment, legNo int64) ([]Listed, error) {
	all, err := s.kept(ctx, s.DB.Reads, c, each.Of(c.On(legNo), func(b OnLegs) int64 { return b.BagID }))
	return all, s.DB.Explain("list the parcels that are kept", err)
}

// kept are the parcels of bags that are not to be on a leg of a consignment, by tracking number.
func (s *Store) kept(ctx context.Context, q engine.Querier, c *Consignment, bags []int64) ([]Listed, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, p *Listed) error {
		return row.Scan(&p.OrderID, &p.TrackingNo, &p.Answer, &p.BagID, &p.Stop)
	}, strings.ReplaceAll(keptParcels, "{$2}", s.in("$2")), c.ConsignmentID, s.list(bags))
}

// refuseKept returns a conflict if parcels of bags are not to be on a leg: customs or the operator keep them, and the event does not
// acknowledge them with a reason, or customs say not to load them, be it in a consignment before, which nobody acknowledges. The numbers of
// the others are noted at the leg, and so are in the audit log.
func (s *Store) refuseKept(ctx context.Context, q engine.Querier, c *Consignment, e *Event, bags []int64) error {
	var kept, acknowledged []string
	all, err := s.kept(ctx, q, c, bags)
	for _, p := range all {
		if Answer(p.Answer) != DoNotLoad && e.Reason != "" && slices.Contains(e.Acknowledged, p.OrderID) {
			acknowledged = append(acknowledged, p.TrackingNo)
		} else {
			kept = append(kept, p.TrackingNo)
		}
	}
	if err == nil && kept != nil {
		err = conflict(problem.LegKept.With(len(kept), named(kept)))
	}
	l := &c.Legs[e.LegNo-1]
	l.Acknowledged = append(l.Acknowledged, acknowledged...)
	return err
}

// auditedCustoms is what the audit log has of customs of a parcel.
type auditedCustoms struct {
	Consignment string `json:"consignment"`
	Answer      string `json:"answer,omitempty"`
	Reason      string `json:"reason,omitempty"`
	request.Customs
	stoppedOn int64 // of the stop that the answer made; 0: it made none
}

// answer stores an answer or decision about a parcel, which is not to be loaded until it may be, and returns what its consignee sees of it.
func (s *Store) answer(
	ctx context.Context, q engine.Querier, c *Consignment, o *store.Parcel, a *Answered,
) (changed bool, seen []shipment.Fact, err error) {
	was, actor := auditedCustoms{Consignment: c.Number()}, audit.ActorOf(ctx)
	err = scanDocument(engine.QueryRow(ctx, q, `SELECT answer, reason, stopped_on, details FROM parcel_customs
		WHERE account_id = $1 AND order_id = $2 AND consignment_id = $3`, o.AccountID, o.OrderID, c.ConsignmentID),
		&was.Customs, &was.Answer, &was.Reason, &was.stoppedOn)
	if err := engine.OrNothing(err); err != nil {
		return false, nil, err
	}
	var before any
	if err == nil {
		before = was
	}
	if Answer(was.Answer) == DoNotLoad && a.Answer != "" && a.Answer != Assessed { // nothing else lifts it
		a.Answer = DoNotLoad
	}
	now := engine.Micros(s.DB.Now())
	a.On = min(a.On, now)
	is := auditedCustoms{was.Consignment, cmp.Or(string(a.Answer), was.Answer), a.Reason, was.With(a.Customs), was.stoppedOn}
	if is.stoppedOn, err = s.stopAnswered(ctx, q, o, a, was.stoppedOn); err != nil || was == is {
		return false, nil, err
	}
	if is.Customs != was.Customs {
		is.On, is.Source = cmp.Or(a.On, now), cmp.Or(a.Source, string(actor.Kind))
	}
	_, err = q.Exec(ctx, saveCustoms, o.AccountID, o.OrderID, c.ConsignmentID, is.Answer, is.Reason, now, string(actor.Kind), actor.Name,
		is.stoppedOn, is.Status, engine.JSON(is.Customs))
	if err == nil {
		err = s.Audit.Record(ctx, q, audit.Change{
			AccountID: o.AccountID, Action: "customs", SubjectKind: audit.SubjectOrder, Subject: o.TrackingNo, Old: before, New: is,
		})
	}
	status, isShown := shown[is.Status]
	if err != nil || is.Status == was.Status || !isShown {
		return true, nil, err
	}
	if departed, _ := c.moved(); departed == 0 {
		status = "" // it is not there yet
	}
	e := Event{Status: status, Text: "Customs: " + strings.ReplaceAll(is.Status, "_", " "), OccurredOn: time.UnixMicro(is.On)}
	if seen, err = s.facts(ctx, q, &e, o.AccountID, []store.Parcel{*o}); seen != nil {
		seen[0].Subject = fmt.Sprintf("%s-%s-%d", c.Number(), is.Status, is.On)
	}
	return true, seen, err
}

// stopAnswered stops a parcel that must not be loaded, if nothing else does, or lifts the stop that an answer made. It returns when it was
// stopped.
func (s *Store) stopAnswered(ctx context.Context, q engine.Querier, o *store.Parcel, a *Answered, was int64) (int64, error) {
	stop := func() (on int64, err error) {
		return engine.Value[int64](ctx, q, `SELECT coalesce(max(stopped_on), 0) FROM order_stops WHERE account_id = $1 AND order_id = $2`,
			o.AccountID, o.OrderID)
	}
	stopped, err := stop()
	switch {
	case err != nil:
	case a.Answer == DoNotLoad && stopped == 0:
		if err = s.StopParcel(ctx, q, o, cmp.Or(a.Reason, doNotLoad)); err == nil {
			return stop()
		}
	case a.Answer == Assessed && stopped != 0 && stopped == was:
		return 0, s.StopParcel(ctx, q, o, "")
	}
	return was, err
}

// mostResults is of how many results of brokers a consignment has the digests, so that none is stored twice.
const mostResults = 100

// AddResult notes the digest of a result at a consignment, by the actor of ctx. Returns store.ErrNotFound.
func (s *Store) AddResult(ctx context.Context, id int64, digest string) error {
	_, err := s.changeConsignment(ctx, "import", id, func(_ context.Context, _ engine.Querier, c *Consignment) error {
		c.Results = append(c.Results[max(0, len(c.Results)-mostResults):], digest)
		return nil
	})
	return err
}
