package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// migrate runs migrations on a connection of its own. Another one holds the lock of migrators.
// Consecutive migrations share a transaction. An index that is built concurrently has none, except in
// an empty database.
func (onPostgres) migrate(ctx context.Context, s *DB, all []Migration) (applied []string, err error) {
	if applied, err = s.migrateAlone(ctx, all); err == nil {
		err = s.noteDistribution(ctx)
	}
	return applied, err
}

func (s *DB) migrateAlone(ctx context.Context, all []Migration) (applied []string, err error) {
	have, err := s.versionToMigrate(ctx, s.Reads, all)
	if err != nil {
		return nil, err
	}
	broken, err := s.brokenIndexes(ctx, s.Reads, all[:have])
	if err != nil || have == len(all) && broken == nil {
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
	if have, err = s.versionToMigrate(ctx, by{conn}, all); err != nil {
		return nil, err
	}
	if err := s.repairIndexes(ctx, conn, all[:have]); err != nil {
		return nil, err
	}
	return s.migrateFrom(ctx, conn, all, have)
}

// migrateFrom runs the migrations after the first have. The lock of migrators is held.
func (s *DB) migrateFrom(ctx context.Context, conn *pgx.Conn, all []Migration, have int) (applied []string, err error) {
	for next := all[have:]; len(next) > 0; next = next[1:] {
		if have > 0 && next[0].Index != "" {
			if err := s.migrateIndex(ctx, conn, next[0]); err != nil {
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
		if err := pause(ctx, migratorPoll); err != nil {
			return nil, err
		}
	}
}

// migrateTogether runs migrations in one transaction, and repeats it when it does not get a lock in
// time. After lockPatience the error names the sessions that hold the locks.
func (s *DB) migrateTogether(ctx context.Context, conn *pgx.Conn, next []Migration) ([]string, error) {
	started := time.Now()
	for wait := time.Second; ; wait = min(2*wait, lockPauseMost) {
		applied, err := s.tryToMigrate(ctx, conn, next)
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "55P03" {
			return applied, err
		}
		blockers := s.lockHolders(ctx)
		if time.Since(started) > lockPatience {
			return nil, fmt.Errorf("%w: other sessions hold the tables: %s: end them, or try again later", err, blockers)
		}
		s.log.WarnContext(ctx, "a migration waits for other sessions; it tries again", "pause", wait.String(), "sessions", blockers)
		if err := pause(ctx, wait); err != nil {
			return nil, err
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

// brokenIndexes returns the migrations that ran and whose index is not there as a whole: PostgreSQL calls it invalid, and does not
// read it. A process that built it may have been killed, or the disk may have been full.
func (s *DB) brokenIndexes(ctx context.Context, q Querier, ran []Migration) (broken []Migration, err error) {
	valid, err := Collect(ctx, q, func(row Scanner, name *string) error { return row.Scan(name) }, `SELECT c.relname
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE i.indisvalid AND c.relnamespace = current_schema()::regnamespace`)
	for _, m := range ran {
		if err == nil && m.Index != "" && !slices.Contains(valid, m.Index) {
			broken = append(broken, m)
		}
	}
	return broken, err
}

// repairIndexes builds the broken indexes of migrations that ran. One that cannot be built, as on a full disk, is left for another start,
// because queries are right without it.
func (s *DB) repairIndexes(ctx context.Context, conn *pgx.Conn, ran []Migration) error {
	broken, err := s.brokenIndexes(ctx, by{conn}, ran)
	for _, m := range broken {
		if err := s.buildIndex(ctx, conn, m); err != nil {
			s.log.ErrorContext(ctx, "an index is not whole and cannot be built: lists are slow until a start builds it",
				"index", m.Index, "error", err)
		}
	}
	return err
}

// migrateIndex builds the index of a migration and notes the migration.
func (s *DB) migrateIndex(ctx context.Context, conn *pgx.Conn, m Migration) error {
	if err := s.buildIndex(ctx, conn, m); err != nil {
		return err
	}
	if err := s.noteMigration(ctx, by{conn}, m); err != nil {
		return err
	}
	return s.noteChecksums(ctx, by{conn})
}

// buildIndex builds the index of a migration while rows are written, unless an orphan has built it meanwhile. It first drops an index that
// was left half built.
func (s *DB) buildIndex(ctx context.Context, conn *pgx.Conn, m Migration) error {
	s.log.InfoContext(ctx, "building an index; orders go on", "index", m.Index)
	if !s.servers.pooler.Load() { // behind a pooler the settings would stay in its session
		if _, err := conn.Exec(ctx, `SET lock_timeout = 0; SET statement_timeout = 0`); err != nil {
			return err
		}
	}
	_, after, _ := strings.Cut(m.SQL, " "+m.Index+" ON ")
	table, _, _ := strings.Cut(after, " ")
	err := s.awaitOrphans(ctx, table)
	broken, errOfRead := s.brokenIndexes(ctx, by{conn}, []Migration{m})
	if err = errors.Join(err, errOfRead); err == nil && broken != nil {
		if _, err = conn.Exec(ctx, `DROP INDEX CONCURRENTLY IF EXISTS `+m.Index); err == nil {
			_, err = conn.Exec(ctx, m.SQL)
		}
	}
	if err != nil {
		return fmt.Errorf("apply %s: %w", m.Name, err)
	}
	return nil
}

// awaitOrphans waits until no client's session builds an index of a table, or vacuums it; PostgreSQL's own vacuum gives way. The lock of
// migrators is held, so the process of a session that builds one was killed: PostgreSQL ends its statement when it is done. A statement
// that waited behind it for the lock would have a snapshot, for which the building waits in turn.
func (s *DB) awaitOrphans(ctx context.Context, table string) error {
	for said := false; ; said = true {
		pid, err := Value[int64](ctx, s.Reads, `SELECT coalesce(max(l.pid), 0) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
			WHERE a.datname = current_database() AND a.backend_type = 'client backend' AND l.relation = to_regclass($1)
				AND l.mode = 'ShareUpdateExclusiveLock'`, table)
		if err != nil || pid == 0 {
			return err
		}
		if !said {
			s.log.WarnContext(ctx, "another session builds an index of the table, or vacuums it: waiting for its end", "table", table, "pid", pid)
		}
		if err := pause(ctx, migratorPoll); err != nil {
			return err
		}
	}
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
