package storetest

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/test/database"
)

// citusVariable names the coordinator of a Citus cluster that tests may make schemas in.
const citusVariable = "WAYBILL_TEST_CITUS_URL"

// SQLite returns the URL of a file that does not exist yet, in a folder that goes with
// the test.
func SQLite(tb testing.TB) string {
	tb.Helper()
	return "sqlite:" + filepath.Join(tb.TempDir(), "waybill.db")
}

// Postgres returns the URL of a migrated database, a copy of a template, that is dropped at the end of the test. Without
// WAYBILL_TEST_POSTGRES_URL the test is skipped, or fails when CI=true.
func Postgres(tb testing.TB) string {
	tb.Helper()
	return copyPostgresTemplate(tb, database.URL(tb))
}

// Citus returns a URL of a fresh schema on the coordinator of the cluster of WAYBILL_TEST_CITUS_URL, dropped at the
// end of the test. Its tables get four shards each, so that they are made soon. Without the variable the test is skipped:
// Citus is in no registry that CI uses.
func Citus(tb testing.TB) string {
	tb.Helper()
	base := os.Getenv(citusVariable) //nolint:forbidigo // the tests' own
	if base == "" {
		tb.Skipf("SKIPPED ON CITUS: %s is not set; set it to the URL of the coordinator of a cluster", citusVariable)
	}
	return database.Schema(tb, base, map[string]string{"citus.shard_count": "4"})
}

// Engines runs test on each engine, with the URL of a database without rows, and in a Citus cluster if there is one.
func Engines(t *testing.T, test func(t *testing.T, databaseURL string)) {
	t.Helper()
	t.Run(engine.SQLite, func(t *testing.T) { test(t, SQLite(t)) })
	t.Run(engine.Postgres, func(t *testing.T) { test(t, Postgres(t)) })
	if os.Getenv(citusVariable) != "" { //nolint:forbidigo // the tests' own
		t.Run("citus", func(t *testing.T) { test(t, Citus(t)) })
	}
}

// Open opens the database of o.URL, migrates it, and closes it at the end of the test.
func Open(tb testing.TB, o store.Options) *store.Store {
	tb.Helper()
	copyTemplate(tb, o.URL)
	o.Connections = cmp.Or(o.Connections, 6) // a connection costs PostgreSQL as much as a short test
	s, err := store.Open(tb.Context(), o)
	if err != nil {
		tb.Fatalf("open the store: %v", err)
	}
	tb.Cleanup(func() {
		if err := s.DB.Close(); err != nil {
			tb.Errorf("close the store: %v", err)
		}
	})
	if _, err := s.DB.Migrate(tb.Context()); err != nil {
		tb.Fatalf("migrate the store: %v", err)
	}
	return s
}
