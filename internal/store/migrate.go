package store

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Migrate migrates the database to the version of this program and returns the names of the migrations
// that ran, also together with an error. It holds a lock: other processes wait and find nothing to do.
// The first migration also makes the secrets. Returns ErrNewerSchema, and changes nothing, if a newer
// version of the program has migrated the database, and ErrUnreleasedSchema.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	all, err := migrations(s.dialect.engine)
	if err == nil {
		applied, err = s.migrate(ctx, all)
	}
	return applied, s.explain("migrate the database", err)
}

func (s *Store) migrate(ctx context.Context, all []migration) (applied []string, err error) {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return nil, ErrUnavailable
	}
	if s.damaged.Load() {
		return nil, ErrDamaged
	}
	return s.dialect.migrate(ctx, s, all)
}

// migrateSQLite runs all missing migrations in one transaction.
func migrateSQLite(ctx context.Context, s *Store, all []migration) (applied []string, err error) {
	err = writeSQLite(ctx, s, func(ctx context.Context, q querier) error {
		have, err := s.versionToMigrate(ctx, q, all)
		if err == nil {
			applied, err = s.applyMigrations(ctx, q, all[have:])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return applied, nil
}

// versionToMigrate returns the current version. Returns ErrNewerSchema and ErrUnreleasedSchema.
func (s *Store) versionToMigrate(ctx context.Context, q querier, all []migration) (have int, err error) {
	have, err = s.versionOf(ctx, q, all)
	if err == nil && have > len(all) {
		err = fmt.Errorf("%w: it is at %d, this version knows %d; start the newer version", ErrNewerSchema, have, len(all))
	}
	return have, err
}

// applyMigrations runs migrations in the transaction of q.
func (s *Store) applyMigrations(ctx context.Context, q querier, next []migration) (applied []string, err error) {
	for _, m := range next {
		if m.version == 1 {
			_, err := q.exec(
				ctx,
				`CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_on BIGINT NOT NULL)`,
			)
			if err != nil {
				return nil, fmt.Errorf("create schema_migrations: %w", err)
			}
		}
		text := m.sql
		if m.index != "" { // in an empty database
			text = strings.Replace(text, concurrent, "", 1)
		}
		if _, err := q.exec(ctx, text); err != nil {
			return nil, fmt.Errorf("apply %s: %w", m.name, err)
		}
		if m.version == 1 {
			if err := s.createSecrets(ctx, q); err != nil {
				return nil, err
			}
		}
		if err := s.noteMigration(ctx, q, m); err != nil {
			return nil, err
		}
		applied = append(applied, m.name)
	}
	return applied, nil
}

func (s *Store) noteMigration(ctx context.Context, q querier, m migration) error {
	_, err := q.exec(ctx, `INSERT INTO schema_migrations (version, name, applied_on) VALUES ($1, $2, $3)`,
		m.version, m.name, micros(s.now()))
	if err != nil {
		return fmt.Errorf("note %s: %w", m.name, err)
	}
	return nil
}

// SchemaVersion returns the version of the database, 0 before the first migration, and the version
// that this program needs. Returns ErrUnreleasedSchema.
func (s *Store) SchemaVersion(ctx context.Context) (have, want int, err error) {
	all, err := migrations(s.dialect.engine)
	if err != nil {
		return 0, 0, err
	}
	have, err = s.versionOf(ctx, s.reads, all)
	return have, len(all), s.explain("read the schema version", err)
}

// versionOf returns the version of a database whose migrations are the first of all, and may be
// followed by newer ones. Returns ErrUnreleasedSchema if they are others, and
// ErrUnfinishedCopy.
func (s *Store) versionOf(ctx context.Context, q querier, all []migration) (version int, err error) {
	var tables int
	if err := queryRow(ctx, q, s.dialect.hasTable, "schema_migrations").Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	rows, err := q.query(ctx, `SELECT version, name FROM schema_migrations ORDER BY version`)
	applied, err := collect(rows, err, func(row scanner, m *migration) error { return row.Scan(&m.version, &m.name) })
	if err != nil {
		return 0, err
	}
	for i, m := range applied {
		if m.version == 0 {
			return 0, ErrUnfinishedCopy
		}
		if i < len(all) && m.name != all[i].name {
			return 0, fmt.Errorf("%w: it has %s, this version has %s", ErrUnreleasedSchema, m.name, all[i].name)
		}
		version = m.version
	}
	return version, nil
}

// Secrets are made with the database and never change.
type Secrets struct {
	TrackingKey [16]byte // of shipment.NewTrackingNumbers; ids of events derive from it too
	LabelKey    [32]byte // signs label URLs
}

// Secrets reads the secrets of a migrated database.
func (s *Store) Secrets(ctx context.Context) (Secrets, error) {
	var tracking, label []byte
	err := queryRow(ctx, s.reads, `SELECT tracking_key, label_key FROM secrets WHERE id = 1`).Scan(&tracking, &label)
	if err != nil {
		return Secrets{}, s.explain("read the secrets", err)
	}
	var secrets Secrets
	if copy(secrets.TrackingKey[:], tracking) != len(secrets.TrackingKey) || copy(secrets.LabelKey[:], label) != len(secrets.LabelKey) {
		return Secrets{}, fmt.Errorf("read the secrets: they are cut short")
	}
	return secrets, nil
}

func (s *Store) createSecrets(ctx context.Context, q querier) error {
	var secrets Secrets
	if _, err := io.ReadFull(s.random, secrets.TrackingKey[:]); err != nil {
		return fmt.Errorf("make secrets: %w", err)
	}
	if _, err := io.ReadFull(s.random, secrets.LabelKey[:]); err != nil {
		return fmt.Errorf("make secrets: %w", err)
	}
	_, err := q.exec(ctx, `INSERT INTO secrets (id, tracking_key, label_key) VALUES (1, $1, $2) ON CONFLICT DO NOTHING`,
		secrets.TrackingKey[:], secrets.LabelKey[:])
	if err != nil {
		return fmt.Errorf("keep secrets: %w", err)
	}
	return nil
}
