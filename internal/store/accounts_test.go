package store_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

func TestAccounts(t *testing.T) { onEachEngine(t, testAccounts) }

func testAccounts(t *testing.T, f *fixture) {
	s := f.open(t)
	want := masterdata.Account{
		Name: "Äpfel & Birnen 🍐", TrackingPrefix: "AB", RateLimit: 7, RateBurst: 9, Operator: true,
		WeightTolerance: shipment.DefaultWeightTolerance, CreatedOn: f.clock.Now(),
	}
	created := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), want))
	want.AccountID = created.AccountID
	equal(t, "created account", created, want)
	_, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: want.Name})
	wantError(t, err, store.ErrNameTaken)

	noError(t, s.MasterData.SuspendAccount(t.Context(), want.AccountID))
	want.SuspendedOn = f.clock.Now()
	f.clock.Advance(time.Hour)
	noError(t, s.MasterData.SuspendAccount(t.Context(), want.AccountID))
	all := must[[]masterdata.Account](t)(s.MasterData.Accounts(t.Context()))
	equal(t, "accounts", len(all), 1)
	equal(t, "suspended account", all[0], want)

	noError(t, s.MasterData.ResumeAccount(t.Context(), want.AccountID))
	equal(t, "live account", must[[]masterdata.Account](t)(s.MasterData.Accounts(t.Context()))[0].SuspendedOn.IsZero(), true)
	_, secret, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: want.AccountID, Name: "first"})
	noError(t, err)
	equal(t, "operator's key", must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret)).Operator, true)
	wantError(t, s.MasterData.SuspendAccount(t.Context(), want.AccountID+1), store.ErrNotFound)
	wantError(t, s.MasterData.ResumeAccount(t.Context(), want.AccountID+1), store.ErrNotFound)
	equal(t, "demo account", must[bool](t)(s.MasterData.HasDemoAccount(t.Context())), false)
}

// TestPrefixes: client-supplied numbers prevent a new prefix, issued ones do not.
func TestPrefixes(t *testing.T) { onEachEngine(t, testPrefixes) }

func testPrefixes(t *testing.T, f *fixture) {
	s := f.open(t)
	equal(t, "prefixes", strings.Join(must[[]string](t)(s.MasterData.TrackingPrefixes(t.Context())), " "), "WB")
	_, k, _ := account(t, s, "shipper")
	for _, number := range []string{"QX48210739526ID", "QY4821073952ID", "QZ48210739526", "QWX48210739526ID", "QU-48210739526ID"} {
		create(t, s, k, withNumber(storetest.Order(1), number))
	}
	for prefix, want := range map[string]error{
		"QX": masterdata.ErrPrefixTaken, "QWX": masterdata.ErrPrefixTaken, "QY": nil, "QZ": nil, "QW": nil, "QU": nil,
	} {
		_, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: prefix, TrackingPrefix: prefix})
		wantError(t, err, want)
	}
	known := must[[]string](t)(s.MasterData.TrackingPrefixes(t.Context()))
	slices.Sort(known)
	equal(t, "prefixes", strings.Join(known, " "), "QU QW QY QZ WB")

	create(t, s, k, storetest.Order(1)) // a number with WB
	_, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "the default", TrackingPrefix: "WB"})
	noError(t, err)
	_, err = s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "shares it", TrackingPrefix: "QY"})
	noError(t, err)
}

// account makes an account with a key.
func account(t *testing.T, s *store.Store, name string) (masterdata.Account, masterdata.Key, string) {
	t.Helper()
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: name}))
	k, secret, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
	noError(t, err)
	return a, k, secret
}

func TestKeyLife(t *testing.T) { onEachEngine(t, testKeyLife) }

