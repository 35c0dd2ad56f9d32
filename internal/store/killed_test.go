package store

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"waybill/internal/store/engine"
	"waybill/test/harness"
)

const (
	// migratingVariable is the URL of the database that a child of TestUpgradeIsKilled migrates.
	migratingVariable = "WAYBILL_TEST_MIGRATING"
	// statementsVariable is after how many statements it waits to be killed.
	statementsVariable = "WAYBILL_TEST_STATEMENTS"
	// waiting is what it prints then.
	waiting = "the child waits"
)

// waitingStatement takes long in the transaction of the migrations.
var waitingStatement = map[string]string{
	engine.SQLite: `CREATE TABLE slow AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
		SELECT count(*) AS c FROM n;`,
	engine.Postgres: `SET LOCAL client_connection_check_interval = '100ms'; SELECT pg_sleep(300);`, // it ends soon after the child
}

// sleeping are the sessions in the slow statement.
const sleeping = `FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND application_name = current_setting('application_name')`

// TestUpgradeIsKilled upgrades the data of every feature from the first release. It kills the process again and again, each time after more
// statements, and on PostgreSQL while it builds an index, and upgrades at last.
func TestUpgradeIsKilled(t *testing.T) {
	t.Parallel()
	if databaseURL := os.Getenv(migratingVariable); databaseURL != "" {
		migrateAndWait(t, databaseURL)
		return
	}
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			path, newest := fixturePath(firstRelease), len(migrationPaths(t))
			databaseURL := emptyDatabase(t, on)
			s := openFixture(t, databaseURL, firstRelease, fixtureTime)
			loadFixture(t, s, path)
			_, all := migrationsUntil(t, -1, "")
			indexes := 0 // the last migrations build them, outside of the transaction
			for _, path := range migrationPaths(t)[firstRelease:] {
				if strings.Contains(path, ".concurrently.") {
					indexes++
				}
			}
			for n := 0; n <= all-indexes; n += all / 6 {
				killWaiting(t, s, databaseURL, n)
				wantSchema(t, s, firstRelease)
			}
			if on == engine.Postgres {
				killBuildingIndex(t, s, databaseURL, all)
				wantSchema(t, s, newest-indexes)
				killWaiting(t, s, databaseURL, all)
				wantSchema(t, s, newest)
			} else {
				killWaiting(t, s, databaseURL, all)
				wantSchema(t, s, firstRelease) // one transaction has all migrations
			}
			upgraded := openFixture(t, databaseURL, newest, fixtureTime.Add(time.Hour))
			compareFixture(t, path+".want.json", readBack(t, upgraded), false)
			if b, err := upgraded.CreateBatch(t.Context(), batchOf(2)); err != nil || len(b.Orders) != 2 {
				t.Errorf("create after the upgrade: %v", err)
			}
		})
	}
}

// migrationsUntil are the migrations with a statement after the first n of those since the first release. all is how many these have.
func migrationsUntil(t *testing.T, n int, statement string) (migrations fstest.MapFS, all int) {
	t.Helper()
	migrations = firstMigrations(t, firstRelease).(fstest.MapFS)
	add := func(name, text string) { migrations[name] = &fstest.MapFile{Data: []byte(text)} }
	for version, path := range migrationPaths(t) {
		if version < firstRelease {
			continue
		}
		content, err := migrationFiles.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		statements := []string{string(content)} // an index is built by one
		if !strings.Contains(path, ".concurrently.") {
			statements = statementsOf(string(content))
		}
		if n >= all && n < all+len(statements) {
			add(fmt.Sprintf("%04d_part.sql", version+1), strings.Join(statements[:n-all], "")+statement)
			return migrations, n
		}
		all += len(statements)
		add(strings.TrimPrefix(path, "migrations/"), string(content))
	}
	add(fmt.Sprintf("%04d_part.sql", len(migrations)+1), statement)
	return migrations, all
}

// statementsOf splits a migration into its statements. Each ends at the end of a line.
func statementsOf(text string) (all []string) {
	begin, at := 0, 0
	for line := range strings.Lines(text) {
		at += len(line)
		code, _, _ := strings.Cut(line, "--")
		if strings.HasSuffix(strings.TrimSpace(code), ";") {
			all = append(all, text[begin:at])
			begin = at
		}
	}
	return all
}

// migrateAndWait is the child.
func migrateAndWait(t *testing.T, databaseURL string) {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv(statementsVariable))
	if err != nil {
		t.Fatal(err)
	}
	on := engine.Postgres
	if strings.HasPrefix(databaseURL, "sqlite:") {
		on = engine.SQLite
	}
	schema := newSchema(nil)
	schema.Migrations, _ = migrationsUntil(t, n, waitingStatement[on])
	s, err := open(t.Context(), Options{URL: databaseURL, Now: func() time.Time { return fixtureTime }}, schema)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if on == engine.Postgres && awaitCount(t, s, `SELECT count(*) `+sleeping, nil) ||
			on == engine.SQLite && awaitLock(t, strings.TrimPrefix(databaseURL, "sqlite:")) {
			fmt.Fprintln(os.Stdout, waiting)
		}
	}()
	_, err = s.DB.Migrate(t.Context())
	t.Fatalf("the child was not killed: %v", err)
}

