package fulfil

import (
	"sync"
	"time"
)

const (
	// failuresToOpen is how many calls in a row fail before the circuit opens. A refused order
	// is not a failure of the partner.
	failuresToOpen = 10
	// firstPause is the pause before the first probe; each probe that fails doubles it.
	firstPause = 5 * time.Second
	maxPause   = time.Minute
)

// breaker is a circuit breaker: it stops the calls to a partner that does not answer, so that its
// orders wait without using up their attempts. After a pause, one call at a time is a probe. The first
// that succeeds allows all calls again.
type breaker struct {
	now     func() time.Time
	changed func(open bool)

	mu       sync.Mutex
	failures int       // in a row
	since    time.Time // of the first of these
	pause    time.Duration
	until    time.Time // of the pause; zero: the circuit is closed
	probing  bool
}

// allow returns how many of n calls may be made now: all, one probe, or none. If none, it also returns
// when to ask again. Each allowed call must be followed by record or release.
func (b *breaker) allow(n int) (allowed int, again time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	switch {
	case b.until.IsZero():
		return n, time.Time{}
	case now.Before(b.until):
		return 0, b.until
	case b.probing:
		return 0, now.Add(firstPause)
	}
	b.probing = true
	return 1, time.Time{}
}

// state returns whether the circuit is open, until when the pause lasts, and how many calls failed in a row.
func (b *breaker) state() (open bool, until time.Time, failures int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.until.IsZero(), b.until, b.failures
}

// release says that an allowed call was not made.
func (b *breaker) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
}

// record takes the result of a call into account. It returns what changes the record of the outage: since when calls fail, if this one
// opened the circuit or kept it open, or the zero time, if this one closed it.
func (b *breaker) record(failed bool) (since time.Time, changes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
	wasOpen := !b.until.IsZero()
	if !failed {
		b.failures, b.pause, b.until, b.since = 0, 0, time.Time{}, time.Time{}
		if wasOpen {
			b.changed(false)
		}
		return time.Time{}, wasOpen
	}
	now := b.now()
	if b.failures == 0 {
		b.since = now
	}
	if b.failures++; b.failures < failuresToOpen || now.Before(b.until) {
		return time.Time{}, false // these calls were under way when the circuit opened
	}
	b.pause = min(max(firstPause, 2*b.pause), maxPause)
	b.until = now.Add(b.pause)
	if !wasOpen {
		b.changed(true)
	}
	return b.since, true
}
