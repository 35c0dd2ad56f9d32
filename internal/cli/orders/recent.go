package orders

import (
	"maps"
	"time"
)

// lookBack is how far before the newest entry a look at a log begins: what happened earlier may have been stored later.
const lookBack = 10 * time.Second

// recent are the entries of a log that were shown lately.
type recent struct {
	since time.Time            // earlier ones are not looked for
	seen  map[string]time.Time // when each happened, by its id
}

// add notes an entry.
func (r *recent) add(id string, at time.Time) {
	r.seen[id] = at
	if back := at.Add(-lookBack); back.After(r.since) {
		r.since = back
	}
}

// isNew reports whether an entry was not noted.
func (r *recent) isNew(id string) bool {
	_, seen := r.seen[id]
	return !seen
}

// forget drops the entries that are not looked for any more.
func (r *recent) forget() {
	maps.DeleteFunc(r.seen, func(_ string, at time.Time) bool { return at.Before(r.since) })
}
