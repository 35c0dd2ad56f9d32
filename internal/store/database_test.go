package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"waybill/internal/store/engine"
	"waybill/test/database"
)

// emptyDatabase returns the URL of one that goes with the test.
func emptyDatabase(tb testing.TB, on string) string {
	tb.Helper()
	if on == engine.Postgres {
		return database.Postgres(tb)
	}
	return database.SQLite(tb)
}

func openInside(tb testing.TB, databaseURL string) *Store {
	tb.Helper()
	s, err := Open(tb.Context(), Options{URL: databaseURL, Parts: partsOfFeatures(tb)})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.DB.Close() })
	if _, err := s.DB.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return s
}

// partsOfFeatures are the tables of features, by the files in their folders.
func partsOfFeatures(tb testing.TB) (parts []Part) {
	tb.Helper()
	for _, pattern := range []string{"../feature/*/tables.txt", "../feature/*/*/tables.txt"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			tb.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				tb.Fatal(err)
			}
			parts = append(parts, Part{Tables: ParseTables(string(text))})
		}
	}
	return parts
}

// execPostgres runs statements by a connection of its own.
func execPostgres(tb testing.TB, databaseURL, statements string) {
	tb.Helper()
	conn, err := pgx.Connect(tb.Context(), databaseURL)
	if err != nil {
		tb.Fatal(err)
	}
	_, err = conn.PgConn().Exec(tb.Context(), statements).ReadAll()
	if err := errors.Join(err, conn.Close(context.Background())); err != nil {
		tb.Fatal(err)
	}
}