// awaitLock waits until a transaction has held the lock of a SQLite database for longer than statements take that come before the slow one.
func awaitLock(t *testing.T, path string) bool {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_txlock=immediate")
	if err != nil {
		t.Error(err)
		return false
	}
	defer db.Close()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for seen := 0; seen < 10; <-tick.C {
		tx, err := db.BeginTx(t.Context(), nil)
		if seen++; err == nil {
			seen = 0
			_ = tx.Rollback() // only its beginning counts
		} else if !strings.Contains(err.Error(), "locked") {
			t.Error(err)
			return false
		}
	}
	return true
}

// startChild starts a process that migrates the first n statements. The channel has what it prints, and is closed when it ends.
func startChild(t *testing.T, databaseURL string, n int) (*exec.Cmd, <-chan string) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestUpgradeIsKilled$")
	child.Env = append(child.Environ(), migratingVariable+"="+databaseURL, statementsVariable+"="+strconv.Itoa(n))
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(output); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return child, lines
}

// kill kills the child, which must not have ended by itself.
func kill(t *testing.T, child *exec.Cmd, lines <-chan string) {
	t.Helper()
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	var said []string
	for line := range lines {
		said = append(said, line)
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("the child has ended by itself: %v, %q", err, said)
	}
}

// killWaiting kills a process that has migrated n statements, and waits until the server has noticed.
func killWaiting(t *testing.T, s *Store, databaseURL string, n int) {
	t.Helper()
	child, lines := startChild(t, databaseURL, n)
	for line := range lines {
		if line == waiting {
			kill(t, child, lines)
			if s.DB.Dialect.Engine == engine.Postgres {
				awaitCount(t, s, `SELECT CASE count(*) WHEN 0 THEN 1 ELSE 0 END `+sleeping, nil)
			}
			return
		}
		t.Log(line)
	}
	t.Fatalf("the child has ended before statement %d: %v", n, child.Wait())
}

// killBuildingIndex kills a process that builds an index, which waits for a transaction with an older snapshot.
func killBuildingIndex(t *testing.T, s *Store, databaseURL string, n int) {
	t.Helper()
	end := reading(t, databaseURL, "counters")
	defer end() // which lets the server end the statement of the child
	child, lines := startChild(t, databaseURL, n)
	if awaitCount(t, s, `SELECT count(*) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
		WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace`, lines) { // other tests have other schemas
		kill(t, child, lines)
	}
}

// reading is a transaction on PostgreSQL that has read a table and goes on, like a report or a backup.
func reading(t *testing.T, databaseURL, table string) (end func()) {
	t.Helper()
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tx, err := db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRowContext(t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return func() { _ = tx.Rollback() } // the end of the test may have ended it
}

// awaitCount waits until a query has counted something. It fails when the child ends, or has come to the slow statement.
func awaitCount(t *testing.T, s *Store, query string, child <-chan string) bool {
	t.Helper()
	for n := 0; n == 0; {
		if err := engine.QueryRow(t.Context(), s.DB.Reads, query).Scan(&n); err != nil {
			t.Errorf("%s: %v", query, err)
			return false
		}
		select {
		case line, runs := <-child:
			if !runs || line == waiting {
				t.Errorf("the child has ended or waits before %s", query)
				return false
			}
			t.Log(line)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return true
}

// wantSchema checks what is committed, as a server of the first release sees it.
func wantSchema(t *testing.T, s *Store, want int) {
	t.Helper()
	if have, _, err := s.DB.SchemaVersion(t.Context()); err != nil || have != want {
		t.Errorf("schema %d after a kill, %v; want %d", have, err, want)
	}
}

// TestLongUpgradeByTheProgram kills `waybill migrate` at each table of the first release that it changes, which a transaction
// reads on PostgreSQL, and then runs it to its end on both engines.
func TestLongUpgradeByTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	folder := t.TempDir()
	if err := harness.Build(t.Context(), folder, "waybill/cmd/waybill"); err != nil {
		t.Fatal(err)
	}
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			path, data, ofProgram := fixturePath(firstRelease), t.TempDir(), ""
			databaseURL := "sqlite:" + filepath.Join(data, "waybill.db")
			if on == engine.Postgres {
				databaseURL = emptyDatabase(t, on)
				ofProgram = databaseURL
			}
			s := openFixture(t, databaseURL, firstRelease, fixtureTime)
			loadFixture(t, s, path)
			migrate := func() (*harness.Process, *harness.Log) {
				log := new(harness.Log)
				p, err := harness.Start(harness.Program{
					Argv:    []string{filepath.Join(folder, "waybill"), "migrate", "--data", data, "--env", "production"},
					Environ: []string{"WAYBILL_DATABASE_URL=" + ofProgram}, Output: log,
				})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { p.End(os.Kill) })
				return p, log
			}
			if on == engine.Postgres {
				for _, table := range []string{"orders", "accounts", "import_mappings", "api_keys", "memberships", "secrets"} {
					end := reading(t, databaseURL, table)
					p, log := migrate()
					ended := make(chan string)
					go func() {
						p.Wait()
						close(ended)
					}()
					if !awaitCount(t, s, `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = to_regclass('`+table+`')`, ended) {
						t.Fatal(log.Tail())
					}
					p.End(os.Kill)
					end()
					wantSchema(t, s, firstRelease)
				}
			}
			if p, log := migrate(); p.Wait() != 0 {
				t.Errorf("the upgrade: %s", log.Tail())
			}
			compareFixture(t, path+".want.json", readBack(t, openFixture(t, databaseURL, len(migrationPaths(t)), fixtureTime.Add(time.Hour))), false)
		})
	}
}
