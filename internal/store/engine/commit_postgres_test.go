package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// heldCommits makes a table, slow, whose rows are committed once release is called. The end of the test calls it, too.
func heldCommits(t *testing.T) (s *DB, release func()) {
	t.Helper()
	s = openInside(t, emptyDatabase(t, Postgres))
	exec(t, s, `
		CREATE TABLE slow (id BIGINT);
		CREATE TABLE released ();
		CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN WHILE NOT EXISTS (SELECT FROM released) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NULL; END $$;
		CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`)
	release = func() { _, _ = s.postgres.writes.Exec(context.Background(), `INSERT INTO released DEFAULT VALUES`) }
	t.Cleanup(release)
	return s, release
}

// isActive selects whether a connection of the test runs a statement like a pattern.
func isActive(pattern string) string {
	return `SELECT count(*) > 0 FROM pg_stat_activity WHERE query LIKE '` + pattern + `' AND state = 'active'
		AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()`
}

// TestWritesAreNotCancelled gives up a write in the middle of its commit: PostgreSQL must not
// hear of it. A read that is given up ends there, too.
func TestWritesAreNotCancelled(t *testing.T) {
	t.Parallel()
	s, release := heldCommits(t)
	giveUp := func(pattern string, run func(context.Context) error) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ended := make(chan error, 1)
		go func() { ended <- run(ctx) }()
		awaitRow(t, s, isActive(pattern))
		cancel()
		if err := <-ended; err == nil {
			t.Error("it was not given up")
		}
	}
	giveUp("INSERT INTO slow%", func(ctx context.Context) error {
		_, err := s.postgres.writes.Exec(ctx, `INSERT INTO slow VALUES (1)`)
		return err
	})
	release()
	awaitRow(t, s, `SELECT count(*) = 1 FROM slow`)

	giveUp("SELECT pg_sleep(3600)", func(ctx context.Context) error {
		_, err := s.Reads.Exec(ctx, `SELECT pg_sleep(3600)`)
		return err
	})
	awaitRow(t, s, `SELECT NOT (`+isActive("SELECT pg_sleep(3600)")+`)`)
}

// TestCallerLeavesDuringCommit ends the caller's context once the COMMIT is sent.
func TestCallerLeavesDuringCommit(t *testing.T) {
	t.Parallel()
	s, release := heldCommits(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	written := make(chan error)
	go func() {
		written <- s.Write(ctx, func(ctx context.Context, q Querier) error {
			_, err := q.Exec(ctx, `INSERT INTO slow VALUES (1)`)
			return err
		})
	}()
	awaitRow(t, s, isActive("commit"))
	cancel()
	release()
	if err := <-written; err != nil {
		t.Fatalf("write: %v", err)
	}
	awaitRow(t, s, `SELECT count(*) = 1 FROM slow`)
}

// TestUnconfirmed tells the errors of a COMMIT apart.
func TestUnconfirmed(t *testing.T) {
	for err, want := range map[error]bool{
		io.ErrUnexpectedEOF: true, context.Canceled: true, errUnreplicated: true,
		&pgconn.PgError{SeverityUnlocalized: "FATAL", Code: "57P01"}: true,
		&pgconn.PgError{SeverityUnlocalized: "ERROR", Code: "23505"}: false,
		pgx.ErrTxCommitRollback: false,
	} {
		if got := isUnconfirmed(fmt.Errorf("commit: %w", err)); got != want {
			t.Errorf("%v: got %v, want %v", err, got, want)
		}
	}
	if err := fmt.Errorf(
		"%w: %w",
		ErrUnconfirmed,
		&pgconn.PgError{Code: "40001"},
	); postgresDialect().fault(err) != faultUnavailable ||
		!errors.Is(err, ErrUnavailable) {
		t.Error("an unconfirmed write may run again")
	}
}

func TestLockTimeout(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, Postgres)
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("lock_timeout", "3s")
	u.RawQuery = query.Encode()
	for from, want := range map[string]string{databaseURL: "10s", u.String(): "3s"} {
		var got string
		s := openInside(t, from)
		if err := QueryRow(t.Context(), by{s.postgres.writes}, `SHOW lock_timeout`).Scan(&got); err != nil || got != want {
			t.Errorf("lock_timeout %s, %v; want %s", got, err, want)
		}
	}
}

// TestTakesOver has servers in the order in which each takes over from the one before it.
func TestTakesOver(t *testing.T) {
	order := []server{
		{system: "1", timeline: "00000009", started: "3"},
		{system: "1", timeline: "0000000A", started: "1"},
		{system: "1", timeline: "0000000B", started: "2"},
	}
	for i, a := range order {
		for j, b := range order {
			if got, want := a.endedBy(b), i < j; got != want {
				t.Errorf("%v ended by %v: %v, want %v", a, b, got, want)
			}
		}
	}
	last := order[len(order)-1]
	restarted, other := last, last
	restarted.started, other.system = "4", "2"
	if !last.endedBy(restarted) || last.before(restarted) {
		t.Error("a restart ends connections, and is no new timeline")
	}
	if order[0].endedBy(other) || (server{}).endedBy(last) || (server{}).before(last) {
		t.Error("what is not known of one cluster is ended by none")
	}
}

// TestCloseWhileRowsAreRead: the pool would wait for the rows.
func TestCloseWhileRowsAreRead(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{URL: emptyDatabase(t, Postgres), Schema: testSchema(), Batches: &testBatches{}})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := s.Reads.Query(t.Context(), `SELECT 1`)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	select {
	case err := <-closed:
		if err != nil || !rows.Next() {
			t.Errorf("close %v, rows %v", err, rows.Err())
		}
	case <-time.After(time.Minute):
		t.Error("Close waits for rows")
	}
	rows.Close()
}

func TestPostgresFaults(t *testing.T) {
	for code, want := range map[string]fault{
		"23505": faultConstraint, "23503": faultOther, "40001": faultRetry, "40P01": faultRetry, "08006": faultUnavailable,
		"53100": faultUnavailable, "53300": faultUnavailable, "57P01": faultUnavailable, "57014": faultOther, "25006": faultUnavailable,
		"25P02": faultOther, "58030": faultUnavailable, "28P01": faultUnavailable, "": faultOther,
	} {
		if got := postgresDialect().fault(fmt.Errorf("insert: %w", &pgconn.PgError{Code: code})); got != want {
			t.Errorf("%s: got %v, want %v", code, got, want)
		}
	}
	for err, want := range map[error]fault{
		io.ErrUnexpectedEOF: faultUnavailable, context.Canceled: faultOther,
		context.DeadlineExceeded: faultUnavailable, ErrRetry: faultOther,
	} {
		if got := postgresDialect().fault(err); got != want {
			t.Errorf("%v: got %v, want %v", err, got, want)
		}
	}
}
