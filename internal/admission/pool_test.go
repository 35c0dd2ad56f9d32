package admission_test

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"waybill/internal/admission"
	"waybill/internal/tracing"
	"waybill/internal/tracing/tracingtest"
)

const wait = 2 * time.Second

func account(id int64) admission.Owner { return admission.Owner{Account: id} }

// grow has a new hold of an owner take n bytes at once, or fails the test.
func grow(t *testing.T, p *admission.Pool, owner admission.Owner, n int64) *admission.Hold {
	t.Helper()
	h := p.Hold(owner)
	if !h.TryGrowTo(n) {
		t.Fatalf("%v gets no %d bytes: %+v", owner, n, p.Stats())
	}
	return h
}

func expectHeld(t *testing.T, p *admission.Pool, want int64) {
	t.Helper()
	if got := p.Stats().Held; got != want {
		t.Errorf("%d bytes are held, want %d", got, want)
	}
}

func TestHoldGrowsAndShrinks(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(1000, wait)
	h := p.Hold(account(1))
	for _, step := range []struct{ to, held int64 }{{300, 300}, {200, 300}, {400, 400}} {
		if err := h.GrowTo(t.Context(), step.to); err != nil {
			t.Fatal(err)
		}
		expectHeld(t, p, step.held)
	}
	h.ShrinkTo(600)
	expectHeld(t, p, 400)
	h.ShrinkTo(100)
	expectHeld(t, p, 100)
	if !h.TryGrowTo(600) || !h.TryGrowTo(1000) || h.TryGrowTo(1001) {
		t.Errorf("it does not grow to all and no more: %+v", p.Stats())
	}
	expectHeld(t, p, 1000)
	h.Release()
	h.Release()
	expectHeld(t, p, 0)
	(*admission.Hold)(nil).Release()
}

// TestOneRequestMayTakeMost: what costs more than there is runs with small ones beside it.
func TestOneRequestMayTakeMost(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(1000, wait)
	h := p.Hold(account(1))
	if err := h.GrowTo(t.Context(), 5000); err != nil {
		t.Fatal(err)
	}
	expectHeld(t, p, 750)
	if p.Hold(account(2)).TryGrowTo(251) || !p.Hold(account(2)).TryGrowTo(250) {
		t.Error("there is no quarter beside it")
	}
}

// TestRequestsOfAnOwnerDoNotBlockEachOther: each of two holds something already when it
// wants most of the pool.
func TestRequestsOfAnOwnerDoNotBlockEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(6400, wait)
		first, second := grow(t, p, account(1), 90), grow(t, p, account(1), 90)
		if err := first.GrowTo(t.Context(), 4500); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Second, first.Release)
		start := time.Now()
		if err := second.GrowTo(t.Context(), 4500); err != nil || time.Since(start) != time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// TestImportsLeaveRoomForRequests: what the imports of an account hold does not count for its requests.
func TestImportsLeaveRoomForRequests(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(1000, wait)
	imports := account(1)
	imports.Imports = true
	grow(t, p, imports, 750)
	grow(t, p, account(1), 100)
	grow(t, p, account(2), 50)
}

func TestRefusedAfterTheWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(1000, wait)
		all := grow(t, p, account(1), 1000)
		start := time.Now()
		err := p.Hold(account(2)).GrowTo(t.Context(), 1)
		if !errors.Is(err, admission.ErrBusy) || time.Since(start) != wait {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.Hold(account(2)).GrowTo(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a deadline of its own: %v", err)
		}
		if s := p.Stats(); s.Waits != 2 || s.Refusals != 1 {
			t.Errorf("%+v", s)
		}
		all.Release()
		expectHeld(t, p, 0)
	})
}

func TestServedWithinTheWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(1000, wait)
		all := grow(t, p, account(1), 1000)
		time.AfterFunc(time.Second, all.Release)
		h := p.Hold(account(2))
		if err := h.GrowTo(t.Context(), 600); err != nil {
			t.Fatal(err)
		}
		expectHeld(t, p, 600)
		h.Release()
	})
}

// TestOwnersShareFairly lets owners take as much as they can, one after the other: each
// gets a good part, and there is room for the next.
func TestOwnersShareFairly(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(9000, wait)
	var got [3]int64
	for i := range got {
		for p.Hold(account(int64(i))).TryGrowTo(10) {
			got[i] += 10
		}
	}
	if got != [3]int64{6000, 2000, 660} {
		t.Errorf("%v", got)
	}
	if !p.Hold(account(9)).TryGrowTo(200) {
		t.Error("no room for a newcomer")
	}
}

// TestAnOwnerOverItsShareDelaysNoOther: others are served before it.
func TestAnOwnerOverItsShareDelaysNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(9000, wait)
		grow(t, p, account(1), 6000)
		var greedy sync.WaitGroup
		greedy.Go(func() {
			if err := p.Hold(account(1)).GrowTo(t.Context(), 2500); !errors.Is(err, admission.ErrBusy) {
				t.Errorf("the greedy one: %v", err)
			}
		})
		synctest.Wait()
		start := time.Now()
		if err := p.Hold(account(2)).GrowTo(t.Context(), 2500); err != nil || time.Since(start) > 0 {
			t.Errorf("the other: %v after %v", err, time.Since(start))
		}
		greedy.Wait()
	})
}

