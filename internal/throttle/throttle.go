// Package throttle lets creates go on while the service does much of something else.
package throttle

import (
	"context"
	"time"
)

// restFactor is how many times as long as a piece of work the service rests after it.
const restFactor = 5

// Rest waits five times as long as the time since start, at most a second. It returns an error if ctx ends first.
func Rest(ctx context.Context, start time.Time) error {
	timer := time.NewTimer(min(restFactor*time.Since(start), time.Second))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
