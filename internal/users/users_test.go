package users

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/argon2"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/store/storetest"
)

func TestCleanEmail(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ann@example.com": "ann@example.com", "  Ann@Example.COM ": "ann@example.com", "ann@münchen.example": "ann@münchen.example",
		"": "", "ann": "", "ann@": "", "@example.com": "", "ann@example.com\r\nBcc: x@example.com": "", "Ann <ann@example.com>": "",
		"a b@example.com": "", "ann@example.com,bob@example.com": "", strings.Repeat("a", 60) + "@" + strings.Repeat("b.", 120) + "com": "",
	} {
		got, err := CleanEmail(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

func TestCleanName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" Ann Lee ": "Ann Lee", "李娜": "李娜", "<script>": "<script>", strings.Repeat("é", MaxName): strings.Repeat("é", MaxName),
		"": "", " ": "", "a\nb": "", "a\x00": "", "a\u202eb": "", "\xff": "", strings.Repeat("é", MaxName+1): "",
	} {
		got, err := CleanName(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

func TestCheckTimezone(t *testing.T) {
	t.Parallel()
	for name, valid := range map[string]bool{
		"": true, "UTC": true, "Asia/Jakarta": true, "Local": false, "Mars/Base": false, "../etc/passwd": false,
	} {
		if err := CheckTimezone(name); (err == nil) != valid {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestUsersAreChecked: a user with a wrong field is not stored, whoever asks for it.
func TestUsersAreChecked(t *testing.T) {
	t.Parallel()
	right := people.User{
		Email: " Ann@Example.com ", Name: " Ann ", Timezone: "Asia/Jakarta", Language: "id", OperatorRole: shipment.RoleOperator,
	}
	role := people.Membership{AccountID: 1, Role: shipment.RoleViewer}
	for field, change := range map[string]func(*people.User, *people.Membership){
		"email":         func(u *people.User, _ *people.Membership) { u.Email = "ann" },
		"name":          func(u *people.User, _ *people.Membership) { u.Name = "a\nb" },
		"operator_role": func(u *people.User, _ *people.Membership) { u.OperatorRole = "root" },
		"timezone":      func(u *people.User, _ *people.Membership) { u.Timezone = "Mars/Base" },
		"language":      func(u *people.User, _ *people.Membership) { u.Language = "xx" },
		"role":          func(_ *people.User, m *people.Membership) { m.Role = "owner" },
	} {
		u, m := right, role
		change(&u, &m)
		_, err := NewPerson(u, m)
		if wrong := request.ProblemsOf(err); len(wrong) != 1 || wrong[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	ann, err := NewPerson(right)
	if err != nil {
		t.Fatal(err)
	}
	made, err := ann.Create(t.Context(), s.People)
	if err != nil || made.Email != "ann@example.com" || made.Name != "Ann" || made.Token == "" {
		t.Fatalf("%+v, %v", made, err)
	}
	for field, update := range map[string]func() error{
		"name": func() error {
			_, err := Update(t.Context(), s.People, made.UserID, func(u *people.User) { u.Name = "" })
			return err
		},
		"role": func() error { return SetRole(t.Context(), s.People, made.UserID, people.Membership{AccountID: 1}) },
	} {
		if wrong := request.ProblemsOf(update()); len(wrong) != 1 || wrong[0].Field != field {
			t.Errorf("%s is stored", field)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	for password, valid := range map[string]bool{
		"correct horse battery": true, "密码密码安全的仓库管理员人": true, strings.Repeat("kuda lumping ", 16)[:200]: true,
		"rumah biru di tepi": true, "Tr4ding-Post-Harbour": true, "vK3#q9!zLm2x": true, "blue-kettle-1987": true,
		"password-password": false, "p a s s w o r d": false, "I love.you_2024": false, "swordfish mango 4 harbour": true,
		"Password1234": false, "p4$$w0rd1234": false, "P@SSW0RD!!!!": false, "Welcome12345": false, "1234dragon!!": false,
		"monkeymonkey": false, "Sunshine2026!": false, "qwertyuiop12": false, "1q2w3e4r5t6y": false, "Waybill-2026": false,
		"!!iloveyou!!": false, "ann.lee.of.depot1": false, "adminadmin12": false, "abcdeabcde!!": false,
		"": false, "short-9x!": false, "elevenchars": false, "aaaaaaaaaaaaaaaa": false, "abababababab": false, "123456789012": false,
		"ann.lee.of.depot@example.com": false, "ANN.LEE.OF.DEPOT": false, strings.Repeat("kuda lumping ", 16)[:201]: false,
	} {
		if err := CheckPassword(password, "ann.lee.of.depot@example.com"); (err == nil) != valid {
			t.Errorf("%q: %v", password, err)
		}
	}
}

func BenchmarkCheckPassword(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := CheckPassword("rumah biru di tepi", ""); err != nil {
			b.Fatal(err)
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	h, ctx := NewHasher(), t.Context()
	hash, err := h.Hash(ctx, "pass wörd")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatal(hash, err)
	}
	if again, _ := h.Hash(ctx, "pass wörd"); again == hash {
		t.Error("two hashes have one salt")
	}
	for password, want := range map[string]error{
		"pass wörd": nil, "pass wo\u0308rd": nil, "pass word": ErrWrongPassword, "": ErrWrongPassword, "pass wörd ": ErrWrongPassword,
	} {
		if renewed, err := h.Verify(ctx, password, hash); !errors.Is(err, want) || renewed != "" {
			t.Errorf("%q: %q, %v", password, renewed, err)
		}
	}
	cheaper := cheapHash("x")
	const tail = "$c29tZXNhbHQ$c29tZXNhbHRzb21lc2FsdA"
	for _, wrong := range []string{
		"x", "$argon2i$v=19$m=8,t=1,p=1" + tail, "$argon2id$v=19$m=99999999,t=1,p=1" + tail, "$argon2id$v=19$m=8,t=0,p=1" + tail,
		"$argon2id$v=19$m=8,t=1,p=1$$", strings.Replace(cheaper, "v=19", "v=16", 1),
	} {
		if _, err := h.Verify(ctx, "x", wrong); err == nil || errors.Is(err, ErrWrongPassword) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// TestUnknownUsersTakeAsLong: no password fits a user without one, and comparing computes a hash. The memory of a hash shows that; no
// other test may run then.
func TestUnknownUsersTakeAsLong(t *testing.T) { //nolint:paralleltest // it counts what the process allocates
	h := NewHasher()
	if _, err := h.Verify(t.Context(), "", ""); !errors.Is(err, ErrWrongPassword) {
		t.Fatal(err)
	}
	known, _ := h.Hash(t.Context(), "a password")
	for _, hash := range []string{known, ""} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = h.Verify(t.Context(), "x", hash)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n < hashMemory<<10 {
			t.Errorf("comparing with %q allocates %d bytes, less than a hash does", hash, n)
		}
	}
}

func TestHashesWaitForEachOther(t *testing.T) {
	t.Parallel()
	h := &Hasher{slots: make(chan struct{}, 1)}
	release, err := h.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(ended, "x"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	release()
	if _, err := h.Hash(t.Context(), "x"); err != nil {
		t.Error(err)
	}
}

func TestAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := attempts{every: time.Minute, burst: 3, most: 9, now: time.Now}
		take := func(key string) time.Duration {
			if _, err := a.take(key); err != nil {
				return err.(*TooManyError).After //nolint:errorlint // it is not wrapped
			}
			return 0
		}
		for range 3 {
			if after := take("ann"); after != 0 {
				t.Fatal(after)
			}
		}
		if after := take("ann"); after != time.Minute {
			t.Error(after)
		}
		if after := take("bob"); after != 0 {
			t.Error(after)
		}
		time.Sleep(59 * time.Second) //nolint:forbidigo // of the bubble's clock
		if after := take("ann"); after.Round(time.Second) != time.Second {
			t.Error(after)
		}
		time.Sleep(time.Second) //nolint:forbidigo // of the bubble's clock
		for range 9 {           // those that succeed do not count
			giveBack, err := a.take("ann")
			if err != nil {
				t.Fatal(err)
			}
			giveBack()
		}
	})
}

func TestAttemptsAreBounded(t *testing.T) {
	t.Parallel()
	now := time.Now()
	a := attempts{every: time.Minute, burst: 1, most: 9, now: func() time.Time { return now }}
	_, _ = a.take("first")
	now = now.Add(time.Minute)
	for i := range 9 {
		_, _ = a.take(strconv.Itoa(i))
	}
	if _, kept := a.buckets["0"]; !kept || len(a.buckets) != 9 {
		t.Errorf("not the full bucket was forgotten: %d are left", len(a.buckets))
	}
	_, _ = a.take("9")
	if len(a.buckets) != 1 {
		t.Errorf("there are %d buckets", len(a.buckets))
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		s := storetest.Open(t, store.Options{URL: url})
		if _, err := s.DB.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		h := NewHasher()
		hash, err := h.Hash(t.Context(), "correct horse")
		if err != nil {
			t.Fatal(err)
		}
		user := func(email, hash string) people.User {
			u, err := s.People.CreateUser(t.Context(), people.User{Email: email, Name: "x"}, 0)
			if err == nil && hash != "" {
				err = s.People.SetPassword(t.Context(), u.UserID, hash, 0)
			}
			if err != nil {
				t.Fatal(err)
			}
			return u.User
		}
		ann := user("ann@example.com", hash)
		user("invited@example.com", "")
		gone := user("gone@example.com", hash)
		if err := s.People.DisableUser(t.Context(), gone.UserID); err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		in := newSignIn(s, h, func() time.Time { return now })
		client := netip.MustParseAddr("192.0.2.7")
		for _, c := range []struct {
			email, password string
			want            error
		}{
			{"ann@example.com", "correct horse", nil},
			{"ann@example.com", "Correct horse", ErrWrong},
			{"ann@example.com", "", ErrWrong},
			{"bob@example.com", "correct horse", ErrWrong},
			{"invited@example.com", "", ErrWrong},
			{"gone@example.com", "correct horse", ErrWrong},
		} {
			u, err := in.Check(t.Context(), Attempt{Email: c.email, Password: c.password, Limited: client})
			if !errors.Is(err, c.want) || (err == nil) != (u.UserID == ann.UserID) {
				t.Errorf("%s %q: %d, %v", c.email, c.password, u.UserID, err)
			}
		}

		// Failed attempts of many addresses at one user, known or not.
		for _, email := range []string{"ann@example.com", "nobody@example.com"} {
			var err error
			for i := range 12 {
				_, err = in.Check(t.Context(), Attempt{Email: email, Password: "wrong", Limited: netip.AddrFrom4([4]byte{198, 51, 100, byte(i)})})
			}
			if many, ok := errors.AsType[*TooManyError](err); !ok || many.After > budgets[failsOfUser].every {
				t.Errorf("%s: %v", email, err)
			}
		}
		// The right password has to wait, too: it would confirm a guess.
		if _, err := in.Check(t.Context(), Attempt{Email: "ann@example.com", Password: "correct horse", Limited: client}); err == nil {
			t.Error("the limit of a user was not kept")
		}
		now = now.Add(budgets[failsOfUser].every)
		if _, err := in.Check(t.Context(), Attempt{Email: "ann@example.com", Password: "correct horse", Limited: client}); err != nil {
			t.Error(err)
		}
	})
}

func newSignIn(s *store.Store, h *Hasher, now func() time.Time) *SignIn {
	return NewSignIn(s, h, []byte("secret of the database"), slog.New(slog.DiscardHandler), now)
}

// TestOthersDoNotLockOutAKnownBrowser: wrong passwords from many addresses do not keep the user out of a browser in which
// the user has signed in; its own do. The audit log names the user a limited number of times.
func TestOthersDoNotLockOutAKnownBrowser(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		s := storetest.Open(t, store.Options{URL: url})
		if _, err := s.DB.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, email := range []string{"ann@example.com", "bob@example.com"} {
			u, err := s.People.CreateUser(t.Context(), people.User{Email: email}, 0)
			if err == nil {
				err = s.People.SetPassword(t.Context(), u.UserID, cheapHash("correct horse"), 0)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		now := time.Now()
		var log bytes.Buffer // read after the store is closed: closing waits for the writers
		in := NewSignIn(s, NewHasher(), []byte("secret"), slog.New(slog.NewTextHandler(&log, nil)), func() time.Time { return now })
		known, other := in.NewDevice("ann@example.com"), in.NewDevice("ann@example.com")
		try := func(email, password, device string, host byte) error {
			_, err := in.Check(t.Context(), Attempt{
				Email: email, Password: password, Device: device, Address: "here", Limited: netip.AddrFrom4([4]byte{198, 51, 100, host}),
			})
			return err
		}
		for i := range byte(40) {
			_ = try("ann@example.com", "wrong", "", i)
			_ = try("nobody@example.com", "wrong", "", i)
		}
		flipped := []byte(known)
		flipped[9] ^= 1
		elsewhere := NewSignIn(s, nil, []byte("another secret"), nil, time.Now)
		for name, device := range map[string]string{
			"a clean browser": "", "a browser of another user": in.NewDevice("bob@example.com"), "a changed cookie": string(flipped),
			"a cookie of another database": elsewhere.NewDevice("ann@example.com"), "no cookie": "x", "a long cookie": strings.Repeat("A", 4000),
		} {
			if _, ok := errors.AsType[*TooManyError](try("ann@example.com", "correct horse", device, 99)); !ok {
				t.Errorf("%s is let in", name)
			}
		}
		if err := try("ann@example.com", "correct horse", known, 99); err != nil {
			t.Errorf("a known browser: %v", err)
		}
		for range budgets[failsOfUser].burst {
			if err := try("ann@example.com", "wrong", known, 99); !errors.Is(err, ErrWrong) {
				t.Error(err)
			}
		}
		if _, ok := errors.AsType[*TooManyError](try("ann@example.com", "correct horse", known, 99)); !ok {
			t.Error("a known browser may try for ever")
		}
		if err := try("ann@example.com", "correct horse", other, 99); err != nil {
			t.Errorf("another browser of the user: %v", err)
		}
		end := now.Add(180 * 24 * time.Hour)
		if now = end.Add(-time.Second); in.deviceOf(other, "ann@example.com") == "" {
			t.Error("a browser is forgotten too soon")
		}
		if now = end; in.deviceOf(other, "ann@example.com") != "" {
			t.Error("a browser is known for ever")
		}

		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		s = storetest.Open(t, store.Options{URL: url})
		entries, _, err := s.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectUser}, "", 999)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, e := range entries {
			if e.New == `{"address":"here"}` && e.Actor.Kind == audit.ActorServer {
				counts[e.Action+" "+e.Subject]++
			}
		}
		if len(counts) != 2 || counts["fail-sign-in 1"] != budgets[namedFails].burst || counts["lock-sign-in 1"] != budgets[namedFails].burst {
			t.Errorf("in the audit log: %v", counts)
		}
		if n := strings.Count(log.String(), "user_id=1 address=here"); n != 2*budgets[namedFails].burst ||
			strings.Contains(log.String(), "nobody") {
			t.Errorf("in the log: %d lines:\n%s", n, log.String())
		}
	})
}

func TestCheckLimitsAddresses(t *testing.T) {
	t.Parallel()
	in := newSignIn(nil, nil, time.Now)
	client := netip.MustParseAddr("192.0.2.7")
	for i := range budgets[failsOfAddress].burst {
		if _, err := in.take(string(rune('a'+i)), "", client); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := in.take("other", "", client); err == nil {
		t.Error("the limit of an address was not kept")
	}
	if _, err := in.take("other", "", netip.Addr{}); err != nil {
		t.Error(err)
	}
}

// TestHashIsRenewed: a hash with other parameters is replaced when its user signs in.
func TestHashIsRenewed(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, url string) {
		s := storetest.Open(t, store.Options{URL: url})
		if _, err := s.DB.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		ann, err := s.People.CreateUser(t.Context(), people.User{Email: "ann@example.com"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.People.SetPassword(t.Context(), ann.UserID, cheapHash("correct horse"), 0); err != nil {
			t.Fatal(err)
		}
		in := newSignIn(s, NewHasher(), time.Now)
		for range 2 {
			if _, err := in.Check(t.Context(), Attempt{Email: ann.Email, Password: "correct horse"}); err != nil {
				t.Fatal(err)
			}
			if _, hash, _ := s.People.UserPassword(t.Context(), ann.Email); !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
				t.Errorf("the hash is %s", hash)
			}
		}
	})
}

// cheapHash is a hash with other parameters than Hasher has.
func cheapHash(password string) string {
	salt, encode := []byte("0123456789abcdef"), base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=64,t=1,p=2$" + encode(salt) + "$" + encode(argon2.IDKey([]byte(password), salt, 1, 64, 2, 32))
}
