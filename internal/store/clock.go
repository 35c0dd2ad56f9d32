package store

import (
	"context"
	"time"
)

// Clock returns the time of the machine that the engine runs on. Leases and idempotency
// keys of several processes rest on their clocks agreeing.
func (s *Store) Clock(ctx context.Context) (now time.Time, err error) {
	if s.dialect.clock == "" {
		return s.now(), nil
	}
	err = s.reads.QueryRowContext(ctx, s.dialect.clock).Scan(&now)
	return now, s.explain("read the database's clock", err)
}

// clock is now as the database can hold it: UTC, in whole microseconds.
func (s *Store) clock() time.Time { return s.now().UTC().Truncate(time.Microsecond) }
