package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// LabelPrint is when the label of an order was printed for the last time, as far as Waybill was told, and who did it.
type LabelPrint struct {
	OrderID int64
	On      time.Time
	By      string
	Stale   bool // the order was changed since, so that the label that was printed is wrong
}

var labelPrintsTable = engine.NewTable("label_prints",
	"ON CONFLICT (account_id, order_id) DO UPDATE SET printed_on = excluded.printed_on, printed_by = excluded.printed_by",
	"account_id bigint", "order_id bigint", "printed_on bigint", "printed_by text")

// NotePrinted notes the print of a label of an account in a transaction.
func NotePrinted(ctx context.Context, db *engine.DB, q engine.Querier, accountID int64, p LabelPrint) error {
	in := db.Inserting(ctx, q)
	if err := in.Insert(&labelPrintsTable, []any{accountID, p.OrderID, engine.Micros(p.On), p.By}); err != nil {
		return err
	}
	return in.Flush()
}

// MarkPrinted notes that the labels of orders of an account were printed, by the actor of ctx. An order is named once.
func (s *Parcels) MarkPrinted(ctx context.Context, accountID int64, orderIDs []int64) error {
	by := audit.ActorOf(ctx).Name
	return s.store.change(ctx, "mark labels as printed", func(ctx context.Context, q engine.Querier) error {
		in, now := s.store.DB.Inserting(ctx, q), engine.Micros(s.store.DB.Now())
		for _, id := range slices.Sorted(slices.Values(orderIDs)) { // in one order, so that two processes do not deadlock
			if err := in.Insert(&labelPrintsTable, []any{accountID, id, now, by}); err != nil {
				return err
			}
		}
		return in.Flush()
	})
}

