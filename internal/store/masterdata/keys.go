package masterdata

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Key is a secret key of an account, without its secret.
type Key struct {
	KeyID, AccountID int64
	Name             string
	CreatedByKey     int64 // the key that created it, of the account or of an operator's; 0: a person or a command
	CreatedOn        time.Time
	LastUsedOn       time.Time         // to the minute; zero: never
	ExpiresOn        time.Time         // zero: never
	RevokedOn        time.Time         // zero: live
	Scopes           shipment.Scopes   // 0: see May
	Networks         shipment.Networks // from which it may be used
}

// May are the scopes of the key. Keys of versions without scopes, and of settings, have none and may do the default.
func (k *Key) May() shipment.Scopes { return cmp.Or(k.Scopes, shipment.DefaultScopes) }

// State is live, expired or revoked.
func (k *Key) State(now time.Time) string {
	switch {
	case !k.RevokedOn.IsZero():
		return "revoked"
	case !k.ExpiresOn.IsZero() && !now.Before(k.ExpiresOn):
		return "expired"
	}
	return "live"
}

// MadeBy completes a key that a caller makes: if it names none, it has the default scopes that the caller may give, and the caller's
// networks. Returns a *problem.FieldError, by the fields of the API, for a key that may do more than the caller may give, and for what
// Check refuses.
func (k *Key) MadeBy(by Caller, now time.Time) error {
	k.CreatedByKey = by.KeyID
	most := by.MayGive()
	if k.Scopes == 0 {
		k.Scopes = most & shipment.DefaultScopes
	}
	if k.Scopes == 0 { // a stored key without scopes has all default ones
		k.Scopes = shipment.DefaultScopes
	}
	if more := k.Scopes &^ most; more != 0 {
		return problem.Wrong("scopes", problem.ScopeNotYours.With(more.Names()[0]))
	}
	if k.Networks == "" {
		k.Networks = by.Networks
	}
	if !k.Networks.Within(by.Networks) {
		return problem.Wrong("networks", problem.WiderNetworks.With(strings.Join(by.Networks.List(), ", ")))
	}
	wrong, isWrong := errors.AsType[*problem.FieldError](k.Check(now))
	switch {
	case !isWrong:
		return nil
	case wrong.Field == "name": // its length was checked
		return problem.Wrong("name", problem.NotVisible)
	}
	return problem.Wrong("expires_on", wrong.Reason)
}

// MaxKeys is how many live keys an account may have.
const MaxKeys = 100

// ErrOperatorScope means that scopes are for keys of an operator's account.
var ErrOperatorScope = errors.New("scopes that are for keys of an operator's account")

// keyLength and keyAlphabet make a secret of 190 bits.
const (
	keyLength   = 32
	keyAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
)

// The prefixes of secret keys, by which people, scanners of repositories and the redaction of the
// log recognize them.
const (
	LiveKeyPrefix = "wb_live_" // of production
	TestKeyPrefix = "wb_test_" // of development
)

// CreateKey makes a key for k.AccountID and returns its secret: Options.KeyPrefix and 32 characters of
// [A-Za-z0-9]. Only its SHA-256 is stored. Returns ErrNotFound if there is no such account, and
// ErrNameTaken if the account has a live key of that name, ErrTooMany if it has MaxKeys, and ErrOperatorScope if it is no
// operator's account and the scopes are not for it: these three are *problem.FieldError, too. Returns the error of Check for a wrong name
// or expiry. Without scopes the key has the default.
func (s *Store) CreateKey(ctx context.Context, k Key) (Key, string, error) {
	k.CreatedOn = s.DB.Now()
	if err := k.Check(k.CreatedOn); err != nil {
		return Key{}, "", err
	}
	secret := s.newSecret()
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.LockAccount(ctx, q, k.AccountID); err != nil {
			return err
		}
		if account, err := selectAccount(ctx, q, k.AccountID); err != nil {
			return err
		} else if !account.Operator && k.Scopes&shipment.OperatorKeyScopes != 0 {
			return fmt.Errorf("%w: %w", ErrOperatorScope,
				problem.Wrong("scopes", problem.OperatorScope.With(strings.Join(shipment.OperatorKeyScopes.Names(), ", "))))
		}
		var live, named int
		err := engine.QueryRow(ctx, q, `SELECT count(*), count(CASE WHEN name = $2 THEN 1 END) FROM api_keys
			WHERE account_id = $1 AND revoked_on = 0 AND (expires_on = 0 OR expires_on > $3)`,
			k.AccountID, k.Name, engine.Micros(k.CreatedOn)).Scan(&live, &named)
		switch {
		case err != nil:
			return err
		case named > 0:
			return fmt.Errorf("key %q: %w: %w", k.Name, engine.ErrNameTaken, problem.Wrong("name", problem.KeyNameTaken))
		case live >= MaxKeys:
			return fmt.Errorf("keys of account %d: %w: %w", k.AccountID, engine.ErrTooMany, problem.Wrong("", problem.ManyKeys.With(MaxKeys)))
		}
		if err := insertKey(ctx, q, &k, secret); err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.keySubject(k.KeyID), &k)
	})
	return engine.Both(k, secret, s.DB.Explain("create key", err))
}

