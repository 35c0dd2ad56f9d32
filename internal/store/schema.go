package store

import (
	"context"
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
