// Package kept keeps for some time what is slow to read.
package kept

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// For returns for a period what read returned. A call waits for read until its context ends; read goes on without it, for at most
// limit, so that a later call has what it returns. All that wait share one read. An error is not kept.
func For[T any](
	period, limit time.Duration, now func() time.Time, read func(context.Context) (T, error),
) func(context.Context) (T, error) {
	type value struct {
		of    T
		until time.Time
	}
	var last atomic.Pointer[value]
	var reads singleflight.Group
	return func(ctx context.Context) (none T, err error) {
		if v := last.Load(); v != nil && now().Before(v.until) {
			return v.of, nil
		}
		done := reads.DoChan("", func() (any, error) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
			defer cancel()
			of, err := read(ctx)
			if err == nil {
				last.Store(&value{of, now().Add(period)})
			}
			return of, err
		})
		select {
		case <-ctx.Done():
			return none, ctx.Err()
		case r := <-done:
			if r.Err != nil {
				return none, r.Err
			}
			return r.Val.(T), nil
		}
	}
}
