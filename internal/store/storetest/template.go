package storetest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite" // the driver sqlite

	"waybill/internal/store"
	"waybill/test/database"
)

// template is a migrated SQLite file, with a sum of its migrations.
type template struct {
	content []byte
	sum     string
}

// makeTemplate makes the template once. With the race detector, the migrations took most of the time of most tests.
var makeTemplate = sync.OnceValues(func() (made template, err error) {
	folder, err := os.MkdirTemp("", "waybill-template")
	if err != nil {
		return template{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "waybill.db")
	if err := migrate(context.Background(), store.Options{URL: "sqlite:" + path}); err != nil {
		return template{}, err
	}
	if made.content, err = os.ReadFile(path); err != nil {
		return template{}, err
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return template{}, err
	}
	var sums string
	err = db.QueryRowContext(context.Background(), `SELECT group_concat(checksum) FROM schema_migrations`).Scan(&sums)
	made.sum = fmt.Sprintf("%x", sha256.Sum256([]byte(sums)))
	return made, errors.Join(err, db.Close())
})

func migrate(ctx context.Context, o store.Options) error {
	s, err := store.Open(ctx, o)
	if err != nil {
		return err
	}
	_, err = s.DB.Migrate(ctx)
	return errors.Join(err, s.DB.Close())
}

// copyTemplate makes the file of an SQLite URL from the template, with its secrets, unless
// the file exists.
func copyTemplate(tb testing.TB, databaseURL string) {
	tb.Helper()
	path, isFile := strings.CutPrefix(databaseURL, "sqlite:")
	if _, err := os.Stat(path); !isFile || !errors.Is(err, fs.ErrNotExist) {
		return
	}
	made, err := makeTemplate()
	if err != nil {
		tb.Fatalf("make the template of databases: %v", err)
	}
	if err := os.WriteFile(path, made.content, 0o600); err != nil {
		tb.Fatal(err)
	}
}

// copyPostgresTemplate makes a copy of the template in the PostgreSQL of base, with its secrets, and returns its URL. The end
// of the test drops it. This takes a fifth of the time of the migrations, and no dead rows of dropped tables stay in the catalogs.
func copyPostgresTemplate(tb testing.TB, base string) string {
	tb.Helper()
	original, err := makePostgresTemplate(base)
	if err != nil {
		tb.Fatalf("make the template of databases: %v", err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	database.Execute(tb, base, "CREATE DATABASE "+name+" TEMPLATE "+original+" STRATEGY file_copy")
	tb.Cleanup(func() { database.Execute(tb, base, "DROP DATABASE "+name+" WITH (FORCE)") })
	return inDatabase(base, name)
}

// postgresTemplate is the name of the template, "" before this process has made or found it.
var postgresTemplate struct {
	sync.Mutex
	name string
}

func makePostgresTemplate(base string) (string, error) {
	postgresTemplate.Lock()
	defer postgresTemplate.Unlock()
	if postgresTemplate.name != "" {
		return postgresTemplate.name, nil
	}
	made, err := makeTemplate()
	if err != nil {
		return "", err
	}
	name := "waybill_test_" + made.sum[:16]
	if err := shareTemplate(context.Background(), base, name); err != nil {
		return "", err
	}
	postgresTemplate.name = name
	return name, nil
}

// shareTemplate makes a migrated database in the PostgreSQL of base, unless another process has. Nobody may connect to it:
// PostgreSQL copies no database that is in use.
func shareTemplate(ctx context.Context, base, name string) (err error) {
	conn, err := pgx.Connect(ctx, base)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }() // releases the lock
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext($1))`, name); err != nil {
		return err
	}
	var exists bool
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, name).Scan(&exists)
	if err != nil || exists {
		return err
	}
	unfinished := name + "_unfinished"
	for _, step := range []func() error{
		func() error { return execute(ctx, conn, "DROP DATABASE IF EXISTS "+unfinished+" WITH (FORCE)") },
		func() error { return execute(ctx, conn, "CREATE DATABASE "+unfinished) },
		func() error { return migrate(ctx, store.Options{URL: inDatabase(base, unfinished)}) },
		func() error { return execute(ctx, conn, "ALTER DATABASE "+unfinished+" ALLOW_CONNECTIONS false") },
		func() error { return execute(ctx, conn, "ALTER DATABASE "+unfinished+" RENAME TO "+name) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func execute(ctx context.Context, conn *pgx.Conn, statement string) error {
	_, err := conn.Exec(ctx, statement)
	return err
}

// inDatabase returns a URL that is valid, base, with the name of another database.
func inDatabase(base, name string) string {
	u, err := url.Parse(base)
	if err != nil {
		panic("the URL of the tests' database: " + err.Error())
	}
	u.Path = "/" + name
	return u.String()
}
