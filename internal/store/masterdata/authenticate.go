package masterdata

import (
	"cmp"
	"context"
	"crypto/sha256"
	"strings"
	"sync"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Caller is the account and key of a secret.
type Caller struct {
	AccountID, KeyID     int64
	Suspended            bool
	Operator             bool              // see Account
	TrackingPrefix       string            // never ""
	RateLimit, RateBurst int               // see Account
	Phones               Phones            // see Account
	Scopes               shipment.Scopes   // of the key
	Networks             shipment.Networks // of the key
	lastUsedOn           time.Time         // of the key, at most CacheFor ago
}

// May reports whether the caller has a scope. A caller without a key has all.
func (c Caller) May(scope shipment.Scopes) bool { return c.KeyID == 0 || c.Scopes&scope == scope }

// MayGive are the scopes that the caller may give to a new key. A person manages keys as an administrator of the account, or as an
// operator.
func (c Caller) MayGive() shipment.Scopes {
	switch {
	case c.KeyID != 0:
		return c.Scopes
	case c.Operator:
		return shipment.AllScopes
	}
	return shipment.AllScopes &^ shipment.OperatorScopes
}

// Reads is the account whose orders the caller may read, 0 for all of them.
func (c Caller) Reads() int64 {
	if c.Operator {
		return 0
	}
	return c.AccountID
}

const (
	// CacheFor is how long the revocation of a key by another process may go unnoticed.
	CacheFor = time.Second
	// cachedCallers bounds the cache, which is emptied when it is full.
	cachedCallers = 10_000
	// NoteUseEvery is the least time between two writes of a key's last use.
	NoteUseEvery = time.Minute
)

// Authenticate returns the caller with a secret. Returns ErrNotFound if the key is unknown, expired or
// revoked. The caller of a request that is not refused is passed to NoteUse.
func (s *Store) Authenticate(ctx context.Context, secret string) (Caller, error) {
	if s.DB.IsClosed() {
		return Caller{}, s.DB.Explain("authenticate", engine.ErrUnavailable)
	}
	hash, now, elapsed := sha256.Sum256([]byte(secret)), s.DB.Now(), s.DB.Elapsed()
	known, generation, ok := s.callers.get(hash, elapsed)
	if !ok {
		var err error
		if known, err = s.findCaller(ctx, hash, now); err != nil {
			return Caller{}, s.DB.Explain("authenticate", err)
		}
		known.until += elapsed
		s.callers.put(hash, known, generation)
	}
	return known.Caller, nil
}

// findCaller reads a caller. The until of the result is how long it may be cached.
func (s *Store) findCaller(ctx context.Context, hash [sha256.Size]byte, now time.Time) (cachedCaller, error) {
	var c cachedCaller
	var scopes string
	var expiresOn time.Time
	err := engine.QueryRow(ctx, s.DB.Reads, `SELECT k.key_id, k.account_id, k.last_used_on, k.expires_on, k.scopes, k.networks,
			a.suspended_on, a.operator, a.tracking_prefix, a.rate_limit, a.rate_burst, a.phones
		FROM api_keys k JOIN accounts a ON a.account_id = k.account_id
		WHERE k.secret_hash = $1 AND k.revoked_on = 0 AND (k.expires_on = 0 OR k.expires_on > $2)`, hash[:], engine.Micros(now)).
		Scan(&c.KeyID, &c.AccountID, engine.At(&c.lastUsedOn), engine.At(&expiresOn), &scopes, (*string)(&c.Networks),
			engine.Is(&c.Suspended), engine.Is(&c.Operator), &c.TrackingPrefix, &c.RateLimit, &c.RateBurst, (*int)(&c.Phones))
	if c.Scopes, _ = shipment.ScopesOf(strings.Fields(scopes)); scopes == "" {
		c.Scopes = shipment.DefaultScopes
	}
	c.TrackingPrefix = cmp.Or(c.TrackingPrefix, shipment.DefaultTrackingPrefix)
	c.until = CacheFor
	if !expiresOn.IsZero() {
		c.until = min(c.until, expiresOn.Sub(now))
	}
	return c, engine.NotFound(err)
}

// NoteUse stores the last use of a caller's key in the background, at most once a minute.
func (s *Store) NoteUse(c Caller) {
	keyID, now := c.KeyID, s.DB.Now()
	if !s.callers.mustRecordUse(c, now) {
		return
	}
	s.DB.NoteUse("key", `UPDATE api_keys SET last_used_on = $1 WHERE key_id = $2 AND last_used_on <= $3`,
		engine.Micros(now), keyID, engine.Micros(now.Add(-NoteUseEvery)))
}

// callerCache holds live callers by the hash of their key.
type callerCache struct {
	mu         sync.Mutex
	callers    map[[sha256.Size]byte]cachedCaller
	noted      map[int64]time.Time // when this process last noted a key's use
	generation int                 // of clearings
}

type cachedCaller struct {
	Caller
	until time.Duration // of Store.elapsed
}

// get also returns the generation to pass to put.
func (c *callerCache) get(hash [sha256.Size]byte, now time.Duration) (cachedCaller, int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.callers[hash]
	return known, c.generation, ok && now < known.until
}

// put keeps what was read, unless it was read before the last clearing.
func (c *callerCache) put(hash [sha256.Size]byte, known cachedCaller, generation int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if c.callers == nil || len(c.callers) >= cachedCallers {
		c.callers = make(map[[sha256.Size]byte]cachedCaller)
	}
	c.callers[hash] = known
}

func (c *callerCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.callers = nil
	c.generation++
}

// mustRecordUse reports whether the use of a key has to be stored. If so, it counts as stored from now on.
func (c *callerCache) mustRecordUse(known Caller, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(known.lastUsedOn) < NoteUseEvery || now.Sub(c.noted[known.KeyID]) < NoteUseEvery {
		return false
	}
	if c.noted == nil {
		c.noted = make(map[int64]time.Time)
	}
	c.noted[known.KeyID] = now
	return true
}
