package people

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// User is a person who uses the console.
type User struct {
	UserID        int64
	Email         string // unique, in lower case
	Name          string
	OperatorRole  shipment.Role
	Language      string // BCP 47 tag; "": the browser's
	Timezone      string // IANA name; "": UTC
	HasPassword   bool
	HasIdentity   bool      // the user is linked to an identity provider
	PasswordSetOn time.Time // zero: never
	DisabledOn    time.Time // zero: the user may sign in
	LastSignInOn  time.Time // zero: never
	CreatedOn     time.Time
}

// Detail is a user with the roles in accounts, and the number of passkeys.
type Detail struct {
	User
	Memberships []Membership
	Passkeys    int
}

// Detail reads the roles and the passkeys of a user.
func (s *Store) Detail(ctx context.Context, u User) (Detail, error) {
	memberships, err := s.Memberships(ctx, u.UserID)
	if err != nil {
		return Detail{}, err
	}
	passkeys, err := s.Passkeys(ctx, u.UserID)
	return Detail{u, memberships, len(passkeys)}, err
}

// NeedsPassword reports whether the user cannot sign in before a link sets a password.
func (u *User) NeedsPassword() bool { return !u.HasPassword && !u.HasIdentity && u.DisabledOn.IsZero() }

const userColumns = `u.user_id, u.email, u.name, u.operator_role, u.language, u.timezone, u.password_hash <> '',
	EXISTS (SELECT 1 FROM user_identities i WHERE i.user_id = u.user_id), u.password_set_on, u.disabled_on, u.last_sign_in_on, u.created_on`

// scanUser reads userColumns, and others after them.
func scanUser(row engine.Scanner, u *User, others ...any) error {
	return row.Scan(append([]any{
		&u.UserID, &u.Email, &u.Name, (*string)(&u.OperatorRole), &u.Language, &u.Timezone, &u.HasPassword, &u.HasIdentity,
		engine.At(&u.PasswordSetOn), engine.At(&u.DisabledOn), engine.At(&u.LastSignInOn), engine.At(&u.CreatedOn),
	}, others...)...)
}

func selectUser(ctx context.Context, q engine.Querier, where string, args ...any) (User, error) {
	return engine.First(selectUsers(ctx, q, where, args...))
}

func selectUsers(ctx context.Context, q engine.Querier, where string, args ...any) ([]User, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, u *User) error { return scanUser(row, u) },
		`SELECT `+userColumns+` FROM users u WHERE `+where, args...)
}

// Invited is a user who was just let in.
type Invited struct {
	Member
	Link  Link
	Token string // of the link, "": none was made
}

// CreateUser stores a user without a password, with roles in accounts, and a link that sets the password and is valid for some
// time, 0 for none. Returns ErrNameTaken if the e-mail address is in use, ErrNotFound if there is no such account, and ErrTooMany
// if it has MaxMembers. After an error nothing is stored.
func (s *Store) CreateUser(ctx context.Context, u User, linkFor time.Duration, roles ...Membership) (Invited, error) {
	return engine.Changed(ctx, s.DB, "create user", func(ctx context.Context, q engine.Querier) (made Invited, err error) {
		made.User = u
		if err := s.lockAccounts(ctx, q, roles); err != nil {
			return made, err
		}
		if err := s.insertUser(ctx, q, &made.User); err != nil {
			return made, err
		}
		if err := s.setRoles(ctx, q, made.UserID, roles); err != nil {
			return made, err
		}
		if err := s.addLink(ctx, q, &made, linkFor); err != nil {
			return made, err
		}
		return made, once.Made(ctx, q, &Detail{User: made.User, Memberships: roles})
	})
}

// addLink makes the link by which a user who was let in sets the first password, unless linkFor is 0.
func (s *Store) addLink(ctx context.Context, q engine.Querier, made *Invited, linkFor time.Duration) (err error) {
	if linkFor == 0 {
		return nil
	}
	token, hash := s.newToken(linkTokenPrefix)
	made.Token, made.Link = token, Link{Purpose: LinkInvite, ExpiresOn: s.DB.Now().Add(linkFor)}
	made.Link.User, err = s.insertLink(ctx, q, made.UserID, made.Link, hash)
	return err
}

// insertUser stores a user and fills in what storing decides. Returns ErrNameTaken.
func (s *Store) insertUser(ctx context.Context, q engine.Querier, u *User) error {
	*u = User{
		Email: u.Email, Name: u.Name, OperatorRole: u.OperatorRole, Language: u.Language, Timezone: u.Timezone, CreatedOn: s.DB.Now(),
	}
	err := engine.QueryRow(ctx, q, `INSERT INTO users (email, name, operator_role, language, timezone, created_on)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING user_id`,
		u.Email, u.Name, string(u.OperatorRole), u.Language, u.Timezone, engine.Micros(u.CreatedOn)).Scan(&u.UserID)
	if err != nil {
		return engine.IfNone(err, fmt.Errorf("user %q: %w", u.Email, engine.ErrNameTaken))
	}
	return s.Audit.Create(ctx, q, s.userSubject(u.UserID))
}

