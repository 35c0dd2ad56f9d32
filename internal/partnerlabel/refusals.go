package partnerlabel

import (
	"sync"
	"time"
)

const (
	// refusedFor is how long a refusal is remembered. A label may have exceeded the limits because the machine was busy,
	// and another version may convert it, so a refusal is not stored.
	refusedFor = time.Hour
	// mostRefusals is how many refusals are remembered: at most some 2 MB.
	mostRefusals = 10_000
)

// refusals remembers what cannot be made of labels, so that no request tries it again for a while. It is safe for
// concurrent use.
type refusals struct {
	mu     sync.Mutex
	byName map[string]refusal // of the file that was to be made
}

type refusal struct {
	err   *RefusedError
	until time.Time
}

// get returns the refusal of a file, nil if there is none.
func (r *refusals) get(name string, now time.Time) *RefusedError {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.byName[name]; now.Before(known.until) {
		return known.err
	}
	return nil
}

// add remembers a refusal. If there are too many, all others are forgotten.
func (r *refusals) add(name string, err *RefusedError, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byName == nil || len(r.byName) >= mostRefusals {
		r.byName = make(map[string]refusal)
	}
	r.byName[name] = refusal{err, now.Add(refusedFor)}
}
