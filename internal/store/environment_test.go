package store

import (
	"errors"
	"net/url"
	"testing"

	"waybill/internal/store/engine"
)

// TestNewConnectionsCheckTheEnvironment changes the mark of a database while a server runs,
// as if it were another database after a fail-over, and ends its connections.
func TestNewConnectionsCheckTheEnvironment(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.Postgres)
	reader := openInside(t, databaseURL)
	if _, err := reader.DB.MarkEnvironment(t.Context(), "production"); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{URL: databaseURL, Environment: "production"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.DB.Close()
	if _, err := s.CreateBatch(t.Context(), batchOf(1)); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	schema := u.Query().Get("application_name")
	execPostgres(t, databaseURL, `UPDATE environment SET name = 'development'`)
	terminate(t, schema)

	var other *engine.OtherEnvironmentError
	const connections = 13  // of a store at most
	for range connections { // each call finds one dead connection
		if _, err = s.CreateBatch(t.Context(), batchOf(1)); !errors.Is(err, engine.ErrUnavailable) || errors.As(err, &other) {
			break
		}
	}
	if other == nil {
		t.Errorf("create: %v", err)
	}
	if rows, want := countRows(t, reader), [3]int{1, 1, 1}; rows != want {
		t.Errorf("rows %v, want %v", rows, want)
	}
}
