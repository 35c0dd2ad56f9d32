package store

import (
	"context"
	"crypto/sha256"
	"fmt"

	"waybill/internal/store/engine"
)

// initialTables have rows in a migrated database that no server has used.
var initialTables = map[string]bool{
	"secrets": true, "counters": true, "tracking_prefixes": true, "audit_sequences": true, "search_index": true,
	"deployment": true,
}

// Copy copies all data from a migrated database to one of the other engine, which must be empty, or have an unfinished
// copy of the same source: that one is continued. Both must be locked, see LockForCopy. At the end it compares all rows.
// Until then no server and no command opens the target: they get ErrUnfinishedCopy. The outgoing calls of the copy are
// paused. Returns ErrNotEmpty.
func Copy(ctx context.Context, from, to *Store, progress func(engine.CopyProgress)) (copied []engine.CopiedTable, resumed bool, err error) {
	secrets, err := from.Secrets(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("prepare the copy: %w", err)
	}
	sum := sha256.Sum256(append(secrets.TrackingKey[:], secrets.LabelKey[:]...))
	return engine.Copy{
		From: from.DB, To: to.DB, Source: fmt.Sprintf("%x", sum[:8]), Initial: initialTables, Progress: progress,
		Finish: func(ctx context.Context, exec executor) error {
			if _, err := exec(ctx, `UPDATE deployment SET system_identifier = 0, database_oid = 0`); err != nil {
				return err
			}
			if err := setPause(ctx, exec, PausedCopied, to.DB.Now()); err != nil {
				return fmt.Errorf("pause outgoing calls: %w", err)
			}
			return nil
		},
	}.Run(ctx)
}
