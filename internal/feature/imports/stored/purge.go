package stored

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

const (
	// ContentRetention is how long the file, the checked orders and the problems of an import are kept after the
	// last change of its state. An import that waits for a confirmation that long is cancelled.
	ContentRetention = 7 * 24 * time.Hour
	// Retention is how long an import is kept.
	Retention = 90 * 24 * time.Hour
	// receiveRetention is how long an upload may take.
	receiveRetention = time.Hour
	// purgedImports is how many imports a transaction purges.
	purgedImports = 20
)

// PurgeImports deletes the contents of imports and imports that have expired, and returns how many imports it changed.
func (s *Imports) PurgeImports(ctx context.Context) (n int64, err error) {
	now := s.Store.DB.Now()
	for _, purge := range []struct {
		condition string
		kept      time.Duration
		whole     bool // not the contents alone
	}{
		{`has_content = 1 AND state = 'receiving' AND created_on <= $1`, receiveRetention, true},
		{`has_content = 1 AND state NOT IN ('checking', 'creating', 'receiving') AND updated_on <= $1`, ContentRetention, false},
		{`created_on <= $1 AND NOT (` + openImport + `)`, Retention, true},
	} {
		for more := true; more && err == nil; {
			var purged int64
			purged, err = s.purgeImports(ctx, purge.condition, engine.Micros(now.Add(-purge.kept)), purge.whole)
			n += purged
			more = purged == purgedImports
		}
	}
	if err == nil {
		err = s.Store.DB.Execute(ctx, "forget what orders are like", `DELETE FROM import_fingerprints WHERE created_on <= $1`,
			engine.Micros(now.Add(-likeRetention)))
	}
	return n, s.Store.DB.Explain("purge imports", err)
}

func (s *Imports) purgeImports(ctx context.Context, condition string, until int64, whole bool) (n int64, err error) {
	expired, err := engine.Pairs(ctx, s.Store.DB.Reads, `SELECT account_id, import_id FROM imports WHERE `+condition+`
		ORDER BY created_on LIMIT CAST($2 AS BIGINT)`, until, purgedImports)
	for _, id := range expired {
		if err != nil {
			break
		}
		err = s.Store.DB.Change(ctx, fmt.Sprintf("purge import %d", id[1]), func(ctx context.Context, q engine.Querier) error {
			return s.purgeImport(ctx, q, id[0], id[1], whole)
		})
		n++
	}
	return n, err
}

// purgeImport deletes the contents of an import, and with whole all of it.
func (s *Imports) purgeImport(ctx context.Context, q engine.Querier, accountID, importID int64, whole bool) error {
	tables := []string{"import_files", "import_groups", "import_problems", "import_corrections"}
	if whole {
		return deleteImport(ctx, q, accountID, importID, append(tables, "import_results", "imports")...)
	}
	if err := s.cancelWaiting(ctx, q, accountID, importID); err != nil {
		return err
	}
	if err := deleteImport(ctx, q, accountID, importID, tables...); err != nil {
		return err
	}
	return engine.Exec(ctx, q, `UPDATE imports SET has_content = 0 WHERE account_id = $1 AND import_id = $2`, accountID, importID)
}

// deleteImport deletes the rows of an import from tables.
func deleteImport(ctx context.Context, q engine.Querier, accountID, importID int64, tables ...string) error {
	for _, table := range tables {
		if _, err := q.Exec(ctx, `DELETE FROM `+table+` WHERE account_id = $1 AND import_id = $2`, accountID, importID); err != nil {
			return err
		}
	}
	return nil
}

// cancelWaiting cancels an import that waits for a confirmation, and whose contents are deleted.
func (s *Imports) cancelWaiting(ctx context.Context, q engine.Querier, accountID, importID int64) error {
	waited, err := q.Exec(ctx, `UPDATE imports SET state = 'cancelled' WHERE account_id = $1 AND import_id = $2 AND state = 'waiting'`,
		accountID, importID)
	if err != nil || waited == 0 {
		return err
	}
	i, err := selectImport(ctx, q, accountID, importID)
	if err != nil {
		return err
	}
	return s.recordFinished(ctx, q, i, s.Store.DB.Now())
}

// DropImportGroups deletes the checked orders of an import that is at an end.
func (s *Imports) DropImportGroups(ctx context.Context, accountID, importID int64) error {
	return s.Store.DB.Execute(ctx, "drop checked orders",
		`DELETE FROM import_groups WHERE account_id = $1 AND import_id = $2`, accountID, importID)
}
