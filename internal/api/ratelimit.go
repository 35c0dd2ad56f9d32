package api

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"waybill/internal/store"
)

// RateLimit is a token bucket: so many requests a second, and so many at once. A zero
// PerSecond is no limit.
type RateLimit struct{ PerSecond, Burst int }

// of is the limit of a caller: its account's own, else this one.
func (l RateLimit) of(c store.Caller) RateLimit {
	if c.RateLimit > 0 {
		return RateLimit{PerSecond: c.RateLimit, Burst: max(c.RateBurst, 1)}
	}
	return l
}

// maxBuckets bounds the buckets that are held at once.
const maxBuckets = 100_000

// limiters holds the bucket of each caller, named by a K. One costs some 100 bytes. When
// there are too many all are forgotten, and a forgotten one is full again.
type limiters[K comparable] struct {
	now     func() time.Time
	mu      sync.Mutex
	buckets map[K]bucket
}

func newLimiters[K comparable](now func() time.Time) *limiters[K] {
	return &limiters[K]{now: now, buckets: make(map[K]bucket)}
}

type bucket struct {
	limit  RateLimit
	tokens *rate.Limiter
}

// take takes a token from a caller's bucket. The header says what is left; the error, when
// nothing is, how long to wait.
func (l *limiters[K]) take(caller K, limit RateLimit) (http.Header, error) {
	if limit.PerSecond == 0 {
		return nil, nil //nolint:nilnil // no limit: nothing to tell, and nothing wrong
	}
	limiter, now := l.bucket(caller, limit), l.now()
	allowed := limiter.AllowN(now, 1)
	tokens := limiter.TokensAt(now)
	untilFull := time.Duration((float64(limit.Burst) - tokens) / float64(limit.PerSecond) * float64(time.Second))
	header := http.Header{
		"Ratelimit-Limit":     {strconv.Itoa(limit.Burst)},
		"Ratelimit-Remaining": {strconv.Itoa(max(0, int(math.Floor(tokens))))},
		"Ratelimit-Reset":     {strconv.Itoa(seconds(untilFull))},
	}
	if !allowed {
		return header, throttled(time.Duration((1 - tokens) / float64(limit.PerSecond) * float64(time.Second)))
	}
	return header, nil
}

// bucket is the bucket of a caller, a new one when its limit has changed.
func (l *limiters[K]) bucket(caller K, limit RateLimit) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[caller]
	if b.limit != limit {
		if len(l.buckets) >= maxBuckets {
			clear(l.buckets)
		}
		b = bucket{limit, rate.NewLimiter(rate.Limit(limit.PerSecond), limit.Burst)}
		l.buckets[caller] = b
	}
	return b.tokens
}
