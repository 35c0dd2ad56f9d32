package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/storetest"
)

// whole is a user who has two of everything, and roles in two accounts, and invitations of two others.
type whole struct {
	people.User
	sessions []people.Session
	links    map[people.LinkPurpose]string
	passkeys []people.Passkey
	codes    []string
	subject  string // at the identity provider
}

// wholeUser makes a user with everything. accounts are four.
func wholeUser(t *testing.T, p *passkeys, email string, accounts []masterdata.Account) *whole {
	t.Helper()
	s, ctx := p.s, t.Context()
	w := &whole{User: user(t, s, email), links: map[people.LinkPurpose]string{}, subject: "subject of " + email}
	noError(t, s.People.SetMembership(ctx, accounts[0].AccountID, w.UserID, shipment.RoleEditor))
	noError(t, s.People.SetMembership(ctx, accounts[1].AccountID, w.UserID, shipment.RoleViewer))
	for _, a := range accounts[2:] {
		must[people.Invited](t)(s.People.Invite(ctx, a.AccountID, w.User, shipment.RoleAdmin, time.Hour))
	}
	for _, issuer := range []string{testIssuer, testIssuer + "other"} {
		must[people.User](t)(s.People.LinkIdentity(ctx, w.UserID, issuer, w.subject))
	}
	w.User = must[people.User](t)(s.People.User(ctx, w.UserID))
	for range 2 {
		w.passkeys = append(w.passkeys, p.add(w.User))
	}
	w.codes = must[[]string](t)(s.People.MakeRecoveryCodes(ctx, w.UserID))
	for _, method := range []string{"password", "passkey", "invite link"} {
		n, _, err := s.People.CreateSession(ctx, w.User, method, "192.0.2.7", "Firefox", time.Time{})
		noError(t, err)
		w.sessions = append(w.sessions, n)
	}
	for _, purpose := range []people.LinkPurpose{people.LinkInvite, people.LinkReset, people.LinkSignIn} {
		_, token, err := s.People.CreateLink(ctx, w.UserID, purpose, time.Hour)
		noError(t, err)
		w.links[purpose] = token
	}
	return w
}

// rows are the rows of users, their audit entries too.
func (w *whole) rows(all storetest.Rows) storetest.Rows {
	id := fmt.Sprint(w.UserID)
	return all.Where(func(table string, row storetest.Row) bool {
		return row["user_id"] == id || table == "audit_log" && row["subject"] == "'"+id+"'"
	})
}

// usersChange is what people do with a user, and all that it changes of the user.
type usersChange struct {
	name, want string
	do         func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error
}

