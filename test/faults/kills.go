package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// lookPause is how often a run asks whether something has happened.
	lookPause = 200 * time.Millisecond
	// saySeldom is how many times it asks until it says so.
	saySeldom = 25
)

// run has the clients call while the processes are killed in turn. Some more are killed while the last orders are released and
// the partner works. When no work is left all orders are viewed, which shows whether calls without a response were done.
func (c *cluster) run(ctx context.Context, say func(string, ...any)) error {
	k := &killer{cluster: c, rng: rand.New(rand.NewPCG(c.seed, killStream))} //nolint:gosec // a schedule, no secret
	kills := c.kills * len(c.processes())
	later := (kills + 3) / 4
	say("everything runs")
	if err := c.load(ctx, say, k, kills-later); err != nil {
		return err
	}
	say("the load has ended: %d orders, %d kills", c.created(), k.kills.Load())
	group, releasing := errgroup.WithContext(ctx)
	group.Go(func() error { return k.kill(releasing, later) })
	group.Go(func() error { return c.newCaller(releaseStream).releaseAll(releasing) })
	if err := group.Wait(); err != nil {
		return err
	}
	say("the last of %d kills is over", kills)
	if err := c.awaitWork(ctx, say); err != nil {
		return err
	}
	if err := c.newCaller(viewStream).viewAll(ctx); err != nil {
		return err
	}
	return c.readPartner(c.path(partnerJournal))
}

// load has the clients call during the kills, until all orders are created and each expected outcome has happened.
func (c *cluster) load(ctx context.Context, say func(string, ...any), k *killer, kills int) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.patience, errors.New("the load takes too long"))
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	calling, stop := context.WithCancel(ctx)
	group.Go(func() error { return k.kill(ctx, kills) })
	group.Go(func() error {
		defer stop()
		for n := 1; ; n++ {
			missing := c.missing()
			if c.created() >= c.orders && k.kills.Load() == int64(kills) && missing == nil {
				return nil
			}
			if n%saySeldom == 0 {
				say("%d orders, %d kills, not yet: %s", c.created(), k.kills.Load(), strings.Join(missing, ", "))
			}
			if err := pause(ctx, lookPause); err != nil {
				return err
			}
		}
	})
	for i := range clients {
		group.Go(func() error { return c.newCaller(uint64(i)).run(ctx, calling) })
	}
	group.Go(func() error { return c.halt(ctx, calling) })
	return group.Wait()
}

// killer kills the processes in turn.
type killer struct {
	*cluster
	rng   *rand.Rand
	kills atomic.Int64
}

// kill kills a number of times, each after between half and one and a half times the mean time. A process is started again at
// once.
func (k *killer) kill(ctx context.Context, times int) error {
	all := k.processes()
	for range times {
		if err := pause(ctx, k.every/2+time.Duration(k.rng.Int64N(int64(k.every)))); err != nil {
			return err
		}
		if err := all[int(k.kills.Load())%len(all)].Restart(ctx); err != nil {
			return err
		}
		k.kills.Add(1)
	}
	return nil
}

// pause waits. It returns an error if ctx ends first.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
