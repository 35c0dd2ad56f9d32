package stored

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// ErrGroupDone reports that another process has created the orders of the group.
var ErrGroupDone = errors.New("the group of the import is done")

// GroupResult is the result for a group of an import's checked orders. It is stored in the transaction that creates
// them, so that each group is created once.
type GroupResult struct {
	ImportID, Group  int64
	Rows             []int64 // in the file, of the orders that are created
	Skipped, Refused int64   // orders that are not
	Problems         []Problems
	Fingerprints     []string // of the orders that are created; "": the order has a reference
}

// Group is a group whose orders exist.
type Group struct {
	UploadBatchNo string  // "" if no order was created
	FirstOrderID  int64   // the ids of a group are consecutive
	Rows          []int64 // in the file, of the orders
	CreatedOn     time.Time
}

// Insert makes a GroupResult a Rider. made.FirstID is 0 if no order is created.
func (g *GroupResult) Insert(in *engine.Inserting, row []any, made store.Created) {
	in.Insert(&resultsTable, append(row[:0], made.AccountID, g.ImportID, g.Group, made.UploadBatchNo, made.FirstID,
		int64(len(g.Rows)), g.Skipped, g.Refused, engine.JSON(g.Rows), engine.Micros(made.CreatedOn)))
	for n, fingerprint := range g.Fingerprints {
		if fingerprint == "" {
			continue
		}
		row = append(row[:0], made.AccountID, made.FirstID+int64(n), g.ImportID, fingerprint, engine.Micros(made.CreatedOn))
		in.Insert(&fingerprintsTable, row)
	}
	insertImportProblems(in, row, made.AccountID, g.ImportID, g.Problems)
}

// FinishEmptyGroup stores that none of the orders of a group are created. Returns ErrGroupDone.
func (s *Imports) FinishEmptyGroup(ctx context.Context, queue Queue, g GroupResult) error {
	return s.holding(ctx, "finish a group of an import", queue, func(ctx context.Context, q engine.Querier) error {
		if err := g.Refusal(ctx, q, queue.AccountID); err != nil {
			return err
		}
		in := s.Store.DB.Inserting(ctx, q)
		g.Insert(in, nil, store.Created{AccountID: queue.AccountID, CreatedOn: s.Store.DB.Now()})
		return in.Flush()
	})
}

// Refusal returns ErrGroupDone if the group has its result.
func (g *GroupResult) Refusal(ctx context.Context, q engine.Querier, accountID int64) error {
	n, err := engine.Value[int](ctx, q, `SELECT count(*) FROM import_results WHERE account_id = $1 AND import_id = $2 AND group_no = $3`,
		accountID, g.ImportID, g.Group)
	if err == nil && n > 0 {
		return ErrGroupDone
	}
	return err
}

// ImportGroups returns at most limit groups of an import after one, in their order, -1 is before the first. Groups
// without orders are among them.
func (s *Imports) ImportGroups(ctx context.Context, accountID, importID, after int64, limit int) ([]Group, error) {
	return engine.List(ctx, s.Store.DB, "list the orders of an import", func(row engine.Scanner, g *Group) error {
		var rowNos string
		if err := row.Scan(&g.UploadBatchNo, &g.FirstOrderID, &rowNos, engine.At(&g.CreatedOn)); err != nil {
			return err
		}
		return json.Unmarshal([]byte(rowNos), &g.Rows)
	}, `SELECT upload_batch_no, first_order_id, row_nos, created_on FROM import_results
		WHERE account_id = $1 AND import_id = $2 AND group_no > $3 ORDER BY group_no LIMIT CAST($4 AS BIGINT)`, accountID, importID, after, limit)
}

// batches returns the upload_batch_nos of the groups of an import that have orders, in their order, and how many orders it has created.
func batches(ctx context.Context, s *store.Store, accountID, importID int64) (numbers []string, orders int64, err error) {
	i, err := (&Imports{s}).Import(ctx, accountID, importID)
	if err != nil {
		return nil, 0, err
	}
	numbers, err = engine.Values[string](ctx, s.DB.Reads, `SELECT upload_batch_no FROM import_results
		WHERE account_id = $1 AND import_id = $2 AND upload_batch_no <> '' ORDER BY group_no`, accountID, importID)
	return numbers, i.Created, s.DB.Explain("list the batches of an import", err)
}
