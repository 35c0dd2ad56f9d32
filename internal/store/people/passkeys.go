package people

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

// MaxPasskeys is how many passkeys a user may have.
const MaxPasskeys = 10

// ErrPasskeyCopied means that the counter of a passkey has not grown: another authenticator may have a copy of it.
var ErrPasskeyCopied = errors.New("the counter of the passkey has not grown")

// Passkey is a key pair with which a user signs in; an authenticator has its private key.
type Passkey struct {
	PasskeyID    int64
	UserID       int64
	CredentialID []byte // the authenticator's name for it, unique
	Name         string
	RelyingParty string // the domain that it is for
	PublicKey    []byte // COSE
	SignCount    uint32 // the authenticator's last; 0: it does not count
	Flags        byte   // of the authenticator data
	Transports   string // how the authenticator is reached, such as usb, by commas
	CreatedOn    time.Time
	LastUsedOn   time.Time // zero: never
}

// Challenge is the challenge that a passkey has signed. It is used once.
type Challenge struct {
	Bytes     []byte
	ExpiresOn time.Time // when it is refused anyway
}

const passkeyColumns = `k.passkey_id, k.user_id, k.credential_id, k.name, k.relying_party, k.public_key, k.sign_count, k.flags,
	k.transports, k.created_on, k.last_used_on`

// dest are the destinations of passkeyColumns.
func (k *Passkey) dest() []any {
	return []any{
		&k.PasskeyID, &k.UserID, &k.CredentialID, &k.Name, &k.RelyingParty, &k.PublicKey,
		engine.Number(func(v int64) { k.SignCount = uint32(v) }), engine.Number(func(v int64) { k.Flags = byte(v) }),
		&k.Transports, engine.At(&k.CreatedOn), engine.At(&k.LastUsedOn),
	}
}

func scanPasskey(row engine.Scanner, k *Passkey) error { return row.Scan(k.dest()...) }

// AddPasskey stores a passkey of a user, and uses its challenge up. It returns the passkey with its new id. Returns
// ErrNotFound if the user is disabled, ErrReplayed if the challenge was used, ErrTooMany if the user has MaxPasskeys, and
// ErrNameTaken if the credential id is known.
func (s *Store) AddPasskey(ctx context.Context, k Passkey, c Challenge) (Passkey, error) {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error { return s.insertPasskey(ctx, q, &k, c) })
	if err != nil {
		return Passkey{}, s.DB.Explain(fmt.Sprintf("add a passkey of user %d", k.UserID), err)
	}
	return k, nil
}

func (s *Store) insertPasskey(ctx context.Context, q engine.Querier, k *Passkey, c Challenge) error {
	if _, err := s.lockEnabled(ctx, q, k.UserID); err != nil {
		return err
	}
	if err := s.useChallenge(ctx, q, c); err != nil {
		return err
	}
	var has int
	if err := engine.QueryRow(ctx, q, `SELECT count(*) FROM passkeys WHERE user_id = $1`, k.UserID).Scan(&has); err != nil {
		return err
	}
	if has >= MaxPasskeys {
		return fmt.Errorf("user %d has %d passkeys: %w", k.UserID, has, engine.ErrTooMany)
	}
	k.CreatedOn, k.LastUsedOn = s.DB.Now(), time.Time{}
	err := engine.QueryRow(ctx, q, `INSERT INTO passkeys
		(credential_id, user_id, name, relying_party, public_key, sign_count, flags, transports, created_on)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING passkey_id`,
		k.CredentialID, k.UserID, k.Name, k.RelyingParty, k.PublicKey, int64(k.SignCount), int64(k.Flags), k.Transports,
		engine.Micros(k.CreatedOn)).Scan(&k.PasskeyID)
	if err != nil {
		return engine.IfNone(err, fmt.Errorf("the passkey of user %d: %w", k.UserID, engine.ErrNameTaken))
	}
	return s.audit(ctx, q, "add-passkey", k.UserID, nil, passkeyForAudit(*k))
}

