package store

import (
	"errors"
	"net/url"
	"testing"
)

// TestNewConnectionsCheckTheEnvironment changes the mark of a database while a server runs,
// as if it were another database after a fail-over, and ends its connections.
func TestNewConnectionsCheckTheEnvironment(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, Postgres)
	reader, administrator := openInside(t, databaseURL), openInside(t, emptyDatabase(t, Postgres))
	if _, err := reader.MarkEnvironment(t.Context(), "production"); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{URL: databaseURL, Environment: "production"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.CreateBatch(t.Context(), batchOf(1)); err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	schema := u.Query().Get("application_name")
	if _, err := administrator.postgres.writes.Exec(t.Context(), `UPDATE `+schema+`.environment SET name = 'development'`); err != nil {
		t.Fatal(err)
	}
	terminate(t, administrator, schema)

	var other *OtherEnvironmentError
	for range postgresConnections { // those that died are found one by one
		if _, err = s.CreateBatch(t.Context(), batchOf(1)); !errors.Is(err, ErrUnavailable) || errors.As(err, &other) {
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
