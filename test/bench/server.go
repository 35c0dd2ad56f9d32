package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"waybill/test/harness"
)

const (
	secretKey   = "benchmark-key-of-the-demo-account"
	stopTimeout = 40 * time.Second // beyond the server's own 30 s
)

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
	*harness.Process
	address string // host:port
	startUp time.Duration
	log     *harness.Log
}

// startServer starts a server on a free port of loopback, with more settings, and waits until it is ready.
func startServer(ctx context.Context, binary, data, databaseURL string, settings ...string) (*server, error) {
	address, err := harness.FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	s := &server{address: address, log: new(harness.Log)}
	start := time.Now()
	s.Process, err = harness.Start(harness.Program{
		Argv: []string{binary, "serve"}, Environ: append(environment(data, databaseURL, address), settings...), Output: s.log,
	})
	if err != nil {
		return nil, err
	}
	if err := s.AwaitReady(ctx, "http://"+address+"/readyz"); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.startUp = time.Since(start)
	return s, nil
}

// stop ends the server as an operator does. The error has what the server printed.
func (s *server) stop() error {
	if err := s.Stop(stopTimeout); err != nil {
		return fmt.Errorf("%w\n%s", err, s.log)
	}
	return nil
}
