package stored

import (
	"cmp"
	"context"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
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

// Answers are all answers.
func Answers() []Answer { return []Answer{DoNotLoad, Screening, Information, Assessed} }

// Answered is an answer about a parcel.
type Answered struct {
	OrderID int64
	Answer  Answer
	Reason  string
}

// doNotLoad is why a parcel is stopped if customs say no more.
const doNotLoad = "Customs: do not load"

// Answer stores answers of customs about parcels of an account in a consignment, by the actor of ctx, and returns the ids of the orders
// whose answer is another one now, and stops those that must not be loaded; those that are not in its bags are missing in in. The
// consignment is locked, so that no leg departs between its check and an answer. Returns store.ErrNotFound.
func (s *Store) Answer(ctx context.Context, consignmentID, accountID int64, answers []Answered) (in, changed map[int64]bool, err error) {
	ids, actor := make([]int64, len(answers)), audit.ActorOf(ctx)
	for i := range answers {
		ids[i] = answers[i].OrderID
	}
	err = s.Record(ctx, "store answers of customs", accountID, ids,
		func(ctx context.Context, q engine.Querier, parcels []store.Parcel) ([]shipment.Fact, error) {
			in, changed = map[int64]bool{}, map[int64]bool{}
			if _, err := s.consignment(ctx, q, consignmentID, s.DB.Dialect.ForUpdate); err != nil {
				return nil, err
			}
			bagged, err := engine.Values[int64](ctx, q, `SELECT p.order_id FROM bag_parcels p JOIN bags b ON b.bag_id = p.bag_id
				WHERE p.account_id = $1 AND p.order_id `+s.in("$2")+` AND b.consignment_id = $3`, accountID, s.list(ids), consignmentID)
			for _, id := range bagged {
				in[id] = true
			}
			byID := map[int64]*store.Parcel{}
			for i := range parcels {
				byID[parcels[i].OrderID] = &parcels[i]
			}
			for i := 0; i < len(answers) && err == nil; i++ {
				if a := &answers[i]; in[a.OrderID] && byID[a.OrderID] != nil {
					changed[a.OrderID], err = s.answer(ctx, q, consignmentID, byID[a.OrderID], a, actor)
				}
			}
			return nil, err
		})
	return in, changed, err
}

// refuseKept returns a conflict if parcels of bags are not to be on a leg: customs or the operator keep them, and the event does not
// acknowledge them with a reason, or customs say not to load them, which nobody acknowledges. The numbers of the others are noted at the
// leg, and so are in the audit log.
func (s *Store) refuseKept(ctx context.Context, q engine.Querier, c *Consignment, e *Event, bags []int64) error {
	var kept, acknowledged []string
	err := engine.Each(ctx, q, func(row engine.Scanner) error {
		var id int64
		var number, answer string
		err := row.Scan(&id, &number, &answer)
		if Answer(answer) != DoNotLoad && e.Reason != "" && slices.Contains(e.Acknowledged, id) {
			acknowledged = append(acknowledged, number)
		} else {
			kept = append(kept, number)
		}
		return err
	}, `SELECT p.order_id, o.tracking_no, coalesce(c.answer, '') FROM bag_parcels p
		JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
		LEFT JOIN parcel_customs c ON c.account_id = p.account_id AND c.order_id = p.order_id AND c.consignment_id = $1
		LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
		WHERE p.bag_id `+s.in("$2")+` AND p.emptied = 0 AND (c.answer <> 'assessed' OR t.order_id IS NOT NULL) ORDER BY o.tracking_no`,
		c.ConsignmentID, s.list(bags))
	if err == nil && kept != nil {
		err = conflict(problem.LegKept.With(len(kept), named(kept)))
	}
	l := &c.Legs[e.LegNo-1]
	l.Acknowledged = append(l.Acknowledged, acknowledged...)
	return err
}

func (s *Store) answer(
	ctx context.Context, q engine.Querier, consignmentID int64, o *store.Parcel, a *Answered, actor audit.Actor,
) (changed bool, err error) {
	type audited struct {
		Consignment string `json:"consignment"`
		Answer      string `json:"answer"`
		Reason      string `json:"reason,omitempty"`
		stoppedOn   int64  // of the stop that the answer made; 0: it made none
	}
	stop := func() (on int64, err error) {
		return engine.Value[int64](ctx, q, `SELECT coalesce(max(stopped_on), 0) FROM order_stops WHERE account_id = $1 AND order_id = $2`,
			o.AccountID, o.OrderID)
	}
	was := audited{Consignment: ConsignmentNumber(consignmentID)}
	err = engine.QueryRow(ctx, q, `SELECT answer, reason, stopped_on FROM parcel_customs
		WHERE account_id = $1 AND order_id = $2 AND consignment_id = $3`, o.AccountID, o.OrderID, consignmentID).
		Scan(&was.Answer, &was.Reason, &was.stoppedOn)
	if err := engine.OrNothing(err); err != nil {
		return false, err
	}
	var before any
	if err == nil {
		before = was
	}
	is := audited{was.Consignment, string(a.Answer), a.Reason, was.stoppedOn}
	stopped, err := stop()
	switch {
	case err != nil:
	case a.Answer == DoNotLoad && stopped == 0:
		if err = s.StopParcel(ctx, q, o, cmp.Or(a.Reason, doNotLoad)); err == nil {
			is.stoppedOn, err = stop()
		}
	case a.Answer == Assessed && stopped != 0 && stopped == was.stoppedOn:
		is.stoppedOn, err = 0, s.StopParcel(ctx, q, o, "")
	}
	if err != nil {
		return false, err
	}
	if was == is {
		return false, nil
	}
	_, err = q.Exec(ctx, `INSERT INTO parcel_customs (account_id, order_id, consignment_id, answer, reason, answered_on, actor_kind, actor,
		stopped_on) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (account_id, order_id, consignment_id) DO UPDATE SET answer = excluded.answer,
		reason = excluded.reason, answered_on = excluded.answered_on, actor_kind = excluded.actor_kind, actor = excluded.actor,
		stopped_on = excluded.stopped_on`, o.AccountID, o.OrderID, consignmentID, is.Answer, is.Reason, engine.Micros(s.DB.Now()),
		string(actor.Kind), actor.Name, is.stoppedOn)
	if err != nil {
		return false, err
	}
	return true, s.Audit.Record(ctx, q, audit.Change{
		AccountID: o.AccountID, Action: "customs", SubjectKind: audit.SubjectOrder, Subject: o.TrackingNo, Old: before, New: is,
	})
}
