package store_test

import (
	"database/sql"
	"strings"
	"testing"

	"waybill/test/database"
)

// exec changes the database directly.
func (f *fixture) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	db := f.raw(t)
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// count reads a number from the database directly.
func (f *fixture) count(t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	db := f.raw(t)
	defer func() { _ = db.Close() }()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

func (f *fixture) raw(t *testing.T) *sql.DB {
	t.Helper()
	url := f.url
	if !strings.HasPrefix(url, "sqlite:") { // a pooler may lose prepared statements
		url += "&default_query_exec_mode=exec"
	}
	return database.Open(t, url)
}
