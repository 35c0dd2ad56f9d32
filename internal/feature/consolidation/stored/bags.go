package stored

import (
	"cmp"
	"context"
	"errors"
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

// BagState is how far a bag is.
type BagState string

// The states. When a bag is closed or emptied, what of it belongs to accounts follows account by account.
const (
	BagOpen     BagState = "open"
	BagClosing  BagState = "closing" // it takes no scans, and its parcels are counted one account after the other
	BagClosed   BagState = "closed"
	BagLoaded   BagState = "loaded" // it is closed, and on a leg: the table says closed
	BagReceived BagState = "received"
	BagEmptied  BagState = "emptied"
)

// Bag is what parcels of all shippers fly in.
type Bag struct {
	BagID int64 `json:"-"`
	request.Bag
	OpenedOn      time.Time            `json:"opened_on"`
	OpenedBy      string               `json:"opened_by"`
	State         BagState             `json:"-"`
	Parcels       int64                `json:"-"` // now, or when it was closed
	Weight        shipment.Thousandths `json:"-"` // kg of its parcels, likewise
	ConsignmentID int64                `json:"-"` // 0: none
}

// Number is the number of the bag on its label.
func (b *Bag) Number() string { return BagNumber(b.BagID) }

// isClosed reports whether the bag has the sums of its parcels, and is not received.
func (b *Bag) isClosed() bool { return b.State == BagClosed || b.State == BagLoaded }

// audited is the bag in the audit log.
func (b *Bag) audited() any {
	return struct {
		request.Bag
		State   BagState `json:"state"`
		Parcels int64    `json:"parcels,omitempty"`
	}{b.Bag, b.State, b.Parcels}
}

const selectBags = `SELECT bag_id, consignment_id, CASE
	WHEN state = 'closed' AND EXISTS (SELECT 1 FROM leg_bags l WHERE l.bag_id = bags.bag_id) THEN 'loaded' ELSE state END,
	parcels, weight, details FROM bags WHERE `

func scanBag(row engine.Scanner, b *Bag) error {
	return scanDocument(row, b, &b.BagID, &b.ConsignmentID, &b.State, &b.Parcels, &b.Weight)
}

// OpenBag stores a bag, by the actor of ctx, and returns it with its number.
func (s *Store) OpenBag(ctx context.Context, sent request.Bag) (Bag, error) {
	b := Bag{Bag: sent, State: BagOpen, OpenedOn: s.DB.Now(), OpenedBy: audit.ActorOf(ctx).Name}
	var err error
	if b.BagID, err = s.Draw(ctx, store.BagNumbers); err != nil {
		return b, err
	}
	err = s.DB.Change(ctx, "open a bag", func(ctx context.Context, q engine.Querier) error {
		err := engine.Exec(ctx, q, `INSERT INTO bags (bag_id, consignment_id, state, behind, parcels, weight, details)
			VALUES ($1, 0, 'open', 0, 0, 0, $2)`, b.BagID, engine.JSON(b))
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, made(audit.SubjectBag, b.Number(), b.audited()), &b)
	})
	return b, err
}

// made is a subject that was made with a value.
func made(kind, name string, value any) audit.Subject {
	return audit.Subject{Kind: kind, Name: name, Read: func(context.Context, engine.Querier) (int64, any, error) { return 0, value, nil }}
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
	return s.bags(ctx, `bag_id IN (SELECT bag_id FROM leg_bags WHERE consignment_id = $1 AND leg_no = $2) ORDER BY bag_id`,
		consignmentID, legNo)
}

// bags returns bags, with what is in those that are not closed now.
func (s *Store) bags(ctx context.Context, where string, args ...any) ([]Bag, error) {
	all, err := engine.List(ctx, s.DB, "read bags", scanBag, selectBags+where, args...)
	if err != nil {
		return nil, err
	}
	sums, err := engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, sum *[3]int64) error { return row.Scan(&sum[0], &sum[1], &sum[2]) },
		`SELECT bag_id, count(*), sum(weight) FROM bag_parcels WHERE bag_id `+s.in("$1")+` GROUP BY bag_id`,
		s.list(each.Of(all, func(b Bag) int64 {
			if b.State == BagOpen || b.State == BagClosing {
				return b.BagID
			}
			return 0
		})))
	for _, sum := range sums {
		b := &all[slices.IndexFunc(all, func(b Bag) bool { return b.BagID == sum[0] })]
		b.Parcels, b.Weight = sum[1], shipment.Thousandths(sum[2])
	}
	return all, s.DB.Explain("count the parcels of bags", err)
}