func testKeyLife(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, secret := account(t, s, "shipper")
	if !regexp.MustCompile(`^[A-Za-z0-9]{32}$`).MatchString(secret) {
		t.Fatalf("secret %q", secret)
	}
	want := masterdata.Caller{
		AccountID: a.AccountID, KeyID: k.KeyID, TrackingPrefix: shipment.DefaultTrackingPrefix, Scopes: shipment.DefaultScopes,
	}
	equal(t, "caller", must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret)), want)
	equal(t, "cached caller", must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret)), want)
	_, err := s.MasterData.Authenticate(t.Context(), strings.ToLower(secret)+"x")
	wantError(t, err, store.ErrNotFound)

	noError(t, s.MasterData.SuspendAccount(t.Context(), a.AccountID))
	equal(t, "suspended", must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret)).Suspended, true)
	noError(t, s.MasterData.ResumeAccount(t.Context(), a.AccountID))

	expiring, short, err := s.MasterData.CreateKey(
		t.Context(),
		masterdata.Key{AccountID: a.AccountID, Name: "short", ExpiresOn: f.clock.Now().Add(500 * time.Millisecond)},
	)
	noError(t, err)
	equal(t, "live key", must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), short)).KeyID, expiring.KeyID)
	f.clock.Advance(500 * time.Millisecond)
	_, err = s.MasterData.Authenticate(t.Context(), short)
	wantError(t, err, store.ErrNotFound)

	noError(t, s.MasterData.RevokeKey(t.Context(), k.KeyID))
	revokedOn := f.clock.Now()
	_, err = s.MasterData.Authenticate(t.Context(), secret)
	wantError(t, err, store.ErrNotFound)
	f.clock.Advance(time.Hour)
	noError(t, s.MasterData.RevokeKey(t.Context(), k.KeyID))
	wantError(t, s.MasterData.RevokeKey(t.Context(), k.KeyID+100), store.ErrNotFound)
	keys := must[[]masterdata.Key](t)(s.MasterData.Keys(t.Context(), a.AccountID))
	equal(t, "keys", len(keys), 2)
	equal(t, "revoked on", keys[0].RevokedOn, revokedOn)
	equal(t, "keys of no account", len(must[[]masterdata.Key](t)(s.MasterData.Keys(t.Context(), a.AccountID+1))), 0)
	equal(t, "keys of all", len(must[[]masterdata.Key](t)(s.MasterData.Keys(t.Context(), 0))), 2)
}

// TestKeyScopes: a key may do what it was made for, from where it may be used. One of a version without scopes may do the default.
func TestKeyScopes(t *testing.T) { onEachEngine(t, testKeyScopes) }

func testKeyScopes(t *testing.T, f *fixture) {
	s := f.open(t)
	a, first, _ := account(t, s, "shipper")
	made := masterdata.Key{AccountID: a.AccountID, Name: "label-bot", Scopes: shipment.ScopeLabels, Networks: "203.0.113.0/24"}
	_, secret, err := s.MasterData.CreateKey(t.Context(), made)
	noError(t, err)
	caller := must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret))
	equal(t, "scopes", caller.Scopes, shipment.ScopeLabels)
	equal(t, "networks", caller.Networks, made.Networks)
	equal(t, "may print", caller.May(shipment.ScopeLabels), true)
	equal(t, "may read", caller.May(shipment.ScopeOrdersRead), false)
	keys := must[[]masterdata.Key](t)(s.MasterData.Keys(t.Context(), a.AccountID))
	equal(t, "listed scopes", keys[1].Scopes, shipment.ScopeLabels)
	equal(t, "listed networks", keys[1].Networks, made.Networks)

	f.exec(t, `UPDATE api_keys SET scopes = 'labels prices:read' WHERE key_id = $1`, keys[1].KeyID) // of a later version
	f.clock.Advance(masterdata.CacheFor)
	caller = must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret))
	equal(t, "scopes that are known", caller.Scopes, shipment.ScopeLabels)
	f.exec(t, `UPDATE api_keys SET scopes = '' WHERE key_id = $1`, first.KeyID)
	keys = must[[]masterdata.Key](t)(s.MasterData.Keys(t.Context(), a.AccountID))
	equal(t, "old key", keys[0].Scopes, 0)
	equal(t, "scopes of an old key", keys[0].May(), shipment.DefaultScopes)

	for _, scope := range []shipment.Scopes{shipment.ScopeRules, shipment.ScopeAudit, shipment.ScopeAdministration, shipment.ScopeUsers} {
		_, _, err = s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "rules", Scopes: scope})
		wantError(t, err, masterdata.ErrOperatorScope)
	}
	_, err = s.MasterData.UpdateAccount(t.Context(), a.AccountID, func(a *masterdata.Account) error { a.Operator = true; return nil })
	noError(t, err)
	_, _, err = s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "rules", Scopes: shipment.ScopeRules})
	noError(t, err)
}

