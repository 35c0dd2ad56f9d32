package telemetry

import (
	"context"
	"time"
)

// WatchSearch adds the metric of the search index. read returns how far the index is behind the orders. It must be called
// once.
func (m *Metrics) WatchSearch(read func(context.Context) (behind time.Duration, err error)) {
	watchOne(m, read, gauge("waybill_search_lag_seconds",
		"Time since the oldest order that a search does not find yet was created, 0 if there is none.", time.Duration.Seconds))
}
