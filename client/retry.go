package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// The delays double from firstDelay to longestDelay. Those of defaultMaxRetries add up to 30.5 s, so that a
// create whose connection broke outlasts the 25 s for which the service may respond to its repetition with
// 409.
const (
	defaultMaxRetries = 6
	firstDelay        = 500 * time.Millisecond
	longestDelay      = 15 * time.Second
)

// longestRetryAfter is the longest wait that the service may ask for. If it asks for more, the caller
// receives the error at once and decides.
const longestRetryAfter = time.Minute

// do sends cl until there is a final response. Repeating is safe: a view changes nothing, a create of orders
// carries its idempotency key, and most other calls have the same effect when made twice, as a cancellation.
// The rest are repeated only when the service did nothing. When ctx ends during a wait, the error wraps its
// error and that of the last attempt.
func (c *Client) do(ctx context.Context, cl call) (response, error) {
	for attempt := 0; ; attempt++ {
		a, err := c.send(ctx, cl)
		if err == nil || attempt >= c.maxRetries || ctx.Err() != nil || !repeatable(cl, err) {
			return a, err
		}
		delay := max(backoff(attempt), askedDelay(err))
		if !worthWaiting(ctx, err, delay) {
			return response{}, err
		}
		if !pause(ctx, delay) {
			return response{}, fmt.Errorf("%w while waiting to repeat after: %w", ctx.Err(), err)
		}
	}
}

func repeatable(cl call, err error) bool {
	if _, ok := errors.AsType[*networkError](err); ok {
		return !cl.once
	}
	failed, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	switch failed.StatusCode {
	case http.StatusTooManyRequests:
		return true // nothing was done
	case http.StatusConflict, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return !cl.once
	}
	return false
}

// backoff returns the delay after an attempt, the first being 0. A random half is added, so that clients that
// failed together do not return together.
func backoff(attempt int) time.Duration {
	delay := firstDelay
	for range attempt {
		delay = min(2*delay, longestDelay)
	}
	return delay + rand.N(delay/2) //nolint:gosec // not a secret
}

func askedDelay(err error) time.Duration {
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.RetryAfter
	}
	return 0
}

// worthWaiting reports whether another attempt can follow the delay. Otherwise err tells the caller more than
// the end of its deadline would.
func worthWaiting(ctx context.Context, err error, delay time.Duration) bool {
	if askedDelay(err) > longestRetryAfter {
		return false
	}
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > delay
}

// pause waits for d. It returns false if ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// retryAfter parses the Retry-After header (RFC 9110, section 10.2.3): seconds or a date. It returns 0 when
// there is none, or it has passed.
func retryAfter(h http.Header) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
