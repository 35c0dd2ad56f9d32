package store

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// idBlock is how many order ids a process reserves at a time. Those it has left when it
// stops are never used.
const idBlock = 10_000

// idSource gives out order ids and times of creation that rise within the process. Of
// several processes on one database each has blocks of its own.
type idSource struct {
	mu        sync.Mutex
	next, end int64 // next up to end-1 are reserved
	last      time.Time
}

// assign gives each batch consecutive ids and the time. It reserves what is missing by q,
// which must not be in a transaction: a reservation that is rolled back is nobody's.
func (ids *idSource) assign(ctx context.Context, q querier, now func() time.Time, batches []*creation) error {
	ids.mu.Lock()
	defer ids.mu.Unlock()
	need := int64(0)
	for _, c := range batches {
		need += int64(len(c.Orders))
	}
	if ids.end-ids.next < need {
		block := max(need, idBlock)
		err := q.QueryRowContext(ctx, `UPDATE counters SET next_value = next_value + $1 WHERE name = 'order_id' RETURNING next_value`, block).
			Scan(&ids.end)
		if err != nil {
			ids.end = ids.next
			return fmt.Errorf("reserve order ids: %w", err)
		}
		ids.next = ids.end - block
	}
	if t := now(); t.After(ids.last) {
		ids.last = t
	}
	for _, c := range batches {
		c.firstID, c.createdOn = ids.next, ids.last
		ids.next += int64(len(c.Orders))
	}
	return nil
}
