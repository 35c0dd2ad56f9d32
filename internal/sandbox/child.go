package sandbox

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// child is a running process as its parent sees it. One goroutine at a time uses it.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Reader
	stderr head
	limits Limits
	inputs int           // given to it so far
	busy   time.Duration // time spent on them
	idle   *time.Timer   // ends it when it waits too long for the next input
	end    func()        // kills it and waits for its end; may be called again
}

// startTimeout is how long a process may take until its limits are set. It takes some 20 ms on an idle
// machine.
const startTimeout = 10 * time.Second

// start starts a process. Its errors are not the fault of an input.
func start(program string, l Limits) (*child, error) {
	// Not the context of a caller: the process may serve other callers later.
	cmd := exec.CommandContext(context.Background(), program, l.args()...) //nolint:gosec // it is this program
	c := &child{cmd: cmd, limits: l}
	c.cmd.Dir = "/"
	c.cmd.Stderr = &c.stderr
	// Nothing of the parent's environment, which holds secrets.
	c.cmd.Env = []string{
		"GOMAXPROCS=1",
		"GOTRACEBACK=none",         // the cause of death is one line
		"GORACE=atexit_sleep_ms=0", // for a program that is built with -race
	}
	setOwnProcessGroup(c.cmd)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.out, err = c.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	c.end = sync.OnceFunc(func() {
		c.kill()
		_ = c.cmd.Wait() // the error is that it was killed
	})
	clock := time.AfterFunc(startTimeout, c.kill)
	defer clock.Stop()
	if k, _, err := readFrame(c.out, l); err != nil || k != kindReady {
		c.end()
		return nil, fmt.Errorf("the process ended before it was ready: %s: %s", c.cmd.ProcessState, c.stderr.text())
	}
	return c, nil
}

// kill may be called at any time, even after the process ended.
func (c *child) kill() { _ = c.cmd.Process.Kill() }

// diedError reports that the process ended before it responded.
type diedError struct{ reason, detail string }

func (e *diedError) Error() string { return e.reason }

// do runs a task. It returns a *RefusedError, a *diedError, or the error of ctx; after an error the process
// cannot be used again.
func (c *child) do(ctx context.Context, task string, input []byte) ([]byte, error) {
	begin := time.Now()
	var late atomic.Bool
	clock := time.AfterFunc(c.limits.Wall, func() {
		late.Store(true)
		c.kill()
	})
	defer clock.Stop()
	defer context.AfterFunc(ctx, c.kill)()
	// If the process died during the write, the read of its response shows it.
	if writeFrame(c.in, kindTask, []byte(task)) == nil {
		_ = writeFrame(c.in, kindInput, input)
	}
	k, content, err := readFrame(c.out, c.limits)
	c.inputs++
	c.busy += time.Since(begin)
	if err == nil && k == kindOutput {
		return content, nil
	}
	c.end()
	switch {
	case err == nil && k == kindRefused:
		return nil, &RefusedError{plain(string(content))}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if c.wasKilled(late.Load()) {
		return nil, fmt.Errorf("%w: the system killed the process, for example because it has no more memory", ErrUnavailable)
	}
	return nil, &diedError{c.cause(late.Load()), plain(fmt.Sprintf("%v after %v of processor time: %s",
		c.cmd.ProcessState, c.cpuTime(), c.stderr.text()))}
}

// outOfMemory is the message of a process that gets no more memory.
var outOfMemory = []string{"out of memory", "cannot allocate memory", "pthread_create"}

// wasKilled reports whether somebody else ended the process: the kernel, when the machine has no more memory.
func (c *child) wasKilled(late bool) bool {
	return !late && c.cpuTime() <= c.limits.CPU/2 && c.cmd.ProcessState.String() == "signal: killed"
}

// cause says for the sender of the input why a process ended.
func (c *child) cause(late bool) string {
	text := c.stderr.text()
	switch {
	case late:
		return fmt.Sprintf("reading it takes longer than %v", c.limits.Wall)
	case slices.ContainsFunc(outOfMemory, func(sign string) bool { return strings.Contains(text, sign) }):
		return fmt.Sprintf("reading it takes more than %d MiB of memory", c.limits.Memory>>20)
	case c.cpuTime() > c.limits.CPU/2: // the kernel reports less time than it limits
		return fmt.Sprintf("reading it takes more than %v of processor time", c.limits.CPU)
	}
	return "the process that reads it crashed"
}

// cpuTime returns the processor time of a process that has ended.
func (c *child) cpuTime() time.Duration {
	return c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
}

// head is a writer that keeps the beginning of what is written to it.
type head struct {
	mu   sync.Mutex
	kept []byte
}

func (h *head) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, p[:min(len(p), maxText-len(h.kept))]...)
	return len(p), nil
}

func (h *head) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.kept)
}
