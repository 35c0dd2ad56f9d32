// Package database makes empty databases for tests of migrations, and of packages that package storetest imports. It opens those of
// servers, and says which engines tests run on.
package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	_ "modernc.org/sqlite"             // the driver sqlite
)

// Engines returns the engines of WAYBILL_TEST_ENGINES, a list with commas such as sqlite,postgres. Without it, it returns the usual ones.
func Engines(usual ...string) []string {
	if chosen := os.Getenv("WAYBILL_TEST_ENGINES"); chosen != "" { //nolint:forbidigo // the tests' own
		return strings.Split(chosen, ",")
	}
	return usual
}

// SkipUnless skips a test of an engine that WAYBILL_TEST_ENGINES leaves out.
func SkipUnless(tb testing.TB, engine string) {
	tb.Helper()
	if chosen := Engines(engine); !slices.Contains(chosen, engine) {
		tb.Skipf("WAYBILL_TEST_ENGINES is %s", strings.Join(chosen, ","))
	}
}

// Citus is the engine of tests in a cluster, and citusVariable names its coordinator.
const (
	Citus         = "citus"
	citusVariable = "WAYBILL_TEST_CITUS_URL"
)

// WithCitus adds the cluster to engines, if there is one.
func WithCitus(engines ...string) []string {
	if os.Getenv(citusVariable) != "" { //nolint:forbidigo // the tests' own
		engines = append(engines, Citus)
	}
	return engines
}

// SQLite returns the URL of a file that does not exist yet, in a folder that goes with the test.
func SQLite(tb testing.TB) string {
	tb.Helper()
	SkipUnless(tb, "sqlite")
	return "sqlite:" + filepath.Join(tb.TempDir(), "waybill.db")
}

// URL returns the URL of the tests' PostgreSQL, with much time to connect on a busy machine. Without it the test is skipped, or fails when
// CI=true.
func URL(tb testing.TB) string {
	tb.Helper()
	base := os.Getenv("WAYBILL_TEST_POSTGRES_URL") //nolint:forbidigo // the tests' own
	if base == "" {
		if os.Getenv("CI") == "true" { //nolint:forbidigo // the tests' own
			tb.Fatal("WAYBILL_TEST_POSTGRES_URL is not set, and CI=true forbids to skip PostgreSQL")
		}
		tb.Skip("SKIPPED ON POSTGRESQL: WAYBILL_TEST_POSTGRES_URL is not set; run the tests by scripts/with-postgres")
	}
	u, err := url.Parse(base)
	if err != nil {
		tb.Fatalf("the URL of the tests' database: %v", err)
	}
	query := u.Query()
	query.Set("connect_timeout", "60")
	u.RawQuery = query.Encode()
	return u.String()
}

// Postgres returns the URL of an empty schema in the tests' PostgreSQL that goes with the test.
func Postgres(tb testing.TB) string {
	tb.Helper()
	SkipUnless(tb, "postgres")
	return Schema(tb, URL(tb), nil)
}

// CitusSchema returns the URL of an empty schema on the coordinator of the cluster that goes with the test. Its tables get four shards
// each, so that they are made soon.
func CitusSchema(tb testing.TB) string {
	tb.Helper()
	SkipUnless(tb, Citus)
	base := os.Getenv(citusVariable) //nolint:forbidigo // the tests' own
	if base == "" {
		tb.Fatalf("%s is not set", citusVariable)
	}
	return Schema(tb, base, map[string]string{"citus.shard_count": "4"})
}

// Schema returns the URL of an empty schema in the database of base that goes with the test. Its connections have the name of the
// schema as application_name, and the parameters.
func Schema(tb testing.TB, base string, parameters map[string]string) string {
	tb.Helper()
	u, err := url.Parse(base)
	if err != nil {
		tb.Fatalf("the URL of the tests' database: %v", err)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	Execute(tb, base, "CREATE SCHEMA "+schema)
	tb.Cleanup(func() { Execute(tb, base, "DROP SCHEMA "+schema+" CASCADE") })
	query := u.Query()
	query.Set("search_path", schema)
	query.Set("application_name", schema)
	for name, value := range parameters {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// open are the databases in which Execute ran statements, by their URLs. They stay open: to connect takes as long as a short test.
var (
	opening sync.Mutex
	open    = map[string]*sql.DB{}
)

// Execute runs a statement, also in cleanups, and again after a deadlock with a migration. Those in one database run one after the
// other: in a cluster of Citus two schemas that are dropped at once deadlock.
func Execute(tb testing.TB, databaseURL, statement string) {
	tb.Helper()
	db, err := opened(databaseURL)
	if err != nil {
		tb.Fatalf("open the tests' database: %v", err)
	}
	for range 100 {
		_, err = db.ExecContext(context.WithoutCancel(tb.Context()), statement)
		if answer, ok := errors.AsType[*pgconn.PgError](err); !ok || answer.Code != "40P01" {
			break
		}
	}
	if err != nil {
		tb.Fatalf("%s: %v", statement, err)
	}
}

// Open opens a database beside a server until the test ends. A statement waits while the server writes, as the server's own do.
func Open(tb testing.TB, databaseURL string) *sql.DB {
	tb.Helper()
	db, err := connect(databaseURL)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

func connect(databaseURL string) (*sql.DB, error) {
	if path, isFile := strings.CutPrefix(databaseURL, "sqlite:"); isFile {
		return sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	}
	return sql.Open("pgx", databaseURL)
}

func opened(databaseURL string) (*sql.DB, error) {
	opening.Lock()
	defer opening.Unlock()
	if db := open[databaseURL]; db != nil {
		return db, nil
	}
	db, err := connect(databaseURL)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	open[databaseURL] = db
	return db, nil
}