// TestKeySecretIsNotKept looks for the secret where the engine's files can be read; the
// schema is the same on the other.
func TestKeySecretIsNotKept(t *testing.T) { onEachEngine(t, testKeySecretIsNotKept) }

func testKeySecretIsNotKept(t *testing.T, f *fixture) {
	s := f.open(t)
	_, _, secret := account(t, s, "shipper")
	path, isFile := strings.CutPrefix(f.url, "sqlite:")
	if !isFile {
		equal(t, "rows with the secret", f.count(t, `SELECT count(*) FROM api_keys k WHERE k::text LIKE '%' || $1 || '%'`, secret), 0)
		equal(t, "rows with its hash", f.count(t, `SELECT count(*) FROM api_keys WHERE secret_hash = sha256(convert_to($1, 'UTF8'))`, secret), 1)
		return
	}
	for _, suffix := range []string{"", "-wal"} {
		content := must[[]byte](t)(os.ReadFile(path + suffix))
		equal(t, "secret in "+suffix, strings.Contains(string(content), secret), false)
		info := must[os.FileInfo](t)(os.Stat(path + suffix))
		equal(t, "mode of "+suffix, info.Mode().Perm(), 0o600)
	}
}

// TestWrongKeys: the store refuses a key with a wrong name or expiry, whoever asks for it.
func TestWrongKeys(t *testing.T) { onEachEngine(t, testWrongKeys) }

func testWrongKeys(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	for _, k := range []masterdata.Key{
		{Name: ""},
		{Name: " "},
		{Name: "a\a"},
		{Name: strings.Repeat("x", 101)},
		{Name: "x", ExpiresOn: f.clock.Now()},
		{Name: "x", ExpiresOn: f.clock.Now().Add(-time.Hour)},
	} {
		k.AccountID = a.AccountID
		_, _, err := s.MasterData.CreateKey(t.Context(), k)
		if _, ok := errors.AsType[*problem.FieldError](err); !ok {
			t.Errorf("%+v: %v", k, err)
		}
	}
	equal(t, "keys", len(must[[]masterdata.Key](t)(s.MasterData.Keys(t.Context(), a.AccountID))), 1)
	right := masterdata.Key{AccountID: a.AccountID, Name: " until noon ", ExpiresOn: f.clock.Now().Add(time.Hour)}
	k, _, err := s.MasterData.CreateKey(t.Context(), right)
	noError(t, err)
	equal(t, "name", k.Name, "until noon")
}

func TestKeyNames(t *testing.T) { onEachEngine(t, testKeyNames) }

func testKeyNames(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, _, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
	wantError(t, err, store.ErrNameTaken)
	noError(t, s.MasterData.RevokeKey(t.Context(), k.KeyID))
	_, _, err = s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: "first"})
	noError(t, err)
	_, _, err = s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID + 1, Name: "first"})
	wantError(t, err, store.ErrNotFound)

	// One of many at once wins.
	for _, name := range []string{"second", "third", "fourth"} {
		var group sync.WaitGroup
		var won atomic.Int32
		for range 6 {
			group.Go(func() {
				_, _, err := s.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: a.AccountID, Name: name})
				if err == nil {
					won.Add(1)
				} else if !errors.Is(err, store.ErrNameTaken) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		equal(t, "winners", won.Load(), 1)
	}
}

func TestImportKey(t *testing.T) { onEachEngine(t, testImportKey) }

