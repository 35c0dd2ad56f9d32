package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// Membership is the role of a user in an account.
type Membership struct {
	AccountID, UserID int64
	Role              shipment.Role
	InvitedAs         string // see Member
	CreatedOn         time.Time
}

// Member is a user with a role in an account.
type Member struct {
	User
	Role shipment.Role
	// InvitedAs is the name under which the account invited a user who existed and has not accepted; "": the role is in force.
	InvitedAs string
}

// MaxMembers is how many users an account may have.
const MaxMembers = 500

// SetMembership gives a user a role in an account. Another role withdraws the user's links, see endLinks.
// Returns ErrNotFound if there is no such account or user.
func (s *Store) SetMembership(ctx context.Context, accountID, userID int64, role shipment.Role) error {
	doing := fmt.Sprintf("give user %d a role in account %d", userID, accountID)
	return s.DB.Change(ctx, doing, func(ctx context.Context, q engine.Querier) error {
		if err := s.MasterData.LockAccount(ctx, q, accountID); err != nil {
			return err
		}
		return s.setMembership(ctx, q, accountID, userID, role, "")
	})
}

// lockAccounts keeps others from changing the members of the accounts until the transaction ends. Returns ErrNotFound.
func (s *Store) lockAccounts(ctx context.Context, q engine.Querier, roles []Membership) error {
	for _, m := range roles {
		if err := s.MasterData.LockAccount(ctx, q, m.AccountID); err != nil {
			return err
		}
	}
	return nil
}

