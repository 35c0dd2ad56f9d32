// Package database makes empty PostgreSQL schemas for tests of packages that package storetest imports.
package database

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres returns the URL of an empty schema that goes with the test. Without the tests' PostgreSQL the test is skipped, or
// fails when CI=true.
func Postgres(tb testing.TB) string {
	tb.Helper()
	base := os.Getenv("WAYBILL_TEST_POSTGRES_URL") //nolint:forbidigo // the tests' own
	if base == "" {
		if os.Getenv("CI") == "true" { //nolint:forbidigo // the tests' own
			tb.Fatal("WAYBILL_TEST_POSTGRES_URL is not set, and CI=true forbids to skip PostgreSQL")
		}
		tb.Skip("SKIPPED ON POSTGRESQL: WAYBILL_TEST_POSTGRES_URL is not set; run the tests by scripts/with-postgres")
	}
	db, err := pgxpool.New(tb.Context(), base)
	if err != nil {
		tb.Fatal(err)
	}
	schema := fmt.Sprintf("inside_%d_%d", os.Getpid(), schemas.Add(1))
	if _, err := db.Exec(tb.Context(), "CREATE SCHEMA "+schema); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if _, err := db.Exec(context.Background(), "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			tb.Error(err)
		}
		db.Close()
	})
	u, err := url.Parse(base)
	if err != nil {
		tb.Fatal(err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	query.Set("application_name", schema)
	u.RawQuery = query.Encode()
	return u.String()
}

var schemas atomic.Int64
