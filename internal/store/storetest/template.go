package storetest

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // the driver sqlite

	"waybill/internal/store"
)

// template returns a migrated SQLite file, which is made once. With the race detector, the
// migrations took most of the time of most tests.
var template = sync.OnceValues(func() (content []byte, err error) {
	folder, err := os.MkdirTemp("", "waybill-template")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "waybill.db")
	s, err := store.Open(context.Background(), store.Options{URL: "sqlite:" + path})
	if err != nil {
		return nil, err
	}
	_, err = s.DB.Migrate(context.Background())
	if err := errors.Join(err, s.DB.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// copyTemplate makes the file of an SQLite URL from the template, with secrets of its own, unless
// the file exists.
func copyTemplate(tb testing.TB, databaseURL string) {
	tb.Helper()
	path, isFile := strings.CutPrefix(databaseURL, "sqlite:")
	if _, err := os.Stat(path); !isFile || !errors.Is(err, fs.ErrNotExist) {
		return
	}
	content, err := template()
	if err != nil {
		tb.Fatalf("make the template of databases: %v", err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		tb.Fatal(err)
	}
	_, err = db.ExecContext(tb.Context(), `UPDATE secrets SET tracking_key = randomblob(16), label_key = randomblob(32)`)
	if err := errors.Join(err, db.Close()); err != nil {
		tb.Fatal(err)
	}
}
