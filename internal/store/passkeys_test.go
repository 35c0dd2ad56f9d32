package store_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
)

// passkeys makes passkeys and challenges of a test, all different.
type passkeys struct {
	t     *testing.T
	f     *fixture
	s     *store.Store
	count byte
}

func (p *passkeys) challenge() people.Challenge {
	p.count++
	return people.Challenge{Bytes: []byte{0, p.count, 0xff}, ExpiresOn: p.f.clock.Now().Add(5 * time.Minute)}
}

// of is a passkey of a user, which is not stored.
func (p *passkeys) of(u people.User) people.Passkey {
	p.count++
	return people.Passkey{
		UserID: u.UserID, CredentialID: []byte{0, 0xff, p.count}, Name: "Phone <script>", RelyingParty: "ship.example.com",
		PublicKey: []byte{7, 0, p.count}, SignCount: 4_000_000_000, Flags: 0xfd, Transports: "hybrid,internal",
	}
}

func (p *passkeys) add(u people.User) people.Passkey {
	p.t.Helper()
	return must[people.Passkey](p.t)(p.s.People.AddPasskey(p.t.Context(), p.of(u), p.challenge()))
}

// use signs in with a passkey.
func (p *passkeys) use(u people.User, k people.Passkey, c people.Challenge, count uint32) error {
	p.t.Helper()
	n, token, err := p.s.People.CreateSessionByPasskey(p.t.Context(), u,
		people.PasskeyUse{Passkey: k, Challenge: c, SignCount: count, Flags: 5},
		"192.0.2.7", "Firefox")
	if err != nil {
		equal(p.t, "session and token", fmt.Sprint(n == people.Session{}, token == ""), "true true")
		return err
	}
	found, of, err := p.s.People.SessionOf(p.t.Context(), token)
	noError(p.t, err)
	equal(p.t, "session", found, n)
	equal(p.t, "user of the session", of.UserID, u.UserID)
	return nil
}

func TestPasskeys(t *testing.T) { onEachEngine(t, testPasskeys) }

func testPasskeys(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	p := &passkeys{t: t, f: f, s: s}
	ann, bob := user(t, s, "ann@example.com"), user(t, s, "bob@example.com")
	given := p.of(ann)
	given.LastUsedOn = f.clock.Now() // which adding does not take
	added := must[people.Passkey](t)(s.People.AddPasskey(ctx, given, p.challenge()))
	want := given
	want.PasskeyID, want.CreatedOn, want.LastUsedOn = added.PasskeyID, f.clock.Now(), time.Time{}
	same(t, "added passkey", added, want)
	same(t, "passkeys", must[[]people.Passkey](t)(s.People.Passkeys(ctx, ann.UserID)), []people.Passkey{want})
	found, of, err := s.People.PasskeyByCredential(ctx, want.CredentialID)
	noError(t, err)
	same(t, "passkey", found, want)
	equal(t, "user", of, ann)
	for _, wrong := range [][]byte{nil, {}, {0}, {0, 0xff, 0}} {
		_, _, err = s.People.PasskeyByCredential(ctx, wrong)
		wantError(t, err, store.ErrNotFound)
	}

	// A credential id is unique among all users, and a user exists.
	other := p.of(bob)
	other.CredentialID = want.CredentialID
	_, err = s.People.AddPasskey(ctx, other, p.challenge())
	wantError(t, err, store.ErrNameTaken)
	_, err = s.People.AddPasskey(ctx, p.of(people.User{UserID: bob.UserID + 1}), p.challenge())
	wantError(t, err, store.ErrNotFound)

	wantError(t, s.People.RenamePasskey(ctx, bob.UserID, want.PasskeyID, "x"), store.ErrNotFound)
	wantError(t, s.People.RemovePasskey(ctx, bob.UserID, want.PasskeyID), store.ErrNotFound)
	noError(t, s.People.RenamePasskey(ctx, ann.UserID, want.PasskeyID, "Laptop"))
	want.Name = "Laptop"
	same(t, "renamed", must[[]people.Passkey](t)(s.People.Passkeys(ctx, ann.UserID)), []people.Passkey{want})
	noError(t, s.People.RemovePasskey(ctx, ann.UserID, want.PasskeyID))
	wantError(t, s.People.RemovePasskey(ctx, ann.UserID, want.PasskeyID), store.ErrNotFound)
	wantError(t, p.use(ann, want, p.challenge(), 0xffffffff), store.ErrNotFound)

	for range people.MaxPasskeys {
		p.add(ann)
	}
	_, err = s.People.AddPasskey(ctx, p.of(ann), p.challenge())
	wantError(t, err, store.ErrTooMany)
	p.add(bob)
	equal(t, "removed", must[int64](t)(s.People.RemovePasskeys(ctx, ann.UserID)), people.MaxPasskeys)
	equal(t, "removed again", must[int64](t)(s.People.RemovePasskeys(ctx, ann.UserID)), 0)
	equal(t, "of Bob", len(must[[]people.Passkey](t)(s.People.Passkeys(ctx, bob.UserID))), 1)

	log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(ann.UserID)})
	value := func(name string) string {
		return fmt.Sprintf(`{"name":"%s","passkey_id":%d,"relying_party":"ship.example.com","sign_count":4000000000}`, name, want.PasskeyID)
	}
	for _, entry := range []string{
		"command:ann@depot add-passkey user/1  -> " + value("Phone <script>") + "\n",
		"command:ann@depot rename-passkey user/1 " + value("Phone <script>") + " -> " + value("Laptop") + "\n",
		"command:ann@depot remove-passkey user/1 " + value("Laptop") + " -> \n",
		`command:ann@depot remove-passkeys user/1 {"passkeys":10} -> ` + "\n",
	} {
		if !strings.Contains(log, entry) {
			t.Errorf("the log misses %s in\n%s", entry, log)
		}
	}
}

