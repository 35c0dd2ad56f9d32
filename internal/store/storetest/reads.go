package storetest

import (
	"context"
	"maps"
	"regexp"
	"sync"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// Reads counts how often queries outside of transactions return an order with its documents. A transaction locks the row of an order, and
// reads no document of it. Safe for concurrent use.
type Reads struct {
	mu     sync.Mutex
	orders map[int64]int
}

// Of counts the reads of a store that nothing uses yet.
func (r *Reads) Of(s *store.Store) { s.DB.Reads = countingPool{s.DB.Reads, r} }

// Take returns how often each order was read since the last call, by its id; 0 is an order whose id was not selected.
func (r *Reads) Take() map[int64]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := maps.Clone(r.orders)
	clear(r.orders)
	return taken
}

func (r *Reads) note(orderID int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.orders == nil {
		r.orders = map[int64]int{}
	}
	r.orders[orderID]++
}

// readsDocuments is a query for documents of orders.
var readsDocuments = regexp.MustCompile(`(?s)^\s*SELECT\b.*\b(record|rest|items)\b.*\bFROM\b.*\borders\b`)

type countingPool struct {
	pool interface {
		engine.Querier
		Close() error
	}
	reads *Reads
}

func (p countingPool) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	return p.pool.Exec(ctx, query, args...)
}

func (p countingPool) Query(ctx context.Context, query string, args ...any) (engine.Rows, error) {
	rows, err := p.pool.Query(ctx, query, args...)
	if err == nil && readsDocuments.MatchString(query) {
		rows = countingRows{rows, p.reads}
	}
	return rows, err
}

func (p countingPool) Close() error { return p.pool.Close() }

type countingRows struct {
	engine.Rows
	reads *Reads
}

func (r countingRows) Scan(into ...any) error {
	err := r.Rows.Scan(into...)
	id, _ := into[0].(*int64)
	if id == nil {
		id = new(int64)
	}
	r.reads.note(*id)
	return err
}
