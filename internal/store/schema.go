package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"fmt"
	"io"
	"io/fs"

	"waybill/internal/store/engine"
)

//go:embed migrations
var migrationFiles embed.FS

// oldestServers is the schema version of the release before this one, whose servers may work beside this one's and come
// back during an upgrade; see ADR 10. Version 0.1.0 is the first release, with schema 19.
const oldestServers = 19

// newSchema describes the tables to the engine.
func newSchema() engine.Schema {
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic("the migrations are embedded: " + err.Error())
	}
	return engine.Schema{
		Migrations: migrations, Oldest: oldestServers, First: createSecrets, Inserts: insertOrder,
		// As every stop of a process does, it skips an order id.
		Probe:  `UPDATE counters SET next_value = next_value + 1 WHERE name = 'order_id'`,
		Anchor: "orders", AnchorID: "order_id", Parents: []string{"accounts"}, Distribution: citusTables,
	}
}

// Secrets are made with the database and never change.
type Secrets struct {
	TrackingKey [16]byte // of shipment.NewTrackingNumbers; ids of events derive from it too
	LabelKey    [32]byte // signs label URLs
}

// Secrets reads the secrets of a migrated database.
func (s *Store) Secrets(ctx context.Context) (Secrets, error) {
	var tracking, label []byte
	err := engine.QueryRow(ctx, s.DB.Reads, `SELECT tracking_key, label_key FROM secrets WHERE id = 1`).Scan(&tracking, &label)
	if err != nil {
		return Secrets{}, s.DB.Explain("read the secrets", err)
	}
	var secrets Secrets
	if copy(secrets.TrackingKey[:], tracking) != len(secrets.TrackingKey) || copy(secrets.LabelKey[:], label) != len(secrets.LabelKey) {
		return Secrets{}, fmt.Errorf("read the secrets: they are cut short")
	}
	return secrets, nil
}

func createSecrets(ctx context.Context, random io.Reader, q engine.Querier) error {
	var secrets Secrets
	if _, err := io.ReadFull(random, secrets.TrackingKey[:]); err != nil {
		return fmt.Errorf("make secrets: %w", err)
	}
	if _, err := io.ReadFull(random, secrets.LabelKey[:]); err != nil {
		return fmt.Errorf("make secrets: %w", err)
	}
	_, err := q.Exec(ctx, `INSERT INTO secrets (id, tracking_key, label_key) VALUES (1, $1, $2) ON CONFLICT DO NOTHING`,
		secrets.TrackingKey[:], secrets.LabelKey[:])
	if err != nil {
		return fmt.Errorf("keep secrets: %w", err)
	}
	return nil
}

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
