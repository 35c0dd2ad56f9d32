package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
)

// database is one that a server can be told to use.
type database struct {
	folder string // of the server's data
	url    string // the server's WAYBILL_DATABASE_URL; "" for SQLite in the folder
}

// engine is what the benchmark must know of a database engine beside its SQL.
type engine struct {
	name    string
	title   string
	version string // selects it

	// create makes a database, empty, in a folder of that name, and drop removes it.
	create func(ctx context.Context, folder string) (database, error)
	drop   func(ctx context.Context, d database) error
	// open opens it for the benchmark's own queries, connect for one writer.
	open    func(d database) (*sql.DB, error)
	connect func(ctx context.Context, d database, tables []*table) (committer, error)
	// settle does what the engine would do by itself soon after many inserts.
	settle string

	// The references that write: how many connections there are.
	ownWriters, groupWriters, bulkWriters int

	// See the server's store: how a query that finds orders by id names their account,
	// and the test for membership in a list of ids.
	account string
	in      string
	list    func(ids []int64) any
}

// committer is a connection that makes rows durable in one transaction, those of each
// table in the order of the tables it was made for.
type committer interface {
	commit(ctx context.Context, rows [][]row) error
	close() error
}

func newEngine(name, postgresURL string) engine {
	if name == postgresName {
		return newPostgres(postgresURL)
	}
	return newSQLite()
}

// newDatabase makes a database; remove stops mattering once the run's folder is gone, but
// not for a schema of PostgreSQL.
func (b *bench) newDatabase(ctx context.Context, name string) (d database, remove func() error, err error) {
	d, err = b.engine.create(ctx, filepath.Join(b.folder, b.engine.name+"-"+name))
	if err != nil {
		return d, nil, fmt.Errorf("make a database: %w", err)
	}
	// The run's context may have ended: that is no reason to leave a schema behind.
	return d, func() error { return b.engine.drop(context.WithoutCancel(ctx), d) }, nil
}
