package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// server is an HTTP server and the socket it serves.
type server struct {
	name     string
	listener net.Listener
	http     *http.Server
	drain    func() // refuses new work before the socket closes
}

// run serves until ctx ends or a server fails. Then the servers stop in turn, the last
// one seeing the others drain: each takes no more requests and finishes those it has,
// which may take the timeout for all of them together.
func run(ctx context.Context, timeout time.Duration, log *slog.Logger, servers []*server) error {
	failures := make(chan error, len(servers))
	for _, s := range servers {
		go func() { failures <- fmt.Errorf("serve %s: %w", s.name, s.http.Serve(s.listener)) }()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failures:
	}
	log.Info("stopping: requests under way are finished", "timeout", timeout.String())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	for _, s := range servers {
		s.drain()
		err = errors.Join(err, s.stop(ctx))
	}
	log.Info("stopped")
	return err
}

// stop finishes the requests under way, and cuts those that are not done when ctx ends.
func (s *server) stop(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(fmt.Errorf("requests to the %s were cut after the shutdown timeout", s.name), s.http.Close())
	}
	return err
}
