package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Replica is the state of the replica of the database.
type Replica struct {
	Used                              bool
	Lag                               time.Duration
	Answered, Missed, Failed, Primary uint64 // reads
}

// WatchReplica adds the metrics of the replica. read is called for each scrape. It must be called once.
func (m *Metrics) WatchReplica(read func() Replica) {
	m.registry.MustRegister(replicaCollector{
		read: read,
		used: prometheus.NewDesc("waybill_replica_used", "1 if the replica of the database answers reads, 0 if it is left out.", nil, nil),
		lag:  prometheus.NewDesc("waybill_replica_lag_seconds", "How much of what the primary has the replica may lack.", nil, nil),
		reads: prometheus.NewDesc("waybill_replica_reads_total",
			"Reads that a replica may answer, by result: answered by it, missed or failed and then read from the primary, "+
				"or read from the primary at once.", []string{"result"}, nil),
	})
}

// replicaCollector reads the state at each scrape.
type replicaCollector struct {
	read             func() Replica
	used, lag, reads *prometheus.Desc
}

func (c replicaCollector) Describe(descs chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{c.used, c.lag, c.reads} {
		descs <- desc
	}
}

func (c replicaCollector) Collect(metrics chan<- prometheus.Metric) {
	r := c.read()
	metrics <- prometheus.MustNewConstMetric(c.used, prometheus.GaugeValue, oneIf(r.Used))
	metrics <- prometheus.MustNewConstMetric(c.lag, prometheus.GaugeValue, r.Lag.Seconds())
	for _, by := range []struct {
		result string
		reads  uint64
	}{{"answered", r.Answered}, {"missed", r.Missed}, {"failed", r.Failed}, {"primary", r.Primary}} {
		metrics <- prometheus.MustNewConstMetric(c.reads, prometheus.CounterValue, float64(by.reads), by.result)
	}
}
