package api

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
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

// clientAddress names who sends a request that has no key: its address, of IPv6 the
// network of 64 bits that one customer has. Behind a reverse proxy it is the address that
// the proxy adds to X-Forwarded-For: a peer in a private network is taken for one. A
// neighbour there could pretend to be many, and gain no more than their rate limits.
func clientAddress(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // a test's pipe: all share one bucket
	}
	address := peer.Addr().Unmap()
	if address.IsPrivate() || address.IsLoopback() {
		forwarded := r.Header.Get("X-Forwarded-For")
		last := strings.TrimSpace(forwarded[strings.LastIndexByte(forwarded, ',')+1:])
		if sender, err := netip.ParseAddr(last); err == nil {
			address = sender.Unmap()
		}
	}
	if network, err := address.WithZone("").Prefix(64); err == nil && address.Is6() {
		return network.Addr()
	}
	return address
}
