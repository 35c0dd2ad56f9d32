package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// DefaultLimits are for the files of partners. A label takes some milliseconds, the largest
// picture half a second and 72 MB.
var DefaultLimits = Limits{Memory: 100 << 20, CPU: 5 * time.Second, Wall: 10 * time.Second}

const (
	// processes is how many there are at once.
	processes = 2
	// waitTimeout is how long an input waits for one.
	waitTimeout = 10 * time.Second
	// A process is used again while it has had fewer inputs than maxInputs, for less than
	// maxBusy: to start one takes longer than most inputs do.
	maxInputs = 100
	maxBusy   = time.Second
	// idleTimeout is how long a process waits for the next input.
	idleTimeout = 10 * time.Second
)

// RefusedError says that the input is not what it should be, or takes more than it may.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

// ErrUnavailable says that no process could read the input. Nothing is known of it: it can
// be read later.
var ErrUnavailable = errors.New("no process to read a file with")

// Runner has tasks done in processes. Safe for concurrent use.
type Runner struct {
	limits  Limits
	log     *slog.Logger
	program string
	slots   chan struct{} // a token for each process
	turns   turns

	mu     sync.Mutex
	idle   []*child
	closed bool
}

// New makes a Runner that has started nothing. Close ends its processes.
func New(l Limits, log *slog.Logger) (*Runner, error) {
	path, err := program()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	if err := keepFiles(); err != nil {
		return nil, err
	}
	return &Runner{limits: l, log: log, program: path, slots: make(chan struct{}, processes)}, nil
}

// Run has a task done. An owner, such as a partner, has one process at a time, so that its
// inputs keep others from at most one. Returns a *RefusedError; an error that wraps
// ErrUnavailable if there was no process in time; or the error of ctx.
func (r *Runner) Run(ctx context.Context, owner, task string, input []byte) ([]byte, error) {
	if len(input) > MaxInput {
		return nil, &RefusedError{fmt.Sprintf("it has %d bytes: at most %d", len(input), MaxInput)}
	}
	release, err := r.wait(ctx, owner)
	if err != nil {
		return nil, err
	}
	defer release()
	output, err := r.try(ctx, task, input)
	if died, ok := errors.AsType[*diedError](err); ok {
		r.log.WarnContext(ctx, "a process died of its input", "owner", owner, "task", task, "bytes", len(input), "cause", died.reason, "detail", died.detail)
		return nil, &RefusedError{died.reason}
	}
	return output, err
}

// wait waits for the owner's turn and for a process, no longer than waitTimeout.
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

// try gives an input to a process that is there, and to a new one if there is none. What
// kills one that has read others before may be innocent: only a new one tells.
func (r *Runner) try(ctx context.Context, task string, input []byte) ([]byte, error) {
	if c := r.take(); c != nil {
		output, err := c.do(ctx, task, input)
		if _, died := errors.AsType[*diedError](err); !died {
			r.put(c, err)
			return output, err
		}
	}
	c, err := start(r.program, r.limits)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	output, err := c.do(ctx, task, input)
	r.put(c, err)
	return output, err
}

// take takes a process that waits; nil: there is none.
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

// put keeps a process for the next input, unless it has had an error or enough of them.
func (r *Runner) put(c *child, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil || r.closed || c.inputs >= maxInputs || c.busy >= maxBusy {
		c.end()
		return
	}
	c.idle = time.AfterFunc(idleTimeout, c.end)
	r.idle = append(r.idle, c)
}

// Close ends the processes that wait. Those at work end when they are done.
func (r *Runner) Close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.EndIdle()
}

// EndIdle ends the processes that wait: the next inputs have new ones.
func (r *Runner) EndIdle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.idle {
		c.end()
	}
	r.idle = nil
}
