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

var labelPrintsTable = engine.NewTable("label_prints",
	"ON CONFLICT (account_id, order_id) DO UPDATE SET printed_on = excluded.printed_on, printed_by = excluded.printed_by",
	"account_id bigint", "order_id bigint", "printed_on bigint", "printed_by text")

// MarkPrinted notes that the labels of orders of an account were printed, by the actor of ctx. An order is named once.
func (s *Store) MarkPrinted(ctx context.Context, accountID int64, orderIDs []int64) error {
	by := audit.ActorOf(ctx).Name
	err := s.write(ctx, func(ctx context.Context, q engine.Querier) error {
		in, now := s.DB.Inserting(ctx, q), engine.Micros(s.DB.Now())
		for _, id := range slices.Sorted(slices.Values(orderIDs)) { // in one order, so that two processes do not deadlock
			if err := in.Insert(&labelPrintsTable, []any{accountID, id, now, by}); err != nil {
				return err
			}
		}
		return in.Flush()
	})
	return s.DB.Explain("mark labels as printed", err)
}

// UnmarkPrinted notes that the labels of orders of an account were not printed. Orders has their ids by tracking number; each
// one that was marked is a change in the audit log if a user or a command makes it.
func (s *Store) UnmarkPrinted(ctx context.Context, accountID int64, orders map[string]int64) error {
	ids := slices.Collect(maps.Values(orders))
	err := s.write(ctx, func(ctx context.Context, q engine.Querier) error {
		rows, err := q.Query(ctx, selectPrints+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(ids))
		prints, err := engine.ByID(rows, err, scanPrint, func(p LabelPrint) int64 { return p.OrderID })
		if err != nil {
			return err
		}
		_, err = q.Exec(ctx, `DELETE FROM label_prints WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2"), accountID,
			s.DB.Dialect.List(ids))
		if err != nil {
			return err
		}
		for _, number := range slices.Sorted(maps.Keys(orders)) {
			was, marked := prints[orders[number]]
			if !marked {
				continue
			}
			err := s.auditOrder(ctx, q, orderChange{accountID, number, "unprint", auditedPrint{was.On, was.By}, nil})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return s.DB.Explain("mark labels as not printed", err)
}

// selectPrints reads the prints of some orders of an account.
const selectPrints = `SELECT p.order_id, p.printed_on, p.printed_by, o.label_changed_on FROM label_prints p
	JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id WHERE p.account_id = $1 AND p.order_id `

func scanPrint(row engine.Scanner, p *LabelPrint) error {
	var on, changedOn int64
	err := row.Scan(&p.OrderID, &on, &p.By, &changedOn)
	p.On, p.Stale = engine.FromMicros(on), on < changedOn
	return err
}

// LabelPrints returns the prints of orders, by order id. Orders without a printed label have none.
func (s *Store) LabelPrints(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]LabelPrint, error) {
	rows, err := s.DB.Reads.Query(ctx, selectPrints+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(orderIDs))
	prints, err := engine.ByID(rows, err, scanPrint, func(p LabelPrint) int64 { return p.OrderID })
	return prints, s.DB.Explain("read which labels were printed", err)
}
