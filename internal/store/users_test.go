package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
)

// user makes a user with a password.
func user(t *testing.T, s *store.Store, email string) people.User {
	t.Helper()
	u := must[people.Invited](t)(s.People.CreateUser(t.Context(), people.User{Email: email, Name: "Ann"}, 0)).User
	noError(t, s.People.SetPassword(t.Context(), u.UserID, "hash", 0))
	return must[people.User](t)(s.People.User(t.Context(), u.UserID))
}

// session makes a session of a user.
func session(t *testing.T, s *store.Store, u people.User) (people.Session, string) {
	t.Helper()
	n, token, err := s.People.CreateSession(t.Context(), u, "password", "192.0.2.7", "Firefox", time.Time{})
	noError(t, err)
	return n, token
}

func TestUsers(t *testing.T) { onEachEngine(t, testUsers) }

func testUsers(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	want := people.User{
		Email: "ann@example.com", Name: "Ann <script>", OperatorRole: shipment.RoleOperator, Language: "id", Timezone: "Asia/Jakarta",
		CreatedOn: f.clock.Now(),
	}
	given := want
	given.HasPassword, given.DisabledOn, given.LastSignInOn = true, f.clock.Now(), f.clock.Now() // which creating does not take
	created := must[people.Invited](t)(s.People.CreateUser(ctx, given, 0)).User
	want.UserID = created.UserID
	equal(t, "created user", created, want)
	_, err := s.People.CreateUser(ctx, people.User{Email: want.Email}, 0)
	wantError(t, err, store.ErrNameTaken)
	equal(t, "user", must[people.User](t)(s.People.User(ctx, want.UserID)), want)
	equal(t, "by e-mail", must[people.User](t)(s.People.UserByEmail(ctx, want.Email)), want)
	for _, email := range []string{"", "Ann@example.com", "ann@example.com\x00", "\xff"} {
		_, err = s.People.UserByEmail(ctx, email)
		wantError(t, err, store.ErrNotFound)
	}
	_, err = s.People.User(ctx, want.UserID+1)
	wantError(t, err, store.ErrNotFound)

	changed := must[people.User](t)(s.People.UpdateUser(ctx, want.UserID, func(u *people.User) error {
		u.Name, u.OperatorRole, u.Language, u.Timezone = "Ann Lee", shipment.RoleOperatorAdmin, "", ""
		return nil
	}))
	want.Name, want.OperatorRole, want.Language, want.Timezone = "Ann Lee", shipment.RoleOperatorAdmin, "", ""
	equal(t, "changed user", changed, want)
	refused := errors.New("refused")
	_, err = s.People.UpdateUser(ctx, want.UserID, func(u *people.User) error { u.Name = "x"; return refused })
	wantError(t, err, refused)
	_, err = s.People.UpdateUser(ctx, want.UserID+1, func(*people.User) error { return nil })
	wantError(t, err, store.ErrNotFound)
	equal(t, "stored user", must[people.User](t)(s.People.User(ctx, want.UserID)), want)

	bob := must[people.Invited](t)(s.People.CreateUser(ctx, people.User{Email: "bob@example.com"}, 0)).User
	page, more, err := s.People.Users(ctx, "", 1)
	noError(t, err)
	equal(t, "first page", fmt.Sprint(len(page), page[0] == want, more), "1 true true")
	page, more, err = s.People.Users(ctx, page[0].Email, 1)
	noError(t, err)
	equal(t, "second page", fmt.Sprint(len(page), page[0] == bob, more), "1 true false")
}

func TestMemberships(t *testing.T) { onEachEngine(t, testMemberships) }

