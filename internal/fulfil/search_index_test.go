package fulfil

import (
	"testing"
	"time"

	"waybill/internal/store"
)

// TestIndexLeavesTimeForCreates: however slow the machine is, indexing takes a seventh of the time at most on SQLite, and
// half of it on PostgreSQL.
func TestIndexLeavesTimeForCreates(t *testing.T) {
	for _, took := range []time.Duration{time.Millisecond, 100 * time.Millisecond, 10 * time.Second} {
		for engine, times := range map[string]int{store.SQLite: 6, store.Postgres: 1} {
			if wait := untilNext(engine, 250, took); int(wait/took) < times {
				t.Errorf("%s: after %v the index waits for %v", engine, took, wait)
			}
		}
	}
	if wait := untilNext(store.SQLite, 0, time.Millisecond); wait != indexEvery {
		t.Errorf("with nothing to do the index waits for %v", wait)
	}
}
