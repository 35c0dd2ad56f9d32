package store_test

import (
	"errors"
	"testing"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

const production, development = "production", "development"

// openAs opens one more store for an environment, and closes it.
func (f *fixture) openAs(t *testing.T, environment string) error {
	t.Helper()
	o := f.options()
	o.Environment = environment
	s, err := store.Open(t.Context(), o)
	if err == nil {
		noError(t, s.DB.Close())
	}
	if checked := store.CheckEnvironment(t.Context(), o); (checked == nil) != (err == nil) {
		t.Errorf("check of %s: %v, but open: %v", environment, checked, err)
	}
	return err
}

func wantOther(t *testing.T, err error, marked, wanted string) {
	t.Helper()
	other, ok := errors.AsType[*engine.OtherEnvironmentError](err)
	if !ok || *other != (engine.OtherEnvironmentError{Marked: marked, Wanted: wanted}) {
		t.Fatalf("error is %v, want that of data of %s for %s", err, marked, wanted)
	}
}

func TestEnvironmentMark(t *testing.T) { onEachEngine(t, testEnvironmentMark) }

func testEnvironmentMark(t *testing.T, f *fixture) {
	s := f.open(t)
	equal(t, "before the first start", must[string](t)(s.DB.Environment(t.Context())), "")
	noError(t, f.openAs(t, development))

	equal(t, "marked", must[bool](t)(s.DB.MarkEnvironment(t.Context(), production)), true)
	equal(t, "marked again", must[bool](t)(s.DB.MarkEnvironment(t.Context(), production)), false)
	_, err := s.DB.MarkEnvironment(t.Context(), development)
	wantOther(t, err, production, development)
	equal(t, "environment", must[string](t)(s.DB.Environment(t.Context())), production)

	noError(t, f.openAs(t, production))
	wantOther(t, f.openAs(t, development), production, development)
}

func TestEnvironmentSet(t *testing.T) { onEachEngine(t, testEnvironmentSet) }

func testEnvironmentSet(t *testing.T, f *fixture) {
	s := f.open(t)
	noError(t, s.DB.SetEnvironment(t.Context(), production))
	o := f.options()
	o.Environment = production
	server := must[*store.Store](t)(store.Open(t.Context(), o))
	pooled := s.DB.Engine() == engine.Postgres && must[*engine.PostgresSetup](t)(s.DB.PostgresSetup(t.Context())).Pooler != engine.NoPooler
	switch err := s.DB.SetEnvironment(t.Context(), development); {
	case s.DB.Engine() == engine.Postgres && !pooled:
		wantError(t, err, store.ErrInUse)
		equal(t, "environment", must[string](t)(s.DB.Environment(t.Context())), production)
	default:
		noError(t, err) // the data folder has the lock; behind a pooler there is none
	}
	noError(t, server.DB.Close())
	noError(t, s.DB.SetEnvironment(t.Context(), development))
	equal(t, "environment", must[string](t)(s.DB.Environment(t.Context())), development)
}
