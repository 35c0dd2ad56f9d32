package store

import (
	"context"
	"time"
)

// Clock returns the time of the engine's machine. Leases and idempotency keys of several processes
// depend on their clocks agreeing.
func (s *Store) Clock(ctx context.Context) (now time.Time, err error) {
	if s.dialect.clock == "" {
		return s.now(), nil
	}
	err = queryRow(ctx, s.reads, s.dialect.clock).Scan(&now)
	return now, s.explain("read the database's clock", err)
}

// clock is the current time as the database can hold it: UTC, in whole microseconds.
func (s *Store) clock() time.Time { return s.now().UTC().Truncate(time.Microsecond) }
