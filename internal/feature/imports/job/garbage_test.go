package job

import (
	"runtime/debug"
	"testing"
)

func TestSaveMemory(t *testing.T) {
	for _, before := range []int{400, 20} {
		restore := debug.SetGCPercent(before)
		first, second := saveMemory(), saveMemory()
		first()
		percent := func() int {
			p := debug.SetGCPercent(before)
			debug.SetGCPercent(p)
			return p
		}
		if got := percent(); got != min(importGarbage, before) {
			t.Errorf("%d %% during an import, from %d %%", got, before)
		}
		second()
		if got := percent(); got != before {
			t.Errorf("%d %% after the imports, want %d %%", got, before)
		}
		debug.SetGCPercent(restore)
	}
}
