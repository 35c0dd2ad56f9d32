package main

import (
	"context"
	"math/rand/v2"
	"time"
)

// run sends all orders while the processes are killed in turn, kills some more while the partner's work
// goes on, and waits until no work is left.
func (c *cluster) run(ctx context.Context, say func(string, ...any)) (*load, error) {
	rng := rand.New(rand.NewPCG(c.seed, 0)) //nolint:gosec // a schedule, no secret
	l := &load{cluster: c, requests: c.newRequests(rng)}
	say("sending %d orders in %d requests", c.orders, len(l.requests))

	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	sending, sent := context.WithCancel(ctx)
	k, killed := killer{load: l, rng: rng}, make(chan struct{})
	go func() {
		defer close(killed)
		if err := k.killUntil(sending); err != nil {
			fail(err)
		}
	}()
	err := l.send(ctx)
	sent()
	if <-killed; err != nil {
		return nil, err
	}
	say("all requests have a response, after %d kills", k.kills)
	if err := k.killMore(ctx, c.after); err != nil {
		return nil, err
	}
	say("the last of %d kills is over", k.kills)
	return l, c.awaitWork(ctx, say)
}

// killer kills the processes in turn.
type killer struct {
	*load
	rng   *rand.Rand
	kills int
}

// killUntil kills until ctx ends.
func (k *killer) killUntil(ctx context.Context) error {
	for k.wait(ctx) == nil {
		k.awaitBusy(ctx)
		if err := k.killNext(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// busy is the least number of requests under way at a kill.
const busy = clients / 4

// awaitBusy waits until the servers are busy, so that a kill interrupts requests, but at most for two
// bursts.
func (k *killer) awaitBusy(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*burst)
	defer cancel()
	for k.underWay.Load() < busy && pause(ctx, time.Millisecond) == nil {
		continue
	}
	_ = pause(ctx, time.Duration(k.rng.Int64N(int64(20*time.Millisecond)))) // ctx may have ended: then it is late enough
}

// killMore kills a number of times.
func (k *killer) killMore(ctx context.Context, times int) error {
	for range times {
		if err := k.wait(ctx); err != nil {
			return err
		}
		if err := k.killNext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// wait waits between half and one and a half times the mean time.
func (k *killer) wait(ctx context.Context) error {
	return pause(ctx, k.every/2+time.Duration(k.rng.Int64N(int64(k.every))))
}

// killNext kills one process and starts it at once.
func (k *killer) killNext(ctx context.Context) error {
	all := k.processes()
	victim := all[k.kills%len(all)]
	k.kills++
	return victim.Restart(ctx)
}
