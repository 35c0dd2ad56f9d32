package store

import (
	"context"
	"math"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Orders that earlier versions created are not in the queue of the search index. Sweeps find them: one from the newest
// of the upgrade down to the first order, and on PostgreSQL one a minute later and one an hour later, because servers of
// the earlier version may have created orders meanwhile.
const (
	sweepOlder = 0 // the first sweep: all its orders are older than the orders of the queue
	sweepSoon  = -1
	sweepAgain = 1
	sweptAll   = 2

	sweepSoonWait = time.Minute
	// sweepWait is longer than servers of two versions work on a database.
	sweepWait = time.Hour
)

type sweepState struct{ sweep, from, end, dueOn, nextEnd, anewFrom int64 }

func (s *Search) sweepState(ctx context.Context) (state sweepState, err error) {
	err = engine.QueryRow(ctx, s.store.DB.Reads,
		`SELECT sweeps, sweep_from, sweep_end, sweep_due_on, next_end, anew_from FROM search_index WHERE id = 1`).
		Scan(&state.sweep, &state.from, &state.end, &state.dueOn, &state.nextEnd, &state.anewFrom)
	return state, err
}

// sweep indexes the next orders of the sweep that is due, and returns how many it looked at.
func (s *Search) sweep(ctx context.Context, owner string, warnings Warnings) (orders int, err error) {
	state, err := s.sweepState(ctx)
	if err != nil || state.sweep == sweptAll || state.dueOn > engine.Micros(s.store.DB.Now()) {
		return 0, err
	}
	ids, err := s.newestBefore(ctx, state.from, state.end, indexedAtOnce)
	if err != nil {
		return 0, err
	}
	next := state.after(ids, s.store.DB.Now(), s.store.DB.Engine() == engine.Postgres)
	missing, err := s.notIndexed(ctx, ids)
	if err != nil {
		return 0, err
	}
	swept := indexedIDs{ids: missing, older: state.sweep == sweepOlder}
	_, err = s.indexByID(ctx, owner, warnings, swept, func(ctx context.Context, q engine.Querier) error {
		return engine.Exec(ctx, q, `UPDATE search_index SET sweeps = $1, sweep_from = $2, sweep_end = $3, sweep_due_on = $4
			WHERE id = 1 AND sweeps = $5 AND sweep_from = $6`,
			next.sweep, next.from, next.end, next.dueOn, state.sweep, state.from)
	})
	return len(ids), err
}

// newestBefore returns ids of orders, the highest first: from those below one down to end.
func (s *Search) newestBefore(ctx context.Context, from, end int64, most int) ([]int64, error) {
	return engine.Values[int64](ctx, s.store.DB.Reads, `SELECT order_id FROM orders o WHERE order_id < $1 AND order_id >= $2
		ORDER BY order_id DESC LIMIT CAST($3 AS BIGINT)`, from, end, most)
}

// after is the state after the orders of ids, the newest first; none end the sweep.
func (state sweepState) after(ids []int64, now time.Time, again bool) sweepState {
	switch {
	case len(ids) > 0:
		state.from = ids[len(ids)-1]
	case state.sweep == sweepOlder && again:
		state = state.later(sweepSoon, now.Add(sweepSoonWait))
	case state.sweep == sweepSoon:
		state = state.later(sweepAgain, now.Add(sweepWait))
	default:
		state.sweep = sweptAll
	}
	return state
}

// later is the state before another sweep, which looks at the orders of the time of the upgrade and at newer ones.
func (state sweepState) later(sweep int64, due time.Time) sweepState {
	return sweepState{sweep: sweep, from: math.MaxInt64, end: state.nextEnd, dueOn: engine.Micros(due), nextEnd: state.nextEnd}
}

// notIndexed returns the orders that are not in the index.
func (s *Search) notIndexed(ctx context.Context, ids []int64) ([]int64, error) {
	return engine.Values[int64](ctx, s.store.DB.Reads,
		`SELECT order_id FROM orders o WHERE order_id `+s.store.DB.Dialect.In("$1")+` AND NOT EXISTS (
			SELECT 1 FROM search_orders i WHERE i.account_id = o.account_id AND i.order_id = o.order_id)`, s.store.DB.Dialect.List(ids))
}

// anewAtOnce is how many orders are indexed anew in a transaction: few, since new orders wait for them.
const anewAtOnce = 100

// IndexAnew gives some of the orders that are in the index, the newest first, the terms of this version, if they have those of another
// one. They are found by these meanwhile, which stay, and keep their warnings. It is called when IndexOrders has nothing to do, with the
// same owner, and returns the number of orders, 0 if there are none left.
func (s *Search) IndexAnew(ctx context.Context, owner string) (orders int, err error) {
	defer func() { err = s.store.DB.Explain("index orders anew", err) }()
	state, err := s.sweepState(ctx)
	if err != nil || state.anewFrom == 0 {
		return 0, err
	}
	if may, err := s.mayIndex(ctx, owner); err != nil || !may {
		return 0, err
	}
	ids, err := s.newestBefore(ctx, state.anewFrom, 0, anewAtOnce)
	if err != nil {
		return 0, err
	}
	next := append([]int64{0}, ids...)[len(ids)] // the lowest, or 0 at the end
	noWarnings := func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil }
	_, err = s.indexByID(ctx, owner, noWarnings, indexedIDs{ids: ids, anew: true}, func(ctx context.Context, q engine.Querier) error {
		return engine.Exec(ctx, q, `UPDATE search_index SET anew_from = $1 WHERE id = 1 AND anew_from = $2`, next, state.anewFrom)
	})
	return len(ids), err
}

// SearchLag says how far the search index is behind.
type SearchLag struct {
	Behind time.Duration // since the first order that waits was created or changed; 0: none waits
	// Indexed is how many percent of the orders the index has with the terms of this version, 0 to 100. It is below 100 while orders of
	// an earlier version are indexed, or indexed anew, the newest first.
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
	state, err := s.sweepState(ctx)
	if state.from = max(state.from, state.anewFrom); state.sweep != sweepOlder {
		state.from = state.anewFrom
	}
	if err != nil || state.from == 0 {
		return lag, err
	}
	var oldest, next int64
	err = engine.QueryRow(ctx, s.store.DB.Reads, `SELECT coalesce(min(order_id), 0), coalesce(max(order_id), 0) + 1 FROM orders`).
		Scan(&oldest, &next)
	if err == nil && state.from > oldest {
		lag.Indexed = int(100 * max(0, next-state.from) / (next - oldest))
	}
	return lag, err
}
