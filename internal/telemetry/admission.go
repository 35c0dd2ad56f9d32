package telemetry

import "github.com/prometheus/client_golang/prometheus"

// Pool is a resource that requests hold while they are served.
type Pool struct {
	Name            string
	Size, Held      int64 // bytes
	Waits, Refusals uint64
}

// Connections are the connections of the API.
type Connections struct {
	Open, Limit     int
	Closed, Refused uint64
}

// WatchAdmission adds the metrics of admission. read is called for each scrape. It must be called once.
func (m *Metrics) WatchAdmission(read func() ([]Pool, Connections)) {
	pool := []string{"pool"}
	m.registry.MustRegister(admissionCollector{
		read: read,
		size: prometheus.NewDesc("waybill_admission_size_bytes",
			"Memory, or disk for the pool spool, that requests may hold together.", pool, nil),
		held:  prometheus.NewDesc("waybill_admission_held_bytes", "Memory or disk that requests hold.", pool, nil),
		waits: prometheus.NewDesc("waybill_admission_waits_total", "Requests that waited for memory or disk.", pool, nil),
		refusals: prometheus.NewDesc("waybill_admission_refusals_total",
			"Requests that were refused because memory or disk was short.", pool, nil),
		open:   prometheus.NewDesc("waybill_connections", "Connections of the API.", nil, nil),
		limit:  prometheus.NewDesc("waybill_connections_limit", "Connections that the API may have.", nil, nil),
		closed: prometheus.NewDesc("waybill_connections_closed_total", "Idle connections that were closed to make room.", nil, nil),
		refused: prometheus.NewDesc("waybill_connections_refused_total",
			"Connections that were refused because the limit was reached.", nil, nil),
	})
}

// admissionCollector reads the figures at each scrape.
type admissionCollector struct {
	read                         func() ([]Pool, Connections)
	size, held, waits, refusals  *prometheus.Desc // by pool
	open, limit, closed, refused *prometheus.Desc
}

func (c admissionCollector) Describe(descs chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{c.size, c.held, c.waits, c.refusals, c.open, c.limit, c.closed, c.refused} {
		descs <- desc
	}
}

func (c admissionCollector) Collect(metrics chan<- prometheus.Metric) {
	pools, connections := c.read()
	for _, p := range pools {
		metrics <- prometheus.MustNewConstMetric(c.size, prometheus.GaugeValue, float64(p.Size), p.Name)
		metrics <- prometheus.MustNewConstMetric(c.held, prometheus.GaugeValue, float64(p.Held), p.Name)
		metrics <- prometheus.MustNewConstMetric(c.waits, prometheus.CounterValue, float64(p.Waits), p.Name)
		metrics <- prometheus.MustNewConstMetric(c.refusals, prometheus.CounterValue, float64(p.Refusals), p.Name)
	}
	metrics <- prometheus.MustNewConstMetric(c.open, prometheus.GaugeValue, float64(connections.Open))
	metrics <- prometheus.MustNewConstMetric(c.limit, prometheus.GaugeValue, float64(connections.Limit))
	metrics <- prometheus.MustNewConstMetric(c.closed, prometheus.CounterValue, float64(connections.Closed))
	metrics <- prometheus.MustNewConstMetric(c.refused, prometheus.CounterValue, float64(connections.Refused))
}