// ImportKey makes a key for k.AccountID with a secret that the operator chose. A key of the account
// with that secret becomes live again. Returns ErrNotFound if there is no such account, and
// ErrNameTaken if another account has that secret.
func (s *Store) ImportKey(ctx context.Context, k Key, secret string) (Key, error) {
	k.CreatedOn = s.DB.Now()
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.makeLive(ctx, q, &k, secret); err != nil {
			return err
		}
		return s.Audit.Create(ctx, q, s.keySubject(k.KeyID))
	})
	s.callers.Clear()
	return k, s.DB.Explain("import key", err)
}

// makeLive inserts a key with a secret, or makes it live again.
func (s *Store) makeLive(ctx context.Context, q engine.Querier, k *Key, secret string) error {
	if err := s.LockAccount(ctx, q, k.AccountID); err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(secret))
	err := engine.QueryRow(ctx, q, `UPDATE api_keys SET revoked_on = 0, expires_on = $1 WHERE secret_hash = $2 AND account_id = $3
		RETURNING key_id, name, created_on, last_used_on`,
		engine.Micros(k.ExpiresOn), hash[:], k.AccountID).Scan(&k.KeyID, &k.Name, engine.At(&k.CreatedOn), engine.At(&k.LastUsedOn))
	if errors.Is(err, engine.ErrNoRows) {
		return insertKey(ctx, q, k, secret)
	}
	return err
}

// LockAccount keeps others from changing the keys of an account until the transaction ends. Returns
// ErrNotFound if there is no such account.
func (s *Store) LockAccount(ctx context.Context, q engine.Querier, id int64) error {
	err := engine.QueryRow(ctx, q, `SELECT account_id FROM accounts WHERE account_id = $1`+s.DB.Dialect.ForUpdate, id).Scan(&id)
	return engine.IfNone(err, fmt.Errorf("account %d: %w", id, engine.ErrNotFound))
}

func insertKey(ctx context.Context, q engine.Querier, k *Key, secret string) error {
	hash := sha256.Sum256([]byte(secret))
	err := engine.QueryRow(ctx, q, `INSERT INTO api_keys (account_id, name, secret_hash, created_by_key, created_on, expires_on, scopes,
		networks)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING key_id`,
		k.AccountID, k.Name, hash[:], k.CreatedByKey, engine.Micros(k.CreatedOn), engine.Micros(k.ExpiresOn), k.Scopes.String(),
		string(k.Networks)).Scan(&k.KeyID)
	return engine.IfNone(err, fmt.Errorf("secret of key %q: %w", k.Name, engine.ErrNameTaken))
}

// Keys returns the keys of an account, live or not, by id; AccountID 0 is all accounts.
func (s *Store) Keys(ctx context.Context, accountID int64) ([]Key, error) {
	keys, err := selectKeys(ctx, s.DB.Reads, accountID)
	return keys, s.DB.Explain("list keys", err)
}

func selectKeys(ctx context.Context, q engine.Querier, accountID int64) ([]Key, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, k *Key) error {
		var scopes string
		err := row.Scan(&k.KeyID, &k.AccountID, &k.Name, &k.CreatedByKey, engine.At(&k.CreatedOn), engine.At(&k.LastUsedOn),
			engine.At(&k.ExpiresOn), engine.At(&k.RevokedOn), &scopes,
			(*string)(&k.Networks))
		k.Scopes, _ = shipment.ScopesOf(strings.Fields(scopes))
		return err
	}, `SELECT key_id, account_id, name, created_by_key, created_on, last_used_on, expires_on, revoked_on, scopes,
			networks
		FROM api_keys WHERE account_id = $1 OR $1 = 0 ORDER BY key_id`, accountID)
}

