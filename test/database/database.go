// Package database makes empty PostgreSQL schemas for tests of migrations, and of packages that package storetest imports.
package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// URL returns the URL of the tests' PostgreSQL. Without it the test is skipped, or fails when CI=true.
func URL(tb testing.TB) string {
	tb.Helper()
	base := os.Getenv("WAYBILL_TEST_POSTGRES_URL") //nolint:forbidigo // the tests' own
	if base == "" {
		if os.Getenv("CI") == "true" { //nolint:forbidigo // the tests' own
			tb.Fatal("WAYBILL_TEST_POSTGRES_URL is not set, and CI=true forbids to skip PostgreSQL")
		}
		tb.Skip("SKIPPED ON POSTGRESQL: WAYBILL_TEST_POSTGRES_URL is not set; run the tests by scripts/with-postgres")
	}
	return base
}

// Postgres returns the URL of an empty schema in the tests' PostgreSQL that goes with the test.
func Postgres(tb testing.TB) string {
	tb.Helper()
	return Schema(tb, URL(tb), nil)
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

func opened(databaseURL string) (*sql.DB, error) {
	opening.Lock()
	defer opening.Unlock()
	if db := open[databaseURL]; db != nil {
		return db, nil
	}
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	open[databaseURL] = db
	return db, nil
}
