package doctor

import (
	"context"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/store/engine"
)

// checkReplica looks whether the replica answers, and how far it is behind the primary.
func checkReplica(ctx context.Context, p target) finding {
	if p.config.DatabaseReplicaURL == "" || !p.isReadable() || p.have == 0 {
		return finding{}
	}
	lag, err := p.store.DB.ReplicaLag(ctx, p.config.DatabaseReplicaURL)
	switch {
	case err != nil:
		return failed("correct WAYBILL_DATABASE_REPLICA_URL, or start the standby; until then the primary answers all reads",
			"%s", command.OneLine(err))
	case lag > engine.MaxReplicaLag:
		return warning("look at the standby's log, its disk and the network; until it catches up the primary answers all reads",
			"it is more than %v behind the primary", engine.MaxReplicaLag)
	}
	return ok("%v behind the primary", lag.Round(time.Millisecond))
}
