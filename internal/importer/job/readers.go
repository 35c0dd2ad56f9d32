package job

import (
	"context"
	"slices"
	"sync"
)

// readers are the checks that may run at the same time: their files and tables are in memory. An account has one check at a time, so
// that a file which takes long does not stop those of others.
type readers struct {
	mu      sync.Mutex
	free    int
	waiting []waitingFile
}

// waitingFile is a check that waits.
type waitingFile struct {
	size int64
	turn chan struct{} // closed when the check may run
}

// take waits until a file may be checked, the smallest first. give ends that. Returns the error of ctx.
func (r *readers) take(ctx context.Context, size int64) error {
	r.mu.Lock()
	if r.free > 0 {
		r.free--
		r.mu.Unlock()
		return nil
	}
	w := waitingFile{size, make(chan struct{})}
	r.waiting = append(r.waiting, w)
	r.mu.Unlock()
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
	}
	r.mu.Lock()
	at := slices.Index(r.waiting, w)
	if at >= 0 {
		r.waiting = slices.Delete(r.waiting, at, at+1)
	}
	r.mu.Unlock()
	if at < 0 { // its turn came at the last moment
		r.give()
	}
	return ctx.Err()
}

// give lets the smallest file that waits be checked.
func (r *readers) give() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) == 0 {
		r.free++
		return
	}
	at := 0
	for i, w := range r.waiting {
		if w.size < r.waiting[at].size {
			at = i
		}
	}
	close(r.waiting[at].turn)
	r.waiting = slices.Delete(r.waiting, at, at+1)
}
