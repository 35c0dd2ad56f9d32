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
	// idleRest and busyRest are how many times as long as it works the worker rests: while no order is created, and while some are,
	// so that creates keep 95 % of the time.
	idleRest, busyRest = 1, 19
)

// carry is the worker that carries hand-over lists that were closed to their parcels. A list of 10,000 parcels takes seconds, or half a
// minute while orders are created.
func carry(ctx context.Context, p feature.Process) {
	newest := int64(0)
	for wait := time.Duration(0); throttle.Sleep(ctx, wait); {
		start := time.Now()
		wait = carryEvery
		stored := newParcels(p.Store)
		if err := stored.CarryRuns(ctx); err != nil && ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "carry pickup runs", "error", err)
		}
		closing, created, err := stored.CarryHandovers(ctx, carriedAtOnce)
		switch {
		case err != nil && ctx.Err() == nil:
			p.Log.ErrorContext(ctx, "carry hand-over lists", "error", err)
		case closing > 0 && created != newest:
			wait = busyRest * time.Since(start)
		case closing > 0:
			wait = idleRest * time.Since(start) // more may be left
		}
		newest = created
	}
}
