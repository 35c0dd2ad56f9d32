package stored

import (
	"cmp"
	"context"
	"errors"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// BagState is how far a bag is.
type BagState string

// The states. What of a bag belongs to an account follows its state account by account.
const (
	BagOpen     BagState = "open"
	BagClosing  BagState = "closing" // it takes no scans, and its parcels are counted one account after the other
	BagClosed   BagState = "closed"
	BagLoaded   BagState = "loaded" // it is closed, and on a leg: the table says closed
	BagReceived BagState = "received"
	BagEmptied  BagState = "emptied"
)

// BagStates are all states.
func BagStates() []BagState {
	return []BagState{BagOpen, BagClosing, BagClosed, BagLoaded, BagReceived, BagEmptied}
}

// Bag is what parcels of all shippers fly in.
type Bag struct {
	BagID, HubID, ToHubID, ServiceID int64 // ToHubID 0: to no hub of the operator; ServiceID 0: of all services
	Seal                             string
	Tare, Gross                      shipment.Thousandths // kg; 0: it was not weighed
	State                            BagState
	Parcels                          int64                // now, or when it was closed
	Weight                           shipment.Thousandths // kg of its parcels, likewise
	ConsignmentID                    int64                // 0: none
	Reason                           string               // of the last change
	OpenedOn, ClosedOn, ReceivedOn   time.Time
	OpenedBy, ClosedBy, ReceivedBy   string
}

// Number is the number of the bag on its label.
func (b *Bag) Number() string { return BagNumber(b.BagID) }

// isClosed reports whether the bag has the sums of its parcels, and is not received.
func (b *Bag) isClosed() bool { return b.State == BagClosed || b.State == BagLoaded }

// isSummed reports whether the row of the bag has the sums of its parcels.
func (b *Bag) isSummed() bool { return b.State != BagOpen && b.State != BagClosing }

const bagColumns = `bag_id, hub_id, to_hub_id, service_id, seal, tare, gross, parcels, weight, consignment_id, reason, opened_on, opened_by,
	closed_on, closed_by, received_on, received_by`

const selectBags = `SELECT ` + bagColumns + `, CASE WHEN state = 'closed' AND EXISTS (SELECT 1 FROM leg_bags l WHERE l.bag_id = bags.bag_id)
	THEN 'loaded' ELSE state END FROM bags WHERE `

func scanBag(row engine.Scanner, b *Bag) error {
	return row.Scan(&b.BagID, &b.HubID, &b.ToHubID, &b.ServiceID, &b.Seal, &b.Tare, &b.Gross, &b.Parcels, &b.Weight, &b.ConsignmentID,
		&b.Reason, engine.At(&b.OpenedOn), &b.OpenedBy, engine.At(&b.ClosedOn), &b.ClosedBy, engine.At(&b.ReceivedOn), &b.ReceivedBy, &b.State)
}

// auditedBag is a bag in the audit log.
type auditedBag struct {
	HubID     int64                `json:"hub_id"`
	ToHubID   int64                `json:"to_hub_id,omitempty"`
	ServiceID int64                `json:"service_id,omitempty"`
	Seal      string               `json:"seal,omitempty"`
	Tare      shipment.Thousandths `json:"tare,omitempty"`
	Gross     shipment.Thousandths `json:"gross,omitempty"`
	State     BagState             `json:"state"`
	Parcels   int64                `json:"parcels,omitempty"`
	Reason    string               `json:"reason,omitempty"`
}

func (s *Store) bagSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectBag, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		b, err := locked(ctx, s, q, scanBag, selectBags+`bag_id = $1`, id)
		return 0, auditedBag{b.HubID, b.ToHubID, b.ServiceID, b.Seal, b.Tare, b.Gross, b.State, b.Parcels, b.Reason}, err
	})
}

// OpenBag stores a bag, by the actor of ctx, and returns it with its number.
func (s *Store) OpenBag(ctx context.Context, b Bag) (Bag, error) {
	var err error
	b.State, b.OpenedOn, b.OpenedBy = BagOpen, s.DB.Now(), audit.ActorOf(ctx).Name
	if b.BagID, err = s.Draw(ctx, store.BagNumbers); err != nil {
		return b, err
	}
	return b, s.DB.Change(ctx, "open a bag", func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, `INSERT INTO bags (`+bagColumns+`, state, behind)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, 0, '', $8, $9, 0, '', 0, '', 'open', 0)`, b.BagID, b.HubID, b.ToHubID, b.ServiceID, b.Seal,
			int64(b.Tare), int64(b.Gross), engine.Micros(b.OpenedOn), b.OpenedBy)
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.bagSubject(b.BagID), &b)
	})
}

