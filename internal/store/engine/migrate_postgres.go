package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	// lockMigration asks for a lock with an arbitrary number that no other program uses. Each
	// schema has its own.
	lockMigration = `SELECT pg_try_advisory_xact_lock(hashtextextended(coalesce(current_schema(), ''), 8242026915))`
	// migratorPoll is how often a migrator looks whether another one is done. It must not wait in
	// a statement: an index that is built concurrently waits for all statements that began earlier.
	migratorPoll = 200 * time.Millisecond
	// lockWait is how long a migration may wait for a table. Meanwhile all requests that need the
	// table wait behind it.
	lockWait = time.Second
	// lockPatience is how long a migration tries in all.
	lockPatience = 5 * time.Minute
	// lockPauseMost is the longest pause between two tries, which begin with a second.
	lockPauseMost = 10 * time.Second
)

// migratePostgres runs migrations on a connection of its own. Another one holds the lock of migrators.
// Consecutive migrations share a transaction. An index that is built concurrently has none, except in
// an empty database.
func migratePostgres(ctx context.Context, s *DB, all []Migration) (applied []string, err error) {
	if applied, err = s.migrateAlone(ctx, all); err == nil {
		err = s.noteDistribution(ctx)
	}
	return applied, err
}

func (s *DB) migrateAlone(ctx context.Context, all []Migration) (applied []string, err error) {
	if have, err := s.versionToMigrate(ctx, s.Reads, all); err != nil || have == len(all) {
		return nil, err
	}
	pooled, err := s.postgres.writes.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	conn := pooled.Hijack() // the settings go with the connection
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	lock, err := s.lockMigrators(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	defer func() { err = errors.Join(err, rollback(context.WithoutCancel(ctx), lock)) }()
	have, err := s.versionToMigrate(ctx, by{conn}, all)
	if err != nil {
		return nil, err
	}
	for next := all[have:]; len(next) > 0; next = next[1:] {
		if have > 0 && next[0].Index != "" {
			if err := s.buildIndex(ctx, conn, next[0]); err != nil {
				return applied, err
			}
			applied = append(applied, next[0].Name)
			continue
		}
		n := 1
		for n < len(next) && (have == 0 || next[n].Index == "") {
			n++
		}
		names, err := s.migrateTogether(ctx, conn, next[:n])
		if err != nil {
			return applied, err
		}
		applied, next = append(applied, names...), next[n-1:]
	}
	return applied, nil
}

// lockMigrators returns a transaction that excludes other migrators. A pooler would keep the lock of a
// session. While it waits it has no transaction, because the one that migrates may need the connection.
func (s *DB) lockMigrators(ctx context.Context) (pgx.Tx, error) {
	again := time.NewTicker(migratorPoll)
	defer again.Stop()
	for {
		lock, err := s.postgres.writes.Begin(ctx)
		if err != nil {
			return nil, fmt.Errorf("begin: %w", err)
		}
		var locked bool
		if _, err = lock.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err == nil {
			// By the simple protocol: the portal of the other one keeps a snapshot, which indexes that are built wait for.
			err = QueryRow(ctx, by{lock}, lockMigration, pgx.QueryExecModeSimpleProtocol).Scan(&locked)
		}
		if locked && err == nil {
			return lock, nil
		}
		if err := errors.Join(err, rollback(context.WithoutCancel(ctx), lock)); err != nil {
			return nil, err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// migrateTogether runs migrations in one transaction, and repeats it when it does not get a lock in
// time. After lockPatience the error names the sessions that hold the locks.
func (s *DB) migrateTogether(ctx context.Context, conn *pgx.Conn, next []Migration) ([]string, error) {
	started := time.Now()
	for pause := time.Second; ; pause = min(2*pause, lockPauseMost) {
		applied, err := s.tryToMigrate(ctx, conn, next)
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "55P03" {
			return applied, err
		}
		blockers := s.lockHolders(ctx)
		if time.Since(started) > lockPatience {
			return nil, fmt.Errorf("%w: other sessions hold the tables: %s: end them, or try again later", err, blockers)
		}
		s.log.WarnContext(ctx, "a migration waits for other sessions; it tries again", "pause", pause.String(), "sessions", blockers)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (s *DB) tryToMigrate(ctx context.Context, conn *pgx.Conn, next []Migration) (applied []string, err error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	set := fmt.Sprintf(`SET LOCAL lock_timeout = %d; SET LOCAL statement_timeout = 0`, lockWait.Milliseconds())
	if _, err = tx.Exec(ctx, set); err == nil {
		applied, err = s.applyMigrations(ctx, by{tx}, next)
	}
	if err == nil {
		err = s.distributeNew(ctx, by{tx}, next[0].Version == 1)
	}
	if err != nil {
		return nil, errors.Join(err, rollback(context.WithoutCancel(ctx), tx))
	}
	if err := tx.Commit(ctx); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	return applied, nil
}

// lockHolders names the sessions that hold locks on tables, those with the oldest transactions first:
// a migration most likely waits for one of them. The text is for people.
func (s *DB) lockHolders(ctx context.Context) string {
	holders, err := Collect(ctx, s.Reads, func(row Scanner, text *string) error {
		var pid, seconds int64
		var user, application, state string
		err := row.Scan(&pid, &user, &application, &state, &seconds)
		*text = fmt.Sprintf("pid %d (user %s, application %q, %s, in a transaction for %v)",
			pid, user, application, state, time.Duration(seconds)*time.Second)
		return err
	}, `SELECT a.pid, coalesce(a.usename, ''), coalesce(a.application_name, ''), coalesce(a.state, ''),
			CAST(extract(epoch FROM clock_timestamp() - a.xact_start) AS BIGINT)
		FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid() AND a.wait_event_type IS DISTINCT FROM 'Lock' AND EXISTS (
			SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
			WHERE l.pid = a.pid AND l.granted AND c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace)
		ORDER BY a.xact_start LIMIT 3`)
	if err != nil || len(holders) == 0 {
		return "not known"
	}
	return strings.Join(holders, ", ")
}

// buildIndex builds the index of a migration while rows are written. It first drops an index that was
// left half built: PostgreSQL calls it invalid, and does not read it.
func (s *DB) buildIndex(ctx context.Context, conn *pgx.Conn, m Migration) error {
	s.log.InfoContext(ctx, "building an index; orders go on", "index", m.Index)
	if !s.servers.pooler.Load() { // behind a pooler the settings would stay in its session
		if _, err := conn.Exec(ctx, `SET lock_timeout = 0; SET statement_timeout = 0`); err != nil {
			return err
		}
	}
	var invalid bool
	err := QueryRow(ctx, by{conn}, `SELECT EXISTS (
		SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid)`, m.Index).Scan(&invalid)
	if err == nil && invalid {
		_, err = conn.Exec(ctx, `DROP INDEX CONCURRENTLY `+m.Index)
	}
	if err == nil {
		_, err = conn.Exec(ctx, m.SQL)
	}
	if err != nil {
		return fmt.Errorf("apply %s: %w", m.Name, err)
	}
	if err := s.noteMigration(ctx, by{conn}, m); err != nil {
		return err
	}
	return s.noteChecksums(ctx, by{conn})
}

const concurrent = "CONCURRENTLY "

// isIndex checks that a migration is one statement that buildIndex can repeat.
func (m Migration) isIndex() error {
	var statement strings.Builder
	for line := range strings.Lines(m.SQL) {
		if !strings.HasPrefix(line, "--") {
			statement.WriteString(line)
		}
	}
	text := strings.TrimSuffix(strings.TrimSpace(statement.String()), ";")
	begin := "INDEX " + concurrent + "IF NOT EXISTS " + m.Index + " ON "
	if !strings.HasPrefix(text, "CREATE "+begin) && !strings.HasPrefix(text, "CREATE UNIQUE "+begin) || strings.Contains(text, ";") {
		return fmt.Errorf("migration %s is not the one statement CREATE %s…", m.Name, begin)
	}
	return nil
}
