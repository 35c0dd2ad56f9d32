package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
)

// database is one of a server.
type database struct {
	folder string // of the server's data
	url    string // the server's WAYBILL_DATABASE_URL; "" for SQLite in the folder
}

// engine is what the benchmark must know of a database engine beside its SQL.
type engine struct {
	name    string
	title   string
	version string // selects it

	// create makes an empty database, in a folder of that name; drop removes it, also when ctx has ended.
	create func(ctx context.Context, folder string) (_ database, drop func() error, err error)
	// open opens it for the benchmark's own queries, connect for one writer.
	open    func(d database) (*sql.DB, error)
	connect func(ctx context.Context, d database, tables []*table) (committer, error)
	// settle does what the engine would do by itself soon after many inserts.
	settle string

	// The references that write: how many connections there are.
	ownWriters, groupWriters, bulkWriters int

	// account is how a query that finds orders by id names their account, as in the server's store.
	account string
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

// newDatabase makes a database; remove removes it.
func (b *bench) newDatabase(ctx context.Context, name string) (d database, remove func() error, err error) {
	d, remove, err = b.engine.create(ctx, filepath.Join(b.folder, b.engine.name+"-"+name))
	if err != nil {
		return d, nil, fmt.Errorf("make a database: %w", err)
	}
	return d, remove, nil
}
