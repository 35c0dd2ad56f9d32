package console

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"waybill/internal/store"
)

const (
	// glanceDays is how many days the home of an account shows, with today.
	glanceDays = 30
	// glanceFresh is for how long counts are shown without counting again; counting takes at most a twentieth of the time.
	glanceFresh = 2 * time.Second
	glanceShare = 20
	// glanceQuick is how long counting may take that a page waits for. Older counts are shown instead, up to glanceOld.
	glanceQuick  = 3 * time.Millisecond
	glanceOld    = 15 * time.Minute
	glanceLimit  = 30 * time.Second // of counting
	glanceCached = 1000             // accounts
)

// glances holds the counts of accounts, because counting a million orders takes longer than a page may. Counts that are
// not fresh are shown while they are counted again.
type glances struct {
	store    *store.Store
	now      func() time.Time
	mu       sync.Mutex
	counted  map[glanceKey]countedGlance
	counting singleflight.Group
}

type glanceKey struct {
	accountID int64
	since     int64 // seconds
}

// countedGlance is counts, when they were counted, and how long that took.
type countedGlance struct {
	store.Glance
	at   time.Time
	took time.Duration
}

// of returns the counts of an account since the begin of a day. A first call counts.
func (g *glances) of(ctx context.Context, accountID int64, since time.Time) (countedGlance, error) {
	key := glanceKey{accountID, since.Unix()}
	g.mu.Lock()
	known, ok := g.counted[key]
	g.mu.Unlock()
	age := g.now().Sub(known.at)
	if ok && age < max(glanceFresh, glanceShare*known.took) {
		return known, nil
	}
	name := strconv.FormatInt(key.accountID, 10) + " " + strconv.FormatInt(key.since, 10)
	counted := g.counting.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), glanceLimit)
		defer cancel()
		return g.count(store.WithMeter(ctx, func(int) error { return nil }), key, since)
	})
	if ok && known.took > glanceQuick && age < glanceOld {
		return known, nil
	}
	select {
	case result := <-counted:
		if result.Err != nil {
			return countedGlance{}, result.Err
		}
		return result.Val.(countedGlance), nil
	case <-ctx.Done():
		return countedGlance{}, ctx.Err()
	}
}

// count counts and keeps the result.
func (g *glances) count(ctx context.Context, key glanceKey, since time.Time) (countedGlance, error) {
	start := g.now()
	found, err := g.store.Glance(ctx, key.accountID, since, glanceDays)
	if err != nil {
		return countedGlance{}, err
	}
	counted := countedGlance{found, g.now(), g.now().Sub(start)}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.counted == nil || len(g.counted) >= glanceCached {
		g.counted = map[glanceKey]countedGlance{}
	}
	g.counted[key] = counted
	return counted, nil
}
