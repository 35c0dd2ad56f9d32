package telemetry

import (
	"context"
	"time"
)

// SearchIndex is how far the search index is behind the orders, and how many percent of them it has.
type SearchIndex struct {
	Behind  time.Duration
	Indexed int
}

// WatchSearch adds the metrics of the search index. It must be called once.
func (m *Metrics) WatchSearch(read func(context.Context) (SearchIndex, error)) {
	watchOne(m, read, gauge("waybill_search_lag_seconds",
		"Time since the oldest order that a search does not find yet was created, 0 if there is none.",
		func(i SearchIndex) float64 { return i.Behind.Seconds() }),
		gauge("waybill_search_indexed_ratio",
			"Part of the orders that the search index has: below 1 while orders of an earlier version are indexed.",
			func(i SearchIndex) float64 { return float64(i.Indexed) / 100 }))
}
