package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// writeSQLite queues fn for the one writer.
func writeSQLite(ctx context.Context, s *Store, fn func(context.Context, querier) error) error {
	return s.enqueue(ctx, &job{run: fn})
}

// commitSQLite starts the one writer: it commits all that wait in one transaction,
// each in its savepoint. 64 writers of one order reach 14,500 orders/s so, 5,000 in
// transactions of their own.
func commitSQLite(s *Store) {
	s.committers.Go(func() {
		w := &sqliteWriter{store: s}
		for group := s.nextGroup(); group != nil; group = s.nextGroup() {
			w.commit(group)
		}
		w.disconnect()
	})
}

// sqliteWriter holds the connection that writes. It has no context of a caller: an
// interrupted statement would undo the whole group.
type sqliteWriter struct {
	store *Store
	conn  *sql.Conn
	stmts map[string]*sql.Stmt // of conn, by text
}

// commit makes a group durable and tells every job its outcome.
func (w *sqliteWriter) commit(group []*job) {
	outcomes, err := w.attempt(group)
	for i, j := range group {
		if outcomes[i] == nil {
			outcomes[i] = err
		}
		j.done <- outcomes[i]
	}
}

// attempt runs a group in a transaction. It returns what each job said, and why the
// transaction as a whole failed.
func (w *sqliteWriter) attempt(group []*job) (outcomes []error, err error) {
	outcomes = make([]error, len(group))
	ctx := context.Background()
	if err := w.connect(ctx); err != nil {
		return outcomes, err
	}
	defer func() {
		if err != nil {
			w.disconnect() // what state it is in is anybody's guess
		}
	}()
	if _, err := w.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return outcomes, fmt.Errorf("begin: %w", err)
	}
	counts := make(orderCounts)
	for i, j := range group {
		if outcomes[i], err = w.savepoint(ctx, j, counts); err != nil {
			return outcomes, err
		}
	}
	if err := counts.add(ctx, w, 0); err != nil {
		return outcomes, fmt.Errorf("count orders: %w", err)
	}
	if _, err := w.ExecContext(ctx, "COMMIT"); err != nil {
		return outcomes, fmt.Errorf("commit: %w", err)
	}
	if total := counts.total(); total > 0 {
		w.store.observe(total)
	}
	return outcomes, nil
}

// savepoint runs one job so that its failure undoes nothing else. It returns what the
// job said, and an error when the transaction is lost: SQLite itself rolls back all of
// it when it cannot write.
func (w *sqliteWriter) savepoint(ctx context.Context, j *job, counts orderCounts) (outcome, err error) {
	if _, err := w.ExecContext(ctx, "SAVEPOINT job"); err != nil {
		return nil, fmt.Errorf("set savepoint: %w", err)
	}
	if j.create != nil {
		outcome = w.store.insertOneByOne(ctx, w, j.create)
	} else {
		outcome = j.run(ctx, w)
	}
	if outcome != nil {
		if w.store.dialect.fault(outcome) == faultUnavailable {
			return outcome, outcome
		}
		if _, err := w.ExecContext(ctx, "ROLLBACK TO job"); err != nil {
			return outcome, fmt.Errorf("roll back to savepoint: %w", err)
		}
	} else if j.create != nil {
		counts.count(j.create.Orders)
	}
	if _, err := w.ExecContext(ctx, "RELEASE job"); err != nil {
		return outcome, fmt.Errorf("release savepoint: %w", err)
	}
	return outcome, nil
}

func (w *sqliteWriter) connect(ctx context.Context) error {
	if w.conn != nil {
		return nil
	}
	conn, err := w.store.writes.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	w.conn, w.stmts = conn, make(map[string]*sql.Stmt)
	return nil
}

// disconnect closes the connection, which rolls back what is open.
func (w *sqliteWriter) disconnect() {
	if w.conn == nil {
		return
	}
	for _, stmt := range w.stmts {
		_ = stmt.Close() // the connection goes, and its statements with it
	}
	discarded := w.conn.Raw(func(any) error { return driver.ErrBadConn })
	if !errors.Is(discarded, driver.ErrBadConn) {
		w.store.log.Error("discard the writer's connection", "error", discarded)
	}
	w.conn, w.stmts = nil, nil
}

// prepared is the statement of a text on the writer's connection.
func (w *sqliteWriter) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := w.stmts[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := w.conn.PrepareContext(ctx, query)
	if err == nil {
		w.stmts[query] = stmt
	}
	return stmt, err
}

// ExecContext makes the writer a querier.
func (w *sqliteWriter) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := w.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// QueryContext makes the writer a querier.
func (w *sqliteWriter) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := w.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext makes the writer a querier.
func (w *sqliteWriter) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := w.prepared(ctx, query)
	if err != nil {
		return w.conn.QueryRowContext(ctx, query, args...) // it has the same complaint
	}
	return stmt.QueryRowContext(ctx, args...)
}
