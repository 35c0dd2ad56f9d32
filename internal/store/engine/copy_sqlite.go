package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// sqliteCopy writes to an SQLite file that no other process uses.
type sqliteCopy struct{ conn *sqliteConn }

func (onSQLite) copyWriter(_ context.Context, s *DB) (copyWriter, error) {
	conn, err := s.file.connect()
	if err != nil {
		return nil, err
	}
	return sqliteCopy{conn}, nil
}

func (w sqliteCopy) close() error { return w.conn.Close() }

func (w sqliteCopy) transact(ctx context.Context, fn func(copyTarget) error) error {
	w.conn.SetInterrupt(ctx.Done())
	if _, err := w.conn.exec(`BEGIN IMMEDIATE`, nil); err != nil {
		return err
	}
	if err := fn(w); err != nil {
		w.conn.SetInterrupt(nil)
		_, rollback := w.conn.exec(`ROLLBACK`, nil)
		return errors.Join(endedBy(ctx, err), rollback)
	}
	w.conn.SetInterrupt(nil) // a commit is not interrupted
	_, err := w.conn.exec(`COMMIT`, nil)
	return err
}

func (w sqliteCopy) exec(_ context.Context, query string, args ...any) (changed int64, err error) {
	return w.conn.exec(query, args)
}

func (w sqliteCopy) insert(_ context.Context, t copyTable, next func() ([]any, error)) error {
	insert := `INSERT INTO ` + t.name + ` (` + strings.Join(t.columns, ", ") + `) VALUES (` + params(len(t.columns)) + `)`
	for {
		row, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := w.conn.exec(insert, row); err != nil {
			return err
		}
	}
}

// copyTables reads the catalog of a file.
func (onSQLite) copyTables(ctx context.Context, q Querier) ([]copyTable, error) {
	return gatherTables(ctx, q, `SELECT t.name, c.name, c.type, c.pk, c.pk = 1 AND instr(t.sql, 'AUTOINCREMENT') > 0
		FROM sqlite_master t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY t.name, c.cid`)
}

// lastIdentity returns the greatest id that was ever issued, which may have belonged to a deleted row.
func (onSQLite) lastIdentity(ctx context.Context, q Querier, t copyTable) (last int64, err error) {
	return Value[int64](ctx, q, `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = $1), 0)`, t.name)
}

func (onSQLite) setIdentity(ctx context.Context, to copyTarget, t copyTable, last int64) error {
	if _, err := to.exec(ctx, `DELETE FROM sqlite_sequence WHERE name = $1`, t.name); err != nil {
		return err
	}
	if _, err := to.exec(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, t.name, last); err != nil {
		return fmt.Errorf("note the last id: %w", err)
	}
	return nil
}

// lockForCopy does nothing: the caller has the lock of the data folder.
func (onSQLite) lockForCopy(context.Context, *DB) (unlock func() error, err error) {
	return func() error { return nil }, nil
}