func testMemberships(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "A"}))
	b := must[masterdata.Account](t)(s.MasterData.CreateAccount(ctx, masterdata.Account{Name: "B"}))
	ann, bob, carl := user(t, s, "ann@example.com"), user(t, s, "bob@example.com"), user(t, s, "carl@example.com")
	noError(t, s.People.SetMembership(ctx, a.AccountID, ann.UserID, shipment.RoleViewer))
	noError(t, s.People.SetMembership(ctx, a.AccountID, ann.UserID, shipment.RoleAdmin))
	noError(t, s.People.SetMembership(ctx, a.AccountID, ann.UserID, shipment.RoleAdmin)) // changes nothing
	noError(t, s.People.SetMembership(ctx, b.AccountID, ann.UserID, shipment.RoleEditor))
	noError(t, s.People.SetMembership(ctx, a.AccountID, bob.UserID, shipment.RoleViewer))
	noError(t, s.People.SetMembership(ctx, b.AccountID, carl.UserID, shipment.RoleViewer))
	wantError(t, s.People.SetMembership(ctx, b.AccountID+1, ann.UserID, shipment.RoleViewer), store.ErrNotFound)
	wantError(t, s.People.SetMembership(ctx, b.AccountID, carl.UserID+1, shipment.RoleViewer), store.ErrNotFound)

	roles := func(u people.User) (text string) {
		for _, m := range must[[]people.Membership](t)(s.People.Memberships(ctx, u.UserID)) {
			text += fmt.Sprintf("%d:%s ", m.AccountID-a.AccountID, m.Role)
		}
		return text
	}
	equal(t, "roles of Ann", roles(ann), "0:admin 1:editor ")
	accounts := must[[]people.MemberAccount](t)(s.People.AccountsOf(ctx, ann.UserID))
	equal(t, "accounts of Ann", len(accounts), 2)
	equal(t, "first account of Ann", accounts[0], people.MemberAccount{Account: a, Role: shipment.RoleAdmin})
	equal(t, "second account of Ann", accounts[1], people.MemberAccount{Account: b, Role: shipment.RoleEditor})
	equal(t, "account", must[masterdata.Account](t)(s.MasterData.Account(ctx, b.AccountID)), b)
	subjects := []string{fmt.Sprint(ann.UserID), fmt.Sprint(bob.UserID), "x"}
	makers := must[map[string]audit.Actor](t)(s.Audit.Makers(ctx, a.AccountID, audit.SubjectMember, "set-role", subjects))
	equal(t, "who gave roles", fmt.Sprint(len(makers), makers[subjects[0]] == audit.ActorOf(ctx), makers["x"].Name), "2 true")
	page, more, err := s.People.Members(ctx, a.AccountID, "", 1)
	noError(t, err)
	equal(t, "first page", fmt.Sprint(len(page), page[0] == people.Member{User: ann, Role: shipment.RoleAdmin}, more), "1 true true")
	page, more, err = s.People.Members(ctx, a.AccountID, ann.Email, 1)
	noError(t, err)
	equal(t, "second page", fmt.Sprint(len(page), page[0] == people.Member{User: bob, Role: shipment.RoleViewer}, more), "1 true false")

	noError(t, s.People.RemoveMembership(ctx, a.AccountID, ann.UserID))
	wantError(t, s.People.RemoveMembership(ctx, a.AccountID, ann.UserID), store.ErrNotFound)
	wantError(t, s.People.RemoveMembership(ctx, b.AccountID, bob.UserID), store.ErrNotFound)
	equal(t, "roles of Ann", roles(ann), "1:editor ")
	got := auditText(t, s, audit.Filter{AccountID: &a.AccountID, SubjectKind: audit.SubjectMember, Subject: fmt.Sprint(ann.UserID)})
	id := fmt.Sprint(a.AccountID)
	role := func(role string) string { return `{"email":"ann@example.com","role":"` + role + `"}` }
	for _, want := range []string{
		id + `-2 command:ann@depot set-role member/` + fmt.Sprint(ann.UserID) + `  -> ` + role("viewer") + "\n",
		id + `-3 command:ann@depot set-role member/` + fmt.Sprint(ann.UserID) + ` ` + role("viewer") + ` -> ` + role("admin") + "\n",
		id + `-5 command:ann@depot remove member/` + fmt.Sprint(ann.UserID) + ` ` + role("admin") + " -> \n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the log misses\n%sin\n%s", want, got)
		}
	}
	equal(t, "entries", strings.Count(got, "\n"), 3)
}

func TestPasswords(t *testing.T) { onEachEngine(t, testPasswords) }

