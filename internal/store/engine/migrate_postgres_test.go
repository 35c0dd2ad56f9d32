package engine

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
)

// next is a migration after all that there are.
func next(t *testing.T, name, index, text string) []Migration {
	t.Helper()
	all, err := Migrations(testSchema().Migrations, Postgres)
	if err != nil {
		t.Fatal(err)
	}
	n := len(all) + 1
	return append(all, Migration{Version: n, Name: fmt.Sprintf("%04d_%s", n, name), SQL: text, Index: index})
}

// reader is a transaction that has read a table and goes on, like a report or a backup.
func reader(t *testing.T, s *DB) (end func()) {
	t.Helper()
	tx, err := s.postgres.reads.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	end = func() { _ = tx.Rollback(context.Background()) }
	t.Cleanup(end)
	var n int
	if err := QueryRow(t.Context(), by{tx}, `SELECT count(*) FROM orders`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return end
}

// signalled is a log that sends each of its lines.
type signalled chan string

func (l signalled) Write(line []byte) (int, error) {
	l <- string(bytes.TrimSpace(line))
	return len(line), nil
}

// await returns the next line that holds text.
func (l signalled) await(t *testing.T, text string) string {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case line := <-l:
			if strings.Contains(line, text) {
				return line
			}
		case <-timeout:
			t.Fatalf("the log does not say %q", text)
		}
	}
}

// TestMigrateBehindReader changes a table that a long transaction reads: orders go on.
func TestMigrateBehindReader(t *testing.T) {
	s := openInside(t, emptyDatabase(t, Postgres))
	log := make(signalled, 100)
	s.log = slog.New(slog.NewTextHandler(log, nil))
	end := reader(t, s)
	migrated := make(chan error)
	go func() {
		_, err := s.migrate(t.Context(), next(t, "extra", "", `ALTER TABLE orders ADD COLUMN extra TEXT NOT NULL DEFAULT ''`))
		migrated <- err
	}()
	if line := log.await(t, "a migration waits for other sessions"); !strings.Contains(line, "idle in transaction") {
		t.Errorf("the log does not name the reader: %s", line)
	}
	if err := s.Insert(t.Context(), &testBatch{account: 1}); err != nil {
		t.Errorf("create beside a migration that waits: %v", err)
	}
	end()
	if err := <-migrated; err != nil {
		t.Fatal(err)
	}
	if have, want := version(t, s), len(next(t, "", "", "")); have != want {
		t.Errorf("schema version %d, want %d", have, want)
	}
}

func version(t *testing.T, s *DB) int {
	t.Helper()
	have, _, err := s.SchemaVersion(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return have
}

// TestHalfBuiltIndex ends the building of an index, which a long transaction holds up. Orders
// go on meanwhile, and the next start builds the index again.
func TestHalfBuiltIndex(t *testing.T) {
	s := openInside(t, emptyDatabase(t, Postgres))
	all := next(t, "orders_extra", "orders_extra", `-- Why it is there.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_extra ON orders (updated_on);`)
	before := len(all) - 1
	end := reader(t, s)
	failed := make(chan error)
	go func() {
		_, err := s.migrate(t.Context(), all)
		failed <- err
	}()
	awaitRow(t, s, `SELECT count(*) > 0 FROM pg_index WHERE indexrelid = to_regclass('orders_extra')`)
	if err := s.Insert(t.Context(), &testBatch{account: 1}); err != nil {
		t.Errorf("create while an index is built: %v", err)
	}
	awaitRow(t, s, `SELECT count(pg_terminate_backend(pid)) > 0 FROM pg_stat_activity
		WHERE query LIKE '%INDEX CONCURRENTLY%orders_extra%' AND application_name = current_setting('application_name')
			AND pid <> pg_backend_pid()`)
	if err := <-failed; err == nil || version(t, s) != before {
		t.Fatalf("the building of the index was ended: %v, version %d", err, version(t, s))
	}
	awaitRow(t, s, `SELECT NOT indisvalid FROM pg_index WHERE indexrelid = to_regclass('orders_extra')`)

	end()
	applied, err := s.migrate(t.Context(), all)
	if err != nil || !slices.Equal(applied, []string{all[before].Name}) {
		t.Fatalf("applied %v, %v", applied, err)
	}
	awaitRow(t, s, `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('orders_extra')`)
}

// TestIndexMigrations: a file which buildIndex could not repeat is refused.
func TestIndexMigrations(t *testing.T) {
	for _, text := range []string{
		`CREATE INDEX CONCURRENTLY wanted ON orders (updated_on)`,
		`CREATE INDEX CONCURRENTLY IF NOT EXISTS other ON orders (updated_on)`,
		`CREATE INDEX IF NOT EXISTS wanted ON orders (updated_on)`,
		`CREATE INDEX CONCURRENTLY IF NOT EXISTS wanted ON orders (updated_on); SELECT 1`,
	} {
		if _, err := Migrations(fstest.MapFS{"0001_wanted.concurrently.sql": {Data: []byte(text)}}, Postgres); err == nil {
			t.Errorf("passes: %s", text)
		}
	}
}
