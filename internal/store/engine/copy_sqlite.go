package engine

import (
	"context"
	"errors"
	"io"
	"strings"
)

// transact has a connection of its own, since no other process uses the file.
func (onSQLite) transact(ctx context.Context, s *DB, fn func(Querier) error) error {
	w := &sqliteWriter{store: s}
	if err := w.connect(); err != nil {
		return err
	}
	defer w.disconnect()
	w.conn.SetInterrupt(ctx.Done())
	if _, err := w.Exec(ctx, `BEGIN IMMEDIATE`); err != nil {
		return err
	}
	if err := fn(w); err != nil {
		return endedBy(ctx, err)
	}
	w.conn.SetInterrupt(nil) // a commit is not interrupted
	return Exec(ctx, w, `COMMIT`)
}

func (onSQLite) insertRows(ctx context.Context, q Querier, t copyTable, next func() ([]any, error)) error {
	insert := `INSERT INTO ` + t.name + ` (` + strings.Join(t.names(), ", ") + `) VALUES (` + params(len(t.columns)) + `)`
	for {
		row, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := q.Exec(ctx, insert, row...); err != nil {
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

func (onSQLite) setIdentity(ctx context.Context, q Querier, t copyTable, last int64) error {
	if _, err := q.Exec(ctx, `DELETE FROM sqlite_sequence WHERE name = $1`, t.name); err != nil {
		return err
	}
	return DeferExec(ctx, q, "note the last id", `INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)`, t.name, last)
}

// lockForCopy does nothing: the caller has the lock of the data folder.
func (onSQLite) lockForCopy(context.Context, *DB) (unlock func() error, err error) {
	return func() error { return nil }, nil
}