// setRoles stores the roles of a user in accounts, which are locked. A role "" takes the user out of the account.
func (s *Store) setRoles(ctx context.Context, q engine.Querier, userID int64, roles []Membership) (err error) {
	for _, m := range roles {
		if m.Role == "" {
			err = s.removeMembership(ctx, q, m.AccountID, userID)
		} else {
			err = s.setMembership(ctx, q, m.AccountID, userID, m.Role, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Invite gives a person a role in an account. Who has no user yet gets one. Who has one must accept, see AnswerInvitation.
// A user who cannot sign in yet gets a link that sets the password and is valid for some time, 0 for none. Returns ErrNameTaken if
// the user is a member already, and ErrTooMany. After an error nothing is stored.
func (s *Store) Invite(
	ctx context.Context, accountID int64, person User, role shipment.Role, linkFor time.Duration,
) (m Invited, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := s.MasterData.LockAccount(ctx, q, accountID); err != nil {
			return err
		}
		m = Invited{Member: Member{User: person, Role: role}}
		err := s.insertUser(ctx, q, &m.User)
		if errors.Is(err, engine.ErrNameTaken) {
			m.InvitedAs = person.Name
			m.User, err = selectUser(ctx, q, `u.email = $1`, person.Email)
		}
		if err != nil {
			return err
		}
		if before, err := selectMember(ctx, q, accountID, m.UserID); err != nil || before != nil {
			return cmp.Or(err, engine.ErrNameTaken)
		}
		if err := s.setMembership(ctx, q, accountID, m.UserID, role, m.InvitedAs); err != nil || !m.NeedsPassword() {
			return err
		}
		return s.addLink(ctx, q, &m, linkFor)
	})
	return m, s.DB.Explain("invite a person", err)
}

// AnswerInvitation puts a role in force to which an account invited a user, or takes the user out of the account. It withdraws the
// user's links, see endLinks. Returns ErrNotFound if there is no such invitation.
func (s *Store) AnswerInvitation(ctx context.Context, accountID, userID int64, accept bool) error {
	action, statement := "decline", `DELETE FROM memberships`
	if accept {
		action, statement = "accept", `UPDATE memberships SET invited_as = ''`
	}
	return s.DB.Change(ctx, fmt.Sprintf("answer the invitation of account %d", accountID), func(ctx context.Context, q engine.Querier) error {
		if err := s.MasterData.LockAccount(ctx, q, accountID); err != nil {
			return err
		}
		before, err := selectMember(ctx, q, accountID, userID)
		if err != nil {
			return err
		}
		err = engine.UpdateOne(ctx, q, engine.ErrNotFound,
			statement+` WHERE account_id = $1 AND user_id = $2 AND invited_as <> ''`, accountID, userID)
		if err != nil {
			return err
		}
		after, err := selectMember(ctx, q, accountID, userID)
		if err != nil {
			return err
		}
		return cmp.Or(endLinks(ctx, q, userID), s.auditMember(ctx, q, action, accountID, userID, before, after))
	})
}

// setMembership stores a role. With invitedAs the user has to accept it; so has one who was invited before. The account is locked.
func (s *Store) setMembership(
	ctx context.Context, q engine.Querier, accountID, userID int64, role shipment.Role, invitedAs string,
) error {
	before, err := selectMember(ctx, q, accountID, userID)
	if err != nil {
		return err
	}
	var members int
	if err := engine.QueryRow(ctx, q, `SELECT count(*) FROM memberships WHERE account_id = $1`, accountID).Scan(&members); err != nil {
		return err
	}
	if before == nil && members >= MaxMembers {
		return engine.ErrTooMany
	}
	err = engine.QueryRow(ctx, q, `INSERT INTO memberships (account_id, user_id, role, created_on, invited_as) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (account_id, user_id) DO UPDATE SET role = excluded.role RETURNING invited_as`,
		accountID, userID, string(role), engine.Micros(s.DB.Now()), invitedAs).Scan(&invitedAs)
	if err != nil {
		return err
	}
	after, err := selectMember(ctx, q, accountID, userID)
	if err != nil {
		return err
	}
	if after != before && invitedAs == "" {
		if err := endLinks(ctx, q, userID); err != nil {
			return err
		}
	}
	return s.auditMember(ctx, q, "set-role", accountID, userID, before, after)
}

// RemoveMembership takes a user out of an account. Returns ErrNotFound if the user has no role there.
func (s *Store) RemoveMembership(ctx context.Context, accountID, userID int64) error {
	doing := fmt.Sprintf("take user %d out of account %d", userID, accountID)
	return s.DB.Change(ctx, doing, func(ctx context.Context, q engine.Querier) error {
		if err := s.MasterData.LockAccount(ctx, q, accountID); err != nil {
			return err
		}
		return s.removeMembership(ctx, q, accountID, userID)
	})
}

// removeMembership takes a user out of an account, which is locked. Returns ErrNotFound if the user has no role there.
func (s *Store) removeMembership(ctx context.Context, q engine.Querier, accountID, userID int64) error {
	before, err := selectMember(ctx, q, accountID, userID)
	if err != nil {
		return err
	}
	err = engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM memberships WHERE account_id = $1 AND user_id = $2`, accountID, userID)
	if err != nil {
		return err
	}
	return s.auditMember(ctx, q, "remove", accountID, userID, before, nil)
}

// selectMember is a member as the audit log has it, nil if the user has no role in the account. Returns ErrNotFound if
// there is no such user.
func selectMember(ctx context.Context, q engine.Querier, accountID, userID int64) (any, error) {
	var v struct {
		Email   string `json:"email"`
		Role    string `json:"role"`
		Invited bool   `json:"invited,omitempty"` // and has not accepted
	}
	err := engine.QueryRow(ctx, q, `SELECT u.email, coalesce(m.role, ''), coalesce(m.invited_as, '') <> '' FROM users u
		LEFT JOIN memberships m ON m.user_id = u.user_id AND m.account_id = $1 WHERE u.user_id = $2`, accountID, userID).
		Scan(&v.Email, &v.Role, &v.Invited)
	if err != nil || v.Role == "" {
		return nil, engine.IfNone(err, fmt.Errorf("user %d: %w", userID, engine.ErrNotFound))
	}
	return v, nil
}

func (s *Store) auditMember(ctx context.Context, q engine.Querier, action string, accountID, userID int64, before, after any) error {
	return s.Audit.Record(ctx, q, audit.Change{
		AccountID: accountID, Action: action, SubjectKind: audit.SubjectMember, Subject: strconv.FormatInt(userID, 10), Old: before, New: after,
	})
}

// Memberships returns the roles of a user, by account.
func (s *Store) Memberships(ctx context.Context, userID int64) ([]Membership, error) {
	return engine.List(ctx, s.DB, "list the roles of a user", func(row engine.Scanner, m *Membership) error {
		return row.Scan(&m.AccountID, &m.UserID, (*string)(&m.Role), &m.InvitedAs, engine.At(&m.CreatedOn))
	}, `SELECT account_id, user_id, role, invited_as, created_on FROM memberships
		WHERE user_id = $1 ORDER BY account_id`, userID)
}

// Members returns at most limit members of an account, by their e-mail addresses from the first that follows after,
// and whether there are more.
func (s *Store) Members(ctx context.Context, accountID int64, after string, limit int) (members []Member, more bool, err error) {
	if !engine.IsText(after) {
		return nil, false, nil
	}
	members, err = engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, m *Member) error {
		return scanUser(row, &m.User, (*string)(&m.Role), &m.InvitedAs)
	}, `SELECT `+userColumns+`, m.role, m.invited_as FROM memberships m JOIN users u ON u.user_id = m.user_id
		WHERE m.account_id = $1 AND u.email > $2 ORDER BY u.email LIMIT `+strconv.Itoa(limit+1), accountID, after)
	return members[:min(len(members), limit)], len(members) > limit, s.DB.Explain("list the users of an account", err)
}

// MemberAccount is an account in which a user has a role.
type MemberAccount struct {
	masterdata.Account
	Role shipment.Role
}

// AccountsOf returns the accounts in which a user has a role, by name.
func (s *Store) AccountsOf(ctx context.Context, userID int64) ([]MemberAccount, error) {
	return s.memberAccounts(ctx, userID, `m.invited_as = ''`)
}

// InvitationsOf returns the accounts that have invited a user who has not accepted, by name.
func (s *Store) InvitationsOf(ctx context.Context, userID int64) ([]MemberAccount, error) {
	return s.memberAccounts(ctx, userID, `m.invited_as <> ''`)
}

func (s *Store) memberAccounts(ctx context.Context, userID int64, condition string) ([]MemberAccount, error) {
	return engine.List(ctx, s.DB, "list the accounts of a user", func(row engine.Scanner, m *MemberAccount) error {
		return masterdata.ScanAccount(row, &m.Account, (*string)(&m.Role))
	}, `SELECT `+masterdata.AccountColumns+`, m.role FROM memberships m JOIN accounts a ON a.account_id = m.account_id
		WHERE m.user_id = $1 AND `+condition+` ORDER BY a.name, a.account_id`, userID)
}
