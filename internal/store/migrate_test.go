package store_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

func TestMigrateTwice(t *testing.T) { onEachEngine(t, testMigrateTwice) }

func testMigrateTwice(t *testing.T, f *fixture) {
	f.empty(t)
	s := must[*store.Store](t)(store.Open(t.Context(), f.options()))
	defer func() { noError(t, s.DB.Close()) }()
	have, want, err := s.DB.SchemaVersion(t.Context())
	noError(t, err)
	equal(t, "version before", have, 0)

	applied := must[[]string](t)(s.DB.Migrate(t.Context()))
	equal(t, "migrations applied", len(applied), want)
	equal(t, "name of the first", applied[0], "0001_initial")
	again := must[[]string](t)(s.DB.Migrate(t.Context()))
	equal(t, "migrations applied again", len(again), 0)

	have, _, err = s.DB.SchemaVersion(t.Context())
	noError(t, err)
	equal(t, "version after", have, want)
	noError(t, s.DB.Ping(t.Context()))
}

func TestMigrateAtOnce(t *testing.T) { onEachEngine(t, testMigrateAtOnce) }

func testMigrateAtOnce(t *testing.T, f *fixture) {
	f.empty(t)
	var group sync.WaitGroup
	applied, errs := make([][]string, 4), make([]error, 4)
	for i := range applied {
		group.Go(func() {
			s, err := store.Open(t.Context(), f.options())
			if errs[i] = err; err != nil {
				return
			}
			if applied[i], errs[i] = s.DB.Migrate(t.Context()); errs[i] == nil {
				errs[i] = s.DB.Close()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		noError(t, err)
	}
	all := slices.Concat(applied...)
	distinct := slices.Compact(slices.Sorted(slices.Values(all)))
	equal(t, "migrations applied more than once", len(all)-len(distinct), 0)
	equal(t, "some were applied", len(all) > 0, true)
}

func TestMigrateRefusesNewer(t *testing.T) { onEachEngine(t, testMigrateRefusesNewer) }

func testMigrateRefusesNewer(t *testing.T, f *fixture) {
	s := f.open(t)
	_, want, err := s.DB.SchemaVersion(t.Context())
	noError(t, err)
	f.exec(t, `INSERT INTO schema_migrations (version, name, applied_on) VALUES ($1, 'of_tomorrow', 0)`, want+1)
	_, err = s.DB.Migrate(t.Context())
	wantError(t, err, engine.ErrNewerSchema)
}

// TestMigrateAcceptsNext: a server of the version before comes back while its successor's upgrade runs.
func TestMigrateAcceptsNext(t *testing.T) { onEachEngine(t, testMigrateAcceptsNext) }

func testMigrateAcceptsNext(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, want, err := s.DB.SchemaVersion(t.Context())
	noError(t, err)
	const insert = `INSERT INTO schema_migrations (version, name, applied_on, checksum, oldest) VALUES ($1, 'next', 0, 'x', $2)`
	f.exec(t, insert, want+1, want)
	f.exec(t, insert, want+2, want)
	f.exec(t, `ALTER TABLE orders ADD COLUMN of_next TEXT NOT NULL DEFAULT 'new'`)
	again := must[*store.Store](t)(store.Open(t.Context(), f.options()))
	defer func() { noError(t, again.DB.Close()) }()
	equal(t, "migrations applied", len(must[[]string](t)(again.DB.Migrate(t.Context()))), 0)
	have, _, err := again.DB.SchemaVersion(t.Context())
	noError(t, err)
	equal(t, "version that commands see", have, want)
	equal(t, "orders created", len(create(t, again, k, storetest.Order(1)).Orders), 1)

	// The version after the next one may need what this one does not know.
	f.exec(t, insert, want+3, want+2)
	_, err = s.DB.Migrate(t.Context())
	wantError(t, err, engine.ErrNewerSchema)
}

// TestMigrateComparesChecksums: another migration under the same name is another schema.
func TestMigrateComparesChecksums(t *testing.T) { onEachEngine(t, testMigrateComparesChecksums) }

func testMigrateComparesChecksums(t *testing.T, f *fixture) {
	s := f.open(t)
	equal(t, "migrations without a checksum", f.count(t, `SELECT count(*) FROM schema_migrations WHERE checksum = '' OR oldest = 0`), 0)
	f.exec(t, `UPDATE schema_migrations SET checksum = 'other' WHERE version = 2`)
	_, err := s.DB.Migrate(t.Context())
	wantError(t, err, engine.ErrUnreleasedSchema)
	if text := err.Error(); !strings.Contains(text, "0002_rules_and_audit_log had other SQL") {
		t.Errorf("the error does not name the migration: %s", text)
	}
}

func TestMigrateRefusesUnreleased(t *testing.T) { onEachEngine(t, testMigrateRefusesUnreleased) }

func testMigrateRefusesUnreleased(t *testing.T, f *fixture) {
	s := f.open(t)
	f.exec(t, `UPDATE schema_migrations SET name = '0021_changes' WHERE version = 21`)
	_, err := s.DB.Migrate(t.Context())
	wantError(t, err, engine.ErrUnreleasedSchema)
	for _, part := range []string{"between 0.1.0 and 0.2.0", "waybill order export", "empty data folder", "it has 0021_changes"} {
		if text := err.Error(); !strings.Contains(text, part) {
			t.Errorf("the error does not say %q: %s", part, text)
		}
	}
	_, _, err = s.DB.SchemaVersion(t.Context())
	wantError(t, err, engine.ErrUnreleasedSchema)
}

func TestSecretsStay(t *testing.T) { onEachEngine(t, testSecretsStay) }

func testSecretsStay(t *testing.T, f *fixture) {
	f.empty(t)
	s := must[*store.Store](t)(store.Open(t.Context(), f.options()))
	defer func() { noError(t, s.DB.Close()) }()
	must[[]string](t)(s.DB.Migrate(t.Context()))
	first := must[store.Secrets](t)(s.Secrets(t.Context()))
	second := must[store.Secrets](t)(f.open(t).Secrets(t.Context()))
	equal(t, "secrets after another start", second, first)
	equal(t, "secrets are made", first == store.Secrets{}, false)

	// Another key of label addresses changes nothing else, however often.
	until := must[time.Time](t)(s.RotateLabelKey(t.Context(), time.Hour))
	third := must[store.Secrets](t)(s.Secrets(t.Context()))
	equal(t, "the key is another one", third.LabelKey == first.LabelKey, false)
	first.PreviousKey, first.PreviousUntil, first.LabelKey = first.LabelKey, until, third.LabelKey
	equal(t, "secrets after a rotation", third, first)
	until = must[time.Time](t)(s.RotateLabelKey(t.Context(), time.Minute))
	fourth := must[store.Secrets](t)(s.Secrets(t.Context()))
	third.PreviousKey, third.PreviousUntil, third.LabelKey = third.LabelKey, until, fourth.LabelKey
	equal(t, "secrets after a second rotation", fourth, third)
	equal(t, "the log", strings.Contains(auditText(t, s, audit.Filter{}), "rotate-secret label_key/"), true)
}

func TestClosedIsUnavailable(t *testing.T) { onEachEngine(t, testClosedIsUnavailable) }

func testClosedIsUnavailable(t *testing.T, f *fixture) {
	s := f.open(t)
	noError(t, s.DB.Close())
	noError(t, s.DB.Close())
	wantError(t, s.DB.Ping(t.Context()), store.ErrUnavailable)
	_, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "late"})
	wantError(t, err, store.ErrUnavailable)
	_, err = s.MasterData.Authenticate(t.Context(), "key")
	wantError(t, err, store.ErrUnavailable)
}
