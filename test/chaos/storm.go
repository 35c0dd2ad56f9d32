package main

import (
	"context"
	"math/rand/v2"
	"time"
)

// storm lets the client send all its orders while every process is killed in turn, kills some
// more while the rest is worked off, and waits until nothing is due.
func (h *house) storm(ctx context.Context, say func(string, ...any)) (*load, error) {
	rng := rand.New(rand.NewPCG(h.seed, 0)) //nolint:gosec // a schedule, no secret
	l := &load{house: h, requests: h.newRequests(rng)}
	say("sending %d orders in %d requests", h.orders, len(l.requests))

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
	say("all orders are answered, after %d kills", k.kills)
	if err := k.killMore(ctx, h.after); err != nil {
		return nil, err
	}
	say("the last of %d kills is over", k.kills)
	return l, h.awaitRest(ctx, say)
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
		k.awaitRush(ctx)
		if err := k.killNext(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// rush is how many requests must be under way for a kill.
const rush = clients / 4

// awaitRush waits for a moment when the servers are busy, so that kills meet requests half
// done, but not longer than for two gulps.
func (k *killer) awaitRush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*gulp)
	defer cancel()
	for k.underWay.Load() < rush && pause(ctx, time.Millisecond) == nil {
		continue
	}
	_ = pause(ctx, time.Duration(k.rng.Int64N(int64(20*time.Millisecond)))) // it may be over: then it is late enough
}

// killMore kills so many times.
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

// wait waits from half to one and a half times the mean.
func (k *killer) wait(ctx context.Context) error {
	return pause(ctx, k.every/2+time.Duration(k.rng.Int64N(int64(k.every))))
}

// killNext kills one process and starts it at once.
func (k *killer) killNext(ctx context.Context) error {
	all := k.processes()
	victim := all[k.kills%len(all)]
	k.kills++
	return victim.restart(ctx)
}
