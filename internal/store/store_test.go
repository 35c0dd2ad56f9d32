package store_test

import (
	"errors"
	"flag"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

// TestMain runs more tests at once than there are processors: they wait for commits most of the time.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	m.Run()
}

// onEachEngine runs a test on each engine at once, on a database without rows that goes with the test.
func onEachEngine(t *testing.T, test func(*testing.T, *fixture)) {
	t.Helper()
	t.Parallel()
	for _, engine := range storetest.AllEngines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			test(t, &fixture{url: storetest.Database(t, engine), clock: newClock()})
		})
	}
}

// fixture is a test's database and the time there.
type fixture struct {
	url   string
	clock *clock
}

// open opens one more store on the database.
func (f *fixture) open(t *testing.T) *store.Store {
	t.Helper()
	return storetest.Open(t, f.options())
}

// empty has the fixture use a database without tables.
func (f *fixture) empty(t *testing.T) {
	t.Helper()
	if !strings.HasPrefix(f.url, "sqlite:") { // the file does not exist yet
		f.url = database.Schema(t, database.URL(t), nil)
	}
}

func (f *fixture) options() store.Options {
	return store.Options{URL: f.url, Now: f.clock.Now, Elapsed: f.clock.Elapsed, Parts: []store.Part{testFacet}}
}

// testFacet is a facet by a table of the core: tests of lists need no feature.
var testFacet = store.Part{Facets: map[shipment.Facet]store.FacetTable{
	shipment.Packed: {Table: "order_notes", Where: "note <> ''", Within: "note_id >= ? AND note_id < ?"},
}}

// clock is a clock that only Advance and Set move.
type clock struct {
	mu      sync.Mutex
	now     time.Time
	elapsed time.Duration
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 2, 3, 4, 5, 6, 789012000, time.UTC)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Elapsed is how far the clock has advanced, however it was set.
func (c *clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elapsed
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.elapsed = c.now.Add(d), c.elapsed+d
}

// Set sets the time of day, as an operator or NTP does: no time passes.
func (c *clock) Set(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

// must is for calls whose failure ends the test.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error is %v, want %v", err, want)
	}
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}
