package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A soak divides its time into so many parts. The first warms the server up. The server must be in the last part as in the second.
const soakParts = 6

// leastSoak is the time from which growth fails a run: before, the server still fills its caches.
const leastSoak = 5 * time.Minute

// What the last part may have more of than the second.
const (
	moreMemory     = 1.25 // times as much, and soakMemory
	soakMemory     = 32_000_000
	moreGoroutines = 100
	moreFiles      = 100
	maxSoakJournal = 80_000_000 // bytes of the file that SQLite writes first; the server cuts it to 64 MiB
)

// flow is one kind of work that arrives evenly, whether or not the server keeps up.
type flow struct {
	name    string
	rate    float64 // arrivals a second
	workers int     // how many are done at once; an arrival that finds none free waits, and the wait counts
	do      func(ctx context.Context, worker int) error

	next     atomic.Int64
	mu       sync.Mutex
	times    [soakParts][]time.Duration
	failed   int64
	firstErr error
}

// run does what arrives until the end.
func (f *flow) run(ctx context.Context, began time.Time, lasts time.Duration) {
	var group sync.WaitGroup
	for worker := range f.workers {
		group.Go(func() {
			for {
				due := time.Duration(float64(f.next.Add(1)-1) / f.rate * float64(time.Second))
				if due >= lasts || !wait(ctx, time.Until(began.Add(due))) {
					return
				}
				err := f.do(ctx, worker)
				f.note(int(due*soakParts/lasts), time.Since(began.Add(due)), err)
			}
		})
	}
	group.Wait()
}

func (f *flow) note(part int, took time.Duration, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		f.failed++
		if f.firstErr == nil {
			f.firstErr = err
		}
		return
	}
	f.times[part] = append(f.times[part], took)
}

// wait pauses, and reports whether the context goes on.
func wait(ctx context.Context, pause time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// measureSoak loads a server for a long time with all kinds of work at once, while a partner and a receiver of webhooks fail in turns. It
// returns an error if a request failed, an order is missing or doubled, or the server holds more at the end than at the beginning.
func (b *bench) measureSoak(ctx context.Context) error {
	k, err := b.newSoak(ctx)
	if err != nil {
		return err
	}
	defer k.close()
	b.say("%v of all kinds of work, %g orders a second", b.soak, b.rate)
	load, stop := context.WithCancel(ctx)
	defer stop()
	var others sync.WaitGroup
	others.Go(func() { k.failInTurns(load) })
	others.Go(func() { k.watch(load) })
	k.began = time.Now()
	var flows sync.WaitGroup
	for _, f := range k.flows {
		flows.Go(func() { f.run(load, k.began, b.soak) })
	}
	flows.Wait()
	stop()
	others.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	grown := k.report()
	if b.soak < leastSoak {
		grown = nil
	}
	return errors.Join(grown, k.errs(), k.audit(ctx))
}

// report adds the lines of each kind of work, and of what the server held.
func (k *soak) report() error {
	for _, f := range k.flows {
		second, last := percentiles(f.times[1]), percentiles(f.times[soakParts-1])
		done := 0
		for _, times := range f.times {
			done += len(times)
		}
		ratio := "–"
		if second.p99 > 0 {
			ratio = fmt.Sprintf("%.2f", float64(last.p99)/float64(second.p99))
		}
		k.b.report.add(f.name, fmt.Sprintf("%d, %d failed", done, f.failed), latencies(last),
			"its second sixth", latencies(second), ratio, "", "")
	}
	var broken []error
	held := func(what string, of func(sample) float64, most func(second float64) float64, unit string, divisor float64) {
		second, last := k.mean(1, of), k.mean(soakParts-1, of)
		verdict := "ok"
		if last > most(second) {
			verdict = "**miss**"
			broken = append(broken, fmt.Errorf("%s grew: %.1f %s, %.1f before", what, last/divisor, unit, second/divisor))
		}
		show := func(v float64) string { return fmt.Sprintf("%.1f %s", v/divisor, unit) }
		k.b.report.add("the server's "+what, show(last), "", "its second sixth", show(second), "", "≤ "+show(most(second)), verdict)
	}
	held("memory", func(s sample) float64 { return s.memory }, func(v float64) float64 { return moreMemory*v + soakMemory }, "MB", 1e6)
	held("goroutines", func(s sample) float64 { return s.goroutines }, func(v float64) float64 { return v + moreGoroutines }, "", 1)
	held("open files", func(s sample) float64 { return s.files }, func(v float64) float64 { return v + moreFiles }, "", 1)
	held("work that waits", func(s sample) float64 { return s.backlog }, func(v float64) float64 { return 2*v + maxSoakBacklog }, "", 1)
	if k.b.engine.name == sqliteName {
		held("journal", func(s sample) float64 { return s.journal }, func(float64) float64 { return maxSoakJournal }, "MB", 1e6)
	}
	size := func(part int) string {
		return megabytes(int64(k.mean(part, func(s sample) float64 { return s.database }))).text
	}
	k.b.report.add("the database", size(soakParts-1), "", "its second sixth", size(1), "", "", "")
	return errors.Join(broken...)
}

// errs are the first errors of each kind of work.
func (k *soak) errs() error {
	var all []error
	for _, f := range k.flows {
		if f.failed > 0 {
			all = append(all, fmt.Errorf("%s: %d failed, the first: %w", f.name, f.failed, f.firstErr))
		}
	}
	return errors.Join(all...)
}

func percentiles(times []time.Duration) figure {
	if len(times) == 0 {
		return figure{}
	}
	slices.Sort(times)
	return figure{p50: times[len(times)/2], p99: times[len(times)*99/100]}
}
