package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"waybill/internal/store/engine"
)

// migratingVariable is the URL of the database that a child of TestUpgradeIsKilled migrates.
const migratingVariable = "WAYBILL_TEST_MIGRATING"

// slowMigration is what follows the migrations of this version in the child: while it runs, they are not committed.
var slowMigration = map[string]string{
	engine.SQLite: `CREATE TABLE slow AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
		SELECT count(*) AS c FROM n`,
	engine.Postgres: `SET LOCAL client_connection_check_interval = '100ms'; SELECT pg_sleep(300)`, // it ends soon after the child
}

// TestUpgradeIsKilled upgrades the data of every feature from the first release, kills the process in the middle, and
// upgrades again.
func TestUpgradeIsKilled(t *testing.T) {
	t.Parallel()
	if databaseURL := os.Getenv(migratingVariable); databaseURL != "" {
		migrateSlowly(t, databaseURL)
		return
	}
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			path := fixturePath(firstRelease)
			databaseURL := emptyDatabase(t, on)
			loadFixture(t, openFixture(t, databaseURL, firstRelease, fixtureTime), path)
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestUpgradeIsKilled$")
			child.Env = append(child.Environ(), migratingVariable+"="+databaseURL)
			var said bytes.Buffer
			child.Stdout, child.Stderr = &said, &said
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			tick := time.NewTicker(20 * time.Millisecond)
			defer tick.Stop()
			for seen := 0; seen < 10; <-tick.C { // its start may hold a lock for a moment
				if seen++; !isMigrating(t, databaseURL) {
					seen = 0
				}
				if child.ProcessState != nil || t.Context().Err() != nil {
					t.Fatalf("the child does not migrate: %s", &said)
				}
			}
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := child.Wait(); err == nil {
				t.Fatalf("the child has ended by itself: %s", &said)
			}
			s := openFixture(t, databaseURL, len(migrationPaths(t)), fixtureTime.Add(time.Hour))
			compareFixture(t, path+".want.json", readBack(t, s), false)
			if b, err := s.CreateBatch(t.Context(), batchOf(2)); err != nil || len(b.Orders) != 2 {
				t.Errorf("create after the upgrade: %v", err)
			}
		})
	}
}

// migrateSlowly is the child.
func migrateSlowly(t *testing.T, databaseURL string) {
	t.Helper()
	migrations := firstMigrations(t, len(migrationPaths(t))).(fstest.MapFS)
	on := engine.Postgres
	if strings.HasPrefix(databaseURL, "sqlite:") {
		on = engine.SQLite
	}
	migrations[fmt.Sprintf("%04d_slow.sql", len(migrations)+1)] = &fstest.MapFile{Data: []byte(slowMigration[on])}
	schema := newSchema()
	schema.Migrations = migrations
	s, err := open(t.Context(), Options{URL: databaseURL, Now: func() time.Time { return fixtureTime }}, schema)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.DB.Migrate(t.Context())
	t.Fatalf("the child was not killed: %v", err)
}

// isMigrating reports whether the child is in the middle.
func isMigrating(t *testing.T, databaseURL string) bool {
	t.Helper()
	driver, name := "pgx", databaseURL
	if path, isFile := strings.CutPrefix(databaseURL, "sqlite:"); isFile {
		driver, name = "sqlite", path
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if driver == "sqlite" {
		_, err := db.ExecContext(t.Context(), `BEGIN IMMEDIATE`)
		return err != nil && strings.Contains(err.Error(), "locked")
	}
	var n int
	err = db.QueryRowContext(context.WithoutCancel(t.Context()),
		`SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(300)%' AND pid <> pg_backend_pid()`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}