func testPasswords(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	ann := must[people.Invited](t)(s.People.CreateUser(ctx, people.User{Email: "ann@example.com"}, 0)).User
	_, hash, err := s.People.UserPassword(ctx, ann.Email)
	noError(t, err)
	equal(t, "no password", fmt.Sprint(hash == "", ann.HasPassword), "true false")

	noError(t, s.People.SetPassword(ctx, ann.UserID, "one", 0))
	known, hash, err := s.People.UserPassword(ctx, ann.Email)
	noError(t, err)
	equal(t, "password", fmt.Sprint(hash, known.HasPassword, known.PasswordSetOn.Equal(f.clock.Now())), "onetrue true")
	wantError(t, s.People.SetPassword(ctx, ann.UserID+1, "one", 0), store.ErrNotFound)

	noError(t, s.People.RenewPasswordHash(ctx, ann.UserID, "one", "two"))
	noError(t, s.People.RenewPasswordHash(ctx, ann.UserID, "one", "three"))
	_, hash, err = s.People.UserPassword(ctx, ann.Email)
	noError(t, err)
	equal(t, "renewed hash", hash, "two")

	// A change ends the sessions but the one that changes it, and the links.
	kept, keptToken := session(t, s, known)
	_, ended := session(t, s, known)
	_, link, err := s.People.CreateLink(ctx, ann.UserID, people.LinkSignIn, time.Hour)
	noError(t, err)
	f.clock.Advance(time.Second)
	noError(t, s.People.SetPassword(ctx, ann.UserID, "four", kept.SessionID))
	_, _, err = s.People.SessionOf(ctx, keptToken)
	noError(t, err)
	_, _, err = s.People.SessionOf(ctx, ended)
	wantError(t, err, store.ErrNotFound)
	_, err = s.People.ReadLink(ctx, link)
	wantError(t, err, store.ErrNotFound)

	// A sign-in that checked the old password comes too late.
	_, _, err = s.People.CreateSession(ctx, known, "password", "", "", time.Time{})
	wantError(t, err, store.ErrNotFound)
	got := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser})
	if strings.Contains(got, "four") || strings.Count(got, "set-password") != 2 {
		t.Errorf("the log is\n%s", got)
	}
}

func TestDisabledUser(t *testing.T) { onEachEngine(t, testDisabledUser) }

func testDisabledUser(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	ann := user(t, s, "ann@example.com")
	_, token := session(t, s, ann)
	_, link, err := s.People.CreateLink(ctx, ann.UserID, people.LinkReset, time.Hour)
	noError(t, err)
	noError(t, s.People.DisableUser(ctx, ann.UserID))
	disabledOn := f.clock.Now()
	f.clock.Advance(time.Second)
	noError(t, s.People.DisableUser(ctx, ann.UserID))
	equal(t, "disabled on", must[people.User](t)(s.People.User(ctx, ann.UserID)).DisabledOn, disabledOn)
	wantError(t, s.People.DisableUser(ctx, ann.UserID+1), store.ErrNotFound)
	wantError(t, s.People.EnableUser(ctx, ann.UserID+1), store.ErrNotFound)

	_, _, err = s.People.CreateSession(ctx, ann, "password", "", "", time.Time{})
	wantError(t, err, store.ErrNotFound)
	_, _, err = s.People.CreateLink(ctx, ann.UserID, people.LinkReset, time.Hour)
	wantError(t, err, store.ErrNotFound)
	for range 2 { // also after enabling: what was ended stays so
		_, _, err = s.People.SessionOf(ctx, token)
		wantError(t, err, store.ErrNotFound)
		_, err = s.People.UseLink(ctx, link, "hash")
		wantError(t, err, store.ErrNotFound)
		noError(t, s.People.EnableUser(ctx, ann.UserID))
	}
	session(t, s, ann)
	got := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser})
	equal(t, "disable", strings.Count(got, "command:ann@depot disable "), 1)
	equal(t, "enable", strings.Count(got, "command:ann@depot enable "), 1)
}

func TestLinks(t *testing.T) { onEachEngine(t, testLinks) }

