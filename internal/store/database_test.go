package store

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"waybill/internal/store/engine"
	"waybill/test/database"
)

// emptyDatabase returns the URL of one that goes with the test.
func emptyDatabase(tb testing.TB, on string) string {
	tb.Helper()
	switch on {
	case engine.Postgres:
		return database.Postgres(tb)
	case database.Citus:
		return database.CitusSchema(tb)
	default:
		return database.SQLite(tb)
	}
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

// partsOfFeatures are the tables of features.
func partsOfFeatures(tb testing.TB) (parts []Part) {
	tb.Helper()
	for _, tables := range database.TablesOfFeatures(tb) {
		parts = append(parts, Part{Tables: ParseTables(tables)})
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
