package store

import (
	"context"
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
	if _, err := administrator.writes.ExecContext(t.Context(), `UPDATE `+schema+`.environment SET name = 'development'`); err != nil {
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

// TestEnvironmentOfBefore has a database of the first schema, in which a demo account is all
// that says what it is for.
func TestEnvironmentOfBefore(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{SQLite, Postgres} {
		t.Run(engine, func(t *testing.T) {
			databaseURL := emptyDatabase(t, engine)
			s, err := Open(t.Context(), Options{URL: databaseURL})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			wantEnvironment := func(want string) {
				t.Helper()
				if marked, err := s.Environment(t.Context()); err != nil || marked != want {
					t.Errorf("environment %q, %v, want %q", marked, err, want)
				}
				if err := CheckEnvironment(t.Context(), Options{URL: databaseURL, Environment: "production"}); (err == nil) != (want == "") {
					t.Errorf("for production: %v", err)
				}
			}
			wantEnvironment("")
			all, err := migrations(engine)
			if err != nil {
				t.Fatal(err)
			}
			change := func(fn func(context.Context, querier) error) {
				t.Helper()
				if err := s.write(t.Context(), fn); err != nil {
					t.Fatal(err)
				}
			}
			change(func(ctx context.Context, q querier) error {
				_, err := s.applyMigrations(ctx, q, all[:1])
				return err
			})
			wantEnvironment("")
			change(func(ctx context.Context, q querier) error {
				_, err := q.exec(
					ctx,
					`INSERT INTO accounts (name, tracking_prefix, rate_limit, rate_burst, demo, created_on) VALUES ('Demo', 'WB', 0, 0, 1, 1)`,
				)
				return err
			})
			wantEnvironment(Development)
			if _, err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			wantEnvironment(Development)
			if marked, err := s.MarkEnvironment(t.Context(), Development); err != nil || marked {
				t.Errorf("marked by the server, not by the migration: %v, %v", marked, err)
			}
		})
	}
}