// usersChanges are the changes of all methods of people.Store.
var usersChanges = []usersChange{
	{
		"name", "audit_log +1; users ~language,name,timezone",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, err := p.s.People.UpdateUser(ctx, w.UserID, func(u *people.User) error {
				u.Name, u.Language, u.Timezone = "Other", "id", "Asia/Jakarta"
				return nil
			})
			return err
		},
	},
	{
		"operator role and roles", "audit_log +3; memberships -1 ~role; sessions -1; user_links -3; users ~operator_role",
		func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error {
			_, err := p.s.People.UpdateUser(ctx, w.UserID, func(u *people.User) error { u.OperatorRole = shipment.RoleHub; return nil },
				people.Membership{AccountID: accounts[0].AccountID, Role: shipment.RoleViewer}, people.Membership{AccountID: accounts[1].AccountID})
			return err
		},
	},
	{
		"password", "audit_log +1; sessions -2; user_links -3; users ~password_hash,password_set_on",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.SetPassword(ctx, w.UserID, "other", w.sessions[0].SessionID)
		},
	},
	{
		"renewed hash", "users ~password_hash",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.RenewPasswordHash(ctx, w.UserID, "hash", "renewed")
		},
	},
	{
		"hash of an old password", "",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.RenewPasswordHash(ctx, w.UserID, "old", "renewed")
		},
	},
	{
		"disabled", "audit_log +2; passkeys -2; sessions -3; user_links -3; users ~disabled_on,recovery_codes",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.DisableUser(ctx, w.UserID)
		},
	},
	{
		"enabled", "",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.EnableUser(ctx, w.UserID)
		},
	},
	{
		"link to sign in", "audit_log +1; user_links -1 +1",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, _, err := p.s.People.CreateLink(ctx, w.UserID, people.LinkSignIn, time.Hour)
			return err
		},
	},
	{
		"invite used", "audit_log +2; passkeys -2; sessions -3; user_links -3; users ~password_hash,password_set_on,recovery_codes",
		useLinkTo(people.LinkInvite),
	},
	{
		"reset used", "audit_log +2; passkeys -2; sessions -3; user_links -3; users ~password_hash,password_set_on,recovery_codes",
		useLinkTo(people.LinkReset),
	},
	{"sign-in used", "user_links -1", useLinkTo(people.LinkSignIn)},
	{
		"role", "audit_log +1; memberships ~role; sessions -1; user_links -3",
		func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error {
			return p.s.People.SetMembership(ctx, accounts[0].AccountID, w.UserID, shipment.RoleAdmin)
		},
	},
	{
		"role of an invitation", "audit_log +1; memberships ~role",
		func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error {
			return p.s.People.SetMembership(ctx, accounts[2].AccountID, w.UserID, shipment.RoleViewer)
		},
	},
	{
		"no role", "audit_log +1; memberships -1",
		func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error {
			return p.s.People.RemoveMembership(ctx, accounts[0].AccountID, w.UserID)
		},
	},
	{
		"accepted", "audit_log +1; memberships ~invited_as; sessions -1; user_links -3",
		func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error {
			return p.s.People.AnswerInvitation(ctx, accounts[2].AccountID, w.UserID, true)
		},
	},
	{
		"declined", "audit_log +1; memberships -1; sessions -1; user_links -3",
		func(ctx context.Context, p *passkeys, w *whole, accounts []masterdata.Account) error {
			return p.s.People.AnswerInvitation(ctx, accounts[2].AccountID, w.UserID, false)
		},
	},
	{
		"another identity", "audit_log +1; sessions -1; user_identities +1; user_links -3",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, err := p.s.People.LinkIdentity(ctx, w.UserID, "https://third.example", w.subject)
			return err
		},
	},
	{
		"no identities", "audit_log +2; sessions -2; user_identities -2",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.UnlinkIdentities(ctx, w.UserID, w.sessions[1].SessionID)
		},
	},
	{
		"session", "audit_log +1; sessions +1; users ~last_sign_in_on",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, _, err := p.s.People.CreateSession(ctx, w.User, "password", "192.0.2.7", "Firefox", time.Time{})
			return err
		},
	},
	{
		"session ended", "audit_log +1; sessions -1",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.RevokeSession(ctx, w.UserID, w.sessions[0].SessionID)
		},
	},
	{
		"sessions ended", "audit_log +1; sessions -2",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, err := p.s.People.RevokeSessions(ctx, w.UserID, w.sessions[1].SessionID)
			return err
		},
	},
	{
		"passkey", "audit_log +1; passkeys +1",
		func(_ context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			p.add(w.User)
			return nil
		},
	},
	{
		"passkey used", "audit_log +1; passkeys ~flags,last_used_on,sign_count; sessions +1; users ~last_sign_in_on",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, _, err := p.s.People.CreateSessionByPasskey(ctx, w.User, people.PasskeyUse{
				Passkey: w.passkeys[0], Challenge: p.challenge(), SignCount: w.passkeys[0].SignCount + 1, Flags: 5,
			}, "192.0.2.7", "Firefox")
			return err
		},
	},
	{
		"passkey renamed", "audit_log +1; passkeys ~name",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.RenamePasskey(ctx, w.UserID, w.passkeys[0].PasskeyID, "Other")
		},
	},
	{
		"passkey removed", "audit_log +1; passkeys -1",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			return p.s.People.RemovePasskey(ctx, w.UserID, w.passkeys[0].PasskeyID)
		},
	},
	{
		"passkeys removed", "audit_log +1; passkeys -2; users ~recovery_codes",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, err := p.s.People.RemovePasskeys(ctx, w.UserID)
			return err
		},
	},
	{
		"codes", "audit_log +1; users ~recovery_codes",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, err := p.s.People.MakeRecoveryCodes(ctx, w.UserID)
			return err
		},
	},
	{
		"code used", "audit_log +1; users ~recovery_codes",
		func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
			_, _, err := p.s.People.UseRecoveryCode(ctx, w.Email, w.codes[3])
			return err
		},
	},
}

