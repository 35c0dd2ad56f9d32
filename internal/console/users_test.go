package console

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
)

func userPath(id int64) string { return fmt.Sprintf("/console/operator/users/%d", id) }

// shownLink is the path of the one-time link that a page shows.
func (p testPage) shownLink(t *testing.T) string {
	t.Helper()
	found := regexp.MustCompile(`/console/link/wbl_[0-9A-Z]+`).FindString(p.text)
	if found == "" {
		t.Fatalf("the page shows no link: %d %s", p.status, p.text)
	}
	return found
}

func TestProfile(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, hostile := c.as(shipment.RoleViewer), `"><script>alert(1)</script>`
	got := u.post("/console/me", url.Values{"name": {hostile}, "language": {"id"}, "timezone": {"Asia/Jakarta"}})
	got.want(t, http.StatusSeeOther)
	u.get("/console/me").want(t, http.StatusOK, "Perubahan Anda tersimpan.", "&lt;script&gt;alert(1)", "Asia/Jakarta", "Sesi ini")
	u.post("/console/me", url.Values{"name": {""}, "language": {"xx"}, "timezone": {"Mars/Base"}}).want(t, http.StatusUnprocessableEntity,
		"Nama terdiri dari 1 sampai 100", "Pilih bahasa dari daftar.", "Masukkan zona waktu seperti", `value="Mars/Base"`)
	stored, err := c.Store.People.User(t.Context(), u.user.UserID)
	if err != nil || stored.Name != hostile || stored.Language != "id" || stored.Timezone != "Asia/Jakarta" || stored.Email != u.user.Email {
		t.Errorf("stored %+v, %v", stored, err)
	}
}

func TestChangeOfPassword(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.withPassword(shipment.RoleViewer)
	elsewhere := c.as("")
	elsewhere.post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {testPassword}}).want(t, http.StatusSeeOther)
	const path, another = "/console/me/password", "another horse battery"
	u.post(path, url.Values{"current": {"wrong"}, "password": {another}}).want(t, http.StatusUnprocessableEntity, "This is not your password.")
	u.post(path, url.Values{"current": {testPassword}, "password": {"short"}}).want(t, http.StatusUnprocessableEntity, "it needs 12")
	u.post(path, url.Values{"current": {testPassword}, "password": {another}}).want(t, http.StatusSeeOther)
	if !u.isSignedIn() || elsewhere.isSignedIn() {
		t.Error("the session of the change ended, or another one did not")
	}
	c.as("").post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {another}}).want(t, http.StatusSeeOther)
	// A session alone does not set a first password: whoever took it would stay.
	without := c.as(shipment.RoleViewer)
	without.get("/console/me").want(t, http.StatusOK, "You have none.")
	without.post(path, url.Values{"current": {""}, "password": {another}}).want(t, http.StatusUnprocessableEntity)
}

func TestOwnSessions(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, other := c.withPassword(shipment.RoleViewer), c.as(shipment.RoleViewer)
	var browsers []*testUser
	for range 3 {
		b := c.as("")
		b.post(web.SignInPath, url.Values{"email": {u.user.Email}, "password": {testPassword}}).want(t, http.StatusSeeOther)
		browsers = append(browsers, b)
	}
	all, err := c.Store.People.Sessions(t.Context(), u.user.UserID)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all { // another's sessions cannot be ended
		other.post(fmt.Sprintf("/console/me/sessions/%d/end", s.SessionID), nil).want(t, http.StatusNotFound)
	}
	u.post(fmt.Sprintf("/console/me/sessions/%d/end", all[0].SessionID), nil).want(t, http.StatusSeeOther)
	if browsers[2].isSignedIn() || !browsers[1].isSignedIn() {
		t.Error("not the chosen session has ended")
	}
	u.post("/console/me/sessions/end", nil).want(t, http.StatusSeeOther)
	if browsers[1].isSignedIn() || !u.isSignedIn() || !other.isSignedIn() {
		t.Error("not the other sessions of the user have ended")
	}
	u.get("/console/me").want(t, http.StatusOK, "2 sessions have ended.")
}

