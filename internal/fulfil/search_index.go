package fulfil

import (
	"context"
	"log/slog"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/throttle"
)

const (
	// indexEvery is the time between two looks for orders to be indexed.
	indexEvery = 200 * time.Millisecond
	// indexPause is how many times as long as orders were indexed the next ones wait: the rest of the time is for creates.
	// On SQLite creates wait while orders are indexed. On PostgreSQL they do not, and indexing takes longer.
	indexPause         = 6
	indexPausePostgres = 1
)

// Warnings returns what finds the warnings about orders now.
type Warnings func(context.Context) (store.Warnings, error)

// IndexOrders keeps the search index up to date until ctx ends. Owner names this process among those on the database.
func IndexOrders(ctx context.Context, s *store.Store, owner string, warnings Warnings, log *slog.Logger) {
	for wait := time.Duration(0); throttle.Sleep(ctx, wait); {
		started := time.Now()
		n, anew := 0, 0
		found, err := warnings(ctx)
		if err == nil {
			n, err = s.Search.IndexOrders(ctx, owner, found)
		}
		if err == nil && n == 0 {
			anew, err = s.Search.IndexAnew(ctx, owner)
		}
		throttle.LogFailure(ctx, log, "index orders", err)
		wait = untilNext(s.DB.Engine() == engine.Postgres, n, time.Since(started))
		if anew > 0 && err == nil && throttle.Rest(ctx, started) == nil {
			wait = 0 // new orders come first after each part
		}
	}
}

// untilNext is how long to wait after n orders were indexed in a time.
func untilNext(onPostgres bool, n int, took time.Duration) time.Duration {
	// There is no maximum: indexing is slow where creates need the processor.
	switch {
	case n == 0:
		return indexEvery
	case onPostgres:
		return indexPausePostgres * took
	default:
		return indexPause * took
	}
}