// changeBag changes a bag by fn, and records that in the audit log, in a transaction. A bag that has departed changes with a reason alone.
func (s *Store) changeBag(ctx context.Context, action string, id int64, fn func(context.Context, engine.Querier, *Bag) error) (Bag, error) {
	return engine.Changed(ctx, s.DB, action+" a bag", func(ctx context.Context, q engine.Querier) (Bag, error) {
		b, err := engine.One(ctx, q, scanBag, selectBags+`bag_id = $1`+s.DB.Dialect.ForUpdate, id)
		if err != nil {
			return b, err
		}
		was := b
		b.Reason = ""
		same := b
		if err := fn(ctx, q, &b); err != nil || b == same {
			return was, err
		}
		state := b.State
		if state == BagLoaded {
			state = BagClosed
		}
		behind := engine.Flag(b.State == BagClosing || b.State == BagEmptied) * engine.Micros(s.DB.Now())
		err = engine.Exec(ctx, q, `UPDATE bags SET state = $2, behind = CASE state WHEN $2 THEN behind ELSE $3 END, details = $4
			WHERE bag_id = $1`, id, string(state), behind, engine.JSON(b))
		if err != nil {
			return b, err
		}
		return b, s.Audit.Record(ctx, q, audit.Change{
			Action: action, SubjectKind: audit.SubjectBag, Subject: b.Number(), Old: was.audited(), New: b.audited(),
		})
	})
}

// ChangeBag changes the settings of a bag by fn, which may run more than once, and returns it as it is then. One that has departed changes
// with a reason alone. Returns store.ErrNotFound, and a conflict.
func (s *Store) ChangeBag(ctx context.Context, id int64, fn func(*request.Bag)) (Bag, error) {
	return s.changeBag(ctx, "update", id, func(ctx context.Context, q engine.Querier, b *Bag) error {
		if fn(&b.Bag); b.Reason != "" || b.ConsignmentID == 0 {
			return nil
		}
		c, err := s.consignment(ctx, q, b.ConsignmentID, "")
		if err == nil && c.hasDeparted(b.BagID) {
			err = conflict(problem.DepartedReason)
		}
		return err
	})
}

// bagMoves are the states that a bag gets by actions, and those from which.
var bagMoves = map[string]struct {
	to   BagState
	from []BagState
}{
	"close":   {BagClosing, []BagState{BagOpen}},
	"reopen":  {BagOpen, []BagState{BagClosing, BagClosed, BagLoaded}},
	"receive": {BagReceived, []BagState{BagClosed, BagLoaded}},
	"empty":   {BagEmptied, []BagState{BagReceived}},
}

// MoveBag closes, reopens, receives or empties a bag, and carries its state to its accounts. A bag that is open again stays in its
// consignment and on its leg. The same request again changes nothing. Returns store.ErrNotFound, and a conflict if the bag is in another
// state, has no parcels to be closed with, or too many, is to be open after it has departed or while an event is carried to its parcels, or
// is to be received before it has departed.
func (s *Store) MoveBag(ctx context.Context, action string, id int64, reason string) error {
	move := bagMoves[action]
	b, err := s.changeBag(ctx, action, id, func(ctx context.Context, q engine.Querier, b *Bag) error {
		switch {
		case b.State == move.to, move.to == BagClosing && b.isClosed():
			return nil
		case !slices.Contains(move.from, b.State):
			return notInState(b)
		}
		err := s.refuseBag(ctx, q, b, move.to)
		b.State, b.Reason = move.to, reason
		return err
	})
	if err == nil {
		err = s.carryBag(ctx, id)
	}
	if err != nil || move.to != BagClosing {
		return err
	}
	if b, err = s.Bag(ctx, id); err == nil && b.State == BagOpen {
		err = conflict(problem.BagEmpty.With(b.Number()))
	}
	return err
}

// refuseBag returns a conflict if a bag of a consignment, which is locked, may not get a state. One of none has no legs.
func (s *Store) refuseBag(ctx context.Context, q engine.Querier, b *Bag, to BagState) error {
	if to == BagClosing {
		_, err := s.CheckSize(ctx, q, b.ConsignmentID, b.BagID)
		return err
	}
	if b.ConsignmentID == 0 || to == BagEmptied {
		return nil
	}
	c, err := s.consignment(ctx, q, b.ConsignmentID, "")
	switch departed := c.hasDeparted(b.BagID); {
	case err != nil:
		return err
	case to == BagReceived && !departed:
		return conflict(problem.BagNotDeparted.With(b.Number()))
	case to == BagReceived:
		return nil
	case departed:
		return conflict(problem.BagDeparted.With(b.Number()))
	}
	return s.carrying(ctx, q, b.ConsignmentID)
}

