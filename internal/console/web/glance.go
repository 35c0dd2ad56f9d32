package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// GlanceDays is how many days the home of an account shows, with today.
	GlanceDays = 30
	// glanceFresh is for how long counts are shown without counting again; counting takes at most a twentieth of the time.
	glanceFresh = 2 * time.Second
	glanceShare = 20
	// glanceQuick is how long counting may take that a page waits for. Older counts are shown instead, up to glanceOld.
	glanceQuick  = 3 * time.Millisecond
	glanceOld    = 15 * time.Minute
	glanceLimit  = 30 * time.Second // of counting
	glanceCached = 1000             // accounts
	glanceMost   = 10_000           // orders of a filter that are counted, as the list of orders does
)

// Glances holds the counts of accounts, because counting a million orders takes longer than a page may. Counts that are
// not fresh are shown while they are counted again.
type Glances struct {
	store    *store.Store
	now      func() time.Time
	mu       sync.Mutex
	counted  map[glanceKey]CountedGlance
	queues   map[int64]countedQueues // by account
	counting singleflight.Group
}

// countedQueues are the counts of the queues of an account, when they were counted, and how long that took.
type countedQueues struct {
	counts map[shipment.Queue]store.QueueCount
	at     time.Time
	took   time.Duration
}

// NewGlances returns an empty cache of the counts in a store.
func NewGlances(s *store.Store, now func() time.Time) *Glances { return &Glances{store: s, now: now} }

type glanceKey struct{ accountID, since, hour int64 } // seconds

// GlanceQuery is what the home of an account counts, see store.Glance. Other days or another hour may have other filters.
type GlanceQuery struct {
	AccountID int64
	Hour      time.Time
	Days      []time.Time
	Filters   []store.OrderFilter
}

func (q *GlanceQuery) key() glanceKey { return glanceKey{q.AccountID, q.Days[0].Unix(), q.Hour.Unix()} }

// CountedGlance is counts, when they were counted, and how long that took.
type CountedGlance struct {
	store.Glance
	At   time.Time
	Took time.Duration
}

// Of returns counts. A first call counts.
func (g *Glances) Of(ctx context.Context, q GlanceQuery) (CountedGlance, error) {
	key := q.key()
	g.mu.Lock()
	known, ok := g.counted[key]
	g.mu.Unlock()
	age := g.now().Sub(known.At)
	if ok && age < max(glanceFresh, glanceShare*known.Took) {
		return known, nil
	}
	counted := g.counting.DoChan(fmt.Sprint(key), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), glanceLimit)
		defer cancel()
		return g.count(store.WithMeter(ctx, func(int) error { return nil }), q)
	})
	if ok && known.Took > glanceQuick && age < glanceOld {
		return known, nil
	}
	select {
	case result := <-counted:
		if result.Err != nil {
			return CountedGlance{}, result.Err
		}
		return result.Val.(CountedGlance), nil
	case <-ctx.Done():
		return CountedGlance{}, ctx.Err()
	}
}

// Queues returns how many orders of an account each queue has, as they were a moment ago: counting takes at most a twentieth of the time.
func (g *Glances) Queues(ctx context.Context, accountID int64) (map[shipment.Queue]store.QueueCount, error) {
	g.mu.Lock()
	known := g.queues[accountID]
	g.mu.Unlock()
	start := g.now()
	if start.Sub(known.at) < glanceShare*known.took {
		return known.counts, nil
	}
	counts, err := g.store.QueueCounts(ctx, accountID)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.queues == nil || len(g.queues) >= glanceCached {
		g.queues = map[int64]countedQueues{}
	}
	g.queues[accountID] = countedQueues{counts, g.now(), g.now().Sub(start)}
	return counts, nil
}

// count counts and keeps the result.
func (g *Glances) count(ctx context.Context, q GlanceQuery) (CountedGlance, error) {
	start := g.now()
	found, err := g.store.Glance(ctx, q.AccountID, q.Days, q.Filters, glanceMost)
	if err != nil {
		return CountedGlance{}, err
	}
	counted := CountedGlance{found, g.now(), g.now().Sub(start)}
	g.Keep(q, counted)
	return counted, nil
}

// Keep stores counts.
func (g *Glances) Keep(q GlanceQuery, counted CountedGlance) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.counted == nil || len(g.counted) >= glanceCached {
		g.counted = map[glanceKey]CountedGlance{}
	}
	g.counted[q.key()] = counted
}

// AtLeast is a count in words, such as 9,999+.
func (v *Visit) AtLeast(count store.QueueCount) string {
	if count.Exact {
		return v.Number(count.Orders)
	}
	return v.Number(count.Orders) + "+"
}