// useChallenge remembers a challenge until it expires. Returns ErrReplayed if it is remembered already.
func (s *Store) useChallenge(ctx context.Context, q engine.Querier, c Challenge) error {
	err := engine.UpdateOne(ctx, q, engine.ErrReplayed, `INSERT INTO passkey_challenges (challenge, expires_on) VALUES ($1, $2)
		ON CONFLICT DO NOTHING`, c.Bytes, engine.Micros(c.ExpiresOn.Add(challengeSkew)))
	if err != nil {
		return err
	}
	return engine.DeferExec(ctx, q, "delete old challenges",
		`DELETE FROM passkey_challenges WHERE expires_on <= $1`, engine.Micros(s.DB.Now()))
}

// challengeSkew is how long a challenge is remembered after it has expired, because clocks of servers differ.
const challengeSkew = 10 * time.Minute

// Passkeys returns the passkeys of a user, the oldest first.
func (s *Store) Passkeys(ctx context.Context, userID int64) ([]Passkey, error) {
	return engine.List(ctx, s.DB, "list the passkeys of a user", scanPasskey,
		`SELECT `+passkeyColumns+` FROM passkeys k WHERE k.user_id = $1 ORDER BY k.passkey_id`, userID)
}

// PasskeyByCredential returns the passkey with a credential id, and its user. Returns ErrNotFound if there is none, or
// the user is disabled.
func (s *Store) PasskeyByCredential(ctx context.Context, credentialID []byte) (Passkey, User, error) {
	var found Passkey
	u, err := engine.One(ctx, s.DB.Reads, func(row engine.Scanner, u *User) error { return scanUser(row, u, found.dest()...) },
		`SELECT `+userColumns+`, `+passkeyColumns+` FROM passkeys k JOIN users u ON u.user_id = k.user_id
		WHERE k.credential_id = $1 AND u.disabled_on = 0`, credentialID)
	return engine.Both(found, u, s.DB.Explain("find a passkey", err))
}

// PasskeyUse is a sign-in with a passkey whose signature was verified.
type PasskeyUse struct {
	Passkey   Passkey
	Challenge Challenge
	SignCount uint32 // of the authenticator
	Flags     byte   // of the authenticator data
}

// CreateSessionByPasskey uses a challenge up, keeps the counter of the passkey, and begins a session of its user as
// CreateSession does. Returns ErrReplayed if the challenge was used, ErrPasskeyCopied if the counter has not grown, which
// the audit log then has, and ErrNotFound as CreateSession does, and if the passkey was removed.
func (s *Store) CreateSessionByPasskey(ctx context.Context, u User, use PasskeyUse, address, agent string) (Session, string, error) {
	created, token, hash := s.newSession(u, address, agent)
	copied := false
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.lockUser(ctx, q, u.UserID); err != nil {
			return err
		}
		if err := s.useChallenge(ctx, q, use.Challenge); err != nil {
			return err
		}
		err := s.countUse(ctx, q, use)
		if copied = errors.Is(err, ErrPasskeyCopied); copied {
			return s.audit(ctx, q, "refuse-passkey", u.UserID, passkeyForAudit(use.Passkey), map[string]any{
				"passkey_id": use.Passkey.PasskeyID, "sign_count": use.SignCount, "address": address,
			})
		}
		if err != nil {
			return err
		}
		return s.insertSession(ctx, q, &created, engine.Micros(u.PasswordSetOn), hash[:], "passkey")
	})
	if err == nil && copied {
		err = fmt.Errorf("passkey %d: %w", use.Passkey.PasskeyID, ErrPasskeyCopied)
	}
	return engine.Both(created, token, s.DB.Explain(fmt.Sprintf("make a session of user %d by a passkey", u.UserID), err))
}

