package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// DefaultLimits are the limits for files of partners. A label takes some milliseconds, the largest picture
// half a second and 72 MB.
var DefaultLimits = Limits{
	Input: 16 << 20, Output: 8 << 20,
	Memory: 100 << 20, CPU: 5 * time.Second, Wall: 10 * time.Second, Processes: 2, Busy: time.Second,
}

// DrawingLimits are the limits for drawing the pages of partners' PDF files. To start the library takes two seconds
// and 110 MB, a page 60 ms and 20 MB, the largest one half a second and 80 MB. A busy machine needs much longer,
// because its requests have precedence.
var DrawingLimits = Limits{
	Input: 16 << 20, Output: 8 << 20,
	Memory: 200 << 20, CPU: 60 * time.Second, Wall: 2 * time.Minute, Processes: 1, Busy: 30 * time.Second,
}

const (
	// waitTimeout is how long an input waits for a process.
	waitTimeout = 10 * time.Second
	// maxInputs is how many inputs a process gets: its start takes longer than most inputs do.
	maxInputs = 100
	// idleTimeout is how long a process waits for the next input.
	idleTimeout = 10 * time.Second
)

// RefusedError reports an input that is invalid or exceeds the limits.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

// ErrUnavailable reports that no process could read the input. It says nothing about the input, which may be
// read later.
var ErrUnavailable = errors.New("no process is available to read the file")

// Runner runs tasks in processes. It is safe for concurrent use.
type Runner struct {
	limits  Limits
	log     *slog.Logger
	program string
	slots   chan struct{} // one token per running process
	turns   turns
	memory  *memory // nil: it shares none

	mu     sync.Mutex
	idle   []*child
	closed bool
}

// New returns a Runner. It starts no process yet. Close ends its processes.
func New(l Limits, log *slog.Logger) (*Runner, error) {
	path, err := program()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	if err := keepFiles(); err != nil {
		return nil, err
	}
	return &Runner{limits: l, log: log, program: path, slots: make(chan struct{}, l.Processes)}, nil
}

// Run runs a task. An owner, such as a partner, has one process at a time, so that its inputs never block the
// others. It returns a *RefusedError, an error that wraps ErrUnavailable if no process was free in time, or
// the error of ctx.
func (r *Runner) Run(ctx context.Context, owner, task string, input []byte) ([]byte, error) {
	if len(input) > r.limits.Input {
		return nil, &RefusedError{fmt.Sprintf("it has %d bytes: at most %d", len(input), r.limits.Input)}
	}
	release, err := r.wait(ctx, owner)
	if err != nil {
		return nil, err
	}
	defer release()
	output, err := r.try(ctx, task, input)
	if died, ok := errors.AsType[*diedError](err); ok {
		r.log.WarnContext(ctx, "a process crashed on its input", "owner", owner, "task", task, "bytes", len(input),
			"cause", died.reason, "detail", died.detail)
		return nil, &RefusedError{died.reason}
	}
	return output, err
}

// wait waits for the owner's turn and for a process, at most for waitTimeout.
func (r *Runner) wait(ctx context.Context, owner string) (release func(), err error) {
	waiting, cancel := context.WithTimeoutCause(ctx, waitTimeout, ErrUnavailable)
	defer cancel()
	done, err := r.turns.take(waiting, owner)
	if err != nil {
		return nil, err
	}
	select {
	case r.slots <- struct{}{}:
		return func() { <-r.slots; done() }, nil
	case <-waiting.Done():
		done()
		return nil, fmt.Errorf("wait for a process: %w", context.Cause(waiting))
	}
}

// try gives an input to an idle process, and to a new one if there is none. If a process that has read other
// inputs dies, the cause may be one of those: a new process reads the input again.
func (r *Runner) try(ctx context.Context, task string, input []byte) ([]byte, error) {
	if c := r.take(); c != nil {
		output, err := c.do(ctx, task, input)
		if _, died := errors.AsType[*diedError](err); !died {
			r.put(c, err)
			return output, err
		}
	}
	release, err := r.memory.take(ctx, r.limits)
	if err != nil {
		return nil, err
	}
	c, err := start(r.program, r.limits)
	if err != nil {
		release()
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	end := c.end
	c.end = sync.OnceFunc(func() { end(); release() })
	output, err := c.do(ctx, task, input)
	r.put(c, err)
	return output, err
}

// take returns an idle process, nil if there is none.
func (r *Runner) take() *child {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.idle) > 0 {
		c := r.idle[len(r.idle)-1]
		r.idle = r.idle[:len(r.idle)-1]
		if c.idle.Stop() {
			return c
		}
	}
	return nil
}

// put keeps a process for the next input, unless it had an error or reached its limits.
func (r *Runner) put(c *child, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil || r.closed || c.inputs >= maxInputs || c.busy >= r.limits.Busy || r.memory.isShort() {
		c.end()
		return
	}
	c.idle = time.AfterFunc(idleTimeout, c.end)
	r.idle = append(r.idle, c)
}

// Close ends the idle processes. Those at work end when they are done.
func (r *Runner) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.EndIdle()
}

// EndIdle ends the idle processes: the next inputs start new ones.
func (r *Runner) EndIdle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.idle {
		c.end()
	}
	r.idle = nil
}
