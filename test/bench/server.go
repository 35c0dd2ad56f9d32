package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	secretKey    = "benchmark-key-of-the-demo-account"
	readyTimeout = 30 * time.Second
	readyPause   = 2 * time.Millisecond
	stopTimeout  = 40 * time.Second // beyond the server's own 30 s
)

func build(ctx context.Context, binary string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", binary, "waybill/cmd/waybill") //nolint:gosec // a path of our own
	output, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the server: %w\n%s", err, output)
	}
	return nil
}

// environment is the server's whole configuration.
func environment(data, databaseURL, address string) []string {
	variables := []string{
		"PATH=" + os.DevNull, "HOME=" + data,
		"WAYBILL_ENV=development", "WAYBILL_DATA=" + data, "WAYBILL_LISTEN=" + address, "WAYBILL_METRICS_LISTEN=off",
		"WAYBILL_LOG_LEVEL=error", "WAYBILL_DEMO_KEY=" + secretKey,
	}
	if databaseURL != "" {
		variables = append(variables, "WAYBILL_DATABASE_URL="+databaseURL)
	}
	return variables
}

// migrate makes a database with the server's schema and nothing in it.
func migrate(ctx context.Context, binary, data, databaseURL string) error {
	cmd := exec.CommandContext(ctx, binary, "migrate")
	cmd.Env = environment(data, databaseURL, "127.0.0.1:0")
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("migrate: %w\n%s", err, output)
	}
	return nil
}

// server is a running waybill serve.
type server struct {
	address string // host:port
	startUp time.Duration
	cmd     *exec.Cmd
	output  *bytes.Buffer
	ended   chan error
}

// startServer starts a server on a free port of loopback and waits until it is ready.
func startServer(ctx context.Context, binary, data, databaseURL string) (*server, error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	s := &server{address: address, output: new(bytes.Buffer), ended: make(chan error, 1)}
	s.cmd = exec.Command(binary, "serve") //nolint:noctx // stop ends it in order
	s.cmd.Env = environment(data, databaseURL, address)
	s.cmd.Stdout, s.cmd.Stderr = s.output, s.output
	start := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	go func() { s.ended <- s.cmd.Wait() }()
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.startUp = time.Since(start)
	return s, nil
}

// freeAddress is one that nobody listens on now.
func freeAddress(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

func (s *server) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	pause := time.NewTicker(readyPause)
	defer pause.Stop()
	for !s.ready(ctx) {
		select {
		case err := <-s.ended:
			s.ended <- err
			return errors.New("the server ended before it was ready")
		case <-ctx.Done():
			return fmt.Errorf("wait for the server: %w", ctx.Err())
		case <-pause.C:
		}
	}
	return nil
}

func (s *server) ready(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+"/readyz", http.NoBody)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close() // nothing of it is read
	return response.StatusCode == http.StatusOK
}

// stop ends the server as an operator does, and tells what it printed if that fails.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the server: %w", err)
	}
	timeout := time.NewTimer(stopTimeout)
	defer timeout.Stop()
	var err error
	select {
	case err = <-s.ended:
	case <-timeout.C:
		err = errors.Join(errors.New("it does not stop"), s.cmd.Process.Kill(), <-s.ended)
	}
	if err != nil {
		return fmt.Errorf("the server: %w\n%s", err, s.output)
	}
	return nil
}

// peakMemory is the most that was resident of the server at any time, in bytes. Linux
// tells it of a running process; elsewhere it is not available and the second result false.
func (s *server) peakMemory() (size int64, known bool, err error) {
	if runtime.GOOS != "linux" {
		return 0, false, nil
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(s.cmd.Process.Pid) + "/status")
	if err != nil {
		return 0, false, fmt.Errorf("read the server's memory: %w", err)
	}
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmHWM:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err == nil, err
		}
	}
	return 0, false, errors.New("the server's status has no VmHWM")
}