// User returns a user. Returns ErrNotFound.
func (s *Store) User(ctx context.Context, id int64) (User, error) {
	u, err := selectUser(ctx, s.DB.Reads, `u.user_id = $1`, id)
	return u, s.DB.Explain(fmt.Sprintf("find user %d", id), err)
}

// UserByEmail returns the user with an e-mail address in lower case. Returns ErrNotFound.
func (s *Store) UserByEmail(ctx context.Context, email string) (User, error) {
	u, _, err := s.UserPassword(ctx, email)
	return u, err
}

// UserPassword returns the user with an e-mail address in lower case, and the hash of the password, "" without one.
// Returns ErrNotFound.
func (s *Store) UserPassword(ctx context.Context, email string) (u User, hash string, err error) {
	if !engine.IsText(email) { // a caller who is not signed in chose it
		return User{}, "", s.DB.Explain("find a user", engine.ErrNotFound)
	}
	u, err = engine.One(ctx, s.DB.Reads, func(row engine.Scanner, u *User) error { return scanUser(row, u, &hash) },
		`SELECT `+userColumns+`, u.password_hash FROM users u WHERE u.email = $1`, email)
	return u, hash, s.DB.Explain("find a user", err)
}

// Users returns at most limit users, by their e-mail addresses from the first that follows after, and whether there
// are more.
func (s *Store) Users(ctx context.Context, after string, limit int) (users []User, more bool, err error) {
	if !engine.IsText(after) {
		return nil, false, nil
	}
	users, err = selectUsers(ctx, s.DB.Reads, `u.email > $1
		ORDER BY u.email LIMIT `+strconv.Itoa(limit+1), after)
	return users[:min(len(users), limit)], len(users) > limit, s.DB.Explain("list users", err)
}

// UpdateUser changes the name, the operator role, the language and the timezone of a user by fn, which may run more
// than once, and roles in accounts: "" takes the user out. It returns the user as it is then. Another operator role withdraws the
// user's links, see endLinks. Returns ErrNotFound, ErrTooMany, or the error of fn, after which nothing is changed.
func (s *Store) UpdateUser(ctx context.Context, id int64, fn func(*User) error, roles ...Membership) (User, error) {
	doing := fmt.Sprintf("change user %d", id)
	return engine.Changed(ctx, s.DB, doing, func(ctx context.Context, q engine.Querier) (changed User, err error) {
		if err := s.lockAccounts(ctx, q, roles); err != nil {
			return changed, err
		}
		if err := s.lockUser(ctx, q, id); err != nil {
			return changed, err
		}
		if changed, err = selectUser(ctx, q, `u.user_id = $1`, id); err != nil {
			return changed, err
		}
		before := changed.OperatorRole
		if err := fn(&changed); err != nil {
			return changed, err
		}
		if changed.OperatorRole != before && changed.OperatorRole != shipment.NoRole {
			if err := endLinks(ctx, q, id); err != nil {
				return changed, err
			}
		}
		err = s.Audit.Set(ctx, q, "update", s.userSubject(id),
			`UPDATE users SET name = $1, operator_role = $2, language = $3, timezone = $4 WHERE user_id = $5`,
			changed.Name, string(changed.OperatorRole), changed.Language, changed.Timezone, id)
		if err != nil {
			return changed, err
		}
		return changed, s.setRoles(ctx, q, id, roles)
	})
}

// lockUser keeps others from changing a user until the transaction ends. Returns ErrNotFound.
func (s *Store) lockUser(ctx context.Context, q engine.Querier, id int64) error {
	err := engine.QueryRow(ctx, q, `SELECT user_id FROM users WHERE user_id = $1`+s.DB.Dialect.ForUpdate, id).Scan(&id)
	return engine.NotFound(err)
}

// lockEnabled is lockUser for a user who may sign in, and returns the user. Returns ErrNotFound.
func (s *Store) lockEnabled(ctx context.Context, q engine.Querier, id int64) (User, error) {
	if err := s.lockUser(ctx, q, id); err != nil {
		return User{}, err
	}
	return selectUser(ctx, q, `u.user_id = $1 AND u.disabled_on = 0`, id)
}

// SetPassword gives a user a password by its hash, ends all sessions of the user but that with the id keep, and
// withdraws the user's links. Returns ErrNotFound.
func (s *Store) SetPassword(ctx context.Context, userID int64, hash string, keep int64) error {
	return s.DB.Change(ctx, fmt.Sprintf("set the password of user %d", userID), func(ctx context.Context, q engine.Querier) error {
		return s.setPassword(ctx, q, userID, hash, keep)
	})
}