func testImportKey(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	b, _, _ := account(t, s, "other")
	first := must[masterdata.Key](t)(s.MasterData.ImportKey(t.Context(),
		masterdata.Key{AccountID: a.AccountID, Name: "fixed"}, "a key of mine"))
	noError(t, s.MasterData.RevokeKey(t.Context(), first.KeyID))
	again := must[masterdata.Key](t)(s.MasterData.ImportKey(t.Context(),
		masterdata.Key{AccountID: a.AccountID, Name: "fixed"}, "a key of mine"))
	equal(t, "imported again", again, first)
	equal(t, "key works", must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), "a key of mine")).KeyID, first.KeyID)
	_, err := s.MasterData.ImportKey(t.Context(), masterdata.Key{AccountID: b.AccountID, Name: "fixed"}, "a key of mine")
	wantError(t, err, store.ErrNameTaken)
}

func TestLastUseOnceAMinute(t *testing.T) { onEachEngine(t, testLastUseOnceAMinute) }

func testLastUseOnceAMinute(t *testing.T, f *fixture) {
	_, _, secret := account(t, f.open(t), "shipper")
	// Closing a store waits for its notes.
	use := func(stores ...*store.Store) time.Time {
		t.Helper()
		for _, s := range stores {
			for range 3 {
				s.MasterData.NoteUse(must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret)))
			}
			noError(t, s.DB.Close())
		}
		return must[[]masterdata.Key](t)(f.open(t).MasterData.Keys(t.Context(), 0))[0].LastUsedOn
	}
	start := f.clock.Now()
	equal(t, "first use", use(f.open(t)), start)
	f.clock.Advance(59 * time.Second)
	equal(t, "use within the minute", use(f.open(t), f.open(t)), start)
	f.clock.Advance(time.Second)
	equal(t, "use after a minute", use(f.open(t)), f.clock.Now())
	there := f.open(t)
	f.clock.Advance(30 * time.Second)
	there.MasterData.NoteUse(must[masterdata.Caller](t)(there.MasterData.Authenticate(t.Context(), secret)))
	f.clock.Advance(30 * time.Second)
	equal(t, "use a minute after that of another process", use(there), f.clock.Now())
}

func TestRevokedElsewhere(t *testing.T) { onEachEngine(t, testRevokedElsewhere) }

func testRevokedElsewhere(t *testing.T, f *fixture) {
	here, there := f.open(t), f.open(t)
	_, k, secret := account(t, here, "shipper")
	must[masterdata.Caller](t)(here.MasterData.Authenticate(t.Context(), secret))
	noError(t, there.MasterData.RevokeKey(t.Context(), k.KeyID))
	f.clock.Advance(time.Second)
	_, err := here.MasterData.Authenticate(t.Context(), secret)
	wantError(t, err, store.ErrNotFound)
}

// TestClockSetBack: a process notices the change of another one after a second, also if the time of day is set back
// meanwhile.
func TestClockSetBack(t *testing.T) { onEachEngine(t, testClockSetBack) }

func testClockSetBack(t *testing.T, f *fixture) {
	here, there := f.open(t), f.open(t)
	_, k, secret := account(t, here, "shipper")
	must[shipment.Service](t)(here.MasterData.CreateService(t.Context(),
		shipment.Service{ServiceID: 7, Name: "Lane", Category: shipment.CategoryPickup}))
	must[masterdata.Caller](t)(here.MasterData.Authenticate(t.Context(), secret))
	equal(t, "live services", len(must[map[int64]shipment.Service](t)(here.MasterData.LiveServices(t.Context()))), 1)
	create(t, here, k, orders(1)...)

	noError(t, there.MasterData.RevokeKey(t.Context(), k.KeyID))
	noError(t, there.MasterData.DisableService(t.Context(), 7))
	endpoint(t, there, k)
	f.clock.Set(-24 * time.Hour)
	f.clock.Advance(time.Second)

	_, err := here.MasterData.Authenticate(t.Context(), secret)
	wantError(t, err, store.ErrNotFound)
	equal(t, "live services", len(must[map[int64]shipment.Service](t)(here.MasterData.LiveServices(t.Context()))), 0)
	create(t, here, k, orders(1)...)
	equal(t, "orders whose events are kept", f.count(t, `SELECT count(DISTINCT order_id) FROM events`), 1)
}

