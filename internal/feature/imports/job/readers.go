package job

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// readers are the files that are read at the same time. Checks have places, because their files and tables are in memory for long. An
// account has one file at a time, whether it is checked or read again: it never holds a place for one file and a process for another, so
// that it does not stop the files of others.
type readers struct {
	mu      sync.Mutex
	free    int            // places of checks
	reading map[int64]bool // accounts with a file that is read
	waiting []waitingFile
}

// waitingFile is a file that waits.
type waitingFile struct {
	account, size int64
	isCheck       bool
	turn          chan struct{} // closed when it may be read
}

// take waits until a file of an account may be read, the smallest first. give ends that. Returns the error of ctx.
func (r *readers) take(ctx context.Context, account, size int64, isCheck bool) (give func(), err error) {
	w := waitingFile{account, size, isCheck, make(chan struct{})}
	give = func() { r.give(w) }
	r.mu.Lock()
	r.waiting = append(r.waiting, w)
	r.serve()
	r.mu.Unlock()
	select {
	case <-w.turn:
		return give, nil
	case <-ctx.Done():
	}
	r.mu.Lock()
	at := slices.Index(r.waiting, w)
	if at >= 0 {
		r.waiting = slices.Delete(r.waiting, at, at+1)
	}
	r.mu.Unlock()
	if at < 0 { // its turn came at the last moment
		give()
	}
	return nil, ctx.Err()
}

// give ends the reading of a file.
func (r *readers) give(w waitingFile) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.reading, w.account)
	if w.isCheck {
		r.free++
	}
	r.serve()
}

// serve lets the smallest files that wait be read. The caller holds the lock.
func (r *readers) serve() {
	slices.SortStableFunc(r.waiting, func(a, b waitingFile) int { return cmp.Compare(a.size, b.size) })
	r.waiting = slices.DeleteFunc(r.waiting, func(w waitingFile) bool {
		if r.reading[w.account] || w.isCheck && r.free == 0 {
			return false
		}
		if r.reading == nil {
			r.reading = make(map[int64]bool)
		}
		r.reading[w.account] = true
		if w.isCheck {
			r.free--
		}
		close(w.turn)
		return true
	})
}
