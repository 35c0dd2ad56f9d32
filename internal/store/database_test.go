package store

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// emptyDatabase returns the URL of one that goes with the test.
func emptyDatabase(tb testing.TB, engine string) string {
	tb.Helper()
	if engine == Postgres {
		return freshSchema(tb)
	}
	return "sqlite:" + filepath.Join(tb.TempDir(), "waybill.db")
}

// freshSchema is storetest.Postgres for tests inside the package, which storetest imports.
func freshSchema(tb testing.TB) string {
	tb.Helper()
	base := os.Getenv("WAYBILL_TEST_POSTGRES_URL")
	if base == "" {
		if os.Getenv("CI") == "true" {
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

func openInside(tb testing.TB, databaseURL string) *Store {
	tb.Helper()
	s, err := Open(tb.Context(), Options{URL: databaseURL})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	if _, err := s.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return s
}

// awaitRow asks again and again until the query selects true.
func awaitRow(t *testing.T, s *Store, query string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		var holds bool
		err := queryRow(ctx, s.reads, query).Scan(&holds)
		if orNothing(err) != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if holds {
			return
		}
		<-again.C
	}
}
