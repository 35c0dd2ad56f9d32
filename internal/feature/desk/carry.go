package desk

import (
	"context"
	"time"

	"waybill/internal/feature"
	"waybill/internal/throttle"
)

const (
	// carryEvery is the time between two queries for lists that are closing.
	carryEvery = time.Second
	// carriedAtOnce is how many parcels become picked up in one transaction.
	carriedAtOnce = 100
	// busyRest leaves creates 95 % of the time.
	busyRest = 19
)

// carry is the worker that carries hand-over lists that were closed to their parcels. A list of 10,000 parcels takes seconds, or half a
// minute while orders are created.
func carry(ctx context.Context, p feature.Process) {
	throttle.BesideCreates(ctx, carryEvery, busyRest, func() (bool, int64) {
		stored := newParcels(p.Store)
		throttle.LogFailure(ctx, p.Log, "carry pickup runs", stored.CarryRuns(ctx))
		closing, newest, err := stored.CarryHandovers(ctx, carriedAtOnce)
		throttle.LogFailure(ctx, p.Log, "carry hand-over lists", err)
		return closing > 0 && err == nil, newest
	})
}
