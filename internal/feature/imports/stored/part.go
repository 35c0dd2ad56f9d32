package stored

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

//go:embed tables.txt
var tables string

// The tables that are inserted into with the orders of a group, or when a file is checked or corrected.
var (
	resultsTable = engine.NewTable("import_results", "", "account_id bigint", "import_id bigint", "group_no bigint", "upload_batch_no text",
		"first_order_id bigint", "orders bigint", "skipped bigint", "refused bigint", "row_nos text", "created_on bigint")
	problemsTable = engine.NewTable("import_problems", "", "account_id bigint", "import_id bigint", "row_no bigint", "late bigint",
		"refused bigint", "problems text", "cells text")
	fingerprintsTable = engine.NewTable("import_fingerprints", "", "account_id bigint", "order_id bigint", "import_id bigint",
		"fingerprint text", "created_on bigint")
	groupsTable      = engine.NewTable("import_groups", "", "account_id bigint", "import_id bigint", "group_no bigint", "orders bytea")
	correctionsTable = engine.NewTable("import_corrections",
		"ON CONFLICT (account_id, import_id, row_no, column_no) DO UPDATE SET text = excluded.text",
		"account_id bigint", "import_id bigint", "row_no bigint", "column_no bigint", "text text")
	filesTable = engine.NewTable("import_files", "", "account_id bigint", "import_id bigint", "part bigint", "content bytea")
)

// Part is what the store knows of imports.
func Part() store.Part {
	return store.Part{
		Tables: store.ParseTables(tables), Inserts: []*engine.Table{&resultsTable, &problemsTable, &fingerprintsTable},
		Queues: []store.Queue{{Kind: "imports", Columns: "1 AS n, due_on", Table: "import_queues", Open: "has_work = 1"}},
		Keep:   keep, Erase: erase,
		Batches: func(ctx context.Context, s *store.Store, accountID, importID int64) ([]string, int64, error) {
			return (&Imports{s}).Batches(ctx, accountID, importID)
		},
	}
}

// created are orders of an import whose contents are kept.
type created struct {
	importID, first, orders int64
	open                    bool
}

func (c created) has(orderID int64) bool { return c.first <= orderID && orderID < c.first+c.orders }

// createdOrders are the orders that imports of an account created whose contents are kept, by import.
func createdOrders(ctx context.Context, q engine.Querier, accountID int64) ([]created, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, c *created) error {
		return row.Scan(&c.importID, &c.first, &c.orders, engine.Is(&c.open))
	}, `SELECT i.import_id, r.first_order_id, r.orders, CASE WHEN `+openImport+` THEN 1 ELSE 0 END
		FROM imports i JOIN import_results r ON r.account_id = i.account_id AND r.import_id = i.import_id
		WHERE i.account_id = $1 AND i.has_content = 1 ORDER BY i.import_id`, accountID)
}

// keep keeps the personal data of orders while the import that created them needs its contents.
func keep(
	ctx context.Context, _ *store.Store, q engine.Querier, accountID int64, orders []shipment.Order,
) (map[int64]string, error) {
	reasons := make(map[int64]string)
	all, err := createdOrders(ctx, q, accountID)
	for _, c := range all {
		for _, id := range shipment.IDs(orders) {
			if c.open && c.has(id) {
				reasons[id] = fmt.Sprintf("import %d, which created it, has not ended", c.importID)
			}
		}
	}
	return reasons, err
}

// erase deletes the contents of the imports that created orders.
func erase(ctx context.Context, s *store.Store, q engine.Querier, accountID int64, orders []shipment.Order) error {
	all, err := createdOrders(ctx, q, accountID)
	for _, c := range all {
		if err == nil && slices.ContainsFunc(shipment.IDs(orders), c.has) {
			err = (&Imports{s}).purgeImport(ctx, q, accountID, c.importID, false)
		}
	}
	return err
}
