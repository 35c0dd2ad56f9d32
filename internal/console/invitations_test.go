package console

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/people"
)

// known makes a user of another account with a password who has signed in, and changes the user.
func (c *testConsole) known(email string, change func(people.User) error) {
	c.t.Helper()
	ctx, s := c.t.Context(), c.Store.People
	u, err := s.CreateUser(ctx, people.User{Email: email, Name: "Known", Language: "id", Timezone: "Asia/Jakarta"}, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	hash, err := c.Hasher.Hash(ctx, testPassword)
	_, _, sessionErr := s.CreateSession(ctx, u.User, "password", "192.0.2.7", "Firefox", time.Time{})
	err = errors.Join(err, sessionErr, s.SetMembership(ctx, c.other.AccountID, u.UserID, shipment.RoleEditor),
		s.SetPassword(ctx, u.UserID, hash, 0))
	if err = errors.Join(err, change(u.User)); err != nil {
		c.t.Fatal(err)
	}
}

// TestInvitationsByMailAreAlike: until an invited person accepts, no page shows an administrator of the account whether the person
// has a user.
func TestInvitationsByMailAreAlike(t *testing.T) {
	t.Parallel()
	var to, texts []string
	now := time.Now()
	c := newTestConsole(t, func(c *web.Config) {
		c.Now = func() time.Time { return now }
		c.Mail = func(_ context.Context, address, _, text string) error {
			to, texts = append(to, address), append(texts, text)
			return nil
		}
	})
	s, path := c.Store.People, "/console/accounts/1/settings/users"
	c.known("x-1@example.com", func(people.User) error { return nil })
	c.known("x-2@example.com", func(u people.User) error { return s.DisableUser(t.Context(), u.UserID) })
	c.known("x+a/b?c#d&e@example.com", func(u people.User) error {
		_, err := s.UpdateUser(t.Context(), u.UserID, func(u *people.User) error {
			u.OperatorRole = shipment.RoleOperatorAdmin
			return nil
		})
		return err
	})
	c.known("x-3@example.com", func(u people.User) error {
		_, err := s.LinkIdentity(t.Context(), u.UserID, "https://id.example.com", "3")
		return err
	})
	if invited, err := s.CreateUser(t.Context(), people.User{Email: "x-4@example.com", Name: "Invited"}, 0); err != nil {
		t.Fatal(err)
	} else if err := s.SetMembership(t.Context(), c.other.AccountID, invited.UserID, shipment.RoleAdmin); err != nil {
		t.Fatal(err)
	}

	a, first := c.as(shipment.RoleAdmin), ""
	for _, email := range []string{
		"x-0@example.com", "x-1@example.com", "x-2@example.com", "x+a/b?c#d&e@example.com", "x-3@example.com", "x-4@example.com",
	} {
		form, one := url.Values{"name": {"Bob"}, "email": {email}, "role": {"viewer"}}, path+"/member"
		to, texts = nil, nil
		var seen strings.Builder
		for _, act := range []func() testPage{
			func() testPage { return a.post(path, form) },
			func() testPage { return a.get(path) },
			func() testPage { return a.post(path, form) }, // again
			func() testPage { return a.post(one, url.Values{"email": {email}, "action": {"link"}}) },
			func() testPage { return a.post(one, url.Values{"email": {email}, "role": {"admin"}}) },
			func() testPage { return a.get(path) },
			func() testPage { return a.post(one, url.Values{"email": {email}, "action": {"remove"}}) },
			func() testPage {
				return a.post(one, url.Values{"email": {email}, "action": {"remove"}, "confirmed": {"1"}})
			},
			func() testPage { return a.get(path) },
		} {
			page := act()
			fmt.Fprintln(&seen, page.status, page.header.Get("Location"), page.header.Get("Cache-Control"), page.text)
		}
		got := strings.ReplaceAll(html.UnescapeString(seen.String()), email, "ADDRESS")
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("%s: %s", email, cmp.Diff(first, got))
		}
		withoutPassword := email == "x-0@example.com" || email == "x-4@example.com"
		if len(to) != 2 || to[0] != email || to[1] != email || strings.Contains(texts[0], "/console/link/wbl_") != withoutPassword {
			t.Errorf("%s: mails to %q: %q", email, to, texts)
		}
	}
	for _, want := range []string{
		"It was sent to ADDRESS", "Bob", ">Invited<", "New link", "This person is in the list already.", "The role of ADDRESS is changed",
		"Remove ADDRESS", "ADDRESS was removed",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the pages miss %q: %s", want, first)
		}
	}
}

