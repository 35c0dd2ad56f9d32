package stored

import (
	"context"
	_ "embed"
	"fmt"

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
		Queues:  []store.Queue{{Kind: "imports", Columns: "1 AS n, due_on", Table: "import_queues", Open: "has_work = 1"}},
		Batches: batches, Keep: keep, Erase: erase,
	}
}

// imported are the ids of imports whose contents are kept and that fulfil a condition, each with one of the orders that it created.
func imported(ctx context.Context, s *store.Store, q engine.Querier, accountID int64, ids []int64, condition string) ([][2]int64, error) {
	return engine.Pairs(ctx, q, `SELECT i.import_id, o.order_id FROM imports i
		JOIN import_results r ON r.account_id = i.account_id AND r.import_id = i.import_id
		JOIN orders o ON `+s.DB.Dialect.AccountOf("o")+` = r.account_id
			AND o.order_id >= r.first_order_id AND o.order_id < r.first_order_id + r.orders
		WHERE i.account_id = $1 AND o.order_id `+s.DB.Dialect.In("$2")+` AND i.has_content = 1 AND `+condition,
		accountID, s.DB.Dialect.List(ids))
}

// keep keeps the personal data of orders while the import that created them needs its contents.
func keep(ctx context.Context, s *store.Store, q engine.Querier, accountID int64, orders []shipment.Order, reasons map[int64]string) error {
	open, err := imported(ctx, s, q, accountID, shipment.IDs(orders), openImport)
	for _, of := range open {
		reasons[of[1]] = fmt.Sprintf("import %d, which created it, has not ended", of[0])
	}
	return err
}

// erase deletes the contents of the imports that created orders.
func erase(ctx context.Context, s *store.Store, q engine.Querier, accountID int64, orders []shipment.Order) error {
	all, err := imported(ctx, s, q, accountID, shipment.IDs(orders), "1 = 1")
	purged := map[int64]bool{}
	for _, of := range all {
		if err == nil && !purged[of[0]] {
			purged[of[0]], err = true, (&Imports{s}).purgeImport(ctx, q, accountID, of[0], false)
		}
	}
	return err
}
