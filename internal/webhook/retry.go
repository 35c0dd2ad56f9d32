package webhook

import (
	"net/http"
	"strconv"
	"time"
)

// waits are the pauses between attempts, 71 hours in all: a receiver that restarts misses little, one that is
// down over a weekend misses nothing.
var waits = [...]time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour,
	4 * time.Hour, 10 * time.Hour, 20 * time.Hour, 36 * time.Hour,
}

// MaxAttempts is how often an event is sent to a receiver before it is given up.
const MaxAttempts = len(waits) + 1

// maxRetryAfter is the longest wait that a receiver may ask for.
const maxRetryAfter = 24 * time.Hour

// Wait returns the pause after a number of failed attempts, from 1, and false if there is no further attempt.
// A receiver's Retry-After makes the pause longer, up to a day, but never shorter: an event's attempts must
// not be used up before its three days. jitter, from 0 to 1, adds up to a tenth, so that deliveries that
// failed together do not come back together.
func Wait(attempts int, retryAfter time.Duration, jitter float64) (time.Duration, bool) {
	if attempts >= MaxAttempts {
		return 0, false
	}
	wait := max(waits[max(attempts, 1)-1], min(retryAfter, maxRetryAfter))
	return wait + time.Duration(jitter*float64(wait)/10), true
}

// retryAfter parses the header, which holds seconds or a date. It returns 0 if the header has neither.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
