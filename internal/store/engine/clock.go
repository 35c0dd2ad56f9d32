package engine

import (
	"context"
	"time"
)

// Clock returns the time of the engine's machine. Leases and idempotency keys of several processes
// depend on their clocks agreeing.
func (s *DB) Clock(ctx context.Context) (now time.Time, err error) {
	if s.Dialect.clock == "" {
		return s.now(), nil
	}
	err = QueryRow(ctx, s.Reads, s.Dialect.clock).Scan(&now)
	return now, s.Explain("read the database's clock", err)
}

// Now is the current time as the database can hold it: UTC, in whole microseconds.
func (s *DB) Now() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// pause waits for some time. Returns the error of ctx when that ends first.
func pause(ctx context.Context, wait time.Duration) error {
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