// Bag returns a bag. Returns store.ErrNotFound.
func (s *Store) Bag(ctx context.Context, id int64) (Bag, error) {
	return engine.First(s.bags(ctx, `bag_id = $1`, id))
}

// Bags returns at most limit bags with ids below before, the newest first; 0 is no bound. With a consignment they are its bags alone.
func (s *Store) Bags(ctx context.Context, consignmentID, before int64, limit int) ([]Bag, error) {
	return s.bags(ctx, `($1 = 0 OR consignment_id = $1) AND ($2 = 0 OR bag_id < $2) ORDER BY bag_id DESC LIMIT CAST($3 AS BIGINT)`,
		consignmentID, before, limit)
}

// LegBags returns the bags on a leg, by number.
func (s *Store) LegBags(ctx context.Context, consignmentID, legNo int64) ([]Bag, error) {
	return s.bags(ctx, `bag_id IN (SELECT bag_id FROM leg_bags WHERE consignment_id = $1 AND leg_no = $2) ORDER BY bag_id`, consignmentID, legNo)
}

// bags returns bags, with what is in those that are not closed now.
func (s *Store) bags(ctx context.Context, where string, args ...any) ([]Bag, error) {
	all, err := engine.Collect(ctx, s.DB.Reads, scanBag, selectBags+where, args...)
	open := map[int64]*Bag{}
	var ids []int64
	for i := range all {
		if !all[i].isSummed() {
			open[all[i].BagID], ids = &all[i], append(ids, all[i].BagID)
		}
	}
	if err == nil && ids != nil {
		err = engine.Each(ctx, s.DB.Reads, func(row engine.Scanner) error {
			var id, parcels, weight int64
			err := row.Scan(&id, &parcels, &weight)
			if b := open[id]; b != nil {
				b.Parcels, b.Weight = parcels, shipment.Thousandths(weight)
			}
			return err
		}, `SELECT bag_id, count(*), sum(weight) FROM bag_parcels WHERE bag_id `+s.in("$1")+` GROUP BY bag_id`, s.list(ids))
	}
	return all, s.DB.Explain("read bags", err)
}

// ChangeBag changes the seal, the weights and the place of a bag by fn, which may run more than once, and returns it as it is then. One that
// has departed changes with a reason alone. Returns store.ErrNotFound, and a conflict.
func (s *Store) ChangeBag(ctx context.Context, id int64, fn func(*Bag)) (Bag, error) {
	return engine.Changed(ctx, s.DB, "change a bag", func(ctx context.Context, q engine.Querier) (b Bag, err error) {
		if b, err = s.departedBag(ctx, q, id, fn); err != nil {
			return b, err
		}
		return b, s.Audit.Set(ctx, q, "update", s.bagSubject(id), `UPDATE bags SET to_hub_id = $2, seal = $3, tare = $4, gross = $5, reason = $6
			WHERE bag_id = $1`, id, b.ToHubID, b.Seal, int64(b.Tare), int64(b.Gross), b.Reason)
	})
}

