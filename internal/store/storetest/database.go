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
func SQLite(t testing.TB) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "waybill.db")
}

// Postgres returns a URL of a fresh schema, dropped at the end of the test. Without
// WAYBILL_TEST_POSTGRES_URL the test is skipped, or fails when CI=true.
func Postgres(t testing.TB) string {
	t.Helper()
	base := os.Getenv(postgresVariable)
	if base == "" {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not set, and CI=true forbids to skip PostgreSQL", postgresVariable)
		}
		t.Skipf("SKIPPED ON POSTGRESQL: %s is not set; run the tests by scripts/with-postgres", postgresVariable)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	administer(t, base, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { administer(t, base, "DROP SCHEMA "+schema+" CASCADE") })
	u, err := url.Parse(base)
	if err != nil {
		t.Fatalf("%s: %v", postgresVariable, err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}

func administer(t testing.TB, databaseURL, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		t.Fatalf("open %s: %v", postgresVariable, err)
	}
	defer func() { _ = db.Close() }()
	// Not t.Context, which ends before the cleanups.
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Engines runs test on each engine, with the URL of an empty database.
func Engines(t *testing.T, test func(t *testing.T, databaseURL string)) {
	t.Helper()
	t.Run(store.SQLite, func(t *testing.T) { test(t, SQLite(t)) })
	t.Run(store.Postgres, func(t *testing.T) { test(t, Postgres(t)) })
}

// Open opens the database of o.URL, migrates it, and closes it at the end of the test.
func Open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open the store: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	if _, err := s.Migrate(t.Context()); err != nil {
		t.Fatalf("migrate the store: %v", err)
	}
	return s
}
