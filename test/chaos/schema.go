package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// database is the servers' own.
type database struct {
	*sql.DB
	url string // the server's WAYBILL_DATABASE_URL; "" for SQLite in its data folder
}

// newDatabase makes an empty database. drop removes it, but not what is in the folder.
func newDatabase(ctx context.Context, o options, postgresURL, folder string) (_ database, drop func() error, err error) {
	if !o.sqlite {
		return newSchema(ctx, postgresURL)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(folder, dataFolder, "waybill.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return database{}, nil, fmt.Errorf("open SQLite: %w", err)
	}
	return database{DB: db}, db.Close, nil
}

// newSchema makes a schema. drop removes it, also when ctx has ended.
func newSchema(ctx context.Context, base string) (_ database, drop func() error, err error) {
	u, err := url.Parse(base)
	if err != nil {
		return database{}, nil, fmt.Errorf("%s is no URL: %w", postgresVariable, err)
	}
	schema := "chaos_" + strings.ToLower(rand.Text())
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	db, err := sql.Open("pgx", u.String())
	if err != nil {
		return database{}, nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	if _, err := db.ExecContext(ctx, "CREATE SCHEMA "+schema); err != nil {
		return database{}, nil, errors.Join(fmt.Errorf("make a schema: %w", err), db.Close())
	}
	return database{db, u.String()}, func() error {
		_, err := db.ExecContext(context.WithoutCancel(ctx), "DROP SCHEMA "+schema+" CASCADE")
		return errors.Join(err, db.Close())
	}, nil
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
