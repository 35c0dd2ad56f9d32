package admission

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"

	"waybill/internal/tracing"
)

// ErrBusy is returned when a pool had no room within its waiting time.
var ErrBusy = errors.New("no room for the request")

// Owner is charged for a hold: an account, or the address of a caller without a live key. The imports of an account
// are an owner of their own: a large file, which takes most of what an owner may have, does not stop its requests.
type Owner struct {
	Account int64
	Imports bool
	Address netip.Addr
}

// The most requests that may wait for a pool, in all and of one owner. Each holds a connection.
const (
	maxWaiters      = 256
	maxOwnerWaiters = 64
)

const (
	// fairShare limits an owner to this multiple of what is left free. A single owner gets
	// two thirds of a pool, each of n owners 2/(2n+1), and there is always room for one
	// more. Shared-memory switches divide their buffers in this way (dynamic thresholds).
	fairShare = 2
	// A hold is small up to 1/smallPart of the pool. Small holds do not queue behind larger
	// ones that wait for room.
	smallPart = 64
)

// Pool is an amount of bytes that requests share fairly. Safe for concurrent use.
type Pool struct {
	size int64
	wait time.Duration

	mu       sync.Mutex
	held     int64
	owners   map[Owner]*account // only owners that hold something
	queue    []*waiter          // oldest first
	waits    uint64
	refusals uint64
}

// account counts what an owner holds of a pool.
type account struct {
	held  int64
	large int // holds that are not small
}

// waiter is a request for more that waits for room.
type waiter struct {
	hold    *Hold
	n       int64
	granted chan struct{} // closed when the hold has grown
}

// NewPool makes a pool of size bytes, whose holds wait for at most wait.
func NewPool(size int64, wait time.Duration) *Pool {
	return &Pool{size: size, wait: wait, owners: make(map[Owner]*account)}
}

// Stats are a pool's figures.
type Stats struct {
	Size, Held int64  // bytes
	Waits      uint64 // requests that had to wait, since the start
	Refusals   uint64 // requests that got no room, since the start
}

// Stats returns the current figures.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Stats{Size: p.size, Held: p.held, Waits: p.waits, Refusals: p.refusals}
}

// Hold begins an empty hold.
func (p *Pool) Hold(owner Owner) *Hold { return &Hold{pool: p, owner: owner} }

// Hold is the part of a pool that one request holds. Not safe for concurrent use.
type Hold struct {
	pool  *Pool
	owner Owner
	n     int64
}

// GrowTo makes the hold at least n bytes large, but no more than three quarters of the pool: a request that
// needs more is served almost alone. Returns ErrBusy when there was no room within the pool's waiting time, and
// the error of ctx when ctx ends first. The hold is then unchanged.
func (h *Hold) GrowTo(ctx context.Context, n int64) error {
	p := h.pool
	if n = min(n, p.size/4*3); n <= h.n {
		return nil
	}
	more := n - h.n
	p.mu.Lock()
	if len(p.queue) == 0 && p.hasRoom(more) && p.isFair(h, more) {
		p.add(h, more)
		p.mu.Unlock()
		return nil
	}
	w := &waiter{hold: h, n: more, granted: make(chan struct{})}
	waits, err := p.enqueue(w)
	p.mu.Unlock()
	if !waits {
		return err
	}

	_, span := tracing.Child(ctx, "wait for memory")
	defer span.End()
	timer := time.NewTimer(p.wait)
	defer timer.Stop()
	err = ErrBusy
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
	}
	return p.leave(w, err)
}

