package storetest

import (
	"errors"
	"testing"

	"waybill/internal/store"
)

const production = "production"

// openAs opens one more store for an environment, and closes it.
func (f *fixture) openAs(t *testing.T, environment string) error {
	t.Helper()
	o := f.options()
	o.Environment = environment
	s, err := store.Open(t.Context(), o)
	if err == nil {
		noError(t, s.Close())
	}
	if checked := store.CheckEnvironment(t.Context(), o); (checked == nil) != (err == nil) {
		t.Errorf("check of %s: %v, but open: %v", environment, checked, err)
	}
	return err
}

func wantOther(t *testing.T, err error, marked, wanted string) {
	t.Helper()
	other, ok := errors.AsType[*store.OtherEnvironmentError](err)
	if !ok || *other != (store.OtherEnvironmentError{Marked: marked, Wanted: wanted}) {
		t.Fatalf("error is %v, want that of data of %s for %s", err, marked, wanted)
	}
}

func testEnvironmentMark(t *testing.T, f *fixture) {
	s := f.open(t)
	equal(t, "before the first start", must[string](t)(s.Environment(t.Context())), "")
	noError(t, f.openAs(t, store.Development))

	equal(t, "marked", must[bool](t)(s.MarkEnvironment(t.Context(), production)), true)
	equal(t, "marked again", must[bool](t)(s.MarkEnvironment(t.Context(), production)), false)
	_, err := s.MarkEnvironment(t.Context(), store.Development)
	wantOther(t, err, production, store.Development)
	equal(t, "environment", must[string](t)(s.Environment(t.Context())), production)

	noError(t, f.openAs(t, production))
	wantOther(t, f.openAs(t, store.Development), production, store.Development)
}

func testEnvironmentSet(t *testing.T, f *fixture) {
	s := f.open(t)
	noError(t, s.SetEnvironment(t.Context(), production))
	o := f.options()
	o.Environment = production
	server := must[*store.Store](t)(store.Open(t.Context(), o))
	pooled := s.Engine() == store.Postgres && must[*store.PostgresSetup](t)(s.PostgresSetup(t.Context())).Pooler != store.NoPooler
	switch err := s.SetEnvironment(t.Context(), store.Development); {
	case s.Engine() == store.Postgres && !pooled:
		wantError(t, err, store.ErrInUse)
		equal(t, "environment", must[string](t)(s.Environment(t.Context())), production)
	default:
		noError(t, err) // the data folder has the lock; behind a pooler there is none
	}
	noError(t, server.Close())
	noError(t, s.SetEnvironment(t.Context(), store.Development))
	equal(t, "environment", must[string](t)(s.Environment(t.Context())), store.Development)
}
