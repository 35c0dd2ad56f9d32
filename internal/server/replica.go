package server

import (
	"waybill/internal/store"
	"waybill/internal/telemetry"
)

// watchReplica shows the state of the replica, if there is one.
func watchReplica(metrics *telemetry.Metrics, s *store.Store) {
	if _, has := s.DB.ReplicaState(); !has {
		return
	}
	metrics.WatchReplica(func() telemetry.Replica {
		r, _ := s.DB.ReplicaState()
		return telemetry.Replica(r)
	})
}