func TestServices(t *testing.T) { onEachEngine(t, testServices) }

func testServices(t *testing.T, f *fixture) {
	s := f.open(t)
	want := shipment.Service{
		ServiceID:   7,
		Name:        "Lane",
		Origin:      "SG",
		Destination: "",
		Category:    shipment.CategoryPickup,
		COD:         true,
		Partner:     "easypost",
	}
	equal(t, "created", must[shipment.Service](t)(s.MasterData.CreateService(t.Context(), want)), want)
	_, err := s.MasterData.CreateService(t.Context(), want)
	wantError(t, err, store.ErrNameTaken)
	next := must[shipment.Service](t)(s.MasterData.CreateService(t.Context(),
		shipment.Service{Name: "Next", Category: shipment.CategoryDropOff}))
	equal(t, "next free id", next.ServiceID, 8)

	live := must[map[int64]shipment.Service](t)(s.MasterData.LiveServices(t.Context()))
	equal(t, "live service", live[7], want)
	noError(t, s.MasterData.DisableService(t.Context(), 7))
	live = must[map[int64]shipment.Service](t)(s.MasterData.LiveServices(t.Context()))
	_, found := live[7]
	equal(t, "disabled service is live", found, false)
	equal(t, "live services", len(live), 1)
	all := must[[]shipment.Service](t)(s.MasterData.Services(t.Context()))
	equal(t, "all services", len(all), 2)
	equal(t, "disabled", all[0].Disabled, true)
	noError(t, s.MasterData.EnableService(t.Context(), 7))
	equal(t, "enabled", must[map[int64]shipment.Service](t)(s.MasterData.LiveServices(t.Context()))[7], want)
	wantError(t, s.MasterData.DisableService(t.Context(), 99), store.ErrNotFound)
	wantError(t, s.MasterData.EnableService(t.Context(), 99), store.ErrNotFound)
}

func TestSeedDemo(t *testing.T) { onEachEngine(t, testSeedDemo) }

func testSeedDemo(t *testing.T, f *fixture) {
	s := f.open(t)
	secret, created, err := s.MasterData.SeedDemo(t.Context(), "")
	noError(t, err)
	equal(t, "created", created, true)
	equal(t, "length of the secret", len(secret), 32)
	must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret))
	equal(t, "services", len(must[[]shipment.Service](t)(s.MasterData.Services(t.Context()))), len(shipment.DemoServices()))
	equal(t, "demo account", must[bool](t)(s.MasterData.HasDemoAccount(t.Context())), true)

	again, created, err := s.MasterData.SeedDemo(t.Context(), "")
	noError(t, err)
	equal(t, "created again", created, false)
	equal(t, "secret again", again, "")
	for range 2 {
		fixed, created, err := s.MasterData.SeedDemo(t.Context(), "fixed by configuration")
		noError(t, err)
		equal(t, "created again", created, false)
		equal(t, "fixed secret", fixed, "fixed by configuration")
	}
	must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), "fixed by configuration"))
	must[masterdata.Caller](t)(s.MasterData.Authenticate(t.Context(), secret))
	equal(t, "accounts", len(must[[]masterdata.Account](t)(s.MasterData.Accounts(t.Context()))), 1)
}

func TestSeedDemoAtOnce(t *testing.T) { onEachEngine(t, testSeedDemoAtOnce) }

func testSeedDemoAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t), f.open(t)}
	created, errs := make([]bool, len(stores)), make([]error, len(stores))
	var group sync.WaitGroup
	for i, s := range stores {
		group.Go(func() { _, created[i], errs[i] = s.MasterData.SeedDemo(t.Context(), "the same key") })
	}
	group.Wait()
	creators := 0
	for i := range stores {
		noError(t, errs[i])
		if created[i] {
			creators++
		}
	}
	equal(t, "creators", creators, 1)
	equal(t, "accounts", len(must[[]masterdata.Account](t)(stores[0].MasterData.Accounts(t.Context()))), 1)
	equal(t, "keys", len(must[[]masterdata.Key](t)(stores[0].MasterData.Keys(t.Context(), 0))), 1)
}

