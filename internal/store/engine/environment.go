package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// OtherEnvironmentError refuses a database that is marked with another environment than the wanted
// one.
type OtherEnvironmentError struct{ Marked, Wanted string }

func (e *OtherEnvironmentError) Error() string {
	return fmt.Sprintf("the database is marked %s, not %s", e.Marked, e.Wanted)
}

// CheckEnvironment is the first check of Open, for callers that do something else before it. Returns
// an OtherEnvironmentError if the database is marked with another environment than o.Environment. It
// writes nothing, not even the files that SQLite makes.
func CheckEnvironment(ctx context.Context, o Options) error {
	dialect, err := dialectOf(o.URL)
	if err != nil {
		return err
	}
	if dialect.Engine == SQLite {
		return checkSQLite(ctx, o)
	}
	s, err := Open(ctx, o)
	if err != nil {
		return err
	}
	return s.Close()
}

// Environment returns the environment that the database is marked with, "" before the first start of a
// server. It reads a database without tables, too.
func (s *DB) Environment(ctx context.Context) (string, error) {
	marked, err := environmentOf(s.Dialect, func(query string, args ...any) Scanner {
		return QueryRow(ctx, s.Reads, query, args...)
	})
	return marked, s.Explain("read the environment", err)
}

// MarkEnvironment marks a migrated database that has no mark, and reports whether it did. Returns an
// OtherEnvironmentError if it is marked with another environment.
func (s *DB) MarkEnvironment(ctx context.Context, name string) (marked bool, err error) {
	return Changed(ctx, s, "mark the database", func(ctx context.Context, q Querier) (marked bool, err error) {
		n, err := q.Exec(ctx, `INSERT INTO environment (id, name) VALUES (1, $1) ON CONFLICT DO NOTHING`, name)
		if err != nil || n > 0 {
			return n > 0, err
		}
		have, err := Value[string](ctx, q, `SELECT name FROM environment WHERE id = 1`)
		if err == nil && have != name {
			err = &OtherEnvironmentError{have, name}
		}
		return false, err
	})
}

// SetEnvironment changes the mark of a migrated database. On PostgreSQL it returns ErrInUse while a
// store is connected that was opened with an environment. For an SQLite file the caller must hold the
// lock of the data folder.
func (s *DB) SetEnvironment(ctx context.Context, name string) error {
	return s.Change(ctx, "mark the database", func(ctx context.Context, q Querier) error {
		if err := s.Dialect.lockEnvironment(ctx, q); err != nil {
			return err
		}
		return Exec(ctx, q, `INSERT INTO environment (id, name) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET name = excluded.name`, name)
	})
}

// environmentOf reads the mark of a database, which may have no tables.
func environmentOf(d Dialect, row func(query string, args ...any) Scanner) (marked string, err error) {
	var tables int
	if err := row(d.hasTable, "environment").Scan(&tables); err != nil || tables == 0 {
		return "", err
	}
	err = row(`SELECT coalesce((SELECT name FROM environment WHERE id = 1), '')`).Scan(&marked)
	return marked, err
}

func refuseOther(marked, wanted string) error {
	if marked == "" || marked == wanted {
		return nil
	}
	return &OtherEnvironmentError{marked, wanted}
}

// checkSQLite checks the mark of a file, if it exists.
func checkSQLite(ctx context.Context, o Options) error {
	path := sqlitePath(o.URL)
	if o.Environment == "" {
		return nil
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s := &DB{Dialect: sqliteDialect(), log: slog.New(slog.DiscardHandler)}
	marked, err := markOfFile(ctx, path)
	if err != nil {
		return s.Explain("read the environment", err)
	}
	return refuseOther(marked, o.Environment)
}

// markOfFile reads the mark of a file. The last connection to a file checkpoints its WAL, unless it may
// only read. A connection that only reads would leave an empty WAL where there was none.
func markOfFile(ctx context.Context, path string) (string, error) {
	mode := sqlite.OpenReadWrite
	if _, err := os.Stat(path + "-wal"); err == nil {
		mode = sqlite.OpenReadOnly
	}
	conn, err := sqliteFile{path: path}.open(mode, "query_only = 1")
	if err != nil {
		return "", err
	}
	conn.SetInterrupt(ctx.Done())
	marked, err := environmentOf(sqliteDialect(), func(query string, args ...any) Scanner {
		rows, err := conn.query(ctx, query, args, nil)
		return Row{rows, err}
	})
	return marked, errors.Join(err, conn.Close())
}

// checkEnvironment runs on each new connection to PostgreSQL of a store that was opened with an
// environment. Its lock keeps others from changing the mark while the connection lives. A connection
// that is made later, after a fail-over, checks the mark again. Behind a pooler there is no lock, because
// the pooler would keep it.
func checkEnvironment(ctx context.Context, conn *pgx.Conn, wanted string, pooled bool) error {
	if wanted == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, postgresConnectTimeout)
	defer cancel()
	// The simple protocol: a transaction pooler loses prepared statements.
	if !pooled {
		if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock_shared(`+environmentLock+`)`, pgx.QueryExecModeSimpleProtocol); err != nil {
			return fmt.Errorf("lock the environment: %w", err)
		}
	}
	marked, err := environmentOf(postgresDialect(), func(query string, args ...any) Scanner {
		return conn.QueryRow(ctx, query, append([]any{pgx.QueryExecModeSimpleProtocol}, args...)...)
	})
	if err != nil {
		return fmt.Errorf("read the environment: %w", err)
	}
	if err := refuseOther(marked, wanted); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// lockEnvironment waits up to 2 s for the connections of a server that has just stopped.
// Returns ErrInUse.
func (onPostgres) lockEnvironment(ctx context.Context, q Querier) error {
	if _, err := q.Exec(ctx, `SET LOCAL lock_timeout = '2s'`); err != nil {
		return err
	}
	_, err := q.Exec(ctx, `SELECT pg_advisory_xact_lock(`+environmentLock+`)`)
	if coded, ok := errors.AsType[*pgconn.PgError](err); ok && coded.Code == "55P03" { // lock not available
		return ErrInUse
	}
	return err
}

// environmentLock is the key of an advisory lock: any number that no other program uses, and the
// schema, since a database may hold the tables of several.
const environmentLock = `8242026, hashtext(coalesce(current_schema(), ''))`
