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
	// carriedAtOnce is how many parcels of one account get an event in one transaction, and carryFor for how long the worker carries before
	// it looks whether orders are created.
	carriedAtOnce = 500
	carryFor      = 200 * time.Millisecond
	// busyRest: 7,500 parcels take a second or less without creates, and less than 10 with them.
	busyRest = 5
)

// carry is the worker that carries the states of bags to their accounts, and the events of consignments to their parcels.
func carry(ctx context.Context, p feature.Process) {
	s := &stored.Store{Store: p.Store}
	throttle.BesideCreates(ctx, carryEvery, busyRest, func() (bool, int64) {
		throttle.LogFailure(ctx, p.Log, "carry bags", s.CarryBags(ctx))
		done, newest, err := s.CarryEvents(ctx, carriedAtOnce, carryFor)
		throttle.LogFailure(ctx, p.Log, "carry events of consignments", err)
		return !done && err == nil, newest
	})
}
