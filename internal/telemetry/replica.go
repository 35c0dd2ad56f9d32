package telemetry

import (
	"context"
	"time"
)

// Replica is the state of the replica of the database.
type Replica struct {
	Used                              bool
	Lag                               time.Duration
	Answered, Missed, Failed, Primary uint64 // reads
}

// WatchReplica adds the metrics of the replica. It must be called once.
func (m *Metrics) WatchReplica(read func() Replica) {
	watchOne(m, func(context.Context) (Replica, error) { return read(), nil },
		gauge("waybill_replica_used", "1 if the replica of the database answers reads, 0 if it is left out.",
			func(r Replica) float64 { return oneIf(r.Used) }),
		gauge("waybill_replica_lag_seconds", "How much of what the primary has the replica may lack.",
			func(r Replica) float64 { return r.Lag.Seconds() }))
	type reads struct {
		result string
		n      uint64
	}
	watch(m, func(context.Context) ([]reads, error) {
		r := read()
		return []reads{{"answered", r.Answered}, {"missed", r.Missed}, {"failed", r.Failed}, {"primary", r.Primary}}, nil
	}, []string{"result"}, func(r reads) []string { return []string{r.result} },
		counter("waybill_replica_reads_total", "Reads that a replica may answer, by result: answered by it, missed or failed and "+
			"then read from the primary, or read from the primary at once.", func(r reads) uint64 { return r.n }))
}
