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
	hash, now := sha256.Sum256([]byte(secret)), s.DB.Now()
	c, err := s.callers.Read(s.DB.Elapsed(), hash, func(Caller) (Caller, time.Duration, error) { return s.findCaller(ctx, hash, now) })
	return c, s.DB.Explain("authenticate", err)
}

// findCaller reads a caller, and says how long it may be cached.
func (s *Store) findCaller(ctx context.Context, hash [sha256.Size]byte, now time.Time) (c Caller, lasts time.Duration, err error) {
	var scopes string
	var expiresOn time.Time
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT k.key_id, k.account_id, k.last_used_on, k.expires_on, k.scopes, k.networks,
			a.suspended_on, a.operator, a.tracking_prefix, a.rate_limit, a.rate_burst, a.phones
		FROM api_keys k JOIN accounts a ON a.account_id = k.account_id
		WHERE k.secret_hash = $1 AND k.revoked_on = 0 AND (k.expires_on = 0 OR k.expires_on > $2)`, hash[:], engine.Micros(now)).
		Scan(&c.KeyID, &c.AccountID, engine.At(&c.lastUsedOn), engine.At(&expiresOn), &scopes, (*string)(&c.Networks),
			engine.Is(&c.Suspended), engine.Is(&c.Operator), &c.TrackingPrefix, &c.RateLimit, &c.RateBurst, (*int)(&c.Phones))
	if err != nil {
		return Caller{}, 0, engine.NotFound(err)
	}
	if c.Scopes, _ = shipment.ScopesOf(strings.Fields(scopes)); scopes == "" {
		c.Scopes = shipment.DefaultScopes
	}
	c.TrackingPrefix = cmp.Or(c.TrackingPrefix, shipment.DefaultTrackingPrefix)
	lasts = CacheFor
	if !expiresOn.IsZero() {
		lasts = min(lasts, expiresOn.Sub(now))
	}
	return c, lasts, nil
}

// NoteUse stores the last use of a caller's key in the background, at most once a minute.
func (s *Store) NoteUse(c Caller) {
	keyID, now := c.KeyID, s.DB.Now()
	if !s.noted.mustRecord(c, now) {
		return
	}
	s.DB.NoteUse("key", `UPDATE api_keys SET last_used_on = $1 WHERE key_id = $2 AND last_used_on <= $3`,
		engine.Micros(now), keyID, engine.Micros(now.Add(-NoteUseEvery)))
}

// uses are when this process last noted the use of each key.
type uses struct {
	mu    sync.Mutex
	noted map[int64]time.Time
}

// mustRecord reports whether the use of a key has to be stored. If so, it counts as stored from now on.
func (u *uses) mustRecord(known Caller, now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now.Sub(known.lastUsedOn) < NoteUseEvery || now.Sub(u.noted[known.KeyID]) < NoteUseEvery {
		return false
	}
	if u.noted == nil {
		u.noted = make(map[int64]time.Time)
	}
	u.noted[known.KeyID] = now
	return true
}
