package storetest

import (
	"testing"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// Fixture is the database of a test of a feature, and the time there.
type Fixture struct {
	URL   string
	Clock *Clock
	Parts []store.Part
	Store *store.Store // the last one that was opened
}

// Clock is a clock that only Advance moves.
type Clock struct{ now time.Time }

// Now is the time.
func (c *Clock) Now() time.Time { return c.now }

// Advance moves the clock.
func (c *Clock) Advance(by time.Duration) { c.now = c.now.Add(by) }

// OnEachEngine runs a test on each engine at once, on a database without rows that goes with the test.
func OnEachEngine(t *testing.T, test func(*testing.T, *Fixture), parts ...store.Part) {
	t.Helper()
	t.Parallel()
	for _, name := range AllEngines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newFixture(Database(t, name), parts))
		})
	}
}

// OnSQLite runs a test on an SQLite database without rows that goes with the test.
func OnSQLite(t *testing.T, test func(*testing.T, *Fixture), parts ...store.Part) {
	t.Helper()
	t.Parallel()
	test(t, newFixture(SQLite(t), parts))
}

func newFixture(url string, parts []store.Part) *Fixture {
	return &Fixture{URL: url, Clock: &Clock{time.Date(2026, 2, 3, 4, 5, 6, 789012000, time.UTC)}, Parts: parts}
}

// Open opens one more store on the database.
func (f *Fixture) Open(t *testing.T) *store.Store {
	t.Helper()
	f.Store = Open(t, store.Options{URL: f.URL, Now: f.Clock.Now, Parts: f.Parts})
	return f.Store
}

// Count is the number that a query returns.
func (f *Fixture) Count(t *testing.T, query string) int {
	t.Helper()
	n, err := engine.Value[int](t.Context(), f.Store.DB.Reads, query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Exec runs a statement.
func (f *Fixture) Exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if err := f.Store.DB.Execute(t.Context(), "prepare", statement, args...); err != nil {
		t.Fatal(err)
	}
}