func TestPasskeySignIn(t *testing.T) { onEachEngine(t, testPasskeySignIn) }

func testPasskeySignIn(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	p := &passkeys{t: t, f: f, s: s}
	ann := user(t, s, "ann@example.com")
	k := p.add(ann)
	count := k.SignCount

	f.clock.Advance(time.Minute)
	used := p.challenge()
	noError(t, p.use(ann, k, used, count+1))
	stored := must[[]people.Passkey](t)(s.People.Passkeys(ctx, ann.UserID))[0]
	equal(t, "counter", stored.SignCount, count+1)
	equal(t, "flags", stored.Flags, 5)
	equal(t, "last used on", stored.LastUsedOn, f.clock.Now())

	// A challenge is used once, for whatever.
	wantError(t, p.use(ann, k, used, count+2), store.ErrReplayed)
	_, err := s.People.AddPasskey(ctx, p.of(ann), used)
	wantError(t, err, store.ErrReplayed)
	equal(t, "counter after a replay", must[[]people.Passkey](t)(s.People.Passkeys(ctx, ann.UserID))[0].SignCount, count+1)

	// A counter that does not grow is refused, whatever the caller has read, and the log has it.
	wantError(t, p.use(ann, k, p.challenge(), count+1), people.ErrPasskeyCopied)
	wantError(t, p.use(ann, k, p.challenge(), 0), people.ErrPasskeyCopied)
	log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(ann.UserID)})
	equal(t, "refusals in the log", strings.Count(log, "refuse-passkey"), 2)
	if want := fmt.Sprintf(`{"address":"192.0.2.7","passkey_id":%d,"sign_count":0}`, k.PasskeyID); !strings.Contains(log, want) {
		t.Errorf("the log misses %s in\n%s", want, log)
	}
	if want := `"method":"passkey"`; strings.Count(log, want) != 1 {
		t.Errorf("the log has not one %s in\n%s", want, log)
	}
	noError(t, p.use(ann, k, p.challenge(), count+2))

	// An authenticator that does not count is used again and again.
	silent := p.of(ann)
	silent.SignCount = 0
	silent = must[people.Passkey](t)(s.People.AddPasskey(ctx, silent, p.challenge()))
	for range 2 {
		noError(t, p.use(ann, silent, p.challenge(), 0))
	}

	// Challenges are remembered for some time after they have expired, because clocks differ.
	last := p.challenge()
	noError(t, p.use(ann, silent, last, 0))
	f.clock.Advance(14 * time.Minute)
	wantError(t, p.use(ann, silent, last, 0), store.ErrReplayed)
	f.clock.Advance(time.Minute)
	noError(t, p.use(ann, silent, p.challenge(), 0))
	equal(t, "challenges", f.count(t, `SELECT count(*) FROM passkey_challenges`), 1)
}

// TestChallengeAtOnce: of many uses of a challenge at once one succeeds.
func TestChallengeAtOnce(t *testing.T) { onEachEngine(t, testChallengeAtOnce) }

