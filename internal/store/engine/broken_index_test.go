package engine

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// extraIndex are all migrations, and one after them that builds an index.
func extraIndex(t *testing.T) []Migration {
	t.Helper()
	return next(t, "orders_extra", "orders_extra",
		`CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_extra ON orders (updated_on);`)
}

// orphan is a session that builds the index of the last migration, as PostgreSQL does when the process that asked for it was killed. It
// waits for the transactions that are open. ended has its error.
func orphan(t *testing.T, s *DB, all []Migration) (ended <-chan error) {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), s.postgres.writes.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	done := make(chan error, 1)
	go func() {
		_, err := conn.Exec(t.Context(), all[len(all)-1].SQL)
		done <- err
	}()
	awaitRow(t, s, `SELECT count(*) > 0 FROM pg_index WHERE indexrelid = to_regclass('orders_extra')`)
	return done
}

// indexID is the id of the index, which another one of its name does not have.
func indexID(t *testing.T, s *DB) (id int64) {
	t.Helper()
	if err := QueryRow(t.Context(), s.Reads, `SELECT CAST(to_regclass('orders_extra')::oid AS BIGINT)`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestAnOrphanBuildsTheIndex starts a process while a session of a killed one builds the index: the start waits for it and uses its index.
func TestAnOrphanBuildsTheIndex(t *testing.T) {
	s := openInside(t, emptyDatabase(t, Postgres))
	all := extraIndex(t)
	end := reader(t, s)
	built := orphan(t, s, all)
	id := indexID(t, s)
	log := make(signalled, 100)
	s.log = slog.New(slog.NewTextHandler(log, nil))
	migrated := make(chan error)
	go func() {
		_, err := s.migrate(t.Context(), all)
		migrated <- err
	}()
	log.await(t, "another session builds an index of the table")
	if err := s.Insert(t.Context(), &testBatch{account: 1}); err != nil {
		t.Errorf("create meanwhile: %v", err)
	}
	end()
	if err := <-built; err != nil {
		t.Errorf("the building of the killed process: %v", err)
	}
	if err := <-migrated; err != nil || version(t, s) != len(all) || indexID(t, s) != id {
		t.Errorf("the start: %v, version %d, index %d; want version %d, index %d", err, version(t, s), indexID(t, s), len(all), id)
	}
	awaitRow(t, s, `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('orders_extra')`)
}

// TestABrokenIndexIsBuiltAgain: an index whose migration is noted, and which is invalid or missing, is built by the next start. A start
// that cannot build it goes on without it.
func TestABrokenIndexIsBuiltAgain(t *testing.T) {
	s := openInside(t, emptyDatabase(t, Postgres))
	all := extraIndex(t)
	if _, err := s.migrate(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, damage := range []func(){
		func() {
			exec(t, s, `DROP INDEX orders_extra`)
			end := reader(t, s)
			built := orphan(t, s, all)
			awaitRow(t, s, `SELECT count(pg_terminate_backend(pid)) > 0 FROM pg_stat_activity
				WHERE query LIKE '%INDEX CONCURRENTLY%orders_extra%' AND application_name = current_setting('application_name')
					AND pid <> pg_backend_pid()`)
			if err := <-built; err == nil {
				t.Error("the index was built")
			}
			end()
		},
		func() { exec(t, s, `DROP INDEX orders_extra`) },
	} {
		damage()
		before := version(t, s)
		if applied, err := s.migrate(t.Context(), all); err != nil || len(applied) > 0 || before != len(all) {
			t.Errorf("applied %v, %v, version %d", applied, err, before)
		}
		awaitRow(t, s, `SELECT count(*) > 0 FROM pg_index WHERE indexrelid = to_regclass('orders_extra') AND indisvalid`)
	}

	exec(t, s, `DROP INDEX orders_extra; CREATE TABLE orders_extra (id BIGINT)`) // no index can have the name
	log := make(signalled, 100)
	s.log = slog.New(slog.NewTextHandler(log, nil))
	if _, err := s.migrate(t.Context(), slices.Clone(all)); err != nil {
		t.Errorf("a start without the index: %v", err)
	}
	log.await(t, "an index is not whole and cannot be built")
}

func exec(t *testing.T, s *DB, statements string) {
	t.Helper()
	if _, err := s.postgres.writes.Exec(t.Context(), statements, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}
