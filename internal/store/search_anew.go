package store

import (
	"context"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// anewFrom is the id below which orders are indexed anew, 0 if all have the terms of this version.
func (s *Search) anewFrom(ctx context.Context) (int64, error) {
	return engine.Value[int64](ctx, s.store.DB.Reads, `SELECT anew_from FROM search_index WHERE id = 1`)
}

// anewAtOnce is how many orders are indexed anew in a transaction: few, since new orders wait for them.
const anewAtOnce = 100

// IndexAnew gives some of the orders that are in the index, the newest first, the terms of this version, if they have those of another
// one. They are found by these meanwhile, which stay, and keep their warnings. It is called when IndexOrders has nothing to do, with the
// same owner, and returns the number of orders, 0 if there are none left.
func (s *Search) IndexAnew(ctx context.Context, owner string) (orders int, err error) {
	defer func() { err = s.store.DB.Explain("index orders anew", err) }()
	from, err := s.anewFrom(ctx)
	if err != nil || from == 0 {
		return 0, err
	}
	if may, err := s.mayIndex(ctx, owner); err != nil || !may {
		return 0, err
	}
	ids, err := engine.Values[int64](ctx, s.store.DB.Reads, `SELECT order_id FROM orders o WHERE order_id < $1
		ORDER BY order_id DESC LIMIT CAST($2 AS BIGINT)`, from, anewAtOnce)
	if err != nil {
		return 0, err
	}
	next := append([]int64{0}, ids...)[len(ids)] // the lowest, or 0 at the end
	noWarnings := func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil }
	_, err = s.indexByID(ctx, owner, noWarnings, indexedIDs{ids: ids, anew: true}, func(ctx context.Context, q engine.Querier) error {
		return engine.Exec(ctx, q, `UPDATE search_index SET anew_from = $1 WHERE id = 1 AND anew_from = $2`, next, from)
	})
	return len(ids), err
}

// SearchLag says how far the search index is behind.
type SearchLag struct {
	Behind time.Duration // since the first order that waits was created or changed; 0: none waits
	// Indexed is how many percent of the orders the index has with the terms of this version, 0 to 100. It is below 100 while orders of
	// an earlier version are indexed anew, the newest first.
	Indexed int
}

// SearchLag returns what a search does not find yet.
func (s *Search) SearchLag(ctx context.Context) (lag SearchLag, err error) {
	defer func() { err = s.store.DB.Explain("read the lag of the search index", err) }()
	lag.Indexed = 100
	waits, err := engine.Value[int64](ctx, s.store.DB.Reads, `SELECT created_on FROM search_queue ORDER BY order_id, account_id LIMIT 1`)
	if engine.OrNothing(err) != nil {
		return lag, err
	}
	if waits != 0 {
		lag.Behind = max(0, s.store.DB.Now().Sub(engine.FromMicros(waits)))
	}
	from, err := s.anewFrom(ctx)
	if err != nil || from == 0 {
		return lag, err
	}
	var oldest, next int64
	err = engine.QueryRow(ctx, s.store.DB.Reads, `SELECT (SELECT coalesce(min(order_id), 0) FROM orders),
		(SELECT coalesce(max(order_id), 0) + 1 FROM orders)`).Scan(&oldest, &next)
	if err == nil && from > oldest {
		lag.Indexed = int(100 * max(0, next-from) / (next - oldest))
	}
	return lag, err
}