// UnmarkPrinted notes that the labels of orders of an account were not printed. Orders has their ids by tracking number; each
// one that was marked is a change in the audit log if a user or a command makes it.
func (s *Parcels) UnmarkPrinted(ctx context.Context, accountID int64, orders map[string]int64) error {
	ids := slices.Collect(maps.Values(orders))
	return s.store.change(ctx, "mark labels as not printed", func(ctx context.Context, q engine.Querier) error {
		prints, err := s.labelPrints(ctx, q, accountID, ids)
		if err != nil {
			return err
		}
		_, err = q.Exec(ctx, `DELETE FROM label_prints WHERE account_id = $1 AND order_id `+s.store.DB.Dialect.In("$2"), accountID,
			s.store.DB.Dialect.List(ids))
		if err != nil {
			return err
		}
		for _, number := range slices.Sorted(maps.Keys(orders)) {
			was, marked := prints[orders[number]]
			if !marked {
				continue
			}
			err := s.store.auditOrder(ctx, q, orderChange{accountID, number, "unprint", auditedPrint{was.On, was.By}, nil})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// LabelPrints returns the prints of orders, by order id. Orders without a printed label have none.
func (s *Parcels) LabelPrints(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]LabelPrint, error) {
	prints, err := s.labelPrints(ctx, s.store.DB.Reads, accountID, orderIDs)
	return prints, s.store.DB.Explain("read which labels were printed", err)
}

func (s *Parcels) labelPrints(ctx context.Context, q engine.Querier, accountID int64, orderIDs []int64) (map[int64]LabelPrint, error) {
	return engine.ByID(ctx, q, func(row engine.Scanner, p *LabelPrint) error {
		var on, changedOn int64
		err := row.Scan(&p.OrderID, &on, &p.By, &changedOn)
		p.On, p.Stale = engine.FromMicros(on), on < changedOn
		return err
	}, func(p LabelPrint) int64 { return p.OrderID }, `SELECT p.order_id, p.printed_on, p.printed_by, o.label_changed_on FROM label_prints p
		JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id WHERE p.account_id = $1 AND p.order_id `+
		s.store.DB.Dialect.In("$2"),
		accountID, s.store.DB.Dialect.List(orderIDs))
}

// Packing is a parcel on the station of a packer, or one that was packed.
type Packing struct {
	OrderID    int64
	TrackingNo string    // of the order; not to be set
	On         time.Time // zero: it is being packed
	By         string
	Ticked     []int64              // pieces of each item, as far as they were ticked
	Weight     shipment.Thousandths // kg on the scale; 0: it was not weighed
	Scan       string               // names the last scan
}

const selectPacking = `SELECT order_id, tracking_no, packed_on, packed_by, ticked, weight, scan
	FROM packings JOIN orders USING (account_id, order_id) WHERE account_id = $1 AND `

func scanPacking(row engine.Scanner, p *Packing) error {
	var ticked string
	if err := row.Scan(&p.OrderID, &p.TrackingNo, engine.At(&p.On), &p.By, &ticked, &p.Weight, &p.Scan); err != nil {
		return err
	}
	for n := range strings.FieldsSeq(ticked) {
		pieces, err := strconv.ParseInt(n, 10, 64)
		if err != nil {
			return fmt.Errorf("the pieces of order %d: %w", p.OrderID, err)
		}
		p.Ticked = append(p.Ticked, pieces)
	}
	return nil
}

// packing is that of an order. Returns ErrNotFound.
func packing(ctx context.Context, q engine.Querier, accountID, orderID int64) (Packing, error) {
	return engine.First(engine.Collect(ctx, q, scanPacking, selectPacking+`order_id = $2`, accountID, orderID))
}

// SavePacking puts the parcel of an order of the account on the station of the actor of ctx in the place of another, or with On
// notes that it is packed. A scan that was answered before has the same result. What is against it is in the refusal, as for
// hand-over lists; before is the packing of a parcel that was packed. Returns ErrNotFound.
func (s *Parcels) SavePacking(ctx context.Context, accountID int64, p Packing) (refusal HandoverScan, before Packing, err error) {
	p.By = audit.ActorOf(ctx).Name
	err = s.store.write(ctx, func(ctx context.Context, q engine.Querier) error {
		locked, err := s.store.lockOrders(ctx, q, accountID, []int64{p.OrderID})
		if err != nil || len(locked) == 0 {
			return cmp.Or(err, ErrNotFound)
		}
		before, err = packing(ctx, q, accountID, p.OrderID)
		switch {
		case err != nil && !errors.Is(err, ErrNotFound):
			return err
		case before.On.IsZero():
		case before.Scan == p.Scan && before.By == p.By:
			return nil
		default:
			refusal.Refusal = HandoverRepeated
			return nil
		}
		refusal, err = s.refusal(ctx, q, &Handover{State: HandoverOpen, ServiceID: locked[0].ServiceID}, &locked[0])
		if refusal.Refusal == HandoverStale { // it gets a new label
			refusal.Refusal = HandoverTaken
		}
		if err != nil || refusal.Refusal != HandoverTaken {
			return err
		}
		return storePacking(ctx, q, accountID, &p)
	})
	return refusal, before, s.store.DB.Explain("pack a parcel", err)
}

func storePacking(ctx context.Context, q engine.Querier, accountID int64, p *Packing) error {
	_, err := q.Exec(ctx, `DELETE FROM packings WHERE account_id = $1 AND packed_by = $2 AND packed_on = 0`, accountID, p.By)
	if err != nil {
		return err
	}
	ticked := strings.Trim(fmt.Sprint(p.Ticked), "[]")
	return engine.Exec(ctx, q, `INSERT INTO packings (account_id, order_id, packed_on, packed_by, ticked, weight, scan)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (account_id, order_id) DO UPDATE SET packed_on = excluded.packed_on, packed_by = excluded.packed_by,
			ticked = excluded.ticked, weight = excluded.weight, scan = excluded.scan`,
		accountID, p.OrderID, engine.Micros(p.On), p.By, ticked, int64(p.Weight), p.Scan)
}

// UndoPacking makes the parcel of an order that the actor of ctx packed one that is not packed, which the audit log keeps. Returns
// ErrNotFound if the actor did not pack it, and ErrTooLate if it was picked up or is on a hand-over list.
func (s *Parcels) UndoPacking(ctx context.Context, accountID, orderID int64) error {
	return s.store.change(ctx, "undo a packing", func(ctx context.Context, q engine.Querier) error {
		locked, err := s.store.lockOrders(ctx, q, accountID, []int64{orderID})
		if err != nil || len(locked) == 0 {
			return cmp.Or(err, ErrNotFound)
		}
		was, err := packing(ctx, q, accountID, orderID)
		if err == nil && (was.On.IsZero() || was.By != audit.ActorOf(ctx).Name) {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		listed, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM handover_parcels WHERE account_id = $1 AND order_id = $2`,
			accountID, orderID)
		if err == nil && (listed > 0 || locked[0].TrackerStatus.PickedUp()) {
			err = ErrTooLate
		}
		if err != nil {
			return err
		}
		_, err = q.Exec(ctx, `DELETE FROM packings WHERE account_id = $1 AND order_id = $2`, accountID, orderID)
		if err != nil {
			return err
		}
		return s.store.auditOrder(ctx, q, orderChange{accountID, locked[0].TrackingNo, "unpack", auditedPacking{was.On, was.By}, nil})
	})
}

// PackingOf returns the packing of an order of an account. Returns ErrNotFound if it is not packed, nor being packed.
func (s *Parcels) PackingOf(ctx context.Context, accountID, orderID int64) (Packing, error) {
	p, err := packing(ctx, s.store.DB.Reads, accountID, orderID)
	return p, s.store.DB.Explain("read the packing of an order", err)
}

// Station returns what is on the station of the actor of ctx, the last parcel that the actor packed, and how many since a time.
// The OrderID of none is 0.
func (s *Parcels) Station(ctx context.Context, accountID int64, since time.Time) (open, last Packing, packed int64, err error) {
	by := audit.ActorOf(ctx).Name
	for into, condition := range map[*Packing]string{&open: "packed_on = 0", &last: "packed_on > 0 ORDER BY packed_on DESC"} {
		found, queryErr := engine.Collect(ctx, s.store.DB.Reads, scanPacking,
			selectPacking+`packed_by = $2 AND `+condition+` LIMIT 1`, accountID, by)
		if err = cmp.Or(err, queryErr); len(found) > 0 {
			*into = found[0]
		}
	}
	if err == nil {
		err = engine.QueryRow(ctx, s.store.DB.Reads, `SELECT count(*) FROM packings WHERE account_id = $1 AND packed_by = $2 AND packed_on >= $3`,
			accountID, by, engine.Micros(since)).Scan(&packed)
	}
	return open, last, packed, s.store.DB.Explain("read the station of a packer", err)
}