func notInState(b *Bag) error { return conflict(problem.BagState.With(b.Number(), string(b.State))) }

// lockBag locks what an account has in a bag, whose closing counts it afterwards: what is scanned before is counted, and nothing is scanned
// afterwards. An account that an open bag does not have is added while the bag is locked, so that its closing knows of it.
func (s *Store) lockBag(ctx context.Context, q engine.Querier, accountID, bagID int64) (Bag, error) {
	had, err := engine.Values[int64](ctx, q, `SELECT bag_id FROM bag_accounts WHERE account_id = $1 AND bag_id = $2`+s.DB.Dialect.ForUpdate,
		accountID, bagID)
	if err != nil {
		return Bag{}, err
	}
	if had != nil {
		return engine.One(ctx, q, scanBag, selectBags+`bag_id = $1`, bagID)
	}
	b, err := engine.One(ctx, q, scanBag, selectBags+`bag_id = $1`+s.DB.Dialect.ForUpdate, bagID)
	if err == nil && b.State == BagOpen {
		err = engine.Exec(ctx, q, `INSERT INTO bag_accounts (account_id, bag_id, parcels, weight) VALUES ($1, $2, 0, 0)
			ON CONFLICT DO NOTHING`, accountID, bagID)
	}
	return b, err
}

// emptyBag takes all parcels of an account out of a bag.
func emptyBag(ctx context.Context, q engine.Querier, accountID, bagID int64) error {
	return engine.Exec(ctx, q, `UPDATE bag_parcels SET emptied = 1 WHERE account_id = $1 AND bag_id = $2 AND emptied = 0`, accountID, bagID)
}

// carryBag empties a bag, or counts it and closes it, one account after the other. One without parcels is open again. It does nothing if
// the bag has got another state meanwhile.
func (s *Store) carryBag(ctx context.Context, id int64) error {
	since, err := engine.Value[int64](ctx, s.DB.Reads, `SELECT behind FROM bags WHERE bag_id = $1`, id)
	if err != nil || since == 0 {
		return s.DB.Explain("carry a bag", err)
	}
	accounts, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT account_id FROM bag_accounts WHERE bag_id = $1 ORDER BY account_id`, id)
	if err != nil {
		return s.DB.Explain("carry a bag", err)
	}
	for _, account := range accounts {
		err := s.DB.Change(ctx, "carry a bag to an account", func(ctx context.Context, q engine.Querier) error {
			b, err := s.lockBag(ctx, q, account, id)
			if err != nil || b.State == BagEmptied {
				return cmp.Or(err, emptyBag(ctx, q, account, id))
			}
			return engine.Exec(ctx, q, `UPDATE bag_accounts SET (parcels, weight) = (SELECT count(*), coalesce(sum(weight), 0) FROM bag_parcels p
				WHERE p.account_id = $1 AND p.bag_id = $2) WHERE account_id = $1 AND bag_id = $2`, account, id)
		})
		if err != nil {
			return err
		}
	}
	return s.DB.Change(ctx, "settle a bag", func(ctx context.Context, q engine.Querier) error {
		var parcels, weight int64
		err := engine.QueryRow(ctx, q, `SELECT coalesce(sum(parcels), 0), coalesce(sum(weight), 0) FROM bag_accounts WHERE bag_id = $1`, id).
			Scan(&parcels, &weight)
		if err != nil {
			return err
		}
		return engine.Exec(ctx, q, `UPDATE bags SET behind = 0, parcels = $3, weight = $4, state = CASE WHEN state = 'emptied' THEN state
			WHEN CAST($3 AS BIGINT) = 0 THEN 'open' ELSE 'closed' END WHERE bag_id = $1 AND behind = $2`, id, since, parcels, weight)
	})
}

// CarryBags goes on with bags whose closing or emptying was interrupted, for example by the end of a process.
func (s *Store) CarryBags(ctx context.Context) error {
	left, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT bag_id FROM bags WHERE behind > 0 ORDER BY bag_id`)
	for _, id := range left { // an error with one does not keep the others
		err = errors.Join(err, s.carryBag(ctx, id))
	}
	return s.DB.Explain("carry bags", err)
}
