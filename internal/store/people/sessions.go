package people

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// The limits of sessions.
const (
	SessionIdle = 12 * time.Hour     // it ends when it was not used for so long
	SessionLife = 7 * 24 * time.Hour // it ends, however much it is used
	maxSessions = 50                 // of a user at once; more end the least recently used
	maxAgent    = 300                // characters of a User-Agent that are kept
)

// Session is a user's session in the console, without its token.
type Session struct {
	SessionID, UserID int64
	Address           string // of the client that signed in
	Agent             string // its User-Agent, cut
	CreatedOn         time.Time
	LastUsedOn        time.Time // to the minute
	ExpiresOn         time.Time // at the latest
}

// openedByLink ends the method of sessions that a link opened.
const openedByLink = "link"

// CreateSession begins a session of a user, and returns the token for the cookie. method says how the user signed in, in
// the audit log and for endLinks. A user may have proved who it is before now, at the identity provider: the session has this time as
// its CreatedOn, by which a sign-in is recent or not. Zero, and a time to come, are now. Returns ErrNotFound if the user is disabled, or
// has another password than u had when it was read.
func (s *Store) CreateSession(ctx context.Context, u User, method, address, agent string, on time.Time) (Session, string, error) {
	created, token, hash := s.newSession(u, address, agent)
	if !on.IsZero() && on.Before(created.CreatedOn) {
		created.CreatedOn = on.UTC()
	}
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		return s.insertSession(ctx, q, &created, engine.Micros(u.PasswordSetOn), hash[:], method)
	})
	return engine.Both(created, token, s.DB.Explain(fmt.Sprintf("make a session of user %d", u.UserID), err))
}

// NoteRefusedSignIn records in the audit log that a user was not signed in, and calls recorded. It does so in the
// background, and nothing for an unknown address: the time of a response must not tell whether there is such a user.
func (s *Store) NoteRefusedSignIn(email, action, address string, recorded func(userID int64)) {
	s.DB.InBackground("refused sign-in", func(ctx context.Context, q engine.Querier) error {
		id, err := engine.Value[int64](ctx, q, `SELECT user_id FROM users WHERE email = $1`, email)
		if err != nil {
			return engine.OrNothing(err)
		}
		err = s.audit(ctx, q, action, id, nil, map[string]string{"address": address})
		if err == nil {
			recorded(id)
		}
		return err
	})
}

// newSession is a session that begins, with its token and the hash of that.
func (s *Store) newSession(u User, address, agent string) (n Session, token string, hash [sha256.Size]byte) {
	token, hash = s.newToken(sessionTokenPrefix)
	now := s.DB.Now()
	return Session{
		UserID: u.UserID, Address: address, Agent: shipment.CutText(agent, maxAgent),
		CreatedOn: now, LastUsedOn: now, ExpiresOn: now.Add(SessionLife),
	}, token, hash
}

