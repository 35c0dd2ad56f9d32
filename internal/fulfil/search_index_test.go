package fulfil

import (
	"testing"
	"time"
)

// TestIndexLeavesTimeForCreates: however slow the machine is, indexing takes a fourth of the time at most.
func TestIndexLeavesTimeForCreates(t *testing.T) {
	for _, took := range []time.Duration{time.Millisecond, 100 * time.Millisecond, 10 * time.Second} {
		if wait := untilNext(250, took); wait < 3*took {
			t.Errorf("after %v the index waits for %v", took, wait)
		}
	}
	if wait := untilNext(0, time.Millisecond); wait != indexEvery {
		t.Errorf("with nothing to do the index waits for %v", wait)
	}
}
