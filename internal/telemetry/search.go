package telemetry

import (
	"context"
	"time"

	"waybill/internal/store"
)

// WatchUnmoved adds the metric of orders with an event that did not change their status. It must be called once.
func (m *Metrics) WatchUnmoved(read func(context.Context) (int64, error)) {
	watchOne(m, read, gauge("waybill_orders_unmoved",
		"Orders with a failure, an exception, a return, a release or a delivery that did not change their status.",
		func(orders int64) float64 { return float64(orders) }))
}

// WatchClock adds the metric of the server's clock. It must be called once.
func (m *Metrics) WatchClock(read func(context.Context) (time.Duration, error)) {
	watchOne(m, read, gauge("waybill_clock_behind_seconds",
		"How far the clock of this server is behind the newest time that a server has stored; 0 up to a minute.", time.Duration.Seconds))
}

// WatchSearch adds the metrics of the search index. It must be called once.
func (m *Metrics) WatchSearch(read func(context.Context) (store.SearchLag, error)) {
	watchOne(m, read, gauge("waybill_search_lag_seconds",
		"Time since the oldest order that a search does not find yet was created, 0 if there is none.",
		func(i store.SearchLag) float64 { return i.Behind.Seconds() }),
		gauge("waybill_search_indexed_ratio",
			"Part of the orders that the search index has: below 1 while orders of an earlier version are indexed.",
			func(i store.SearchLag) float64 { return float64(i.Indexed) / 100 }))
}
