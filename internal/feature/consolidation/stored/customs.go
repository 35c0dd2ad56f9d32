package stored

import (
	"cmp"
	"context"

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

func (s *Store) answer(
	ctx context.Context, q engine.Querier, consignmentID int64, o *store.Parcel, a *Answered, actor audit.Actor,
) (changed bool, err error) {
	type audited struct {
		Consignment string `json:"consignment"`
		Answer      string `json:"answer"`
		Reason      string `json:"reason,omitempty"`
	}
	was := audited{Consignment: ConsignmentNumber(consignmentID)}
	err = engine.QueryRow(ctx, q, `SELECT answer, reason FROM parcel_customs WHERE account_id = $1 AND order_id = $2 AND consignment_id = $3`,
		o.AccountID, o.OrderID, consignmentID).Scan(&was.Answer, &was.Reason)
	if err := engine.OrNothing(err); err != nil {
		return false, err
	}
	var before any
	if err == nil {
		before = was
	}
	if a.Answer == DoNotLoad {
		if err := s.StopParcel(ctx, q, o, cmp.Or(a.Reason, doNotLoad)); err != nil {
			return false, err
		}
	}
	is := audited{was.Consignment, string(a.Answer), a.Reason}
	if was == is {
		return false, nil
	}
	_, err = q.Exec(ctx, `INSERT INTO parcel_customs (account_id, order_id, consignment_id, answer, reason, answered_on, actor_kind, actor)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (account_id, order_id, consignment_id) DO UPDATE SET answer = excluded.answer,
		reason = excluded.reason, answered_on = excluded.answered_on, actor_kind = excluded.actor_kind, actor = excluded.actor`,
		o.AccountID, o.OrderID, consignmentID, is.Answer, is.Reason, engine.Micros(s.DB.Now()), string(actor.Kind), actor.Name)
	if err != nil {
		return false, err
	}
	return true, s.Audit.Record(ctx, q, audit.Change{
		AccountID: o.AccountID, Action: "customs", SubjectKind: audit.SubjectOrder, Subject: o.TrackingNo, Old: before, New: is,
	})
}
