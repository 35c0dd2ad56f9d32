package engine

import (
	"context"
	"fmt"
	"strings"
)

// Migrate migrates the database to the version of this program and returns the names of the migrations
// that ran, also together with an error. It holds a lock: other processes wait and find nothing to do.
// Schema.First runs with the first migration. Returns ErrNewerSchema, and changes nothing, if a newer
// version of the program has migrated the database, and ErrUnreleasedSchema.
func (s *DB) Migrate(ctx context.Context) (applied []string, err error) {
	all, err := Migrations(s.schema.Migrations, s.Dialect.Engine)
	if err == nil {
		applied, err = s.migrate(ctx, all)
	}
	return applied, s.Explain("migrate the database", err)
}

func (s *DB) migrate(ctx context.Context, all []Migration) (applied []string, err error) {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() {
		return nil, ErrUnavailable
	}
	if s.damaged.Load() {
		return nil, ErrDamaged
	}
	return s.Dialect.migrate(ctx, s, all)
}

// migrate runs all missing migrations in one transaction.
func (e onSQLite) migrate(ctx context.Context, s *DB, all []Migration) (applied []string, err error) {
	err = e.write(ctx, s, func(ctx context.Context, q Querier) error {
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
func (s *DB) versionToMigrate(ctx context.Context, q Querier, all []Migration) (have int, err error) {
	have, err = s.versionOf(ctx, q, all)
	if err == nil && have > len(all) {
		err = fmt.Errorf("%w: it is at %d, this version knows %d; start the newer version", ErrNewerSchema, have, len(all))
	}
	return have, err
}

// applyMigrations runs migrations in the transaction of q.
func (s *DB) applyMigrations(ctx context.Context, q Querier, next []Migration) (applied []string, err error) {
	for _, m := range next {
		if m.Version == 1 {
			err := Exec(ctx, q, `CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_on BIGINT NOT NULL)`)
			if err != nil {
				return nil, fmt.Errorf("create schema_migrations: %w", err)
			}
		}
		text := m.SQL
		if m.Index != "" { // in an empty database
			text = strings.Replace(text, concurrent, "", 1)
		}
		if _, err := q.Exec(ctx, text); err != nil {
			return nil, fmt.Errorf("apply %s: %w", m.Name, err)
		}
		if m.Version == 1 {
			if err := s.schema.First(ctx, s, q); err != nil {
				return nil, err
			}
		}
		if err := s.noteMigration(ctx, q, m); err != nil {
			return nil, err
		}
		applied = append(applied, m.Name)
	}
	return applied, s.noteChecksums(ctx, q)
}

// noteChecksums notes for the migrations that have no checksum what ran, and who may work with the result.
func (s *DB) noteChecksums(ctx context.Context, q Querier) error {
	if has, err := Value[int](ctx, q, s.Dialect.hasChecksums); err != nil || has == 0 {
		return err
	}
	all, err := Migrations(s.schema.Migrations, s.Dialect.Engine)
	for i := 0; err == nil && i < len(all); i++ {
		_, err = q.Exec(ctx, `UPDATE schema_migrations SET checksum = $1, oldest = $2 WHERE version = $3 AND checksum = ''`,
			all[i].checksum(), s.schema.Oldest, all[i].Version)
	}
	if err != nil {
		return fmt.Errorf("note the checksums of the migrations: %w", err)
	}
	return nil
}

func (s *DB) noteMigration(ctx context.Context, q Querier, m Migration) error {
	return DeferExec(ctx, q, "note "+m.Name, `INSERT INTO schema_migrations (version, name, applied_on) VALUES ($1, $2, $3)`,
		m.Version, m.Name, Micros(s.now()))
}

// SchemaVersion returns the version of the database, 0 before the first migration, and the version that this program
// needs. They are equal if a newer program has migrated the database and says that this one may work with it. Returns
// ErrUnreleasedSchema.
func (s *DB) SchemaVersion(ctx context.Context) (have, want int, err error) {
	all, err := Migrations(s.schema.Migrations, s.Dialect.Engine)
	if err != nil {
		return 0, 0, err
	}
	have, err = s.versionOf(ctx, s.Reads, all)
	return have, len(all), s.Explain("read the schema version", err)
}

// ranMigration is a row of schema_migrations.
type ranMigration struct {
	Migration
	checksum string
	oldest   int
}

// versionOf returns the version of a database whose migrations are the first of all. They may be followed by newer ones:
// if the program that made these says that one with all may work with the database, the version is that of all.
// Returns ErrUnreleasedSchema if they are others, and ErrUnfinishedCopy.
func (s *DB) versionOf(ctx context.Context, q Querier, all []Migration) (version int, err error) {
	ran, err := s.appliedMigrations(ctx, q)
	if err != nil {
		return 0, err
	}
	oldest := 0
	for i, m := range ran {
		version = m.Version
		switch {
		case version == 0:
			return 0, ErrUnfinishedCopy
		case i >= len(all):
			oldest = max(oldest, m.oldest)
			if m.oldest == 0 {
				oldest = version
			}
		case m.Name != all[i].Name:
			return 0, fmt.Errorf("%w: it has %s, this version has %s", ErrUnreleasedSchema, m.Name, all[i].Name)
		case m.checksum != "" && m.checksum != all[i].checksum():
			return 0, fmt.Errorf("%w: its migration %s had other SQL", ErrUnreleasedSchema, m.Name)
		}
	}
	if version > len(all) && oldest <= len(all) {
		s.log.WarnContext(ctx, "a newer version of Waybill has migrated the data; this one may work with them until the upgrade ends",
			"schema", version, "known", len(all))
		version = len(all)
	}
	return version, nil
}

// appliedMigrations reads schema_migrations: nothing before the first migration.
func (s *DB) appliedMigrations(ctx context.Context, q Querier) ([]ranMigration, error) {
	if tables, err := Value[int](ctx, q, s.Dialect.hasTable, "schema_migrations"); err != nil || tables == 0 {
		return nil, err
	}
	checksums, err := Value[int](ctx, q, s.Dialect.hasChecksums)
	if err != nil {
		return nil, err
	}
	columns := `checksum, oldest`
	if checksums == 0 {
		columns = `'', 0`
	}
	return Collect(ctx, q, func(row Scanner, a *ranMigration) error { return row.Scan(&a.Version, &a.Name, &a.checksum, &a.oldest) },
		`SELECT version, name, `+columns+` FROM schema_migrations ORDER BY version`)
}