func (s *Store) setPassword(ctx context.Context, q engine.Querier, userID int64, hash string, keep int64) error {
	return s.Audit.Update(ctx, q, "set-password", s.userSubject(userID), func() error {
		if err := endAccess(ctx, q, userID, keep); err != nil {
			return err
		}
		return engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE users SET password_hash = $1, password_set_on = $2 WHERE user_id = $3`,
			hash, engine.Micros(s.DB.Now()), userID)
	})
}

// RenewPasswordHash replaces the hash of a user's password by another hash of the same password.
func (s *Store) RenewPasswordHash(ctx context.Context, userID int64, old, renewed string) error {
	return s.DB.Execute(ctx, "renew the hash of a password",
		`UPDATE users SET password_hash = $1 WHERE user_id = $2 AND password_hash = $3`, renewed, userID, old)
}

// DisableUser keeps a user from signing in until EnableUser, ends the user's sessions, withdraws the user's links and
// removes the user's passkeys. A disabled user stays as it is. Returns ErrNotFound.
func (s *Store) DisableUser(ctx context.Context, id int64) error {
	return s.DB.Change(ctx, fmt.Sprintf("disable user %d", id), func(ctx context.Context, q engine.Querier) error {
		err := s.Audit.Update(ctx, q, "disable", s.userSubject(id), func() error {
			if err := endAccess(ctx, q, id, 0); err != nil {
				return err
			}
			return engine.UpdateOne(ctx, q, engine.ErrNotFound,
				`UPDATE users SET disabled_on = CASE WHEN disabled_on = 0 THEN $1 ELSE disabled_on END
				WHERE user_id = $2`, engine.Micros(s.DB.Now()), id)
		})
		if err != nil {
			return err
		}
		_, err = s.deletePasskeys(ctx, q, id)
		return err
	})
}

// EnableUser lets a disabled user sign in again. Returns ErrNotFound.
func (s *Store) EnableUser(ctx context.Context, id int64) error {
	return s.DB.Change(ctx, fmt.Sprintf("enable user %d", id), func(ctx context.Context, q engine.Querier) error {
		return s.Audit.Set(ctx, q, "enable", s.userSubject(id), `UPDATE users SET disabled_on = 0 WHERE user_id = $1`, id)
	})
}

// endAccess ends the sessions of a user but that with the id keep, and withdraws the user's links.
func endAccess(ctx context.Context, q engine.Querier, userID, keep int64) error {
	if _, err := q.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND session_id <> $2`, userID, keep); err != nil {
		return err
	}
	return engine.Exec(ctx, q, `DELETE FROM user_links WHERE user_id = $1`, userID)
}

// endLinks withdraws the links of a user, and ends the sessions that a link opened, except the session of the actor. It also
// ends sessions of earlier versions, which do not say how they were opened. A person who made or passed on a link does not
// get what the user may do from now on.
func endLinks(ctx context.Context, q engine.Querier, userID int64) error {
	_, err := q.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1 AND opened_by IN ('', '`+openedByLink+`') AND session_id <> $2`,
		userID, audit.ActorOf(ctx).SessionID)
	if err != nil {
		return err
	}
	return engine.Exec(ctx, q, `DELETE FROM user_links WHERE user_id = $1`, userID)
}

// audit records a change of a user in the transaction that makes it.
func (s *Store) audit(ctx context.Context, q engine.Querier, action string, userID int64, before, after any) error {
	return s.Audit.Record(ctx, q,
		audit.Change{Action: action, SubjectKind: audit.SubjectUser, Subject: strconv.FormatInt(userID, 10), Old: before, New: after})
}

func (s *Store) userSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectUser, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		var v struct {
			Email         string     `json:"email"`
			Name          string     `json:"name"`
			OperatorRole  string     `json:"operator_role"`
			Language      string     `json:"language"`
			Timezone      string     `json:"timezone"`
			PasswordSetOn audit.Time `json:"password_set_on"`
			DisabledOn    audit.Time `json:"disabled_on"`
		}
		err := engine.QueryRow(ctx, q, `SELECT email, name, operator_role, language, timezone, password_set_on, disabled_on FROM users
		WHERE user_id = $1`+s.DB.Dialect.ForUpdate, id).
			Scan(&v.Email, &v.Name, &v.OperatorRole, &v.Language, &v.Timezone, audit.At(&v.PasswordSetOn), audit.At(&v.DisabledOn))
		return 0, v, engine.NotFound(err)
	})
}

// DemoOperatorEmail is the e-mail address of the demo operator.
const DemoOperatorEmail = "operator@example.com"

// SeedDemoOperator makes sure that there is a user with DemoOperatorEmail and returns it. A new one is an operator-admin,
// and an admin of the demo account if there is one.
func (s *Store) SeedDemoOperator(ctx context.Context) (User, error) {
	var u User
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		if u, err = selectUser(ctx, q, `u.email = $1`, DemoOperatorEmail); !errors.Is(err, engine.ErrNotFound) {
			return err
		}
		u = User{Email: DemoOperatorEmail, Name: "Demo operator", OperatorRole: shipment.RoleOperatorAdmin}
		if err := s.insertUser(ctx, q, &u); err != nil {
			return err
		}
		accountID, err := engine.Value[int64](ctx, q, `SELECT account_id FROM accounts WHERE demo = 1`)
		if err != nil {
			return engine.OrNothing(err)
		}
		return s.setMembership(ctx, q, accountID, u.UserID, shipment.RoleAdmin, "")
	})
	if errors.Is(err, engine.ErrNameTaken) { // another process made it at the same time
		return s.UserByEmail(ctx, DemoOperatorEmail)
	}
	return u, s.DB.Explain("make the demo operator", err)
}
