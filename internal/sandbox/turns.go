package sandbox

import (
	"context"
	"fmt"
	"sync"
)

// turns let one at a time of each owner pass. The zero value is ready.
type turns struct {
	mu    sync.Mutex
	lines map[string]*line // of those that have or wait for a turn
}

// line is that of an owner.
type line struct {
	turn  chan struct{} // holds the token of who has it
	users int
}

// take waits for the owner's turn, until ctx ends. done ends it.
func (t *turns) take(ctx context.Context, owner string) (done func(), err error) {
	l := t.join(owner)
	select {
	case l.turn <- struct{}{}:
		return func() { <-l.turn; t.leave(owner) }, nil
	case <-ctx.Done():
		t.leave(owner)
		return nil, fmt.Errorf("wait for the other files of %s: %w", owner, context.Cause(ctx))
	}
}

func (t *turns) join(owner string) *line {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lines == nil {
		t.lines = make(map[string]*line)
	}
	l := t.lines[owner]
	if l == nil {
		l = &line{turn: make(chan struct{}, 1)}
		t.lines[owner] = l
	}
	l.users++
	return l
}

func (t *turns) leave(owner string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lines[owner].users--; t.lines[owner].users == 0 {
		delete(t.lines, owner)
	}
}
