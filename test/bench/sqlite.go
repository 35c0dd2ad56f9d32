package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver sqlite
)

const sqliteName = "sqlite"

// sqliteFile is the database in the server's data folder.
const sqliteFile = "waybill.db"

func newSQLite() engine {
	return engine{
		name: sqliteName, title: "SQLite", version: `SELECT sqlite_version()`,
		create: func(_ context.Context, folder string) (database, func() error, error) {
			return database{folder: folder}, func() error { return os.RemoveAll(folder) }, os.MkdirAll(folder, 0o700)
		},
		open:    openSQLite,
		connect: connectSQLite,
		settle:  `SELECT 1`, // its checkpoints are part of the commits
		// One writer: more are slower.
		ownWriters: 1, groupWriters: 1, bulkWriters: 1,
		account: "+account_id",
	}
}

// openSQLite opens the file with the server's pragmas.
func openSQLite(d database) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+filepath.Join(d.folder, sqliteFile)+"?_txlock=immediate&_pragma=busy_timeout(10000)"+
		"&_pragma=page_size(8192)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-8192)")
}

type sqliteCommitter struct {
	db         *sql.DB
	conn       *sql.Conn
	begin, end *sql.Stmt
	inserts    []*sql.Stmt
}

func connectSQLite(ctx context.Context, d database, tables []*table) (committer, error) {
	db, err := openSQLite(d)
	if err != nil {
		return nil, err
	}
	c := &sqliteCommitter{db: db}
	if c.conn, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	_, err = c.conn.ExecContext(ctx, "PRAGMA cache_size = -32768")
	prepare := func(text string) *sql.Stmt {
		stmt, prepareErr := c.conn.PrepareContext(ctx, text)
		err = errors.Join(err, prepareErr)
		return stmt
	}
	c.begin, c.end = prepare("BEGIN IMMEDIATE"), prepare("COMMIT")
	for _, t := range tables {
		c.inserts = append(c.inserts, prepare(t.insertOne()))
	}
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *sqliteCommitter) commit(ctx context.Context, rows [][]row) error {
	if _, err := c.begin.ExecContext(ctx); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	for i, insert := range c.inserts {
		for _, r := range rows[i] {
			if _, err := insert.ExecContext(ctx, r...); err != nil {
				return fmt.Errorf("insert: %w", err)
			}
		}
	}
	if _, err := c.end.ExecContext(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (c *sqliteCommitter) close() error { return errors.Join(c.conn.Close(), c.db.Close()) }