// countUse keeps the counter and the flags of a passkey that was used. Returns ErrPasskeyCopied, or ErrNotFound if it was
// removed.
func (s *Store) countUse(ctx context.Context, q engine.Querier, use PasskeyUse) error {
	last, err := engine.Value[int64](ctx, q, `SELECT sign_count FROM passkeys WHERE passkey_id = $1`, use.Passkey.PasskeyID)
	if err != nil {
		return engine.NotFound(err)
	}
	if now := int64(use.SignCount); now <= last && (now != 0 || last != 0) {
		return ErrPasskeyCopied
	}
	return engine.UpdateOne(ctx, q, engine.ErrNotFound,
		`UPDATE passkeys SET sign_count = $1, flags = $2, last_used_on = $3 WHERE passkey_id = $4`,
		int64(use.SignCount), int64(use.Flags), engine.Micros(s.DB.Now()), use.Passkey.PasskeyID)
}

// RenamePasskey gives a passkey of a user another name. Returns ErrNotFound if the user has no such passkey.
func (s *Store) RenamePasskey(ctx context.Context, userID, passkeyID int64, name string) error {
	return s.DB.Change(ctx, fmt.Sprintf("rename a passkey of user %d", userID), func(ctx context.Context, q engine.Querier) error {
		before, err := s.lockPasskey(ctx, q, userID, passkeyID)
		if err == nil {
			err = engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE passkeys SET name = $1 WHERE passkey_id = $2`, name, passkeyID)
		}
		if err != nil {
			return err
		}
		after := before
		after.Name = name
		return s.audit(ctx, q, "rename-passkey", userID, passkeyForAudit(before), passkeyForAudit(after))
	})
}

// RemovePasskey removes a passkey of a user. Returns ErrNotFound if the user has no such passkey.
func (s *Store) RemovePasskey(ctx context.Context, userID, passkeyID int64) error {
	return s.DB.Change(ctx, fmt.Sprintf("remove a passkey of user %d", userID), func(ctx context.Context, q engine.Querier) error {
		before, err := s.lockPasskey(ctx, q, userID, passkeyID)
		if err != nil {
			return err
		}
		if err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM passkeys WHERE passkey_id = $1`, passkeyID); err != nil {
			return err
		}
		return s.audit(ctx, q, "remove-passkey", userID, passkeyForAudit(before), nil)
	})
}

// RemovePasskeys removes all passkeys of a user, and returns how many.
func (s *Store) RemovePasskeys(ctx context.Context, userID int64) (removed int64, err error) {
	doing := fmt.Sprintf("remove the passkeys of user %d", userID)
	return engine.Changed(ctx, s.DB, doing, func(ctx context.Context, q engine.Querier) (int64, error) {
		if err := s.lockUser(ctx, q, userID); err != nil {
			return 0, err
		}
		return s.deletePasskeys(ctx, q, userID)
	})
}

// deletePasskeys removes all passkeys of a user, which is locked, and the recovery codes, which are for them.
func (s *Store) deletePasskeys(ctx context.Context, q engine.Querier, userID int64) (removed int64, err error) {
	if _, err := q.Exec(ctx, `UPDATE users SET recovery_codes = '' WHERE user_id = $1`, userID); err != nil {
		return 0, err
	}
	removed, err = q.Exec(ctx, `DELETE FROM passkeys WHERE user_id = $1`, userID)
	if err != nil || removed == 0 {
		return removed, err
	}
	return removed, s.audit(ctx, q, "remove-passkeys", userID, map[string]any{"passkeys": removed}, nil)
}

// lockPasskey locks a user and returns a passkey of it. Returns ErrNotFound if the user has no such passkey.
func (s *Store) lockPasskey(ctx context.Context, q engine.Querier, userID, passkeyID int64) (Passkey, error) {
	if err := s.lockUser(ctx, q, userID); err != nil {
		return Passkey{}, err
	}
	return engine.One(ctx, q, scanPasskey,
		`SELECT `+passkeyColumns+` FROM passkeys k WHERE k.user_id = $1 AND k.passkey_id = $2`, userID, passkeyID)
}

func passkeyForAudit(k Passkey) map[string]any {
	return map[string]any{"passkey_id": k.PasskeyID, "name": k.Name, "relying_party": k.RelyingParty, "sign_count": k.SignCount}
}