func testLinks(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	ann := user(t, s, "ann@example.com")
	newLink := func(purpose people.LinkPurpose) string {
		t.Helper()
		link, token, err := s.People.CreateLink(ctx, ann.UserID, purpose, time.Hour)
		noError(t, err)
		equal(t, "link", link, people.Link{User: ann, Purpose: purpose, ExpiresOn: f.clock.Now().Add(time.Hour)})
		return token
	}
	gone := func(token string) {
		t.Helper()
		_, err := s.People.ReadLink(ctx, token)
		wantError(t, err, store.ErrNotFound)
		_, err = s.People.UseLink(ctx, token, "hash")
		wantError(t, err, store.ErrNotFound)
	}
	_, _, err := s.People.CreateLink(ctx, ann.UserID+1, people.LinkReset, time.Hour)
	wantError(t, err, store.ErrNotFound)

	// Reading leaves it valid, using does not, and sets the password.
	reset, signIn := newLink(people.LinkReset), newLink(people.LinkSignIn)
	_, token := session(t, s, ann)
	equal(t, "purpose", must[people.Link](t)(s.People.ReadLink(ctx, reset)).Purpose, people.LinkReset)
	gone(strings.ToLower(reset))
	f.clock.Advance(time.Second)
	used := must[people.Link](t)(s.People.UseLink(ctx, reset, "new"))
	equal(t, "password set on", used.User.PasswordSetOn, f.clock.Now())
	_, hash, err := s.People.UserPassword(ctx, ann.Email)
	noError(t, err)
	equal(t, "password", hash, "new")
	gone(reset)
	gone(signIn)
	_, _, err = s.People.SessionOf(ctx, token)
	wantError(t, err, store.ErrNotFound)
	ann = used.User

	// One to sign in leaves the password and the sessions.
	signIn = newLink(people.LinkSignIn)
	_, token = session(t, s, ann)
	equal(t, "password set on", must[people.Link](t)(s.People.UseLink(ctx, signIn, "")).User.PasswordSetOn, ann.PasswordSetOn)
	_, _, err = s.People.SessionOf(ctx, token)
	noError(t, err)
	gone(signIn)

	// A new one withdraws the one before; each ends after its time.
	ann = must[people.User](t)(s.People.User(ctx, ann.UserID))
	first, second := newLink(people.LinkInvite), newLink(people.LinkInvite)
	gone(first)
	f.clock.Advance(time.Hour)
	gone(second)
	newLink(people.LinkSignIn)
	equal(t, "rows", f.count(t, `SELECT count(*) FROM user_links`), 1)

	// One of many uses at once succeeds.
	var group sync.WaitGroup
	var won atomic.Int32
	last := newLink(people.LinkReset)
	for range 6 {
		group.Go(func() {
			if _, err := s.People.UseLink(ctx, last, "hash"); err == nil {
				won.Add(1)
			} else if !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	equal(t, "winners", won.Load(), 1)
}

// TestLinksEnd: what gives a user more rights withdraws the links, and ends the sessions that a link opened or that an
// earlier version began, but the session that makes the change.
func TestLinksEnd(t *testing.T) { onEachEngine(t, testLinksEnd) }

func testLinksEnd(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	role := func(role shipment.Role) func(context.Context, int64) error {
		return func(ctx context.Context, id int64) error {
			_, err := s.People.UpdateUser(ctx, id, func(u *people.User) error { u.OperatorRole = role; return nil })
			return err
		}
	}
	member := func(role shipment.Role) func(context.Context, int64) error {
		return func(ctx context.Context, id int64) error { return s.People.SetMembership(ctx, a.AccountID, id, role) }
	}
	identify := func(ctx context.Context, id int64) error {
		_, err := s.People.LinkIdentity(ctx, id, testIssuer, fmt.Sprint(id))
		return err
	}
	renamed := func(ctx context.Context, id int64) error {
		_, err := s.People.UpdateUser(ctx, id, func(u *people.User) error { u.Name = "Other"; return nil })
		return err
	}
	for name, c := range map[string]struct {
		before, change func(context.Context, int64) error
		ends           bool
	}{
		"operator role":         {nil, role(shipment.RoleOperatorAdmin), true},
		"another operator role": {role(shipment.RoleOperator), role(shipment.RoleOperatorAdmin), true},
		"same operator role":    {role(shipment.RoleOperator), role(shipment.RoleOperator), false},
		"no operator role":      {role(shipment.RoleOperator), role(shipment.NoRole), false},
		"name":                  {nil, renamed, false},
		"role":                  {nil, member(shipment.RoleViewer), true},
		"another role":          {member(shipment.RoleViewer), member(shipment.RoleAdmin), true},
		"same role":             {member(shipment.RoleViewer), member(shipment.RoleViewer), false},
		"no role": {member(shipment.RoleViewer), func(ctx context.Context, id int64) error {
			return s.People.RemoveMembership(ctx, a.AccountID, id)
		}, false},
		"identity":      {nil, identify, true},
		"same identity": {identify, identify, false},
	} {
		u := user(t, s, strings.ReplaceAll(name, " ", "-")+"@example.com")
		if c.before != nil {
			noError(t, c.before(t.Context(), u.UserID))
		}
		u = must[people.User](t)(s.People.User(t.Context(), u.UserID))
		_, other, _ := s.People.CreateSession(t.Context(), user(t, s, "other-"+u.Email), "invite link", "", "", time.Time{})
		tokens, ids := map[string]string{}, map[string]int64{}
		for _, method := range []string{"", "invite link", "reset link", "sign-in link", "kept link", "password", "passkey"} {
			n, token, err := s.People.CreateSession(t.Context(), u, method, "", "", time.Time{})
			noError(t, err)
			tokens[method], ids[method] = token, n.SessionID
		}
		links := map[people.LinkPurpose]string{}
		for _, purpose := range []people.LinkPurpose{people.LinkInvite, people.LinkReset, people.LinkSignIn} {
			_, token, err := s.People.CreateLink(t.Context(), u.UserID, purpose, time.Hour)
			noError(t, err)
			links[purpose] = token
		}
		ctx := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com", SessionID: ids["kept link"]})
		noError(t, c.change(ctx, u.UserID))
		for method, token := range tokens {
			_, _, err := s.People.SessionOf(t.Context(), token)
			opened := method == "" || strings.HasSuffix(method, "link")
			equal(t, name+": session by "+method+" ended", errors.Is(err, store.ErrNotFound), c.ends && opened && method != "kept link")
		}
		for purpose, token := range links {
			_, err := s.People.ReadLink(t.Context(), token)
			equal(t, name+": link to "+string(purpose)+" ended", errors.Is(err, store.ErrNotFound), c.ends)
		}
		_, _, err := s.People.SessionOf(t.Context(), other)
		noError(t, err)
	}
}

func TestSessions(t *testing.T) { onEachEngine(t, testSessions) }

func testSessions(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	ann, bob := user(t, s, "ann@example.com"), user(t, s, "bob@example.com")
	made, token, err := s.People.CreateSession(ctx, ann, "password", "192.0.2.7", strings.Repeat("é", 400), time.Time{})
	noError(t, err)
	equal(t, "User-Agent", made.Agent, strings.Repeat("é", 300))
	found, u, err := s.People.SessionOf(ctx, token)
	noError(t, err)
	equal(t, "session", found, made)
	ann.LastSignInOn = f.clock.Now()
	equal(t, "user", u, ann)
	for _, wrong := range []string{"", strings.ToLower(token), token + "0", "\x00\xff"} {
		_, _, err = s.People.SessionOf(ctx, wrong)
		wantError(t, err, store.ErrNotFound)
	}

	other, otherToken := session(t, s, bob)
	wantError(t, s.People.RevokeSession(ctx, bob.UserID, made.SessionID), store.ErrNotFound)
	f.clock.Advance(time.Second)
	second, _ := session(t, s, ann)
	all := must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))
	equal(t, "sessions", fmt.Sprint(len(all), all[0] == second, all[1] == made), "2 true true")
	noError(t, s.People.RevokeSession(ctx, ann.UserID, made.SessionID))
	wantError(t, s.People.RevokeSession(ctx, ann.UserID, made.SessionID), store.ErrNotFound)
	_, _, err = s.People.SessionOf(ctx, token)
	wantError(t, err, store.ErrNotFound)
	third, _ := session(t, s, ann)
	equal(t, "ended", must[int64](t)(s.People.RevokeSessions(ctx, ann.UserID, third.SessionID)), 1)
	equal(t, "kept", must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))[0], third)
	found, _, err = s.People.SessionOf(ctx, otherToken)
	noError(t, err)
	equal(t, "session of Bob", found, other)
	got := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(ann.UserID)})
	for _, want := range []string{
		`sign-in user/1  -> {"address":"192.0.2.7","method":"password","session_id":1}`,
		`end-session user/1 {"session_id":1} -> `,
		`end-sessions user/1 {"sessions":1} -> `,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the log misses %s in\n%s", want, got)
		}
	}
}

