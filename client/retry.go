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

// The delays double from firstDelay to longestDelay; those of defaultMaxRetries add
// up to 30.5 s, so that a create whose connection broke outlasts the 25 s for which
// the service may answer its repetition with 409.
const (
	defaultMaxRetries = 6
	firstDelay        = 500 * time.Millisecond
	longestDelay      = 15 * time.Second
)

// longestRetryAfter is the longest wait that the service may ask for; beyond it the
// caller gets the error at once, and decides.
const longestRetryAfter = time.Minute

// do sends cl until it is answered for good. Repeating is safe: a view changes nothing, a
// create of orders carries its idempotency key, and most else is the same when it is done
// twice, as a cancellation is. What is not is repeated only when it was not done. When ctx
// ends during a wait the error wraps both ctx's and that of the last attempt.
func (c *Client) do(ctx context.Context, cl call) (answer, error) {
	for attempt := 0; ; attempt++ {
		a, err := c.send(ctx, cl)
		if err == nil || attempt >= c.maxRetries || ctx.Err() != nil || !repeatable(cl, err) {
			return a, err
		}
		delay := max(backoff(attempt), askedDelay(err))
		if !worthWaiting(ctx, err, delay) {
			return answer{}, err
		}
		if !pause(ctx, delay) {
			return answer{}, fmt.Errorf("%w while waiting to repeat after: %w", ctx.Err(), err)
		}
	}
}

func repeatable(cl call, err error) bool {
	if _, ok := errors.AsType[*networkError](err); ok {
		return !cl.once
	}
	answered, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	switch answered.StatusCode {
	case http.StatusTooManyRequests:
		return true // it was not done
	case http.StatusConflict, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return !cl.once
	}
	return false
}

// backoff is the delay after the given attempt, the first being 0, lengthened by up
// to a half at random so that clients that failed together do not return together.
func backoff(attempt int) time.Duration {
	delay := firstDelay
	for range attempt {
		delay = min(2*delay, longestDelay)
	}
	return delay + rand.N(delay/2) //nolint:gosec // it spreads callers, and is no secret
}

func askedDelay(err error) time.Duration {
	if answered, ok := errors.AsType[*Error](err); ok {
		return answered.RetryAfter
	}
	return 0
}

// worthWaiting reports whether another attempt can follow the delay: err says more
// than the deadline that the caller would otherwise run into.
func worthWaiting(ctx context.Context, err error, delay time.Duration) bool {
	if askedDelay(err) > longestRetryAfter {
		return false
	}
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > delay
}

// pause waits for d and reports whether ctx lasted as long.
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

// retryAfter reads a Retry-After header (RFC 9110, section 10.2.3): seconds or a
// date. It is 0 when there is none, or it has passed.
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
