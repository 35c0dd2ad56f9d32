package shell

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"waybill/internal/clientaddr"
	"waybill/internal/store/masterdata"
)

// RateLimit is a token bucket: PerSecond tokens a second, Burst tokens at once. A zero PerSecond
// means no limit.
type RateLimit struct{ PerSecond, Burst int }

// Of is the limit of a caller: its account's own, else this one.
func (l RateLimit) Of(c masterdata.Caller) RateLimit {
	if c.RateLimit > 0 {
		return RateLimit{PerSecond: c.RateLimit, Burst: max(c.RateBurst, 1)}
	}
	return l
}

// LimitKey identifies whose requests a limit counts together: a live key or the account of a user, or the address of a caller
// without one.
type LimitKey struct {
	bucket  int64 // see bucketOf
	address netip.Addr
}

// LimitOf returns what limit counts a request by, and the limit. There is no limit for an address that many
// clients share, loopback or a trusted proxy: it would refuse one client because of another.
func (s *Shell) LimitOf(ctx context.Context, caller masterdata.Caller, limit RateLimit) (LimitKey, RateLimit) {
	if bucket := bucketOf(caller); bucket != 0 {
		return LimitKey{bucket: bucket}, limit
	}
	if s.Proxies.Shared(exchangeOf(ctx).client) {
		return LimitKey{}, RateLimit{}
	}
	return LimitKey{address: clientOf(ctx)}, limit
}

// clientOf is the address that limits count a client by. An IPv6 address counts as its /64 network.
func clientOf(ctx context.Context) netip.Addr { return clientaddr.Network(exchangeOf(ctx).client) }

// maxBuckets bounds the buckets that are held at once.
const maxBuckets = 100_000

// Limiters holds a bucket for each caller, who is identified by a K. A bucket takes some 100 bytes.
// When there are maxBuckets, all are dropped, so that every caller starts with a full one again.
type Limiters[K comparable] struct {
	now     func() time.Time
	mu      sync.Mutex
	buckets map[K]bucket
}

// NewLimiters makes limiters without callers.
func NewLimiters[K comparable](now func() time.Time) *Limiters[K] {
	return &Limiters[K]{now: now, buckets: make(map[K]bucket)}
}

type bucket struct {
	limit  RateLimit
	tokens *rate.Limiter
}

// Take takes n tokens, at most the limit's burst, from a caller's bucket. If the bucket has fewer, it
// takes none and returns a 429 problem. The header has the number of tokens that remain.
func (l *Limiters[K]) Take(caller K, limit RateLimit, n int) (http.Header, error) {
	if limit.PerSecond == 0 {
		return nil, nil //nolint:nilnil // no limit: no header and no error
	}
	limiter, now := l.bucket(caller, limit), l.now()
	if !limiter.AllowN(now, n) {
		missing := float64(n) - limiter.TokensAt(now)
		return limit.header(limiter, now), throttled(time.Duration(missing / float64(limit.PerSecond) * float64(time.Second)))
	}
	return limit.header(limiter, now), nil
}

// Allow takes a token from a caller's bucket, if it has one.
func (l *Limiters[K]) Allow(caller K, limit RateLimit) bool {
	return l.bucket(caller, limit).AllowN(l.now(), 1)
}

// Charge takes n more tokens from the bucket of a caller whose request was admitted. The bucket may
// go below zero, so that later requests have to wait.
func (l *Limiters[K]) Charge(caller K, limit RateLimit, n int) http.Header {
	if limit.PerSecond == 0 {
		return nil
	}
	limiter, now := l.bucket(caller, limit), l.now()
	for ; n > 0; n -= limit.Burst { // the most that one reservation can have
		limiter.ReserveN(now, min(n, limit.Burst))
	}
	return limit.header(limiter, now)
}

// header is the state of a caller's bucket.
func (l RateLimit) header(limiter *rate.Limiter, now time.Time) http.Header {
	tokens := limiter.TokensAt(now)
	untilFull := time.Duration((float64(l.Burst) - tokens) / float64(l.PerSecond) * float64(time.Second))
	return http.Header{
		"Ratelimit-Limit":     {strconv.Itoa(l.Burst)},
		"Ratelimit-Remaining": {strconv.Itoa(max(0, int(math.Floor(tokens))))},
		"Ratelimit-Reset":     {strconv.Itoa(seconds(untilFull))},
	}
}

// bucket is the bucket of a caller. It is a new one when the caller's limit has changed.
func (l *Limiters[K]) bucket(caller K, limit RateLimit) *rate.Limiter {
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
