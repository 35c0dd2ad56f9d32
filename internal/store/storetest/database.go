package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"waybill/internal/store"
)

// postgresVariable names the database that tests may make schemas in.
const postgresVariable = "WAYBILL_TEST_POSTGRES_URL"

// SQLite returns the URL of a file that does not exist yet, in a folder that goes with
// the test.
func SQLite(tb testing.TB) string {
	tb.Helper()
	return "sqlite:" + filepath.Join(tb.TempDir(), "waybill.db")
}

// Postgres returns a URL of a fresh schema, dropped at the end of the test. Without
// WAYBILL_TEST_POSTGRES_URL the test is skipped, or fails when CI=true.
func Postgres(tb testing.TB) string {
	tb.Helper()
	base := os.Getenv(postgresVariable) //nolint:forbidigo // the tests' own
	if base == "" {
		if os.Getenv("CI") == "true" { //nolint:forbidigo // the tests' own
			tb.Fatalf("%s is not set, and CI=true forbids to skip PostgreSQL", postgresVariable)
		}
		tb.Skipf("SKIPPED ON POSTGRESQL: %s is not set; run the tests by scripts/with-postgres", postgresVariable)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	administer(tb, base, "CREATE SCHEMA "+schema)
	tb.Cleanup(func() { administer(tb, base, "DROP SCHEMA "+schema+" CASCADE") })
	u, err := url.Parse(base)
	if err != nil {
		tb.Fatalf("%s: %v", postgresVariable, err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}

func administer(tb testing.TB, databaseURL, statement string) {
	tb.Helper()
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		tb.Fatalf("open %s: %v", postgresVariable, err)
	}
	defer func() { _ = db.Close() }()
	// Not tb.Context, which ends before the cleanups.
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

// Engines runs test on each engine, with the URL of an empty database.
func Engines(t *testing.T, test func(t *testing.T, databaseURL string)) {
	t.Helper()
	t.Run(store.SQLite, func(t *testing.T) { test(t, SQLite(t)) })
	t.Run(store.Postgres, func(t *testing.T) { test(t, Postgres(t)) })
}

// Open opens the database of o.URL, migrates it, and closes it at the end of the test.
func Open(tb testing.TB, o store.Options) *store.Store {
	tb.Helper()
	copyTemplate(tb, o.URL)
	s, err := store.Open(tb.Context(), o)
	if err != nil {
		tb.Fatalf("open the store: %v", err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Errorf("close the store: %v", err)
		}
	})
	if _, err := s.Migrate(tb.Context()); err != nil {
		tb.Fatalf("migrate the store: %v", err)
	}
	return s
}