func TestInvite(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const path = "/console/accounts/1/settings/users"
	a := c.as(shipment.RoleAdmin)
	a.post(path, url.Values{"name": {""}, "email": {"x"}, "role": {"owner"}}).want(t, http.StatusUnprocessableEntity,
		"Enter 1 to 100 printable characters.", "This is no e-mail address", "Choose a role of the list.")
	invited := a.post(path, url.Values{"name": {"Bob <b>"}, "email": {"Bob@Example.com"}, "role": {"editor"}})
	invited.want(t, http.StatusOK, "bob@example.com")
	invited.wantNoStore(t)
	first := invited.shownLink(t)
	a.get(path).want(t, http.StatusOK, "Bob &lt;b&gt;", "Invited by "+a.user.Email, "New link")
	bob, err := c.Store.People.UserByEmail(t.Context(), "bob@example.com")
	if err != nil {
		t.Fatal(err)
	}
	one := path + "/member"

	// Another link replaces the first; after it was used only the operator makes one.
	second := a.post(one, url.Values{"email": {bob.Email}, "action": {"link"}}).shownLink(t)
	b := c.as("")
	b.get(first).want(t, http.StatusNotFound)
	b.get(second).wantNoStore(t)
	b.post(second, url.Values{"password": {testPassword}}).want(t, http.StatusSeeOther)
	b.get("/console/accounts/1/").want(t, http.StatusOK)
	b.get(path).want(t, http.StatusForbidden)
	a.post(one, url.Values{"email": {bob.Email}, "action": {"link"}}).want(t, http.StatusForbidden, "Your operator can make a link")

	a.post(one, url.Values{"email": {bob.Email}, "role": {"viewer"}}).want(t, http.StatusSeeOther)
	a.post(one, url.Values{"email": {bob.Email}, "role": {"owner"}}).want(t, http.StatusBadRequest)
	a.post(one, url.Values{"email": {bob.Email}, "action": {"remove"}}).want(t, http.StatusOK, "Remove bob@example.com from this account?")
	b.post(web.SignInPath, url.Values{"email": {"bob@example.com"}, "password": {testPassword}}).want(t, http.StatusSeeOther)
	b.get("/console/accounts/1/").want(t, http.StatusOK)
	a.post(one, url.Values{"email": {bob.Email}, "action": {"remove"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	b.get("/console/accounts/1/").want(t, http.StatusNotFound)
	a.post(one, url.Values{"email": {bob.Email}, "role": {"admin"}}).want(t, http.StatusNotFound)
	own := a.post(path+"/member", url.Values{"email": {a.user.Email}, "role": {"viewer"}})
	own.want(t, http.StatusForbidden, "You cannot change your own role")

	of, by := fmt.Sprint(bob.UserID), audit.Actor{Kind: audit.ActorUser, Name: a.user.Email}
	entries, _, err := c.Store.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectMember, Subject: of}, "", 9)
	if err != nil || len(entries) != 3 || entries[0].Actor != by || entries[0].Action != "remove" {
		t.Errorf("audit log: %+v, %v", entries, err)
	}
}

// TestInvitesDoNotTakeOverUsers: the administrator of an account gets no link of a user who exists, and no role for that
// user; nor a link of one who was invited to another account, too.
func TestInvitesDoNotTakeOverUsers(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const path = "/console/accounts/1/settings/users"
	a := c.as(shipment.RoleAdmin)
	for _, victim := range []people.User{c.as(shipment.RoleOperatorAdmin).user, c.as("none").user, c.as(shipment.RoleViewer).user} {
		got := a.post(path, url.Values{"name": {"x"}, "email": {victim.Email}, "role": {"viewer"}})
		got.want(t, http.StatusUnprocessableEntity, "This person has a user already.")
		if strings.Contains(got.text, "wbl_") {
			t.Error("the page has a link")
		}
	}
	fresh, err := c.Store.People.CreateUser(t.Context(), people.User{Email: "fresh@example.com", Name: "x"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, account := range []int64{1, c.other.AccountID} {
		if err := c.Store.People.SetMembership(t.Context(), account, fresh.UserID, shipment.RoleViewer); err != nil {
			t.Fatal(err)
		}
	}
	a.post(path+"/member", url.Values{"email": {fresh.Email}, "action": {"link"}}).want(t, http.StatusForbidden)
	elsewhere := c.as("none").user
	s := c.Store.People
	for role, change := range map[shipment.Role]func(people.User) error{
		shipment.RoleHub: func(people.User) error { return nil }, shipment.RoleOperatorAdmin: func(people.User) error { return nil },
		"disabled": func(u people.User) error { return s.DisableUser(t.Context(), u.UserID) },
		"linked": func(u people.User) error { // by the provider; there may be a mail server no more
			_, linkErr := s.LinkIdentity(t.Context(), u.UserID, "https://id.example.com", "7")
			_, _, err := s.CreateSession(t.Context(), u, "identity provider", "", "", time.Time{})
			return errors.Join(linkErr, err)
		},
	} {
		made := people.User{Email: string(role) + "@example.com", Name: "x"}
		if slices.Contains(shipment.OperatorRoles(), string(role)) {
			made.OperatorRole = role
		}
		only, err := s.CreateUser(t.Context(), made, 0, people.Membership{AccountID: 1, Role: shipment.RoleViewer})
		if err = errors.Join(err, change(only.User)); err != nil {
			t.Fatal(err)
		}
		a.post(path+"/member", url.Values{"email": {made.Email}, "action": {"link"}}).
			want(t, http.StatusForbidden, "Your operator can make a link")
	}
	if page := a.get(path); strings.Contains(page.text, "New link") {
		t.Error("the page offers a link of a user who may do more elsewhere")
	}
	// Without a mail server no more, nobody sees who the person is that was invited by mail.
	_, err = s.Invite(t.Context(), 1, people.User{Email: elsewhere.Email, Name: "Invited"}, shipment.RoleViewer, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	a.post(path+"/member", url.Values{"email": {elsewhere.Email}, "action": {"link"}}).want(t, http.StatusForbidden)
	if err := s.RemoveMembership(t.Context(), 1, elsewhere.UserID); err != nil {
		t.Fatal(err)
	}
	a.post(path+"/member", url.Values{"email": {elsewhere.Email}, "action": {"link"}}).want(t, http.StatusNotFound)

	// The operator gives a user who exists a role, without a link.
	got := c.as(shipment.RoleOperatorAdmin).post(path, url.Values{"name": {"x"}, "email": {elsewhere.Email}, "role": {"viewer"}})
	if got.status != http.StatusSeeOther || strings.Contains(got.text, "wbl_") {
		t.Errorf("%d %s", got.status, got.text)
	}
}

// TestInvitationsDoNotListUsers: an account learns of few addresses whether they have a user. Then known and unknown ones get
// the same response.
func TestInvitationsDoNotListUsers(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const path = "/console/accounts/1/settings/users"
	a, known := c.as(shipment.RoleAdmin), c.as("none").user.Email
	invite := func(email string) testPage {
		return a.post(path, url.Values{"name": {"x"}, "email": {email}, "role": {"viewer"}})
	}
	for i := range 12 { // invitations of new people do not count
		invite(fmt.Sprintf("new-%d@example.com", i)).want(t, http.StatusOK)
	}
	for range 10 {
		invite(known).want(t, http.StatusUnprocessableEntity, "This person has a user already.")
	}
	refused, unknown := invite(known), invite("unknown@example.com")
	refused.want(t, http.StatusTooManyRequests, "Too many people whom you invited have a user already.")
	if got := strings.ReplaceAll(unknown.text, "unknown@example.com", known); got != refused.text || unknown.status != refused.status {
		t.Errorf("an unknown address gets\n%s\nand a known one\n%s", got, refused.text)
	}
	c.as(shipment.RoleOperatorAdmin).post(path, url.Values{"name": {"x"}, "email": {known}, "role": {"viewer"}}).want(t, http.StatusSeeOther)
}

// TestBudgetsOfPeople: who is signed in can neither fill the log, nor somebody's mailbox, nor the list of users.
func TestBudgetsOfPeople(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64 // notices are sent in the background
	now := time.Now()
	c := newTestConsole(t, func(c *web.Config) {
		c.Now = func() time.Time { return now }
		c.Mail = func(context.Context, string, string, string) error { sent.Add(1); return nil }
	})
	wait := func(p testPage, most int) {
		t.Helper()
		p.want(t, http.StatusTooManyRequests, "This was done too often", "Nothing was done.")
		if after, err := strconv.Atoi(p.header.Get("Retry-After")); err != nil || after < 1 || after > most {
			t.Errorf("Retry-After: %q", p.header.Get("Retry-After"))
		}
	}
	viewer, refused := c.as(shipment.RoleViewer), testPage{}
	for range 1000 {
		if refused = viewer.post("/console/me", url.Values{"name": {rand.Text()}}); refused.status == http.StatusTooManyRequests {
			break
		}
	}
	wait(refused, 1)
	entries, _, err := c.Store.Audit.List(t.Context(), audit.Filter{Actor: viewer.user.Email}, "", 1000)
	if err != nil || len(entries) != 120 {
		t.Errorf("the viewer wrote %d entries of the audit log, %v", len(entries), err)
	}
	viewer.get("/console/me").want(t, http.StatusOK)

	const path = "/console/accounts/1/settings/users"
	a := c.as(shipment.RoleAdmin)
	a.post(path, url.Values{"name": {"x"}, "email": {"new@example.com"}, "role": {"viewer"}}).want(t, http.StatusOK)
	invited, err := c.Store.People.UserByEmail(t.Context(), "new@example.com")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if refused = a.post(path+"/member", url.Values{"email": {invited.Email}, "action": {"link"}}); i < 4 {
			refused.want(t, http.StatusOK)
		}
	}
	wait(refused, 20*60)
	a.post(path+"/member", url.Values{"email": {invited.Email}, "action": {"remove"}, "confirmed": {"1"}}).want(t, http.StatusSeeOther)
	wait(a.post(path, url.Values{"name": {"x"}, "email": {invited.Email}, "role": {"viewer"}}), 20*60)
	c.as(shipment.RoleOperatorAdmin).post(userPath(invited.UserID)+"/link", nil).want(t, http.StatusOK, "It was sent to")
	if sent := sent.Load(); sent != 6 || strings.Contains(a.get(path).text, `value="`+invited.Email+`"`) {
		t.Errorf("the person got %d mails, or was invited without one", sent)
	}
	for i := range 60 {
		refused = a.post(path, url.Values{"name": {"x"}, "email": {fmt.Sprintf("new-%d@example.com", i)}, "role": {"viewer"}})
	}
	wait(refused, 10*60)
	other := c.as(shipment.RoleEditor)
	hash, err := c.Hasher.Hash(t.Context(), testPassword)
	if err == nil {
		err = c.Store.People.SetPassword(t.Context(), other.user.UserID, hash, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range 61 {
		refused = c.as("").post(web.SignInPath, url.Values{"email": {other.user.Email}, "password": {testPassword}})
		if i < 60 {
			refused.want(t, http.StatusSeeOther)
		}
	}
	wait(refused, 60)
}

// TestOldInvitationsEnd: the inviter of a user still has the link, and may have a session that it opened. Neither gets what
// the user may do later.
func TestOldInvitationsEnd(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	const members = "/console/accounts/1/settings/users"
	o := c.as(shipment.RoleOperatorAdmin)
	grants := map[string]func(u people.User) testPage{
		"operator role": func(u people.User) testPage {
			return o.post(userPath(u.UserID), url.Values{"name": {u.Name}, "operator_role": {"operator-admin"}})
		},
		"role": func(u people.User) testPage {
			return o.post(userPath(u.UserID)+"/accounts", url.Values{"account": {fmt.Sprint(c.other.AccountID)}, "role": {"admin"}})
		},
		"role of a member": func(u people.User) testPage {
			return c.as(shipment.RoleAdmin).post(members+"/member", url.Values{"email": {u.Email}, "role": {"admin"}})
		},
		"role in another account": func(u people.User) testPage {
			return o.post(fmt.Sprintf("/console/accounts/%d/settings/users", c.other.AccountID),
				url.Values{"name": {u.Name}, "email": {u.Email}, "role": {"viewer"}})
		},
	}
	for name, grant := range grants {
		invited := func(kind string) (people.User, string) {
			t.Helper()
			email := strings.ReplaceAll(name+"-"+kind, " ", "-") + "@example.com"
			link := c.as(shipment.RoleAdmin).post(members, url.Values{"name": {"Bob"}, "email": {email}, "role": {"editor"}}).shownLink(t)
			u, err := c.Store.People.UserByEmail(t.Context(), email)
			if err != nil {
				t.Fatal(err)
			}
			return u, link
		}
		fresh, link := invited("fresh")
		grant(fresh).want(t, http.StatusSeeOther)
		inviter := c.as("")
		inviter.get(link).want(t, http.StatusNotFound, "This link is not valid any more", "your role has changed since")
		inviter.post(link, url.Values{"password": {testPassword}}).want(t, http.StatusNotFound)
		if inviter.isSignedIn() {
			t.Errorf("%s: the old invitation signs in", name)
		}

		used, link := invited("used")
		inviter.post(link, url.Values{"password": {testPassword}}).want(t, http.StatusSeeOther)
		byPassword := c.as("")
		byPassword.post(web.SignInPath, url.Values{"email": {used.Email}, "password": {testPassword}}).want(t, http.StatusSeeOther)
		grant(used).want(t, http.StatusSeeOther)
		if inviter.isSignedIn() {
			t.Errorf("%s: the session that the invitation opened goes on", name)
		}
		if !byPassword.isSignedIn() || !o.isSignedIn() {
			t.Errorf("%s: sessions of others have ended", name)
		}
	}

	// The invitation that is sent together with a role, or after it, is valid.
	eveAsAdmin := url.Values{"name": {"Eve"}, "email": {"eve@example.com"}, "operator_role": {"operator-admin"}}
	link := o.post("/console/operator/users", eveAsAdmin).shownLink(t)
	eve := c.as("")
	eve.post(link, url.Values{"password": {testPassword}}).want(t, http.StatusSeeOther)

	// A user who changes their own role goes on.
	self, err := c.Store.People.UserByEmail(t.Context(), "eve@example.com")
	if err != nil {
		t.Fatal(err)
	}
	eve.post(userPath(self.UserID)+"/accounts", url.Values{"account": {"1"}, "role": {"admin"}}).want(t, http.StatusSeeOther)
	eve.get(members).want(t, http.StatusOK, "eve@example.com")
	invitation := eve.post(members, url.Values{"name": {"Fred"}, "email": {"fred@example.com"}, "role": {"viewer"}}).shownLink(t)
	const one, fred = members + "/member", "fred@example.com"
	eve.post(one, url.Values{"email": {fred}, "role": {"editor"}}).want(t, http.StatusSeeOther)
	eve.get(members).want(t, http.StatusOK, "earlier invitations are not valid any more")
	again := eve.post(one, url.Values{"email": {fred}, "action": {"link"}}).shownLink(t)
	c.as("").get(invitation).want(t, http.StatusNotFound)
	c.as("").get(again).want(t, http.StatusOK)
}

// TestLinksByMail: with a mail server only the operator sees a link, too.
func TestLinksByMail(t *testing.T) {
	t.Parallel()
	type message struct{ to, subject, text string }
	var sent []message
	var failure error
	outgoing := new(fulfil.Outgoing)
	c := newTestConsole(t, func(c *web.Config) {
		c.Outgoing = outgoing
		c.PublicURL = "https://ship.example.com"
		c.Mail = func(_ context.Context, to, subject, text string) error {
			sent = append(sent, message{to, subject, text})
			return failure
		}
	})
	const path = "/console/accounts/1/settings/users"
	a := c.secure(shipment.RoleAdmin)
	got := a.post(path, url.Values{"name": {"Bob"}, "email": {"bob@example.com"}, "role": {"editor"}})
	got.want(t, http.StatusOK, "It was sent to bob@example.com.")
	if strings.Contains(got.text, "wbl_") || len(sent) != 1 || sent[0].to != "bob@example.com" || sent[0].subject != "Your access to Waybill" {
		t.Fatalf("%+v %s", sent, got.text)
	}
	link := regexp.MustCompile(`https://ship\.example\.com(/console/link/wbl_[0-9A-Z]+)\n`).FindStringSubmatch(sent[0].text)
	if link == nil {
		t.Fatalf("the mail says %s", sent[0].text)
	}
	c.as("").post(link[1], url.Values{"password": {testPassword}}).want(t, http.StatusSeeOther)

	o := c.secure(shipment.RoleOperatorAdmin)
	created := o.post("/console/operator/users", url.Values{"name": {"Carl"}, "email": {"carl@example.com"}})
	created.want(t, http.StatusOK, "It was sent to carl@example.com.", "wbl_")
	failure = errors.New("refused")
	refused := a.post(path, url.Values{"name": {"Dan"}, "email": {"dan@example.com"}, "role": {"editor"}})
	refused.want(t, http.StatusOK, "It could not be sent")
	if strings.Contains(refused.text, "wbl_") {
		t.Error("the administrator of an account sees a link that was not sent")
	}
	outgoing.SetPaused(true)
	mails := len(sent)
	paused := a.post(path, url.Values{"name": {"Eve"}, "email": {"eve@example.com"}, "role": {"editor"}})
	paused.want(t, http.StatusOK, "It was not sent: this server sends no mail now.", "The operator ends this with the command waybill resume.")
	if strings.Contains(paused.text, "wbl_") || len(sent) != mails {
		t.Errorf("%d mails of a server that makes no outgoing calls: %s", len(sent)-mails, paused.text)
	}
}

func TestUsersOfTheOperator(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	o := c.as(shipment.RoleOperatorAdmin)
	const path = "/console/operator/users"
	o.post(path, url.Values{"name": {""}, "email": {""}, "operator_role": {"root"}}).want(t, http.StatusUnprocessableEntity,
		"Enter 1 to 100 printable characters.", "This is no e-mail address", "Choose a role of the list.")
	taken := o.post(path, url.Values{"name": {"x"}, "email": {o.user.Email}})
	taken.want(t, http.StatusUnprocessableEntity, "There is a user with this e-mail address")
	link := o.post(path, url.Values{"name": {"Bob"}, "email": {"bob@example.com"}, "operator_role": {"operator"}}).shownLink(t)
	b := c.as("")
	b.post(link, url.Values{"password": {testPassword}}).want(t, http.StatusSeeOther)
	b.get(web.OperatorPath).want(t, http.StatusOK)
	b.get(path).want(t, http.StatusForbidden)

	bob, err := c.Store.People.UserByEmail(t.Context(), "bob@example.com")
	if err != nil {
		t.Fatal(err)
	}
	one := userPath(bob.UserID)
	o.get(path).want(t, http.StatusOK, "bob@example.com", o.user.Email)
	o.get(one).want(t, http.StatusOK, "bob@example.com", "127.0.0.1", "Invited by "+o.user.Email)
	o.post(one, url.Values{"name": {"Bob Lee"}, "operator_role": {""}}).want(t, http.StatusSeeOther)
	b.get(web.OperatorPath).want(t, http.StatusForbidden)
	o.post(one+"/accounts", url.Values{"account": {"1"}, "role": {"editor"}}).want(t, http.StatusSeeOther)
	b.post(web.SignInPath, url.Values{"email": {"bob@example.com"}, "password": {testPassword}}).want(t, http.StatusSeeOther)
	b.get("/console/accounts/1/").want(t, http.StatusOK)
	for account, problem := range map[string]string{"99": "There is no such account", "x": "This is no number"} {
		o.post(one+"/accounts", url.Values{"account": {account}, "role": {"editor"}}).want(t, http.StatusUnprocessableEntity, problem)
	}
	o.post(one+"/accounts", url.Values{"account": {"1"}, "role": {"none"}}).want(t, http.StatusSeeOther)
	b.get("/console/accounts/1/").want(t, http.StatusNotFound)

	o.post(one+"/sessions/end", nil).want(t, http.StatusSeeOther)
	if b.isSignedIn() || !o.isSignedIn() {
		t.Error("not the sessions of the user have ended")
	}
	reset := o.post(one+"/link", nil).shownLink(t)
	o.post(one+"/disable", nil).want(t, http.StatusOK, "Disable bob@example.com?")
	o.post(one+"/disable", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	b.get(reset).want(t, http.StatusNotFound)
	o.post(one+"/link", nil).want(t, http.StatusConflict, "The user is disabled.")
	b.post(web.SignInPath, url.Values{"email": {"bob@example.com"}, "password": {testPassword}}).want(t, http.StatusUnprocessableEntity)
	o.post(one+"/enable", nil).want(t, http.StatusSeeOther)
	b.post(web.SignInPath, url.Values{"email": {"bob@example.com"}, "password": {testPassword}}).want(t, http.StatusSeeOther)

	// An administrator is left.
	o.post(userPath(o.user.UserID)+"/disable", url.Values{"confirmed": {"1"}}).want(t, http.StatusForbidden, "You cannot disable yourself.")
	o.post(userPath(o.user.UserID), url.Values{"name": {"x"}, "operator_role": {""}}).want(t, http.StatusSeeOther)
	o.get(web.OperatorPath).want(t, http.StatusOK)
	for _, missing := range []string{"/99", "/x", "/0", "/-1"} {
		o.get(path+missing).want(t, http.StatusNotFound)
	}
}
