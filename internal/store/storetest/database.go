package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// The databases that tests may make schemas in: a PostgreSQL, and the coordinator of a Citus cluster.
const (
	postgresVariable = "WAYBILL_TEST_POSTGRES_URL"
	citusVariable    = "WAYBILL_TEST_CITUS_URL"
)

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
	return freshSchema(tb, base, nil)
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
	return freshSchema(tb, base, map[string]string{"citus.shard_count": "4"})
}

func freshSchema(tb testing.TB, base string, parameters map[string]string) string {
	tb.Helper()
	u, err := url.Parse(base)
	if err != nil {
		tb.Fatalf("the URL of the tests' database: %v", err)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	administer(tb, base, "CREATE SCHEMA "+schema)
	tb.Cleanup(func() { administer(tb, base, "DROP SCHEMA "+schema+" CASCADE") })
	query := u.Query()
	query.Set("search_path", schema)
	for name, value := range parameters {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// administering is held by administer: in a cluster two schemas that are dropped at once deadlock.
var administering sync.Mutex

// administer runs a statement, again after a deadlock with a migration.
func administer(tb testing.TB, databaseURL, statement string) {
	tb.Helper()
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		tb.Fatalf("open the tests' database: %v", err)
	}
	defer func() { _ = db.Close() }()
	administering.Lock()
	defer administering.Unlock()
	for range 100 {
		// Not tb.Context, which ends before the cleanups.
		_, err = db.ExecContext(context.Background(), statement)
		if answer, ok := errors.AsType[*pgconn.PgError](err); !ok || answer.Code != "40P01" {
			break
		}
	}
	if err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

// Engines runs test on each engine, with the URL of an empty database, and in a Citus cluster if there is one.
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