// RevokeKey revokes a key. A revoked key stays as it is. Other processes may accept the key for
// another second. Returns ErrNotFound.
func (s *Store) RevokeKey(ctx context.Context, keyID int64) error {
	return s.change(ctx, "revoke", s.keySubject(keyID), revokeKey, engine.Micros(s.DB.Now()), keyID)
}

const revokeKey = `UPDATE api_keys SET revoked_on = CASE WHEN revoked_on = 0 THEN $1 ELSE revoked_on END WHERE key_id = $2`

// RevokeKeyOf revokes a key of an account and, withCreated, the keys that were created with it, directly or not. With a
// by that is not 0, it revokes only that key and the keys that were created with it. Returns ErrNotFound for
// other keys. Those that a key of an operator's account created may be of other accounts.
func (s *Store) RevokeKeyOf(ctx context.Context, accountID, keyID, by int64, withCreated bool) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.LockAccount(ctx, q, accountID); err != nil {
			return err
		}
		account, err := selectAccount(ctx, q, accountID)
		if err != nil {
			return err
		}
		keysOf := accountID
		if account.Operator {
			keysOf = 0 // all accounts
		}
		keys, err := selectKeys(ctx, q, keysOf)
		if err != nil {
			return err
		}
		isItsKey := slices.ContainsFunc(keys, func(k Key) bool { return k.KeyID == keyID && k.AccountID == accountID })
		revoked := CreatedWith(keys, keyID)
		if !isItsKey || by != 0 && !slices.Contains(CreatedWith(keys, by), keyID) {
			return engine.ErrNotFound
		}
		if !withCreated {
			revoked = revoked[:1]
		}
		for _, id := range revoked {
			if err := s.Audit.Set(ctx, q, "revoke", s.keySubject(id), revokeKey, engine.Micros(s.DB.Now()), id); err != nil {
				return err
			}
		}
		return nil
	})
	s.callers.Clear()
	return s.DB.Explain(fmt.Sprintf("revoke key %d", keyID), err)
}

// CreatedWith returns the id of a key, and then the ids of the keys that were created with it, directly or not. keys are
// sorted by id. It is empty if the key is not among them.
func CreatedWith(keys []Key, keyID int64) (ids []int64) {
	for _, k := range keys { // a key is created after the one that it is created with
		if k.KeyID == keyID || slices.Contains(ids, k.CreatedByKey) {
			ids = append(ids, k.KeyID)
		}
	}
	return ids
}

// newSecret makes the secret of a key. It draws characters without bias: it drops bytes of the last incomplete run of the alphabet.
func (s *Store) newSecret() string {
	const fair = 256 - 256%len(keyAlphabet)
	secret := make([]byte, 0, keyLength)
	var draw [keyLength]byte
	for len(secret) < keyLength {
		s.DB.Draw(draw[:])
		for _, b := range draw {
			if int(b) < fair && len(secret) < keyLength {
				secret = append(secret, keyAlphabet[int(b)%len(keyAlphabet)])
			}
		}
	}
	return s.prefix + string(secret)
}

func (s *Store) keySubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectKey, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		var v struct {
			AccountID    int64      `json:"account_id"`
			Name         string     `json:"name"`
			CreatedByKey int64      `json:"created_by_key,omitempty"`
			ExpiresOn    audit.Time `json:"expires_on"`
			RevokedOn    audit.Time `json:"revoked_on"`
			Scopes       string     `json:"scopes,omitempty"`
			Networks     string     `json:"networks,omitempty"`
		}
		err := engine.QueryRow(ctx, q, `SELECT account_id, name, created_by_key, expires_on, revoked_on, scopes, networks FROM api_keys
		WHERE key_id = $1`+s.DB.Dialect.ForUpdate, id).
			Scan(&v.AccountID, &v.Name, &v.CreatedByKey, audit.At(&v.ExpiresOn), audit.At(&v.RevokedOn), &v.Scopes, &v.Networks)
		return v.AccountID, v, engine.NotFound(err)
	})
}
