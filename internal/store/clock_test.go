package store_test

import (
	"testing"
	"time"

	"waybill/internal/store/engine"
)

// TestClock: SQLite has the process's clock, which the test sets; PostgreSQL runs on this
// machine in tests, or on one whose clock is right.
func TestClock(t *testing.T) { onEachEngine(t, testClock) }

func testClock(t *testing.T, f *fixture) {
	s := f.open(t)
	want, tolerance := f.clock.Now(), time.Duration(0)
	if s.DB.Engine() == engine.Postgres {
		want, tolerance = time.Now(), time.Minute
	}
	got := must[time.Time](t)(s.DB.Clock(t.Context()))
	if off := got.Sub(want).Abs(); off > tolerance {
		t.Errorf("clock is off by %v", off)
	}
}
