package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Program is the program of a process.
type Program struct {
	Argv    []string
	Environ []string  // all of it: nothing is inherited
	Output  io.Writer // of standard output and error; safe for concurrent use
	// Credential is the user it runs as; nil: that of this process.
	Credential *syscall.Credential
}

// Process is a running program. Its methods are safe for concurrent use.
type Process struct {
	cmd       *exec.Cmd
	firstLine chan string
	exited    chan struct{}
}

// Start starts a program, and does not wait until it serves.
func Start(p Program) (*Process, error) {
	readSources()
	cmd := exec.Command(p.Argv[0], p.Argv[1:]...) //nolint:noctx,gosec // Stop ends it; the harness built it
	cmd.Env, cmd.Stderr = p.Environ, p.Output
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.Credential}
	if len(cmd.Env) == 0 {
		cmd.Env = []string{"PATH=" + os.DevNull} // none would mean that of this process
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", p.Argv[0], err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", p.Argv[0], err)
	}
	started := &Process{cmd, make(chan string, 1), make(chan struct{})}
	go started.follow(stdout, p.Output)
	return started, nil
}

// follow copies the output until the process ends.
func (p *Process) follow(stdout io.Reader, output io.Writer) {
	defer close(p.exited)
	lines := bufio.NewReader(stdout)
	line, err := lines.ReadString('\n')
	p.firstLine <- line
	_, _ = io.WriteString(output, line)
	if err == nil {
		_, _ = io.Copy(output, lines) // what does not fit the output is not missed
	}
	_ = p.cmd.Wait() // ExitCode has the result
}

// FirstLine waits for the first line of the standard output, and returns it the first time it is
// called. It is "" if the process ends without one.
func (p *Process) FirstLine() string { return <-p.firstLine }

// readyTimeout is the most that a program may take until it serves.
const readyTimeout = 3 * time.Minute

// readyPause is short: start-up times are measured by it.
const readyPause = 2 * time.Millisecond

// AwaitReady waits until a GET of the URL is answered by a status below 500. Returns an error if the
// process ends before, or takes more than a minute.
func (p *Process) AwaitReady(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	pause := time.NewTicker(readyPause)
	defer pause.Stop()
	for !answers(ctx, url) {
		select {
		case <-p.exited:
			return fmt.Errorf("%s ended before it served", p.cmd.Path)
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", p.cmd.Path, ctx.Err())
		case <-pause.C:
		}
	}
	return nil
}

func answers(ctx context.Context, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close() // nothing of it is read
	return response.StatusCode < http.StatusInternalServerError
}

// End sends a signal and waits for the end of the process. It returns the exit code, -1 for a process
// that a signal ended.
func (p *Process) End(signal os.Signal) int {
	_ = p.Signal(signal) // it may have ended already
	return p.Wait()
}

// Wait waits for the end of the process, and returns its exit code.
func (p *Process) Wait() int {
	<-p.exited
	return p.cmd.ProcessState.ExitCode()
}

// Stop asks the process to end, and kills it if it does not end in time. Returns an error unless it
// ends with exit code 0.
func (p *Process) Stop(timeout time.Duration) error {
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop %s: %w", p.cmd.Path, err)
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		p.End(os.Kill)
		return fmt.Errorf("%s did not stop in %v", p.cmd.Path, timeout)
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		return fmt.Errorf("%s ended with exit code %d", p.cmd.Path, code)
	}
	return nil
}

// Signal sends a signal.
func (p *Process) Signal(signal os.Signal) error { return p.cmd.Process.Signal(signal) }

// Ended reports whether the process has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// PID is the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }
