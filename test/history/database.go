package main

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"waybill/test/harness"
)

// database is the database of the servers.
type database struct {
	url     string            // "": SQLite in the data folder
	standby *harness.Postgres // that lags; nil: there is none
}

// newDatabase makes an empty database. drop removes it.
func newDatabase(ctx context.Context, o options, postgresURL string) (_ database, drop func() error, err error) {
	switch {
	case o.sqlite:
		return database{}, func() error { return nil }, nil
	case o.replica:
		return newPair(ctx)
	case postgresURL == "":
		return database{}, nil, fmt.Errorf("%s is not set: run `make history`, or scripts/with-postgres", harness.PostgresVariable)
	}
	url, drop, err := harness.NewSchema(ctx, postgresURL, "history")
	return database{url: url}, drop, err
}

const (
	// applyDelay is how long the standby waits before it replays a commit.
	applyDelay = "300ms"
	// longestHalt is how long the standby stands still at most: longer than a server waits for it.
	longestHalt = 3 * time.Second
	// standbyStart is how long the standby may take to start, and standbyPause the wait before the next look.
	standbyStart = time.Minute
	standbyPause = 50 * time.Millisecond
)

// newPair makes a primary and a standby.
func newPair(ctx context.Context) (_ database, drop func() error, err error) {
	primary, remove, err := harness.StartPostgres()
	if err != nil {
		return database{}, nil, err
	}
	standby, err := primary.Standby("standby")
	if err == nil {
		err = standby.Start()
	}
	if err != nil {
		return database{}, nil, errors.Join(err, remove())
	}
	drop = func() error { return errors.Join(standby.Stop(syscall.SIGQUIT), remove()) }
	starting, cancel := context.WithTimeout(ctx, standbyStart)
	defer cancel()
	for {
		err = standby.Exec(starting, `ALTER SYSTEM SET recovery_min_apply_delay = '`+applyDelay+`'`)
		if err == nil || pause(starting, standbyPause) != nil {
			break
		}
	}
	if err == nil {
		err = standby.Exec(ctx, `SELECT pg_reload_conf()`)
	}
	if err != nil {
		return database{}, nil, errors.Join(err, drop())
	}
	return database{primary.URL, standby}, drop, nil
}

// halt lets the standby stand still now and then, until ctx ends.
func (c *cluster) halt(ctx context.Context) error {
	if c.db.standby == nil {
		return nil
	}
	always := context.WithoutCancel(ctx)
	for n := time.Duration(0); pause(ctx, longestHalt) == nil; n++ {
		if err := c.db.standby.Exec(always, `SELECT pg_wal_replay_pause()`); err != nil {
			return err
		}
		_ = pause(ctx, longestHalt/(1+n%3)) // ctx may end: then it is long enough
		if err := c.db.standby.Exec(always, `SELECT pg_wal_replay_resume()`); err != nil {
			return err
		}
	}
	return nil
}
