package sandbox

import (
	"context"
	"fmt"
	"sync"
)

// turns lets one caller of each owner pass at a time. The zero value is ready.
type turns struct {
	mu     sync.Mutex
	queues map[string]*queue // of the owners with callers
}

// queue is the queue of an owner.
type queue struct {
	turn  chan struct{} // holds the token of the caller that has the turn
	users int
}

// take waits for the owner's turn until ctx ends. done ends the turn.
func (t *turns) take(ctx context.Context, owner string) (done func(), err error) {
	q := t.join(owner)
	select {
	case q.turn <- struct{}{}:
		return func() { <-q.turn; t.leave(owner) }, nil
	case <-ctx.Done():
		t.leave(owner)
		return nil, fmt.Errorf("wait for the other files of %s: %w", owner, context.Cause(ctx))
	}
}

func (t *turns) join(owner string) *queue {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.queues == nil {
		t.queues = make(map[string]*queue)
	}
	q := t.queues[owner]
	if q == nil {
		q = &queue{turn: make(chan struct{}, 1)}
		t.queues[owner] = q
	}
	q.users++
	return q
}

func (t *turns) leave(owner string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.queues[owner].users--; t.queues[owner].users == 0 {
		delete(t.queues, owner)
	}
}
