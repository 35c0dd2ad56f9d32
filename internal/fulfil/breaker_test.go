package fulfil

import (
	"testing"
	"time"
)

// TestBreaker walks a circuit through its states.
func TestBreaker(t *testing.T) {
	now := time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC)
	var heard []bool
	b := breaker{now: func() time.Time { return now }, changed: func(open bool) { heard = append(heard, open) }}
	want := func(n int) {
		t.Helper()
		if allowed, _ := b.allow(7); allowed != n {
			t.Errorf("%d of 7 calls are allowed, want %d", allowed, n)
		}
	}
	fail := func(times int) {
		for range times {
			b.record(true)
		}
	}

	fail(failuresToOpen - 1)
	b.record(false) // one success and the count starts again
	fail(failuresToOpen - 1)
	want(7)
	fail(5) // opens, and those under way fail too
	want(0)
	if _, again := b.allow(1); !again.Equal(now.Add(firstPause)) {
		t.Errorf("worth asking again at %v, want in %v", again, firstPause)
	}

	now = now.Add(firstPause)
	want(1)
	want(0) // while it probes
	if since, changes := b.record(true); !since.Equal(now.Add(-firstPause)) || !changes {
		t.Errorf("calls fail since %v, want the first of them", since)
	}
	now = now.Add(firstPause)
	want(0) // the pause has doubled
	now = now.Add(firstPause)
	want(1)
	b.release() // there was nothing to do
	want(1)
	if since, closed := b.record(false); !since.IsZero() || !closed {
		t.Errorf("the call that closes the circuit: %v, %v", since, closed)
	}
	want(7)
	if _, closed := b.record(false); closed {
		t.Error("the circuit is closed twice")
	}

	if len(heard) != 2 || !heard[0] || heard[1] {
		t.Errorf("heard %v, want that it opened and closed", heard)
	}
	for range 20 { // the pause grows, but not beyond its limit
		fail(failuresToOpen)
		now = now.Add(maxPause)
		want(1)
	}
}