// departedBag locks a bag and changes it by fn, and returns a conflict if it has departed and fn sets no reason.
func (s *Store) departedBag(ctx context.Context, q engine.Querier, id int64, fn func(*Bag)) (b Bag, err error) {
	if b, err = locked(ctx, s, q, scanBag, selectBags+`bag_id = $1`, id); err != nil {
		return b, err
	}
	b.Reason = ""
	fn(&b)
	departed, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM leg_bags b JOIN consignment_legs l
		ON l.consignment_id = b.consignment_id AND l.leg_no = b.leg_no WHERE b.bag_id = $1 AND l.departed_on > 0`, id)
	if err == nil && departed > 0 && b.Reason == "" {
		err = conflict(problem.DepartedReason)
	}
	return b, err
}

// CloseBag has an open bag take no scans, and its parcels counted. Returns store.ErrNotFound, and a conflict if it has no parcels, after
// which it is open, or unless it is open or closed already. The same request again changes nothing.
func (s *Store) CloseBag(ctx context.Context, id int64) error {
	err := s.moveBag(ctx, "close", id, func(b *Bag) (BagState, error) {
		switch b.State {
		case BagOpen:
			return BagClosing, nil
		case BagClosing, BagClosed, BagLoaded:
			return b.State, nil
		default:
			return "", notInState(b)
		}
	})
	if err == nil {
		err = s.carryBag(ctx, id)
	}
	if err != nil {
		return err
	}
	if b, err := s.Bag(ctx, id); err != nil || b.State == BagOpen {
		return cmp.Or(err, conflict(problem.BagEmpty.With(b.Number())))
	}
	return nil
}

// ReopenBag has a bag that is closed take scans again, for a reason. It stays in its consignment and on its leg. Returns store.ErrNotFound,
// and a conflict if it is not closed, or while an event is carried to its parcels.
func (s *Store) ReopenBag(ctx context.Context, id int64, reason string) error {
	err := s.moveBag(ctx, "reopen", id, func(b *Bag) (BagState, error) {
		if b.Reason = reason; b.State != BagClosing && !b.isClosed() {
			return "", notInState(b)
		}
		return BagOpen, nil
	})
	if err == nil {
		err = s.carryBag(ctx, id)
	}
	return err
}

// ReceiveBag records that a bag that is closed came to where it was sent. The same request again changes nothing. Returns store.ErrNotFound,
// and a conflict.
func (s *Store) ReceiveBag(ctx context.Context, id int64) error {
	return s.moveBag(ctx, "receive", id, func(b *Bag) (BagState, error) {
		if b.State != BagReceived && !b.isClosed() {
			return "", notInState(b)
		}
		return BagReceived, nil
	})
}

// EmptyBag records that the parcels of a bag that was received were taken out. The same request again changes nothing. Returns
// store.ErrNotFound, and a conflict.
func (s *Store) EmptyBag(ctx context.Context, id int64) error {
	err := s.moveBag(ctx, "empty", id, func(b *Bag) (BagState, error) {
		if b.State != BagReceived && b.State != BagEmptied {
			return "", notInState(b)
		}
		return BagEmptied, nil
	})
	if err == nil {
		err = s.carryBag(ctx, id)
	}
	return err
}

func notInState(b *Bag) error { return conflict(problem.BagState.With(b.Number(), string(b.State))) }

// moveBag stores the state that to makes of the one of a bag.
func (s *Store) moveBag(ctx context.Context, action string, id int64, to func(*Bag) (BagState, error)) error {
	return s.DB.Change(ctx, action+" a bag", func(ctx context.Context, q engine.Querier) error {
		b, err := locked(ctx, s, q, scanBag, selectBags+`bag_id = $1`, id)
		if err != nil {
			return err
		}
		was := b.State
		b.Reason = ""
		state, err := to(&b)
		if err != nil || state == was {
			return err
		}
		if state == BagOpen {
			err = s.carryingOf(ctx, q, b.ConsignmentID)
		}
		at, by := [2]int64{engine.Micros(b.ClosedOn), engine.Micros(b.ReceivedOn)}, [2]string{b.ClosedBy, b.ReceivedBy}
		switch now, actor := engine.Micros(s.DB.Now()), audit.ActorOf(ctx).Name; state {
		case BagClosing:
			at[0], by[0] = now, actor
		case BagReceived:
			at[1], by[1] = now, actor
		default:
		}
		if err != nil {
			return err
		}
		return s.Audit.Set(ctx, q, action, s.bagSubject(id), `UPDATE bags SET state = $2, reason = $3, closed_on = $4, closed_by = $5,
			received_on = $6, received_by = $7, behind = $8 WHERE bag_id = $1`, id, string(state), b.Reason, at[0], by[0], at[1], by[1],
			engine.Flag(state != BagReceived))
	})
}

// carryingOf returns a conflict while an event of a consignment is carried to the parcels that were in its bags when it was recorded.
func (s *Store) carryingOf(ctx context.Context, q engine.Querier, consignmentID int64) error {
	n, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM consignment_events WHERE consignment_id = $1 AND state = 'carrying'`,
		consignmentID)
	if err == nil && n > 0 {
		err = conflict(problem.EventCarrying.With(ConsignmentNumber(consignmentID)))
	}
	return err
}

// bagAccount is a shipper of a bag.
type bagAccount struct {
	accountID, bagID int64
	state            BagState // open, closed or emptied
}

func scanBagAccount(row engine.Scanner, a *bagAccount) error {
	return row.Scan(&a.accountID, &a.bagID, &a.state)
}