// TestSessionsEnd: without use, after their life, and when there are too many.
func TestSessionsEnd(t *testing.T) { onEachEngine(t, testSessionsEnd) }

func testSessionsEnd(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	ann := user(t, s, "ann@example.com")
	made, token := session(t, s, ann)
	use := func(after time.Duration) error {
		f.clock.Advance(after)
		s := f.open(t)
		_, _, err := s.People.SessionOf(ctx, token)
		noError(t, s.DB.Close()) // waits for the note of its use
		return err
	}
	noError(t, use(59*time.Second))
	equal(t, "last use", must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))[0].LastUsedOn, made.LastUsedOn)
	noError(t, use(time.Second))
	equal(t, "last use", must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))[0].LastUsedOn, f.clock.Now())
	noError(t, use(people.SessionIdle-1))
	wantError(t, use(people.SessionIdle), store.ErrNotFound)
	equal(t, "sessions", len(must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))), 0)

	made, token = session(t, s, ann)
	equal(t, "rows", f.count(t, `SELECT count(*) FROM sessions`), 1) // the ended one is deleted
	for f.clock.Now().Add(11 * time.Hour).Before(made.ExpiresOn) {
		noError(t, use(11*time.Hour))
	}
	wantError(t, use(made.ExpiresOn.Sub(f.clock.Now())), store.ErrNotFound)

	_, token = session(t, s, ann)
	for range 50 {
		f.clock.Advance(time.Second)
		session(t, s, ann)
	}
	wantError(t, use(0), store.ErrNotFound)
	equal(t, "sessions", len(must[[]people.Session](t)(s.People.Sessions(ctx, ann.UserID))), 50)
}

