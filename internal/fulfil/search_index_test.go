package fulfil

import (
	"testing"
	"time"
)

// TestIndexLeavesTimeForCreates: however slow the machine is, indexing takes a seventh of the time at most on SQLite, and
// half of it on PostgreSQL.
func TestIndexLeavesTimeForCreates(t *testing.T) {
	for _, took := range []time.Duration{time.Millisecond, 100 * time.Millisecond, 10 * time.Second} {
		for onPostgres, times := range map[bool]int{false: 6, true: 1} {
			if wait := untilNext(onPostgres, 250, took); int(wait/took) < times {
				t.Errorf("PostgreSQL %v: after %v the index waits for %v", onPostgres, took, wait)
			}
		}
	}
	if wait := untilNext(false, 0, time.Millisecond); wait != indexEvery {
		t.Errorf("with nothing to do the index waits for %v", wait)
	}
}
