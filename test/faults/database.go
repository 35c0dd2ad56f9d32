package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	_ "modernc.org/sqlite" // the driver sqlite

	"waybill/test/harness"
)

// database is the database of the servers.
type database struct {
	*sql.DB
	url     string            // the server's WAYBILL_DATABASE_URL; "" for SQLite in its data folder
	standby *harness.Postgres // that lags; nil: there is none
}

// newDatabase makes an empty database. drop removes it, but no file of the folder.
func newDatabase(ctx context.Context, o options, postgresURL, folder string) (d database, drop func() error, err error) {
	switch {
	case o.sqlite:
		d.DB, err = openSQLite(filepath.Join(folder, dataFolder, "waybill.db"))
		return d, d.Close, err
	case o.replica:
		d, drop, err = newPair()
	default:
		d.url, drop, err = harness.NewSchema(ctx, postgresURL, "faults")
	}
	if err != nil {
		return database{}, nil, err
	}
	remove := drop
	if d.DB, err = sql.Open("pgx", d.url); err != nil {
		return database{}, nil, errors.Join(fmt.Errorf("open PostgreSQL: %w", err), remove())
	}
	drop = func() error { return errors.Join(d.Close(), remove()) }
	if !o.pooler {
		return d, drop, nil
	}
	pooler, stop, err := harness.StartPooler(ctx, d.url, "transaction", poolerSize) // the audit does without
	if err != nil {
		return database{}, nil, errors.Join(err, drop())
	}
	d.url = pooler
	return d, func() error { return errors.Join(stop(), d.Close(), remove()) }, nil
}

// openSQLite opens a file that another process writes.
func openSQLite(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return nil, fmt.Errorf("open SQLite: %w", err)
	}
	return db, nil
}

const (
	// poolerSize is how many connections to PostgreSQL two servers share. They would open 26.
	poolerSize = 8
	// applyDelay is how long the standby waits before it replays a commit.
	applyDelay = "300ms"
	// longestHalt is how long the standby stands still at most: longer than a server waits for it.
	longestHalt = 3 * time.Second
)

// newPair makes a primary and a standby that lags.
func newPair() (_ database, drop func() error, err error) {
	primary, remove, err := harness.StartPostgres()
	if err != nil {
		return database{}, nil, err
	}
	standby, err := primary.Standby("standby", "recovery_min_apply_delay="+applyDelay)
	if err == nil {
		err = standby.Start()
	}
	if err != nil {
		return database{}, nil, errors.Join(err, remove())
	}
	drop = func() error { return errors.Join(standby.Stop(syscall.SIGQUIT), remove()) }
	return database{url: primary.URL, standby: standby}, drop, nil
}

// halt lets the standby stand still now and then, until calling ends.
func (c *cluster) halt(ctx, calling context.Context) error {
	if c.db.standby == nil {
		return nil
	}
	for n := time.Duration(0); pause(calling, longestHalt) == nil; n++ {
		err := c.db.standby.Exec(ctx, `SELECT pg_wal_replay_pause()`)
		if err != nil && strings.Contains(err.Error(), "conflict with recovery") {
			continue // the replay cancelled it, as it may any query
		}
		if err != nil {
			return err
		}
		_ = pause(calling, longestHalt/(1+n%3)) // calling may end: then it is long enough
		if err := c.db.standby.Exec(ctx, `SELECT pg_wal_replay_resume()`); err != nil {
			return err
		}
	}
	return nil
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
