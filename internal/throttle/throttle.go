// Package throttle has the loops of workers, and lets creates go on while the service does much of something else.
package throttle

import (
	"context"
	"log/slog"
	"time"
)

// restFactor is how many times as long as a piece of work the service rests after it.
const restFactor = 5

// Rest waits five times as long as the time since start, at most a second. It returns an error if ctx ends first.
func Rest(ctx context.Context, start time.Time) error {
	if !Sleep(ctx, min(restFactor*time.Since(start), time.Second)) {
		return ctx.Err()
	}
	return nil
}

// Sleep waits, and reports whether the time was over before ctx ended.
func Sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// Repeat calls do until ctx ends: at once if it returned that there is more to do, otherwise after a time, or when wake has a signal.
func Repeat(ctx context.Context, after time.Duration, wake <-chan struct{}, do func() (more bool)) {
	tick := time.NewTicker(after)
	defer tick.Stop()
	for {
		if do() {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		}
	}
}

// BesideCreates calls work until ctx ends: after a time if it returned that nothing is left, otherwise when it has rested as long as it
// worked, or busyRest times as long while orders are created. newest is the id of the newest order.
func BesideCreates(ctx context.Context, after time.Duration, busyRest int, work func() (more bool, newest int64)) {
	known := int64(0)
	for wait := time.Duration(0); Sleep(ctx, wait); {
		start := time.Now()
		more, newest := work()
		switch took := time.Since(start); {
		case !more:
			wait = after
		case newest == known:
			wait = took
		default:
			wait = time.Duration(busyRest) * took
		}
		known = newest
	}
}

// Signal leaves a signal in a channel for one, unless one is waiting already.
func Signal(to chan<- struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// LogFailure logs what failed, unless it failed because ctx has ended.
func LogFailure(ctx context.Context, log *slog.Logger, doing string, err error, args ...any) {
	if err != nil && ctx.Err() == nil {
		log.ErrorContext(ctx, doing, append(args, "error", err)...) //nolint:sloglint // the callers give literals
	}
}
