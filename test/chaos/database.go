package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver sqlite

	"waybill/test/harness"
)

// database is the database of the servers.
type database struct {
	*sql.DB
	url string // the server's WAYBILL_DATABASE_URL; "" for SQLite in its data folder
}

// newDatabase makes an empty database. drop removes it, but no file of the folder.
func newDatabase(ctx context.Context, o options, postgresURL, folder string) (_ database, drop func() error, err error) {
	switch {
	case o.pooler:
		return newPooledPostgres(ctx, postgresURL)
	case !o.sqlite:
		return newPostgres(ctx, postgresURL)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, dataFolder, "waybill.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return database{}, nil, fmt.Errorf("open SQLite: %w", err)
	}
	return database{DB: db}, db.Close, nil
}

func newPostgres(ctx context.Context, base string) (_ database, drop func() error, err error) {
	schemaURL, dropSchema, err := harness.NewSchema(ctx, base, "chaos")
	if err != nil {
		return database{}, nil, err
	}
	db, err := sql.Open("pgx", schemaURL)
	if err != nil {
		return database{}, nil, errors.Join(fmt.Errorf("open PostgreSQL: %w", err), dropSchema())
	}
	return database{db, schemaURL}, func() error { return errors.Join(db.Close(), dropSchema()) }, nil
}

// poolerSize is how many connections to PostgreSQL two servers share. They would open 26.
const poolerSize = 8

// newPooledPostgres is newPostgres with a PgBouncer before the servers. The audit does without.
func newPooledPostgres(ctx context.Context, base string) (_ database, drop func() error, err error) {
	db, dropSchema, err := newPostgres(ctx, base)
	if err != nil {
		return database{}, nil, err
	}
	pooler, stop, err := harness.StartPooler(ctx, db.url, "transaction", poolerSize)
	if err != nil {
		return database{}, nil, errors.Join(err, dropSchema())
	}
	db.url = pooler
	return db, func() error { return errors.Join(stop(), dropSchema()) }, nil
}

// count is the number that a query selects.
func (d database) count(ctx context.Context, query string) (n int, err error) {
	if err := d.QueryRowContext(ctx, query).Scan(&n); err != nil {
		return 0, fmt.Errorf("%s: %w", query, err)
	}
	return n, nil
}

// each calls row for each row of a query, which scans it.
func (d database) each(ctx context.Context, query string, row func(scan func(...any) error) error) error {
	rows, err := d.QueryContext(ctx, query)
	if err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return fmt.Errorf("%s: %w", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}
