package sandbox

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// startMemory is the memory of a process at its start, in bytes, without the pages of the program, which it shares.
const startMemory = 16 << 20

// memory limits what the processes of several runners use together.
type memory struct {
	total   int64 // bytes
	free    *semaphore.Weighted
	waiting atomic.Int64 // processes that have to wait for others to end
	runners []*Runner

	mu      sync.Mutex
	held    int64
	changed func(held int64)
}

// Share limits the memory of all processes of the runners to total bytes. Each process counts as its Limits.Memory and startMemory.
// A process waits until there is room, and idle processes end to make room. A process that counts as more than total runs alone.
// changed is called after each change, with the bytes that the running processes count as. Share must be called before the
// runners are used.
func Share(total int64, changed func(held int64), runners ...*Runner) {
	m := &memory{total: total, free: semaphore.NewWeighted(total), runners: runners, changed: changed}
	for _, r := range runners {
		r.memory = m
	}
}

// take waits until there is room for a process with the limits, at most for waitTimeout.
func (m *memory) take(ctx context.Context, l Limits) (release func(), err error) {
	if m == nil {
		return func() {}, nil
	}
	size := min(int64(l.Memory)+startMemory, m.total)
	m.waiting.Add(1)
	defer m.waiting.Add(-1)
	if !m.free.TryAcquire(size) {
		for _, r := range m.runners {
			r.EndIdle()
		}
		waiting, cancel := context.WithTimeoutCause(ctx, waitTimeout, ErrUnavailable)
		defer cancel()
		if m.free.Acquire(waiting, size) != nil {
			return nil, fmt.Errorf("wait for the memory of a process: %w", context.Cause(waiting))
		}
	}
	m.hold(size)
	return func() {
		m.hold(-size)
		m.free.Release(size)
	}, nil
}

func (m *memory) hold(size int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held += size
	m.changed(m.held)
}

// isShort reports whether a process waits for room.
func (m *memory) isShort() bool { return m != nil && m.waiting.Load() > 0 }
