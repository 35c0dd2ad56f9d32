package people

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

// ErrIdentityTaken means that a user is linked to another subject of the same identity provider.
var ErrIdentityTaken = errors.New("the user is linked to another subject of the identity provider")

// Identity is who a user is at an identity provider.
type Identity struct {
	Issuer, Subject string // the subject is unique at the issuer, and never given to another person
	LinkedOn        time.Time
}

// UserByIdentity returns the user who is linked to a subject of an identity provider, also a disabled one. Returns
// ErrNotFound.
func (s *Store) UserByIdentity(ctx context.Context, issuer, subject string) (User, error) {
	if !engine.IsText(issuer) || !engine.IsText(subject) {
		return User{}, s.DB.Explain("find the user of an identity", engine.ErrNotFound)
	}
	u, err := selectUser(ctx, s.DB.Reads, `u.user_id = (SELECT user_id FROM user_identities WHERE issuer = $1 AND subject = $2)`,
		issuer, subject)
	return u, s.DB.Explain("find the user of an identity", err)
}

// Identities returns the identities of a user, by their issuers.
func (s *Store) Identities(ctx context.Context, userID int64) ([]Identity, error) {
	all, err := selectIdentities(ctx, s.DB.Reads, userID)
	return all, s.DB.Explain(fmt.Sprintf("list the identities of user %d", userID), err)
}

func selectIdentities(ctx context.Context, q engine.Querier, userID int64) ([]Identity, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, i *Identity) error {
		return row.Scan(&i.Issuer, &i.Subject, engine.At(&i.LinkedOn))
	}, `SELECT issuer, subject, linked_on FROM user_identities WHERE user_id = $1 ORDER BY issuer`, userID)
}

// LinkIdentity links a subject of an identity provider to a user, withdraws the user's links, see endLinks, and returns the
// user.
// Linking again what is linked to the user changes nothing. Returns ErrNotFound if there is no such user or it is
// disabled, and ErrIdentityTaken if the user is linked to another subject of the issuer, or another user to this one.
func (s *Store) LinkIdentity(ctx context.Context, userID int64, issuer, subject string) (User, error) {
	doing := fmt.Sprintf("link user %d to an identity", userID)
	return engine.Changed(ctx, s.DB, doing, func(ctx context.Context, q engine.Querier) (User, error) {
		if !engine.IsText(issuer) || !engine.IsText(subject) {
			return User{}, engine.ErrNotFound
		}
		if _, err := s.lockEnabled(ctx, q, userID); err != nil {
			return User{}, err
		}
		linked, err := q.Exec(ctx, `INSERT INTO user_identities (issuer, subject, user_id, linked_on)
			VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, issuer, subject, userID, engine.Micros(s.DB.Now()))
		if err != nil {
			return User{}, err
		}
		if linked == 0 {
			u, err := selectUser(ctx, q, `u.user_id = $1 AND EXISTS (
				SELECT 1 FROM user_identities WHERE issuer = $2 AND subject = $3 AND user_id = $1)`, userID, issuer, subject)
			if errors.Is(err, engine.ErrNotFound) {
				err = ErrIdentityTaken
			}
			return u, err
		}
		if err := endLinks(ctx, q, userID); err != nil {
			return User{}, err
		}
		if err := s.audit(ctx, q, "link-identity", userID, nil, map[string]any{"issuer": issuer, "subject": subject}); err != nil {
			return User{}, err
		}
		return selectUser(ctx, q, `u.user_id = $1`, userID)
	})
}

// UnlinkIdentities removes the identities of a user, and ends all sessions of the user but that with the id keep, since
// an identity may have begun them. Returns ErrNotFound if the user has none.
func (s *Store) UnlinkIdentities(ctx context.Context, userID, keep int64) error {
	return s.DB.Change(ctx, fmt.Sprintf("remove the identities of user %d", userID), func(ctx context.Context, q engine.Querier) error {
		if err := s.lockUser(ctx, q, userID); err != nil {
			return err
		}
		all, err := selectIdentities(ctx, q, userID)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return engine.ErrNotFound
		}
		if _, err := q.Exec(ctx, `DELETE FROM user_identities WHERE user_id = $1`, userID); err != nil {
			return err
		}
		if _, err := q.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND session_id <> $2`, userID, keep); err != nil {
			return err
		}
		for _, i := range all {
			if err := s.audit(ctx, q, "unlink-identity", userID, map[string]any{"issuer": i.Issuer, "subject": i.Subject}, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// providerTokenPrefix is the prefix of the tokens of sign-ins at an identity provider, see linkTokenPrefix.
const providerTokenPrefix = "wbi_"

// StartProviderSignIn begins a sign-in at an identity provider that must end within some time, and returns the token for
// the browser. next is the page that follows.
func (s *Store) StartProviderSignIn(ctx context.Context, next string, validFor time.Duration) (token string, err error) {
	token, hash := s.newToken(providerTokenPrefix)
	now := s.DB.Now()
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if _, err := q.Exec(ctx, `DELETE FROM provider_sign_ins WHERE expires_on <= $1`, engine.Micros(now)); err != nil {
			return err
		}
		return engine.Exec(ctx, q, `INSERT INTO provider_sign_ins (token_hash, next, expires_on) VALUES ($1, $2, $3)`,
			hash[:], next, engine.Micros(now.Add(validFor)))
	})
	return token, s.DB.Explain("begin a sign-in at the identity provider", err)
}

// EndProviderSignIn uses up the token of a sign-in at an identity provider, and returns the page that follows. Returns
// ErrNotFound if the token is unknown, used or expired.
func (s *Store) EndProviderSignIn(ctx context.Context, token string) (next string, err error) {
	hash := sha256.Sum256([]byte(token))
	return engine.Changed(ctx, s.DB, "end a sign-in at the identity provider", func(ctx context.Context, q engine.Querier) (string, error) {
		return engine.First(engine.Values[string](ctx, q,
			`DELETE FROM provider_sign_ins WHERE token_hash = $1 AND expires_on > $2 RETURNING next`, hash[:], engine.Micros(s.DB.Now())))
	})
}
