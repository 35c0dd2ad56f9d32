package job

import (
	"runtime/debug"
	"sync"
)

// importGarbage is how much garbage, in percent of what is in use, the runtime may keep while files are imported.
// The server allows four times as much as is in use, which is fast for small requests: a file of 50,000 rows would
// take 280 MB.
const importGarbage = 50

// garbage is the setting of the runtime while files are imported, which all workers of a process share.
var garbage struct {
	mu     sync.Mutex
	users  int
	before int // percent, when nothing is imported
}

// saveMemory makes the runtime collect garbage earlier until done is called.
func saveMemory() (done func()) {
	garbage.mu.Lock()
	defer garbage.mu.Unlock()
	if garbage.users++; garbage.users == 1 {
		garbage.before = debug.SetGCPercent(importGarbage)
		if 0 <= garbage.before && garbage.before < importGarbage {
			debug.SetGCPercent(garbage.before)
		}
	}
	return func() {
		garbage.mu.Lock()
		defer garbage.mu.Unlock()
		if garbage.users--; garbage.users == 0 {
			debug.SetGCPercent(garbage.before)
		}
	}
}
