package consolidation

import (
	"context"
	"time"

	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/throttle"
)

const (
	// carryEvery is the time between two queries for what is to be carried.
	carryEvery = time.Second
	// carriedAtOnce is how many parcels of one account get an event in one transaction.
	carriedAtOnce = 500
	// carryFor is how long the worker carries before it looks whether orders are created, and busyRest how many times as long as it
	// works it rests then.
	carryFor = 200 * time.Millisecond
	busyRest = 1
)

// carry is the worker that carries the states of bags to their accounts, and the events of consignments to their parcels.
func carry(ctx context.Context, p feature.Process) {
	s := &stored.Store{Store: p.Store}
	newest := int64(0)
	for wait := time.Duration(0); throttle.Sleep(ctx, wait); {
		start := time.Now()
		if err := s.CarryBags(ctx); err != nil && ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "carry bags", "error", err)
		}
		done, created, err := s.CarryEvents(ctx, carriedAtOnce, carryFor)
		if err != nil && ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "carry events of consignments", "error", err)
		}
		switch wait = time.Since(start); {
		case done || err != nil:
			wait = carryEvery
		case created != newest:
			wait *= busyRest
		}
		newest = created
	}
}
