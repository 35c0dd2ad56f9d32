package store

import (
	"context"
	"maps"
	"slices"
	"time"

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

// Prints has which labels were printed. Safe for concurrent use.
type Prints struct{ store *Store }

var labelPrintsTable = engine.NewTable("label_prints",
	"ON CONFLICT (account_id, order_id) DO UPDATE SET printed_on = excluded.printed_on, printed_by = excluded.printed_by",
	"account_id bigint", "order_id bigint", "printed_on bigint", "printed_by text")

// NotePrinted notes the print of a label of an account in a transaction.
func NotePrinted(ctx context.Context, db *engine.DB, q engine.Querier, accountID int64, p LabelPrint) error {
	in := db.Inserting(ctx, q)
	in.Insert(&labelPrintsTable, []any{accountID, p.OrderID, engine.Micros(p.On), p.By})
	return in.Flush()
}

// MarkPrinted notes that the labels of orders of an account were printed, by the actor of ctx. An order is named once.
func (s *Prints) MarkPrinted(ctx context.Context, accountID int64, orderIDs []int64) error {
	by := audit.ActorOf(ctx).Name
	return s.store.DB.Change(ctx, "mark labels as printed", func(ctx context.Context, q engine.Querier) error {
		in, now := s.store.DB.Inserting(ctx, q), engine.Micros(s.store.DB.Now())
		for _, id := range slices.Sorted(slices.Values(orderIDs)) { // in one order, so that two processes do not deadlock
			in.Insert(&labelPrintsTable, []any{accountID, id, now, by})
		}
		return in.Flush()
	})
}

// UnmarkPrinted notes that the labels of orders of an account were not printed. Orders has their ids by tracking number; each
// one that was marked is a change in the audit log if a user or a command makes it.
func (s *Prints) UnmarkPrinted(ctx context.Context, accountID int64, orders map[string]int64) error {
	ids := slices.Collect(maps.Values(orders))
	return s.store.DB.Change(ctx, "mark labels as not printed", func(ctx context.Context, q engine.Querier) error {
		prints, err := s.of(ctx, q, accountID, ids)
		if err != nil {
			return err
		}
		_, err = q.Exec(ctx, `DELETE FROM label_prints WHERE account_id = $1 AND order_id `+s.store.DB.Dialect.In("$2"), accountID,
			s.store.DB.Dialect.List(ids))
		if err != nil {
			return err
		}
		var changes []orderChange
		for _, number := range slices.Sorted(maps.Keys(orders)) {
			if was, marked := prints[orders[number]]; marked {
				changes = append(changes, orderChange{accountID, number, "unprint", auditedPrint{was.On, was.By}, nil})
			}
		}
		return s.store.auditOrder(ctx, q, changes...)
	})
}

// LabelPrints returns the prints of orders, by order id. Orders without a printed label have none.
func (s *Prints) LabelPrints(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]LabelPrint, error) {
	prints, err := s.of(ctx, s.store.DB.Reads, accountID, orderIDs)
	return prints, s.store.DB.Explain("read which labels were printed", err)
}

func (s *Prints) of(ctx context.Context, q engine.Querier, accountID int64, orderIDs []int64) (map[int64]LabelPrint, error) {
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