// useLinkTo uses the link of a user.
func useLinkTo(purpose people.LinkPurpose) func(context.Context, *passkeys, *whole, []masterdata.Account) error {
	return func(ctx context.Context, p *passkeys, w *whole, _ []masterdata.Account) error {
		_, err := p.s.People.UseLink(ctx, w.links[purpose], "other")
		return err
	}
}

// TestAChangeIsOfOneUser: each change of a user changes all that it should of the user, and nothing of another one who has the same.
func TestAChangeIsOfOneUser(t *testing.T) {
	t.Parallel()
	f := &fixture{url: storetest.SQLite(t), clock: newClock()}
	s := f.open(t)
	p := &passkeys{t: t, f: f, s: s}
	accounts := make([]masterdata.Account, 4)
	for i := range accounts {
		accounts[i] = must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: fmt.Sprint("A", i)}))
	}
	bob, read := wholeUser(t, p, "bob@example.com", accounts), storetest.RowsOf(t, s.DB.Reads)
	bobs := bob.rows(read()) // making Ann does not change Bob either
	for i, c := range usersChanges {
		ann := wholeUser(t, p, fmt.Sprintf("ann%d@example.com", i), accounts)
		f.clock.Advance(time.Second)
		before := read()
		if err := c.do(byAnn(t), p, ann, accounts); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		after := read()
		if got := ann.rows(after).Changes(ann.rows(before)); got != c.want {
			t.Errorf("%s changes %s, want %s", c.name, got, c.want)
		}
		if got := bob.rows(after).Changes(bobs); got != "" {
			t.Errorf("%s of Ann, or before, changes %s of Bob", c.name, got)
		}
	}
}

// TestNobodyChangesAnother: what names a session, a passkey or a code of another user finds nothing.
func TestNobodyChangesAnother(t *testing.T) {
	t.Parallel()
	f := &fixture{url: storetest.SQLite(t), clock: newClock()}
	s, ctx := f.open(t), byAnn(t)
	p := &passkeys{t: t, f: f, s: s}
	accounts := make([]masterdata.Account, 4)
	for i := range accounts {
		accounts[i] = must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: fmt.Sprint("A", i)}))
	}
	ann, bob := wholeUser(t, p, "ann@example.com", accounts), wholeUser(t, p, "bob@example.com", accounts)
	noError(t, s.People.RemoveMembership(ctx, accounts[2].AccountID, ann.UserID))
	read := storetest.RowsOf(t, s.DB.Reads)
	before := read()
	for name, err := range map[string]error{
		"session":        s.People.RevokeSession(ctx, ann.UserID, bob.sessions[0].SessionID),
		"passkey":        s.People.RemovePasskey(ctx, ann.UserID, bob.passkeys[0].PasskeyID),
		"name":           s.People.RenamePasskey(ctx, ann.UserID, bob.passkeys[0].PasskeyID, "x"),
		"invitation":     s.People.AnswerInvitation(ctx, accounts[2].AccountID, ann.UserID, true),
		"role, accepted": s.People.AnswerInvitation(ctx, accounts[0].AccountID, ann.UserID, true),
		"role, declined": s.People.AnswerInvitation(ctx, accounts[0].AccountID, ann.UserID, false),
	} {
		if !isNotFound(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, code := range []string{bob.codes[0], "", "wbr_"} {
		if _, _, err := s.People.UseRecoveryCode(ctx, ann.Email, code); !isNotFound(err) {
			t.Errorf("code %q: %v", code, err)
		}
	}
	if _, err := s.People.UserByIdentity(ctx, testIssuer+"other", "x"); !isNotFound(err) {
		t.Errorf("identity: %v", err)
	}
	if got := read().Changes(before); got != "" {
		t.Errorf("changed %s", got)
	}
}

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }
