package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// WatchSearch adds the metric of the search index. read is called for each scrape, with a context that ends after two
// seconds, and returns how far the index is behind the orders. It must be called once.
func (m *Metrics) WatchSearch(read func(context.Context) (behind time.Duration, err error)) {
	m.registry.MustRegister(searchCollector{read, prometheus.NewDesc("waybill_search_lag_seconds",
		"Time since the oldest order that a search does not find yet was created, 0 if there is none.", nil, nil)})
}

// searchCollector reads the lag at each scrape.
type searchCollector struct {
	read func(context.Context) (time.Duration, error)
	lag  *prometheus.Desc
}

func (c searchCollector) Describe(descs chan<- *prometheus.Desc) { descs <- c.lag }

func (c searchCollector) Collect(metrics chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), queueReadTimeout)
	defer cancel()
	behind, err := c.read(ctx)
	if err != nil {
		metrics <- prometheus.NewInvalidMetric(c.lag, err)
		return
	}
	metrics <- prometheus.MustNewConstMetric(c.lag, prometheus.GaugeValue, behind.Seconds())
}
