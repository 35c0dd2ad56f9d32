package job

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"waybill/internal/feature"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/store"
	"waybill/internal/throttle"
)

const (
	// lanes is how many accounts a process works for at the same time.
	lanes = 4
	// lease is how long no other process works for an account after this one has died. It is renewed every renewEvery.
	lease      = 30 * time.Second
	renewEvery = 10 * time.Second
	// fairTurns is after how many turns an account goes behind the others that wait.
	fairTurns = 20
	// pollEvery is the time between two looks for work without a signal, which other processes do not give. Tests set another one.
	pollEvery = time.Second
	// retryAfter is the pause after an error.
	retryAfter = 5 * time.Second
	// purgeEvery is the time between two purges of what has expired.
	purgeEvery = time.Hour
)

// Worker runs imports. Safe for concurrent use.
type Worker struct {
	feature.Process
	Imports *stored.Imports
	wake    chan struct{}
	readers readers
}

// New makes a Worker that does nothing until Run.
func New(p feature.Process) *Worker {
	imports := &stored.Imports{Store: p.Store}
	return &Worker{Process: p, Imports: imports, wake: make(chan struct{}, 1), readers: readers{free: importer.Limits.Processes}}
}

// Wake signals that there is work.
func (w *Worker) Wake() { throttle.Signal(w.wake) }

// Run works on imports until ctx ends, then ends the turns under way.
func (w *Worker) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { w.purge(ctx) })
	free := make(chan struct{}, lanes)
	throttle.Repeat(ctx, cmp.Or(w.PollEvery, pollEvery), w.wake, func() (more bool) {
		claimed, err := w.Imports.ClaimImports(ctx, w.Owner, lanes-len(free), lease)
		throttle.LogFailure(ctx, w.Log, "claim imports", err)
		for _, queue := range claimed {
			free <- struct{}{}
			running.Go(func() {
				defer w.Wake() // another account may wait for the lane
				defer func() { <-free }()
				w.work(ctx, queue)
			})
		}
		return false
	})
}

// purge deletes what has expired.
func (w *Worker) purge(ctx context.Context) {
	throttle.Repeat(ctx, purgeEvery, nil, func() (more bool) {
		_, err := w.Imports.PurgeImports(ctx)
		throttle.LogFailure(ctx, w.Log, "purge imports", err)
		return false
	})
}

// work takes turns at the imports of an account, then ends the lease.
func (w *Worker) work(ctx context.Context, queue stored.Queue) {
	turns, stop := w.keep(ctx, queue)
	isIdle, wait, err := w.turns(turns, &queue)
	stop()
	switch {
	case errors.Is(err, store.ErrLeaseLost):
		return
	case err != nil && ctx.Err() == nil:
		wait = retryAfter
		w.Log.ErrorContext(ctx, "work on imports", "account", queue.AccountID, "error", err)
	}
	// The store may be closed only after this, and the next process need not wait for the lease.
	if err := w.Imports.ReleaseImports(context.WithoutCancel(ctx), queue, isIdle, wait); err != nil {
		w.Log.ErrorContext(ctx, "end the lease of imports", "account", queue.AccountID, "error", err)
	}
}

// keep renews a lease until stop is called. The context ends when the lease is lost.
func (w *Worker) keep(ctx context.Context, queue stored.Queue) (kept context.Context, stop func()) {
	kept, lost := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		for throttle.Sleep(kept, renewEvery) {
			if err := w.Imports.KeepImports(kept, &queue, lease); errors.Is(err, store.ErrLeaseLost) {
				lost(err)
			}
		}
	})
	return kept, func() {
		lost(nil)
		renewing.Wait()
	}
}