// TestLargeRequestsDoNotStarve: what comes after one that waits for room, and is not small,
// waits behind it.
func TestLargeRequestsDoNotStarve(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(9000, wait)
		first := grow(t, p, account(1), 5000)
		var large, medium sync.WaitGroup
		large.Go(func() {
			if err := p.Hold(account(2)).GrowTo(t.Context(), 6700); err != nil {
				t.Errorf("large: %v", err)
			}
		})
		synctest.Wait()
		medium.Go(func() {
			if err := p.Hold(account(3)).GrowTo(t.Context(), 3000); !errors.Is(err, admission.ErrBusy) {
				t.Errorf("medium: %v", err)
			}
		})
		synctest.Wait()
		if err := p.Hold(account(4)).GrowTo(t.Context(), 100); err != nil {
			t.Errorf("small: %v", err)
		}
		expectHeld(t, p, 5100)
		first.Release()
		large.Wait()
		expectHeld(t, p, 6800)
		medium.Wait()
	})
}

// TestWhoLeavesTheQueueLetsOthersPass: one that waited for more room than there came to be
// kept others waiting.
func TestWhoLeavesTheQueueLetsOthersPass(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(9000, wait)
		grow(t, p, account(1), 5000)
		var large, medium sync.WaitGroup
		large.Go(func() { _ = p.Hold(account(2)).GrowTo(t.Context(), 8000) })
		synctest.Wait()
		time.Sleep(time.Second) //nolint:forbidigo // fake time
		medium.Go(func() {
			start := time.Now()
			if err := p.Hold(account(3)).GrowTo(t.Context(), 3000); err != nil || time.Since(start) != time.Second {
				t.Errorf("medium: %v after %v", err, time.Since(start))
			}
		})
		large.Wait()
		medium.Wait()
	})
}

func TestTheQueueIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := admission.NewPool(1000, wait)
		all := grow(t, p, account(1), 1000)
		var waiters sync.WaitGroup
		for range 64 {
			waiters.Go(func() { _ = p.Hold(account(2)).GrowTo(t.Context(), 1) })
		}
		synctest.Wait()
		start := time.Now()
		if err := p.Hold(account(2)).GrowTo(t.Context(), 1); !errors.Is(err, admission.ErrBusy) || time.Since(start) > 0 {
			t.Errorf("one more of an owner: %v after %v", err, time.Since(start))
		}
		for i := range 192 {
			waiters.Go(func() { _ = p.Hold(account(int64(i+10))).GrowTo(t.Context(), 1) })
		}
		synctest.Wait()
		if err := p.Hold(account(5)).GrowTo(t.Context(), 1); !errors.Is(err, admission.ErrBusy) || time.Since(start) > 0 {
			t.Errorf("one more of all: %v after %v", err, time.Since(start))
		}
		if s := p.Stats(); s.Refusals != 2 {
			t.Errorf("two are refused, not as the statistics say: %+v", s)
		}
		all.Release()
		waiters.Wait()
	})
}

// TestSplitHoldsEndApart: what is split off is charged until it is released itself.
func TestSplitHoldsEndApart(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(1000, wait)
	h := grow(t, p, account(1), 800)
	part := h.Split(700)
	expectHeld(t, p, 800)
	h.Release()
	expectHeld(t, p, 700)
	if none := h.Split(5); none.Size() != 0 || part.Size() != 700 {
		t.Errorf("%d and %d bytes", none.Size(), part.Size())
	}
	part.Release()
	expectHeld(t, p, 0)
}

// TestAddDoesNotWait: it is for a request that has what others wait for.
func TestAddDoesNotWait(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(1000, wait)
	h := grow(t, p, account(1), 800)
	if err := h.Add(300); !errors.Is(err, admission.ErrBusy) || p.Stats().Refusals != 1 {
		t.Errorf("%v, %+v", err, p.Stats())
	}
	if err := h.Add(200); err != nil {
		t.Error(err)
	}
	expectHeld(t, p, 1000)
}

// TestMoveDoesNotWait: what is in use already is charged to the other pool at once.
func TestMoveDoesNotWait(t *testing.T) {
	t.Parallel()
	anonymous, callers := admission.NewPool(1000, wait), admission.NewPool(1000, wait)
	full := grow(t, callers, account(1), 1000)
	h := grow(t, anonymous, admission.Owner{Address: netip.MustParseAddr("192.0.2.1")}, 300)
	h.MoveTo(callers, account(2))
	expectHeld(t, anonymous, 0)
	expectHeld(t, callers, 1300)
	full.Release()
	h.Release()
	expectHeld(t, callers, 0)
}

// TestConcurrentHolds is for the race detector; in the end nothing is held.
func TestConcurrentHolds(t *testing.T) {
	t.Parallel()
	p := admission.NewPool(1000, time.Millisecond)
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for n := range int64(200) {
				h := p.Hold(account(int64(i % 4)))
				if h.GrowTo(t.Context(), n) == nil {
					h.TryGrowTo(n + 5)
					h.ShrinkTo(n / 2)
				}
				h.Release()
			}
		})
	}
	all.Wait()
	expectHeld(t, p, 0)
}

// TestAWaitIsASpan: of the trace of its request, and only if the request had to wait.
func TestAWaitIsASpan(t *testing.T) {
	t.Parallel()
	collector := tracingtest.New(t)
	tracer := tracing.New(tracing.Options{Endpoint: collector.URL, Ratio: 1, Log: slog.New(slog.DiscardHandler), CloseTimeout: time.Hour})
	ctx, span := tracer.Call(t.Context(), "request")
	p := admission.NewPool(8000, time.Millisecond)
	if err := p.Hold(account(1)).GrowTo(ctx, 6000); err != nil {
		t.Fatal(err)
	}
	if err := p.Hold(account(2)).GrowTo(ctx, 6000); !errors.Is(err, admission.ErrBusy) {
		t.Fatal(err)
	}
	span.End()
	tracer.Close()
	if waits := collector.Named("wait for memory"); len(waits) != 1 || waits[0].TraceID != tracing.ID(ctx) {
		t.Errorf("waits: %+v", waits)
	}
}
