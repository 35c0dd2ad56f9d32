package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
)

func TestInvitations(t *testing.T) { onEachEngine(t, testInvitations) }

func testInvitations(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "A"}))
	bob := user(t, s, "bob@example.com")
	state := func(u people.User) string {
		t.Helper()
		accounts := must[[]people.MemberAccount](t)(s.People.AccountsOf(ctx, u.UserID))
		invitations := must[[]people.MemberAccount](t)(s.People.InvitationsOf(ctx, u.UserID))
		return fmt.Sprint(len(accounts), len(invitations), must[[]people.Membership](t)(s.People.Memberships(ctx, u.UserID)))
	}
	invite := func(email string) (people.Member, error) {
		made, err := s.People.Invite(ctx, a.AccountID, people.User{Email: email, Name: "Robert", Language: "id"}, shipment.RoleViewer, 0)
		return made.Member, err
	}

	// A person without a user gets one, whose role is in force.
	made, err := invite("new@example.com")
	noError(t, err)
	equal(t, "new user", fmt.Sprint(made.Name, made.Language, made.InvitedAs, made.Role), "Robertidviewer")
	equal(t, "state of a new user", strings.HasPrefix(state(made.User), "1 0 "), true)

	_, link, err := s.People.CreateLink(ctx, bob.UserID, people.LinkReset, time.Hour)
	noError(t, err)
	invited, err := invite(bob.Email)
	noError(t, err)
	equal(t, "known user", invited, people.Member{User: bob, Role: shipment.RoleViewer, InvitedAs: "Robert"})
	for _, email := range []string{bob.Email, made.Email} {
		_, err = invite(email)
		wantError(t, err, store.ErrNameTaken)
	}
	noError(t, s.People.SetMembership(ctx, a.AccountID, bob.UserID, shipment.RoleEditor))
	must[people.Link](t)(s.People.ReadLink(ctx, link)) // the account withdraws nothing
	members, _, err := s.People.Members(ctx, a.AccountID, "", 9)
	noError(t, err)
	equal(t, "member", members[0], people.Member{User: bob, Role: shipment.RoleEditor, InvitedAs: "Robert"})
	equal(t, "state of who is invited", strings.HasPrefix(state(bob), "0 1 "), true)

	for _, wrong := range []struct{ account, user int64 }{
		{a.AccountID + 1, bob.UserID}, {a.AccountID, bob.UserID + 99}, {a.AccountID, made.UserID},
	} {
		for _, accept := range []bool{true, false} {
			wantError(t, s.People.AnswerInvitation(ctx, wrong.account, wrong.user, accept), store.ErrNotFound)
		}
	}
	noError(t, s.People.AnswerInvitation(ctx, a.AccountID, bob.UserID, false))
	equal(t, "state of who declined", state(bob), "0 0 []")
	_, err = invite(bob.Email)
	noError(t, err)
	_, link, err = s.People.CreateLink(ctx, bob.UserID, people.LinkReset, time.Hour)
	noError(t, err)
	noError(t, s.People.AnswerInvitation(ctx, a.AccountID, bob.UserID, true))
	equal(t, "state of who accepted", strings.HasPrefix(state(bob), "1 0 "), true)
	_, err = s.People.ReadLink(ctx, link)
	wantError(t, err, store.ErrNotFound)
	for _, accept := range []bool{true, false} {
		wantError(t, s.People.AnswerInvitation(ctx, a.AccountID, bob.UserID, accept), store.ErrNotFound)
	}
	log := auditText(t, s, audit.Filter{AccountID: &a.AccountID, SubjectKind: audit.SubjectMember, Subject: fmt.Sprint(bob.UserID)})
	for _, want := range []string{
		`decline member/` + fmt.Sprint(bob.UserID) + ` {"email":"bob@example.com","role":"editor","invited":true} -> ` + "\n",
		`accept member/` + fmt.Sprint(bob.UserID) + ` {"email":"bob@example.com","role":"viewer","invited":true} -> {"email":"bob@example.com",` +
			`"role":"viewer"}` + "\n",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log misses\n%sin\n%s", want, log)
		}
	}
}

// TestCreateUserAtOnce: a user is stored with the roles and the link, or not at all.
func TestCreateUserAtOnce(t *testing.T) { onEachEngine(t, testCreateUserAtOnce) }

func testCreateUserAtOnce(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	a, _, _ := account(t, s, "shipper")
	for name, role := range map[string]people.Membership{
		"no such account": {AccountID: a.AccountID + 1, Role: shipment.RoleViewer},
		"no role to take": {AccountID: a.AccountID},
	} {
		_, err := s.People.CreateUser(ctx, people.User{Email: "ann@example.com", Name: "Ann"}, time.Hour, role)
		wantError(t, err, store.ErrNotFound)
		_, err = s.People.UserByEmail(ctx, "ann@example.com")
		wantError(t, err, store.ErrNotFound)
		entries, _, err := s.Audit.List(ctx, audit.Filter{SubjectKind: audit.SubjectUser}, "", 9)
		noError(t, err)
		equal(t, name, len(entries), 0)
	}
	made := must[people.Invited](t)(s.People.CreateUser(ctx, people.User{Email: "ann@example.com", Name: "Ann"}, time.Hour,
		people.Membership{AccountID: a.AccountID, Role: shipment.RoleEditor}))
	link := must[people.Link](t)(s.People.ReadLink(ctx, made.Token))
	equal(t, "user of the link", link.User.UserID, made.UserID)
	equal(t, "purpose", link.Purpose, people.LinkInvite)
	role := func() shipment.Role {
		t.Helper()
		return must[[]people.Membership](t)(s.People.Memberships(ctx, made.UserID))[0].Role
	}
	equal(t, "role", role(), shipment.RoleEditor)

	// A change of a user is whole, too.
	rename := func(u *people.User) error { u.Name = "Other"; return nil }
	_, err := s.People.UpdateUser(ctx, made.UserID, rename, people.Membership{AccountID: a.AccountID, Role: shipment.RoleViewer},
		people.Membership{AccountID: a.AccountID + 1, Role: shipment.RoleViewer})
	wantError(t, err, store.ErrNotFound)
	equal(t, "name", must[people.User](t)(s.People.User(ctx, made.UserID)).Name, "Ann")
	equal(t, "role", role(), shipment.RoleEditor)
	_, err = s.People.UpdateUser(ctx, made.UserID, rename, people.Membership{AccountID: a.AccountID, Role: shipment.RoleViewer})
	noError(t, err)
	equal(t, "name", must[people.User](t)(s.People.User(ctx, made.UserID)).Name, "Other")
	equal(t, "role", role(), shipment.RoleViewer)
}