func (s *Store) insertSession(ctx context.Context, q engine.Querier, n *Session, passwordSetOn int64, hash []byte, method string) error {
	now := engine.Micros(n.LastUsedOn) // the user may have proved who it is long before
	err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE users SET last_sign_in_on = $1
		WHERE user_id = $2 AND disabled_on = 0 AND password_set_on = $3`, now, n.UserID, passwordSetOn)
	if err != nil {
		return err
	}
	_, err = q.Exec(ctx, `DELETE FROM sessions WHERE expires_on <= $1 OR last_used_on <= $2`, now,
		engine.Micros(n.LastUsedOn.Add(-SessionIdle)))
	if err != nil {
		return err
	}
	_, err = q.Exec(ctx, `DELETE FROM sessions WHERE session_id IN (
		SELECT session_id FROM sessions WHERE user_id = $1 ORDER BY last_used_on DESC, session_id DESC LIMIT 1000 OFFSET $2)`,
		n.UserID, maxSessions-1)
	if err != nil {
		return err
	}
	openedBy := method
	if strings.HasSuffix(method, openedByLink) { // such as invite link
		openedBy = openedByLink
	}
	err = engine.QueryRow(ctx, q, `INSERT INTO sessions (token_hash, user_id, address, agent, created_on, last_used_on, expires_on, opened_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING session_id`,
		hash, n.UserID, n.Address, n.Agent, engine.Micros(n.CreatedOn), now, engine.Micros(n.ExpiresOn), openedBy).Scan(&n.SessionID)
	if err != nil {
		return err
	}
	return s.audit(ctx, q, "sign-in", n.UserID, nil,
		map[string]any{"session_id": n.SessionID, "method": method, "address": n.Address})
}

const (
	sessionColumns = `s.session_id, s.user_id, s.address, s.agent, s.created_on, s.last_used_on, s.expires_on`
	liveSession    = `s.expires_on > $1 AND s.last_used_on > $2`
)

// liveSince are the arguments of liveSession.
func (s *Store) liveSince() (now, idleSince int64) {
	t := s.DB.Now()
	return engine.Micros(t), engine.Micros(t.Add(-SessionIdle))
}

// dest are the destinations of sessionColumns.
func (n *Session) dest() []any {
	return []any{
		&n.SessionID, &n.UserID, &n.Address, &n.Agent, engine.At(&n.CreatedOn), engine.At(&n.LastUsedOn), engine.At(&n.ExpiresOn),
	}
}

// SessionOf returns the live session with a token, and its user. It stores the session's last use in the background,
// at most once a minute. Returns ErrNotFound if the session is unknown, revoked or expired, or its user is disabled.
func (s *Store) SessionOf(ctx context.Context, token string) (Session, User, error) {
	hash := sha256.Sum256([]byte(token))
	now, idleSince := s.liveSince()
	var found Session
	u, err := engine.One(ctx, s.DB.Reads, func(row engine.Scanner, u *User) error { return scanUser(row, u, found.dest()...) },
		`SELECT `+userColumns+`, `+sessionColumns+` FROM sessions s JOIN users u ON u.user_id = s.user_id
		WHERE `+liveSession+` AND s.token_hash = $3 AND u.disabled_on = 0`, now, idleSince, hash[:])
	if err != nil {
		return Session{}, User{}, s.DB.Explain("find a session", err)
	}
	if now := s.DB.Now(); now.Sub(found.LastUsedOn) >= masterdata.NoteUseEvery {
		s.DB.NoteUse("session", //nolint:contextcheck // it outlives the request
			`UPDATE sessions SET last_used_on = $1 WHERE session_id = $2 AND last_used_on <= $3`,
			engine.Micros(now), found.SessionID, engine.Micros(now.Add(-masterdata.NoteUseEvery)))
	}
	return found, u, nil
}

// Sessions returns the live sessions of a user, the most recently used first.
func (s *Store) Sessions(ctx context.Context, userID int64) ([]Session, error) {
	now, idleSince := s.liveSince()
	return engine.List(ctx, s.DB, "list the sessions of a user", func(row engine.Scanner, n *Session) error { return row.Scan(n.dest()...) },
		`SELECT `+sessionColumns+` FROM sessions s WHERE `+liveSession+` AND s.user_id = $3
		ORDER BY s.last_used_on DESC, s.session_id DESC`, now, idleSince, userID)
}

// RevokeSession ends a session of a user. Returns ErrNotFound if the user has no such session.
func (s *Store) RevokeSession(ctx context.Context, userID, sessionID int64) error {
	return s.DB.Change(ctx, fmt.Sprintf("end a session of user %d", userID), func(ctx context.Context, q engine.Querier) error {
		err := engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM sessions WHERE user_id = $1 AND session_id = $2`, userID, sessionID)
		if err != nil {
			return err
		}
		return s.audit(ctx, q, "end-session", userID, map[string]any{"session_id": sessionID}, nil)
	})
}

// RevokeSessions ends all sessions of a user but that with the id keep, and returns how many.
func (s *Store) RevokeSessions(ctx context.Context, userID, keep int64) (ended int64, err error) {
	doing := fmt.Sprintf("end the sessions of user %d", userID)
	return engine.Changed(ctx, s.DB, doing, func(ctx context.Context, q engine.Querier) (int64, error) {
		ended, err := q.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND session_id <> $2`, userID, keep)
		if err != nil || ended == 0 {
			return 0, err
		}
		return ended, s.audit(ctx, q, "end-sessions", userID, map[string]any{"sessions": ended}, nil)
	})
}
