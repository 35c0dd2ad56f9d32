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
	glanceFresh  = 2 * time.Second
	glanceShare  = 20
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

type countedGlance struct {
	store.Glance
	at   time.Time
	took time.Duration
}

// of returns the counts of an account since the begin of a day. A first call counts.
func (g *glances) of(ctx context.Context, accountID int64, since time.Time) (store.Glance, error) {
	key := glanceKey{accountID, since.Unix()}
	g.mu.Lock()
	known, ok := g.counted[key]
	g.mu.Unlock()
	if ok && g.now().Sub(known.at) < max(glanceFresh, glanceShare*known.took) {
		return known.Glance, nil
	}
	name := strconv.FormatInt(key.accountID, 10) + " " + strconv.FormatInt(key.since, 10)
	counted := g.counting.DoChan(name, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), glanceLimit)
		defer cancel()
		return g.count(store.WithMeter(ctx, func(int) error { return nil }), key, since)
	})
	if ok && known.took > glanceFresh/glanceShare {
		return known.Glance, nil
	}
	select {
	case result := <-counted:
		if result.Err != nil {
			return store.Glance{}, result.Err
		}
		return result.Val.(store.Glance), nil
	case <-ctx.Done():
		return store.Glance{}, ctx.Err()
	}
}

// count counts and keeps the result.
func (g *glances) count(ctx context.Context, key glanceKey, since time.Time) (store.Glance, error) {
	start := g.now()
	found, err := g.store.Glance(ctx, key.accountID, since, glanceDays)
	if err != nil {
		return store.Glance{}, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.counted == nil || len(g.counted) >= glanceCached {
		g.counted = map[glanceKey]countedGlance{}
	}
	g.counted[key] = countedGlance{found, g.now(), g.now().Sub(start)}
	return found, nil
}