func testChallengeAtOnce(t *testing.T, f *fixture) {
	s := f.open(t)
	p := &passkeys{t: t, f: f, s: s}
	ann := user(t, s, "ann@example.com")
	silent := p.of(ann)
	silent.SignCount = 0
	silent = must[people.Passkey](t)(s.People.AddPasskey(t.Context(), silent, p.challenge()))
	use := people.PasskeyUse{Passkey: silent, Challenge: p.challenge()}
	var group sync.WaitGroup
	var won atomic.Int32
	for range 6 {
		group.Go(func() {
			if _, _, err := s.People.CreateSessionByPasskey(t.Context(), ann, use, "", ""); err == nil {
				won.Add(1)
			} else if !errors.Is(err, store.ErrReplayed) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	equal(t, "winners", won.Load(), 1)
}

// TestPasskeysEnd: with a link that sets a password and when the user is disabled, but not with the user's own change.
func TestPasskeysEnd(t *testing.T) { onEachEngine(t, testPasskeysEnd) }

func testPasskeysEnd(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	p := &passkeys{t: t, f: f, s: s}
	ann := user(t, s, "ann@example.com")
	has := func(what string, want int) {
		t.Helper()
		equal(t, "passkeys after "+what, len(must[[]people.Passkey](t)(s.People.Passkeys(ctx, ann.UserID))), want)
	}
	follow := func(purpose people.LinkPurpose) {
		t.Helper()
		_, token, err := s.People.CreateLink(ctx, ann.UserID, purpose, time.Hour)
		noError(t, err)
		must[people.Link](t)(s.People.UseLink(ctx, token, "hash"))
	}
	k := p.add(ann)
	f.clock.Advance(time.Second)
	noError(t, s.People.SetPassword(ctx, ann.UserID, "two", 0))
	has("the user's change of the password", 1)
	wantError(t, p.use(ann, k, p.challenge(), k.SignCount+1), store.ErrNotFound) // as with a password that was checked before
	ann = must[people.User](t)(s.People.User(ctx, ann.UserID))
	follow(people.LinkSignIn)
	has("a link to sign in", 1)
	follow(people.LinkReset)
	has("a link to reset", 0)

	ann = must[people.User](t)(s.People.User(ctx, ann.UserID))
	k = p.add(ann)
	noError(t, s.People.DisableUser(ctx, ann.UserID))
	has("disabling", 0)
	_, _, err := s.People.PasskeyByCredential(ctx, k.CredentialID)
	wantError(t, err, store.ErrNotFound)
	wantError(t, p.use(ann, k, p.challenge(), k.SignCount+1), store.ErrNotFound)
	_, err = s.People.AddPasskey(ctx, p.of(ann), p.challenge())
	wantError(t, err, store.ErrNotFound)
	noError(t, s.People.EnableUser(ctx, ann.UserID))
	has("enabling", 0)
	log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectUser, Subject: fmt.Sprint(ann.UserID)})
	equal(t, "removals in the log", strings.Count(log, `remove-passkeys user/1 {"passkeys":1} -> `), 2)
}

// TestRecoveryCodes: each code of a user signs in once, and new ones, a link and disabling end all.
func TestRecoveryCodes(t *testing.T) { onEachEngine(t, testRecoveryCodes) }

func testRecoveryCodes(t *testing.T, f *fixture) {
	s, ctx := f.open(t), byAnn(t)
	u := must[people.Invited](t)(s.People.CreateUser(ctx, people.User{Email: "ann@example.com", Name: "Ann"}, 0)).User
	left := func() int { return must[int](t)(s.People.RecoveryCodesLeft(ctx, u.UserID)) }
	use := func(code string) error {
		_, _, err := s.People.UseRecoveryCode(ctx, u.Email, code)
		return err
	}
	equal(t, "codes of a new user", left(), 0)
	wantError(t, use("wbr_x"), store.ErrNotFound)
	codes := must[[]string](t)(s.People.MakeRecoveryCodes(ctx, u.UserID))
	equal(t, "codes", len(codes), people.RecoveryCodes)

	// The same code at the same time is used once.
	var used atomic.Int64
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if found, n, err := s.People.UseRecoveryCode(ctx, u.Email, codes[0]); err == nil && found.UserID == u.UserID && n == 9 {
				used.Add(1)
			}
		})
	}
	all.Wait()
	equal(t, "uses of a code", used.Load(), int64(1))
	wantError(t, use(codes[0]), store.ErrNotFound)
	_, _, err := s.People.UseRecoveryCode(ctx, "bob@example.com", codes[1])
	wantError(t, err, store.ErrNotFound)
	equal(t, "codes left", left(), 9)

	newer := must[[]string](t)(s.People.MakeRecoveryCodes(ctx, u.UserID))
	wantError(t, use(codes[1]), store.ErrNotFound)
	noError(t, use(newer[9]))
	must[int64](t)(s.People.RemovePasskeys(ctx, u.UserID))
	equal(t, "codes without passkeys", left(), 0)
	must[[]string](t)(s.People.MakeRecoveryCodes(ctx, u.UserID))
	noError(t, s.People.DisableUser(ctx, u.UserID))
	equal(t, "codes of a disabled user", left(), 0)
	_, err = s.People.MakeRecoveryCodes(ctx, u.UserID)
	wantError(t, err, store.ErrNotFound)
	_, err = s.People.RecoveryCodesLeft(ctx, 99)
	wantError(t, err, store.ErrNotFound)
}