// TestInvitationsAreAnswered: who has a user has no role before accepting, and keeps links and sessions.
func TestInvitationsAreAnswered(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t, func(c *web.Config) { c.Mail = func(context.Context, string, string, string) error { return nil } })
	const path, answer = "/console/accounts/1/settings/users", "/console/me/invitations/1"
	a, email := c.as(shipment.RoleAdmin), "bob@example.com"
	c.known(email, func(people.User) error { return nil })
	known, err := c.Store.People.UserByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	reset := c.link(known, people.LinkReset)
	b := c.as("")
	b.post(web.SignInPath, url.Values{"email": {email}, "password": {testPassword}}).want(t, http.StatusSeeOther)
	invite := func() {
		t.Helper()
		a.post(path, url.Values{"name": {"Bob"}, "email": {email}, "role": {"viewer"}}).want(t, http.StatusOK)
		a.post(path+"/member", url.Values{"email": {email}, "role": {"admin"}}).want(t, http.StatusSeeOther)
	}
	invite()
	c.as("").get(reset).want(t, http.StatusOK) // an invitation withdraws nothing
	b.get("/console/accounts/1/").want(t, http.StatusNotFound)
	b.get("/console/me").want(t, http.StatusOK, answer)
	c.as(shipment.RoleOperatorAdmin).get(userPath(known.UserID)).want(t, http.StatusOK, path, "Administrator <span", ">Invited<")
	if err := c.Store.People.RemoveMembership(t.Context(), c.other.AccountID, known.UserID); err != nil {
		t.Fatal(err)
	}
	if start := b.get("/console/"); start.header.Get("Location") != "/console/me" {
		t.Errorf("who has only an invitation starts at %d %s", start.status, start.header.Get("Location"))
	}
	b.post(answer, url.Values{"action": {"decline"}}).want(t, http.StatusSeeOther)
	b.post(answer, url.Values{"action": {"accept"}}).want(t, http.StatusSeeOther) // too late
	b.get("/console/accounts/1/").want(t, http.StatusNotFound)
	if page := a.get(path); strings.Contains(page.text, `value="`+email+`"`) {
		t.Error("the invitation that was declined is in the list")
	}
	invite()
	b.post(answer, url.Values{"action": {"accept"}}).want(t, http.StatusSeeOther)
	b.post(answer, url.Values{"action": {"decline"}}).want(t, http.StatusSeeOther) // too late
	b.get(path).want(t, http.StatusOK, "Known", "Diundang oleh "+a.user.Email)
	if page := b.get("/console/me"); strings.Contains(page.text, answer) {
		t.Error("the invitation that was accepted is on the page of the user")
	}
	a.post(path+"/member", url.Values{"email": {email}, "action": {"link"}}).want(t, http.StatusForbidden)
}

// TestAnAccountIsFull: an operator and an administrator are told that an account has no room for another user.
func TestAnAccountIsFull(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const full, inAccount = "An account has at most 500 users", "/console/accounts/1/settings/users"
	admin := c.as(shipment.RoleAdmin)
	members, _, err := c.Store.People.Members(t.Context(), 1, "", people.MaxMembers)
	if err != nil {
		t.Fatal(err)
	}
	var last people.Invited
	for n := range people.MaxMembers - len(members) + 1 {
		last, err = c.Store.People.CreateUser(t.Context(), people.User{Email: fmt.Sprintf("full-%d@example.com", n), Name: "Full"}, 0)
		if err == nil && n < people.MaxMembers-len(members) {
			err = c.Store.People.SetMembership(t.Context(), 1, last.UserID, shipment.RoleViewer)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Store.People.SetMembership(t.Context(), 1, members[0].UserID, shipment.RoleAdmin); err != nil {
		t.Errorf("another role in an account that is full: %v", err)
	}
	admin.post(inAccount, url.Values{"name": {"Bob"}, "email": {"bob@example.com"}, "role": {"viewer"}}).
		want(t, http.StatusUnprocessableEntity, full)
	c.as(shipment.RoleOperatorAdmin).post(userPath(last.UserID)+"/accounts", url.Values{"account": {"1"}, "role": {"viewer"}}).
		want(t, http.StatusUnprocessableEntity, full)
}