// TryGrowTo makes the hold at least n bytes large if there is room now. It overtakes requests that wait, so it
// is for small amounts.
func (h *Hold) TryGrowTo(n int64) bool {
	p := h.pool
	if n <= h.n {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	ok := p.hasRoom(n-h.n) && p.isFair(h, n-h.n)
	if ok {
		p.add(h, n-h.n)
	}
	return ok
}

// Add makes the hold n bytes larger if there is room now. Returns ErrBusy.
func (h *Hold) Add(n int64) error {
	if h.TryGrowTo(h.n + n) {
		return nil
	}
	h.pool.mu.Lock()
	defer h.pool.mu.Unlock()
	h.pool.refusals++
	return ErrBusy
}

// ShrinkTo gives back all but n bytes if the hold is larger.
func (h *Hold) ShrinkTo(n int64) {
	if h.n <= n {
		return
	}
	h.pool.mu.Lock()
	defer h.pool.mu.Unlock()
	h.pool.add(h, n-h.n)
	h.pool.serveQueue()
}

// Release gives everything back. A nil hold has nothing.
func (h *Hold) Release() {
	if h != nil {
		h.ShrinkTo(0)
	}
}

// Size is the size of the hold in bytes. A nil hold has none.
func (h *Hold) Size() int64 {
	if h == nil {
		return 0
	}
	return h.n
}

// IsMost reports whether the hold is as large as GrowTo makes it at most.
func (h *Hold) IsMost() bool { return h.n >= h.pool.size/4*3 }

// Owner returns who is charged for the hold.
func (h *Hold) Owner() Owner { return h.owner }

// Split moves n bytes of the hold, or all if it has fewer, to a new one of the same owner.
func (h *Hold) Split(n int64) *Hold {
	p := h.pool
	part := p.Hold(h.owner)
	n = max(0, min(n, h.n))
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(part, n)
	p.add(h, -n)
	return part
}

// MoveTo charges the hold to another pool and owner. It does not wait, because the memory is already in use: the
// other pool may be overdrawn until other holds shrink.
func (h *Hold) MoveTo(p *Pool, owner Owner) {
	n := h.n
	h.Release()
	h.pool, h.owner = p, owner
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(h, n)
}

// The callers of the functions below hold the lock.

// enqueue reports whether a waiter has to wait: it is neither granted nor refused at once. Returns ErrBusy if it is refused.
func (p *Pool) enqueue(w *waiter) (waits bool, err error) {
	mine := 0
	for _, other := range p.queue {
		if other.hold.owner == w.hold.owner {
			mine++
		}
	}
	if len(p.queue) >= maxWaiters || mine >= maxOwnerWaiters {
		p.refusals++
		return false, ErrBusy
	}
	p.queue = append(p.queue, w)
	p.serveQueue()
	waits = len(p.queue) > 0 && p.queue[len(p.queue)-1] == w
	if waits {
		p.waits++
	}
	return waits, nil
}

func (p *Pool) hasRoom(n int64) bool { return p.held+n <= p.size }

// isFair reports whether a hold that grows by n leaves its owner within the share. An
// owner's only hold always does, and so does its only large one: otherwise requests that wait for each other
// could block all of them.
func (p *Pool) isFair(h *Hold, n int64) bool {
	a := p.owners[h.owner]
	if a == nil || a.held == h.n {
		return true
	}
	others := a.large
	if p.isLarge(h.n) {
		others--
	}
	return others == 0 && p.isLarge(h.n+n) || a.held+n <= fairShare*(p.size-p.held-n)
}

func (p *Pool) isLarge(n int64) bool { return n > p.size/smallPart }

// add changes what is held.
func (p *Pool) add(h *Hold, n int64) {
	a := p.owners[h.owner]
	if a == nil {
		a = new(account)
		p.owners[h.owner] = a
	}
	if p.isLarge(h.n) {
		a.large--
	}
	h.n, p.held, a.held = h.n+n, p.held+n, a.held+n
	if p.isLarge(h.n) {
		a.large++
	}
	if a.held == 0 {
		delete(p.owners, h.owner)
	}
}

// serveQueue grants requests that there is room for now, oldest first. Behind a waiter that lacks room only
// small requests are served, otherwise large ones could wait forever. A waiter whose owner is over its share
// blocks no other.
func (p *Pool) serveQueue() {
	full := false
	p.queue = slices.DeleteFunc(p.queue, func(w *waiter) bool {
		if full && p.isLarge(w.n) || !p.isFair(w.hold, w.n) {
			return false
		}
		if !p.hasRoom(w.n) {
			full = true
			return false
		}
		p.add(w.hold, w.n)
		close(w.granted)
		return true
	})
}

// leave takes a waiter whose time is over out of the queue, unless it was granted at the last moment.
func (p *Pool) leave(w *waiter, err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.queue, w)
	if i < 0 {
		return nil
	}
	p.queue = slices.Delete(p.queue, i, i+1)
	if errors.Is(err, ErrBusy) {
		p.refusals++
	}
	p.serveQueue() // it may have blocked others
	return err
}