// TestTokensAreNotKept looks for the tokens of links and sessions in the database.
func TestTokensAreNotKept(t *testing.T) { onEachEngine(t, testTokensAreNotKept) }

func testTokensAreNotKept(t *testing.T, f *fixture) {
	s := f.open(t)
	ann := user(t, s, "ann@example.com")
	_, sessionToken := session(t, s, ann)
	_, linkToken, err := s.People.CreateLink(t.Context(), ann.UserID, people.LinkReset, time.Hour)
	noError(t, err)
	providerToken := must[string](t)(s.People.StartProviderSignIn(t.Context(), "/console/", time.Minute))
	path, isFile := strings.CutPrefix(f.url, "sqlite:")
	tokens := map[string]string{"sessions": sessionToken, "user_links": linkToken, "provider_sign_ins": providerToken}
	for table, token := range tokens {
		if !isFile {
			equal(t, "rows with the token", f.count(t, `SELECT count(*) FROM `+table+` x WHERE x::text LIKE '%' || $1 || '%'`, token), 0)
			equal(t, "rows with its hash", f.count(t, `SELECT count(*) FROM `+table+` WHERE token_hash = sha256(convert_to($1, 'UTF8'))`, token), 1)
			continue
		}
		for _, suffix := range []string{"", "-wal"} {
			content := must[[]byte](t)(os.ReadFile(path + suffix))
			equal(t, "token in "+suffix, strings.Contains(string(content), token), false)
		}
	}
}

func TestDemoOperator(t *testing.T) { onEachEngine(t, testDemoOperator) }

func testDemoOperator(t *testing.T, f *fixture) {
	s, ctx := f.open(t), context.Background()
	_, _, err := s.MasterData.SeedDemo(ctx, "")
	noError(t, err)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if _, err := s.People.SeedDemoOperator(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	u := must[people.User](t)(s.People.SeedDemoOperator(ctx))
	equal(t, "demo operator", fmt.Sprint(u.Email, " ", u.OperatorRole), people.DemoOperatorEmail+" operator-admin")
	equal(t, "role", must[[]people.Membership](t)(s.People.Memberships(ctx, u.UserID))[0].Role, shipment.RoleAdmin)
	noError(t, s.People.RemoveMembership(ctx, 1, u.UserID))
	equal(t, "seeded again", must[people.User](t)(s.People.SeedDemoOperator(ctx)), u)
	equal(t, "roles", len(must[[]people.Membership](t)(s.People.Memberships(ctx, u.UserID))), 0)
}
