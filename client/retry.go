package client

import (
	"cmp"
	"context"
	cryptorand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
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

// conflictRetryAfter is the wait that the service asks for in conflicts that are no matter of the idempotency key, such as an order
// that is being submitted. While the first request with a key runs, it asks for less.
const conflictRetryAfter = time.Minute

// longestCall is the time after which no further attempt begins.
const longestCall = 3 * time.Minute

// repetition says how an operation may be repeated after a response that was lost: x-repeat in the OpenAPI document.
type repetition string

const (
	always repetition = "always" // a repetition has no further effect
	byKey  repetition = "key"    // with the same idempotency key
	byETag repetition = "etag"   // always; with If-Match a 412 may be the call's own success
	never  repetition = "never"
)

// repetitionOf is that of an operation by its path below the base URL. Methods that are idempotent are always repeated, also if the
// table does not know the path.
func repetitionOf(method, path string) repetition {
	path, _, _ = strings.Cut(path, "?")
	steps := strings.Split(strings.Trim(path, "/"), "/")
	for _, o := range operations {
		if o.method == method && slices.EqualFunc(strings.Split(o.path, "/"), steps, func(pattern, step string) bool {
			return pattern == "{}" || pattern == step
		}) {
			return o.repetition
		}
	}
	if method == http.MethodPost || method == http.MethodPatch {
		return never
	}
	return always
}

// do sends cl until there is a final response, as the operation may be repeated. When ctx ends during a wait, the error wraps its error
// and that of the last attempt.
func (c *Client) do(ctx context.Context, cl call) (response, error) {
	how := repetitionOf(cl.method, cl.path)
	if how == byKey {
		key, _ := ctx.Value(keyOfContext{}).(string)
		cl.idempotencyKey = cmp.Or(cl.idempotencyKey, key, cryptorand.Text())
	}
	if !printable(cl.idempotencyKey) {
		return response{}, errors.New("the idempotency key holds a space or a character that is not printable ASCII")
	}
	start := time.Now()
	lost := false // an attempt before this one may have been carried out
	for attempt := 0; ; attempt++ {
		a, err := c.send(ctx, cl)
		if lost && err != nil {
			a, err = c.ownSuccess(ctx, cl, err)
		}
		if err == nil {
			noteResponse(ctx, cl, a)
			return a, nil
		}
		if attempt >= c.maxRetries || ctx.Err() != nil || !repeatable(how, err) {
			return response{}, err
		}
		lost = lost || isLost(err)
		delay := max(backoff(attempt), askedDelay(err))
		if !worthWaiting(ctx, err, delay) || time.Since(start)+delay > longestCall {
			return response{}, err
		}
		if !pause(ctx, delay) {
			return response{}, fmt.Errorf("%w while waiting to repeat after: %w", ctx.Err(), err)
		}
	}
}

// repeatable reports whether another attempt may follow one that ended with err.
func repeatable(how repetition, err error) bool {
	if failed, ok := errors.AsType[*Error](err); ok && (failed.StatusCode == http.StatusTooManyRequests || failed.isStillRunning()) {
		return true // nothing was done
	}
	return how != never && isLost(err)
}

// isLost reports whether it is unknown if the request was carried out.
func isLost(err error) bool {
	if failed, ok := errors.AsType[*Error](err); ok {
		return slices.Contains([]int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}, failed.StatusCode)
	}
	_, ok := errors.AsType[*ConnectionError](err)
	return ok
}

// ownSuccess returns the success of an attempt whose response was lost, if err, the error of a later attempt, shows it: what was to be
// deleted is not there, or the order has another version and is as the call asked. Otherwise it returns err.
func (c *Client) ownSuccess(ctx context.Context, cl call, err error) (response, error) {
	switch {
	case cl.method == http.MethodDelete && errors.Is(err, ErrNotFound):
		return response{header: http.Header{}}, nil
	case errors.Is(err, ErrChanged):
		if a, ok := c.editedAsAsked(ctx, cl); ok {
			return a, nil
		}
	}
	return response{}, err
}

// editedAsAsked returns the order if an edit of it would change nothing.
func (c *Client) editedAsAsked(ctx context.Context, edit call) (response, bool) {
	ctx = WithIdempotencyKey(WithResponseInfo(ctx, nil), "")
	number, err := url.PathUnescape(strings.TrimSuffix(strings.TrimPrefix(edit.path, viewPath), "/"))
	if err != nil {
		return response{}, false
	}
	tried, err := c.edit(ctx, map[string]any{"tracking_nos": []string{number}, "changes": json.RawMessage(edit.body), "dry_run": true})
	if err != nil || len(tried) != 1 || tried[0].Result != EditUnchanged {
		return response{}, false
	}
	a, err := c.do(ctx, call{method: http.MethodGet, path: edit.path})
	return a, err == nil
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
