package people

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"waybill/internal/store/engine"
)

// LinkPurpose says why a one-time link was issued.
type LinkPurpose string

// The purposes of links.
const (
	LinkInvite LinkPurpose = "invite"  // sets the first password
	LinkReset  LinkPurpose = "reset"   // sets another password
	LinkSignIn LinkPurpose = "sign-in" // signs in without a password
)

// Link is a one-time link of a user, without its token.
type Link struct {
	User      User
	Purpose   LinkPurpose
	ExpiresOn time.Time
}

// The prefixes of the tokens of links and sessions, by which scanners of repositories and the redaction of the log
// recognize them.
const (
	linkTokenPrefix    = "wbl_"
	sessionTokenPrefix = "wbs_"
)

// newToken makes a token of 256 bits. Only its hash is stored.
func (s *Store) newToken(prefix string) (token string, hash [sha256.Size]byte) {
	token = prefix + s.DB.RandomText(32)
	return token, sha256.Sum256([]byte(token))
}

// CreateLink makes a link of a user that is valid for some time, and returns its token. Earlier links of the user for
// the purpose are withdrawn. Returns ErrNotFound if there is no such user or it is disabled.
func (s *Store) CreateLink(ctx context.Context, userID int64, purpose LinkPurpose, validFor time.Duration) (Link, string, error) {
	token, hash := s.newToken(linkTokenPrefix)
	link := Link{Purpose: purpose, ExpiresOn: s.DB.Now().Add(validFor)}
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		link.User, err = s.insertLink(ctx, q, userID, link, hash)
		return err
	})
	return engine.Both(link, token, s.DB.Explain(fmt.Sprintf("make a link for user %d", userID), err))
}

func (s *Store) insertLink(ctx context.Context, q engine.Querier, userID int64, l Link, hash [sha256.Size]byte) (User, error) {
	u, err := s.lockEnabled(ctx, q, userID)
	if err != nil {
		return User{}, err
	}
	now := engine.Micros(s.DB.Now())
	_, err = q.Exec(ctx, `DELETE FROM user_links WHERE (user_id = $1 AND purpose = $2) OR expires_on <= $3`, userID, string(l.Purpose), now)
	if err != nil {
		return User{}, err
	}
	_, err = q.Exec(ctx, `INSERT INTO user_links (token_hash, user_id, purpose, created_on, expires_on) VALUES ($1, $2, $3, $4, $5)`,
		hash[:], userID, string(l.Purpose), now, engine.Micros(l.ExpiresOn))
	if err != nil {
		return User{}, err
	}
	return u, s.audit(ctx, q, "create-link", userID, nil, map[string]any{"email": u.Email, "purpose": l.Purpose, "expires_on": l.ExpiresOn})
}

// ReadLink returns the link with a token, and leaves it valid. Returns ErrNotFound if it is unknown, used, withdrawn
// or expired, or its user is disabled.
func (s *Store) ReadLink(ctx context.Context, token string) (Link, error) {
	link, err := s.selectLink(ctx, s.DB.Reads, sha256.Sum256([]byte(token)))
	return link, s.DB.Explain("find a link", err)
}

func (s *Store) selectLink(ctx context.Context, q engine.Querier, hash [sha256.Size]byte) (Link, error) {
	return engine.One(ctx, q, func(row engine.Scanner, l *Link) error {
		return scanUser(row, &l.User, (*string)(&l.Purpose), engine.At(&l.ExpiresOn))
	}, `SELECT `+userColumns+`, l.purpose, l.expires_on FROM user_links l JOIN users u ON u.user_id = l.user_id
		WHERE l.token_hash = $1 AND l.expires_on > $2 AND u.disabled_on = 0`, hash[:], engine.Micros(s.DB.Now()))
}

// UseLink uses a link up and returns it. A link to set a password gives its user the one with the hash, ends all
// sessions of the user, and removes the user's passkeys. Returns ErrNotFound as ReadLink does, and if another call has used the link.
func (s *Store) UseLink(ctx context.Context, token, passwordHash string) (Link, error) {
	hash := sha256.Sum256([]byte(token))
	return engine.Changed(ctx, s.DB, "use a link", func(ctx context.Context, q engine.Querier) (Link, error) {
		link, err := s.selectLink(ctx, q, hash)
		if err != nil {
			return link, err
		}
		if err := s.lockUser(ctx, q, link.User.UserID); err != nil {
			return link, err
		}
		if err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM user_links WHERE token_hash = $1`, hash[:]); err != nil {
			return link, err
		}
		if link.Purpose == LinkSignIn {
			return link, nil
		}
		if err := s.setPassword(ctx, q, link.User.UserID, passwordHash, 0); err != nil {
			return link, err
		}
		if _, err := s.deletePasskeys(ctx, q, link.User.UserID); err != nil {
			return link, err
		}
		link.User, err = selectUser(ctx, q, `u.user_id = $1`, link.User.UserID)
		return link, err
	})
}
