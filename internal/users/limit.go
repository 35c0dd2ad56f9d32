package users

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Budget limits how often people may do something, or fail in it.
type Budget int

// The budgets, and whose they are.
const (
	Forms       Budget = iota // that a user sends, signed in
	Sessions                  // that a user begins
	Mails                     // to a person
	Invitations               // by the administrators of an account
	Notices                   // by mail to a person, about the person's own sign-in
	Keys                      // that people create, by account
	Tests                     // of an endpoint of webhooks: each makes the server wait for a receiver

	// Attempts to sign in that fail. An address may have an office behind it.
	failsOfAddress
	failsOfSite  // an IPv6 network of 56 bits, which a household may have
	failsOfBlock // one of 48 bits, which a customer may have
	failsOfUser  // by password from all addresses, or from a browser in which the user has signed in
	namedFails   // that the logs name: of a user, of each kind
	starts       // of sign-ins at the identity provider, by an address: each is a row for some minutes
	invites      // of an account that tell that somebody has a user
)

// budgets are how many at once, and the time in which one more comes. Mails are few: who gets them has not asked for them.
var budgets = map[Budget]struct {
	burst int
	every time.Duration
}{
	Forms: {120, 100 * time.Millisecond}, Sessions: {60, time.Minute}, Mails: {5, 20 * time.Minute}, Invitations: {50, 10 * time.Minute},
	Notices: {10, 10 * time.Minute}, Keys: {5, time.Second}, Tests: {5, time.Second},
	failsOfAddress: {30, 10 * time.Second}, failsOfSite: {45, 7 * time.Second}, failsOfBlock: {60, 5 * time.Second},
	failsOfUser: {10, time.Minute}, namedFails: {10, time.Hour}, starts: {300, time.Second}, invites: {10, time.Hour},
}

// mostKeys is how many addresses, users and accounts of a budget are remembered.
const mostKeys = 100_000

// Spend takes one of what somebody may do. Returns a *TooManyError.
func (s *SignIn) Spend(b Budget, who string) error {
	_, err := s.budgets[b].take(who)
	return err
}

// attempts limits attempts by a key: an address, or a user. Those that succeed are given back.
type attempts struct {
	every time.Duration // between attempts
	burst int           // at once
	most  int           // keys that are remembered
	now   func() time.Time

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// take takes an attempt, and returns what gives it back. Returns a *TooManyError if there is none.
func (a *attempts) take(key string) (giveBack func(), err error) {
	now := a.now()
	a.mu.Lock()
	defer a.mu.Unlock()
	bucket := a.buckets[key]
	if bucket == nil {
		a.makeRoom(now)
		bucket = rate.NewLimiter(rate.Every(a.every), a.burst)
		a.buckets[key] = bucket
	}
	reserved := bucket.ReserveN(now, 1)
	if after := reserved.DelayFrom(now); after > 0 {
		reserved.CancelAt(now)
		return nil, &TooManyError{after}
	}
	return func() { reserved.CancelAt(now) }, nil
}

// makeRoom forgets the buckets that are full, and all if none is. The caller holds the lock.
func (a *attempts) makeRoom(now time.Time) {
	if a.buckets == nil {
		a.buckets = make(map[string]*rate.Limiter)
	}
	if len(a.buckets) < a.most {
		return
	}
	for key, bucket := range a.buckets {
		if bucket.TokensAt(now) >= float64(a.burst) {
			delete(a.buckets, key)
		}
	}
	if len(a.buckets) >= a.most {
		clear(a.buckets)
	}
}
