package job

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// importGarbage is how much garbage, in percent of what is in use, the runtime may keep while a large file is checked.
// The server allows four times as much as is in use, which is fast for small requests: a file of 50,000 rows would
// take 280 MB.
const importGarbage = 40

// largeFile is the size, in bytes, from which on a check saves memory. A smaller file takes less than a server may keep as
// garbage anyway, and to collect it early would take processor time from other requests.
const largeFile = 512 << 10

// garbage is the setting of the runtime while large files are checked, which all workers of a process share.
var garbage struct {
	mu     sync.Mutex
	users  int
	before int // percent, when no large file is checked
}

// saveMemory makes the runtime collect garbage earlier until done is called, which collects what the check has left: else
// the runtime would wait until the server has four times as much as the file took.
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
			runtime.GC()
			debug.SetGCPercent(garbage.before)
		}
	}
}
