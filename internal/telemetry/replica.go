package telemetry

import (
	"context"

	"waybill/internal/store/engine"
)

// WatchReplica adds the metrics of the replica, if there is one. It must be called once.
func (m *Metrics) WatchReplica(read func() (state engine.ReplicaState, has bool)) {
	if _, has := read(); !has {
		return
	}
	state := func(context.Context) (engine.ReplicaState, error) {
		r, _ := read()
		return r, nil
	}
	watchOne(m, state,
		gauge("waybill_replica_used", "1 if the replica of the database answers reads, 0 if it is left out.",
			func(r engine.ReplicaState) float64 { return oneIf(r.Used) }),
		gauge("waybill_replica_lag_seconds", "How much of what the primary has the replica may lack.",
			func(r engine.ReplicaState) float64 { return r.Lag.Seconds() }))
	type reads struct {
		result string
		n      uint64
	}
	watch(m, func(context.Context) ([]reads, error) {
		r, _ := read()
		return []reads{{"answered", r.Answered}, {"missed", r.Missed}, {"failed", r.Failed}, {"primary", r.Primary}}, nil
	}, []string{"result"}, func(r reads) []string { return []string{r.result} },
		counter("waybill_replica_reads_total", "Reads that a replica may answer, by result: answered by it, missed or failed and "+
			"then read from the primary, or read from the primary at once.", func(r reads) uint64 { return r.n }))
}