// TestKeysOfKeys: a key that was stolen is revoked with all keys that were created with it, and can revoke no others.
func TestKeysOfKeys(t *testing.T) { onEachEngine(t, testKeysOfKeys) }

func testKeysOfKeys(t *testing.T, f *fixture) {
	s, ctx := f.open(t), t.Context()
	a, first, _ := account(t, s, "shipper")
	_, foreign, _ := account(t, s, "other")
	made := func(name string, by int64) masterdata.Key {
		t.Helper()
		k, _, err := s.MasterData.CreateKey(ctx, masterdata.Key{AccountID: a.AccountID, Name: name, CreatedByKey: by})
		noError(t, err)
		return k
	}
	second := made("second", first.KeyID)
	third := made("third", second.KeyID)
	other := made("other", 0)
	revoked := func() (ids []int64) {
		for _, k := range must[[]masterdata.Key](t)(s.MasterData.Keys(ctx, a.AccountID)) {
			if !k.RevokedOn.IsZero() {
				ids = append(ids, k.KeyID)
			}
		}
		return ids
	}
	keys := must[[]masterdata.Key](t)(s.MasterData.Keys(ctx, a.AccountID))
	same(t, "created with the first", masterdata.CreatedWith(keys, first.KeyID), []int64{first.KeyID, second.KeyID, third.KeyID})
	equal(t, "third was created by", keys[2].CreatedByKey, second.KeyID)

	wantError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, other.KeyID, second.KeyID, true), store.ErrNotFound)
	wantError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, first.KeyID, second.KeyID, true), store.ErrNotFound)
	wantError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, foreign.KeyID, 0, true), store.ErrNotFound)
	equal(t, "revoked", len(revoked()), 0)
	noError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, third.KeyID, second.KeyID, false))
	same(t, "revoked by the second", revoked(), []int64{third.KeyID})
	noError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, first.KeyID, 0, false))
	same(t, "revoked alone", revoked(), []int64{first.KeyID, third.KeyID})
	noError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, first.KeyID, 0, true))
	same(t, "revoked with those that it created", revoked(), []int64{first.KeyID, second.KeyID, third.KeyID})

	// Keys of an operator's account may have made keys of other accounts. Who manages the keys of that account revokes no others.
	_, err := s.MasterData.UpdateAccount(ctx, a.AccountID, func(a *masterdata.Account) error { a.Operator = true; return nil })
	noError(t, err)
	wantError(t, s.MasterData.RevokeKeyOf(ctx, a.AccountID, foreign.KeyID, 0, true), store.ErrNotFound)
	for _, k := range must[[]masterdata.Key](t)(s.MasterData.Keys(ctx, foreign.AccountID)) {
		equal(t, "state of "+k.Name, k.State(f.clock.Now()), "live")
	}

	for i := range masterdata.MaxKeys - 1 {
		made(fmt.Sprint("key ", i), 0)
	}
	_, _, err = s.MasterData.CreateKey(ctx, masterdata.Key{AccountID: a.AccountID, Name: "one more"})
	wantError(t, err, store.ErrTooMany)
}

func TestAccountLocale(t *testing.T) { onEachEngine(t, testAccountLocale) }

func testAccountLocale(t *testing.T, f *fixture) {
	s := f.open(t)
	a := must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(),
		masterdata.Account{Name: "Acme", Timezone: "Asia/Jakarta", Language: "id"}))
	equal(t, "read", must[masterdata.Account](t)(s.MasterData.Account(t.Context(), a.AccountID)), a)
	_, err := s.MasterData.UpdateAccount(t.Context(), a.AccountID, func(a *masterdata.Account) error {
		a.Timezone, a.Language = "Asia/Shanghai", "zh-Hans"
		return nil
	})
	noError(t, err)
	a.Timezone, a.Language = "Asia/Shanghai", "zh-Hans"
	equal(t, "changed", must[masterdata.Account](t)(s.MasterData.Account(t.Context(), a.AccountID)), a)
}
