package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

//go:embed migrations
var migrationFiles embed.FS

// oldestServers is the schema version of the release before this one, whose servers may work beside this one's and come back during an
// upgrade; see ADR 10. Those of 0.1.0, with schema 19, may not.
const oldestServers = 24

// newSchema describes the tables to the engine.
func newSchema(parts []Part) engine.Schema {
	migrations, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		panic("the migrations are embedded: " + err.Error())
	}
	return engine.Schema{
		Migrations: migrations, Oldest: oldestServers, First: createSecrets, Inserts: insertOrder(parts),
		// As every stop of a process does, it skips an order id.
		Probe:  `UPDATE counters SET next_value = next_value + 1 WHERE name = 'order_id'`,
		Anchor: "orders", AnchorID: "order_id", Parents: []string{"accounts"}, Distribution: distribution(tablesOf(parts)),
	}
}

// Secrets are made with the database. RotateLabelKey replaces LabelKey, the others never change.
type Secrets struct {
	TrackingKey [16]byte // of shipment.NewTrackingNumbers; ids of events derive from it too
	ConsoleKey  [32]byte // for what browsers of the console keep
	LabelKey    [32]byte // signs label URLs
	// PreviousKey signed label URLs before LabelKey. It is accepted until PreviousUntil; zero: there is none.
	PreviousKey   [32]byte
	PreviousUntil time.Time
}

// Secrets reads the secrets of a migrated database.
func (s *Store) Secrets(ctx context.Context) (Secrets, error) {
	var tracking, label, console, previous []byte
	var secrets Secrets
	err := engine.QueryRow(ctx, s.DB.Reads, `SELECT tracking_key, label_key, console_key, previous_label_key, previous_until
		FROM secrets WHERE id = 1`).Scan(&tracking, &label, &console, &previous, engine.At(&secrets.PreviousUntil))
	if err != nil {
		return Secrets{}, s.DB.Explain("read the secrets", err)
	}
	if len(console) == 0 {
		console = label
	}
	copy(secrets.PreviousKey[:], previous)
	if copy(secrets.TrackingKey[:], tracking) != len(secrets.TrackingKey) || copy(secrets.LabelKey[:], label) != len(secrets.LabelKey) ||
		copy(secrets.ConsoleKey[:], console) != len(secrets.ConsoleKey) {
		return Secrets{}, fmt.Errorf("read the secrets: they are cut short")
	}
	return secrets, nil
}

// RotateLabelKey replaces the key that signs label URLs. URLs of the old key are accepted for the overlap, until the returned time, and
// those of the key before it not any more.
func (s *Store) RotateLabelKey(ctx context.Context, overlap time.Duration) (until time.Time, err error) {
	var key [32]byte
	s.DB.Draw(key[:])
	until = s.DB.Now().Add(overlap)
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE secrets SET previous_label_key = label_key, previous_until = $1,
			console_key = CASE WHEN length(console_key) = 0 THEN label_key ELSE console_key END, label_key = $2 WHERE id = 1`,
			engine.Micros(until), key[:])
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, q, audit.Change{
			Action: "rotate-secret", SubjectKind: audit.SubjectLabelKey, New: map[string]any{"previous_until": until.UTC()},
		})
	})
	return until, s.DB.Explain("replace the key of label addresses", err)
}

func createSecrets(ctx context.Context, db *engine.DB, q engine.Querier) error {
	var keys [48]byte // the tracking key and the label key
	db.Draw(keys[:])
	return engine.DeferExec(ctx, q, "keep secrets",
		`INSERT INTO secrets (id, tracking_key, label_key) VALUES (1, $1, $2) ON CONFLICT DO NOTHING`, keys[:16], keys[16:])
}

// initialTables have rows in a migrated database that no server has used.
var initialTables = map[string]bool{
	"secrets": true, "counters": true, "tracking_prefixes": true, "audit_sequences": true, "search_index": true,
	"deployment": true, "sanctions_lists": true,
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
		Finish: func(ctx context.Context, q engine.Querier) error {
			if _, err := q.Exec(ctx, `UPDATE deployment SET system_identifier = 0, database_oid = 0`); err != nil {
				return err
			}
			if err := setPause(ctx, q, PausedCopied, to.DB.Now()); err != nil {
				return fmt.Errorf("pause outgoing calls: %w", err)
			}
			return nil
		},
	}.Run(ctx)
}