// lockBag locks what an account has in a bag, and carries the state of the bag to it. Closing locks the same row after the bag says that it
// is being closed: what is scanned before is counted, and nothing is scanned afterwards.
func (s *Store) lockBag(ctx context.Context, q engine.Querier, accountID, bagID int64) (b Bag, err error) {
	var at bagAccount
	read := func() (err error) {
		at, err = locked(ctx, s, q, scanBagAccount, `SELECT account_id, bag_id, state FROM bag_accounts WHERE account_id = $1 AND bag_id = $2`,
			accountID, bagID)
		return err
	}
	if err = read(); errors.Is(err, store.ErrNotFound) {
		if b, err = locked(ctx, s, q, scanBag, selectBags+`bag_id = $1`, bagID); err != nil || b.State != BagOpen {
			return b, err
		}
		_, err = q.Exec(ctx, `INSERT INTO bag_accounts (account_id, bag_id, state, parcels, weight) VALUES ($1, $2, 'open', 0, 0)
			ON CONFLICT DO NOTHING`, accountID, bagID)
		if err == nil {
			err = read()
		}
	}
	if err == nil {
		b, err = engine.One(ctx, q, scanBag, selectBags+`bag_id = $1`, bagID)
	}
	if err == nil {
		err = follow(ctx, q, &b, &at)
	}
	return b, err
}

// follow makes what an account has in a bag, which is locked, what the bag is.
func follow(ctx context.Context, q engine.Querier, b *Bag, at *bagAccount) (err error) {
	set := `UPDATE bag_accounts SET state = $3, (parcels, weight) = (SELECT count(*), coalesce(sum(p.weight), 0) FROM bag_parcels p
		WHERE p.account_id = $1 AND p.bag_id = $2) WHERE account_id = $1 AND bag_id = $2`
	state := BagClosed
	switch {
	case b.State == BagOpen && at.state == BagClosed:
		state = BagOpen
	case b.State == BagEmptied && at.state != BagEmptied:
		state = BagEmptied
		_, err = q.Exec(ctx, `UPDATE bag_parcels SET emptied = 1 WHERE account_id = $1 AND bag_id = $2 AND emptied = 0`, at.accountID, at.bagID)
	case b.State == BagClosing && at.state == BagOpen:
	default:
		return nil
	}
	if err != nil {
		return err
	}
	return engine.Exec(ctx, q, set, at.accountID, at.bagID, string(state))
}

// accountsBehind are the accounts of a bag to which its state was not carried.
const accountsBehind = `SELECT a.account_id, a.bag_id, a.state FROM bag_accounts a JOIN bags b ON b.bag_id = a.bag_id WHERE b.bag_id = $1
	AND (b.state = 'open' AND a.state = 'closed' OR b.state = 'closing' AND a.state = 'open' OR b.state = 'emptied' AND a.state <> 'emptied')
	ORDER BY a.account_id`

// carryBag carries the state of a bag to its accounts, and closes the bag when all are counted. One without parcels is open again.
func (s *Store) carryBag(ctx context.Context, id int64) error {
	behind, err := engine.List(ctx, s.DB, "read the accounts of a bag", scanBagAccount, accountsBehind, id)
	if err != nil {
		return err
	}
	for i := range behind {
		err := s.DB.Change(ctx, "carry the state of a bag", func(ctx context.Context, q engine.Querier) error {
			_, err := s.lockBag(ctx, q, behind[i].accountID, id)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.DB.Change(ctx, "settle a bag", func(ctx context.Context, q engine.Querier) error {
		b, err := locked(ctx, s, q, scanBag, selectBags+`bag_id = $1`, id)
		if err != nil {
			return err
		}
		left, err := engine.Collect(ctx, q, scanBagAccount, accountsBehind, id)
		if err != nil || left != nil {
			return err
		}
		if b.State == BagClosing {
			err := engine.QueryRow(ctx, q, `SELECT coalesce(sum(parcels), 0), coalesce(sum(weight), 0) FROM bag_accounts WHERE bag_id = $1`, id).
				Scan(&b.Parcels, &b.Weight)
			if b.State = BagClosed; err != nil {
				return err
			}
			if b.Parcels == 0 {
				b.State = BagOpen
			}
		}
		if b.State == BagLoaded {
			b.State = BagClosed
		}
		return engine.Exec(ctx, q, `UPDATE bags SET state = $2, parcels = $3, weight = $4, behind = 0 WHERE bag_id = $1`, id, string(b.State),
			b.Parcels, int64(b.Weight))
	})
}

// CarryBags continues bags whose closing, opening or emptying was interrupted, for example by the end of a process.
func (s *Store) CarryBags(ctx context.Context) error {
	moved, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT bag_id FROM bags WHERE behind = 1 ORDER BY bag_id`)
	for _, id := range moved {
		if err == nil {
			err = s.carryBag(ctx, id)
		}
	}
	return s.DB.Explain("carry bags", err)
}
