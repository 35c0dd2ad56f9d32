package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"time"
)

// process is a program that is killed and started again, always at the same address. Its
// methods are for one goroutine at a time.
type process struct {
	name    string
	argv    []string
	environ []string
	address string // host:port that it serves
	probe   string // path that answers below 500 once it is ready
	log     string // file that all its runs append to

	cmd     *exec.Cmd
	exited  chan struct{}
	doomed  atomic.Bool  // it is being killed, so its end is no surprise
	kills   int          // by the harness
	crashes atomic.Int64 // ends that were nobody's wish
}

// The times that a process may take to serve, and between two looks whether it does.
const (
	readyTimeout = 60 * time.Second
	readyPause   = 10 * time.Millisecond
)

// start starts the program and waits until it serves.
func (p *process) start(ctx context.Context) error {
	log, err := os.OpenFile(p.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the log of %s: %w", p.name, err)
	}
	defer log.Close()                              // the program has its own
	p.cmd = exec.Command(p.argv[0], p.argv[1:]...) //nolint:noctx,gosec // kill ends it; paths of our own
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.environ, log, log
	p.doomed.Store(false)
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.name, err)
	}
	p.exited = make(chan struct{})
	go func(cmd *exec.Cmd, exited chan struct{}) {
		_ = cmd.Wait() // that it was killed is known
		if !p.doomed.Load() {
			p.crashes.Add(1)
		}
		close(exited)
	}(p.cmd, p.exited)
	return p.awaitReady(ctx)
}

func (p *process) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	pause := time.NewTicker(readyPause)
	defer pause.Stop()
	for !p.ready(ctx) {
		select {
		case <-p.exited:
			return fmt.Errorf("%s ended before it served: %s", p.name, p.lastWords())
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", p.name, ctx.Err())
		case <-pause.C:
		}
	}
	return nil
}

func (p *process) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.address+p.probe, http.NoBody)
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

// kill ends the program as a crash of the machine does, and waits for its end.
func (p *process) kill() error {
	if p.cmd == nil || p.cmd.Process == nil {
		return nil
	}
	p.doomed.Store(true)
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("kill %s: %w", p.name, err)
	}
	<-p.exited
	return nil
}

// restart kills the program and starts it at once. It returns an error if the program had
// ended by itself: nothing else is worth knowing then.
func (p *process) restart(ctx context.Context) error {
	if p.crashes.Load() > 0 {
		return fmt.Errorf("%s ended by itself: %s", p.name, p.lastWords())
	}
	if err := p.kill(); err != nil {
		return err
	}
	p.kills++
	return p.start(ctx)
}

// Ports that systems do not give to clients: while a process is dead, no connection of
// another must take its port.
const firstPort, ports = 20_000, 12_000

// freeAddress is one of loopback that nobody listens on now.
func freeAddress(ctx context.Context) (string, error) {
	var err error
	for range 100 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(firstPort+rand.IntN(ports))) //nolint:gosec // no secret
		var listener net.Listener
		if listener, err = new(net.ListenConfig).Listen(ctx, "tcp", address); err == nil {
			return address, listener.Close()
		}
	}
	return "", fmt.Errorf("find a free port: %w", err)
}

// lastWords are the end of what a process wrote to its log.
func (p *process) lastWords() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}
