package store

import (
	"context"
	"time"

	"waybill/internal/store/engine"
)

const (
	// ImportContentRetention is how long the file, the checked orders and the problems of an import are kept after the
	// last change of its state. An import that waits for a confirmation that long is cancelled.
	ImportContentRetention = 7 * 24 * time.Hour
	// ImportRetention is how long an import is kept.
	ImportRetention = 90 * 24 * time.Hour
	// receiveRetention is how long an upload may take.
	receiveRetention = time.Hour
	// purgedImports is how many imports a transaction purges.
	purgedImports = 20
)

// dropContent is the statement about an import whose contents are deleted.
const dropContent = `UPDATE imports SET has_content = 0 WHERE account_id = $1 AND import_id = $2`

// PurgeImports deletes the contents of imports and imports that have expired, and returns how many imports it changed.
func (s *Imports) PurgeImports(ctx context.Context) (n int64, err error) {
	now := s.store.DB.Now()
	for _, purge := range []struct {
		condition string
		args      []any
		then      string // statement about one import, $1 and $2; "" deletes it
	}{
		{`has_content = 1 AND state = 'receiving' AND created_on <= $1`, []any{engine.Micros(now.Add(-receiveRetention))}, ""},
		{
			`has_content = 1 AND state NOT IN ('checking', 'creating', 'receiving') AND updated_on <= $1`,
			[]any{engine.Micros(now.Add(-ImportContentRetention))},
			dropContent,
		},
		{`created_on <= $1 AND NOT (` + openImport + `)`, []any{engine.Micros(now.Add(-ImportRetention))}, ""},
	} {
		for more := true; more && err == nil; {
			var purged int64
			purged, err = s.purgeImports(ctx, purge.condition, purge.args, purge.then)
			n += purged
			more = purged == purgedImports
		}
	}
	if err == nil {
		err = s.store.write(ctx, func(ctx context.Context, q engine.Querier) error {
			return engine.Exec(ctx, q, `DELETE FROM import_fingerprints WHERE created_on <= $1`, engine.Micros(now.Add(-likeRetention)))
		})
	}
	return n, s.store.DB.Explain("purge imports", err)
}

func (s *Imports) purgeImports(ctx context.Context, condition string, args []any, then string) (n int64, err error) {
	expired, err := engine.Pairs(ctx, s.store.DB.Reads, `SELECT account_id, import_id FROM imports WHERE `+condition+`
		ORDER BY created_on LIMIT CAST($2 AS BIGINT)`,
		append(args, purgedImports)...)
	for _, id := range expired {
		if err != nil {
			break
		}
		err = s.store.write(ctx, func(ctx context.Context, q engine.Querier) error { return s.purgeImport(ctx, q, id[0], id[1], then) })
		n++
	}
	return n, err
}

// purgeImport deletes the contents of an import, and all of it if there is nothing to do then.
func (s *Imports) purgeImport(ctx context.Context, q engine.Querier, accountID, importID int64, then string) error {
	if then == dropContent {
		if err := s.cancelWaiting(ctx, q, accountID, importID); err != nil {
			return err
		}
	}
	statements := []string{
		`DELETE FROM import_files WHERE account_id = $1 AND import_id = $2`,
		`DELETE FROM import_groups WHERE account_id = $1 AND import_id = $2`,
		`DELETE FROM import_problems WHERE account_id = $1 AND import_id = $2`,
		`DELETE FROM import_corrections WHERE account_id = $1 AND import_id = $2`,
	}
	if then == "" {
		statements = append(statements, `DELETE FROM import_results WHERE account_id = $1 AND import_id = $2`,
			`DELETE FROM imports WHERE account_id = $1 AND import_id = $2`)
	} else {
		statements = append(statements, then)
	}
	for _, statement := range statements {
		if _, err := q.Exec(ctx, statement, accountID, importID); err != nil {
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
	return s.recordFinished(ctx, q, i, s.store.DB.Now())
}

// DropImportGroups deletes the checked orders of an import that is at an end.
func (s *Imports) DropImportGroups(ctx context.Context, accountID, importID int64) error {
	return s.store.DB.Execute(ctx, "drop checked orders",
		`DELETE FROM import_groups WHERE account_id = $1 AND import_id = $2`, accountID, importID)
}
