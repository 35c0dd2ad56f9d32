package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"waybill/internal/admission"
	"waybill/internal/api"
	"waybill/internal/config"
)

// Limits of a connection. A body has 16 MiB at most: 300 KB/s in a minute.
const (
	headerTimeout   = 10 * time.Second
	bodyTimeout     = time.Minute
	responseTimeout = time.Minute // beyond the body and the blocking budget
	idleTimeout     = 2 * time.Minute
	maxHeaderBytes  = 32 << 10 // a query of 200 tracking numbers has 14 KB
)

// httpServer is an HTTP server and the socket it serves.
type httpServer struct {
	name     string
	listener net.Listener
	http     *http.Server
	drain    func() // makes /readyz fail, so that load balancers send no more requests; others are still served
}

// newServers makes the servers, in the order in which they stop.
func (p *process) newServers(l listeners, apiServer *api.API, connections *admission.Connections) []*httpServer {
	guarded := newHTTPServer(p.Config, apiServer.Handler(), p.Log)
	connections.Guard(guarded)
	servers := []*httpServer{{"interface", connections.Listener(l.api), guarded, apiServer.Drain}}
	if l.metrics != nil {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", p.metrics.Handler(p.Log))
		servers = append(servers, &httpServer{"metrics", l.metrics, newHTTPServer(p.Config, mux, p.Log), func() {}})
	}
	return servers
}

func newHTTPServer(c config.Config, handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       headerTimeout + bodyTimeout,
		WriteTimeout:      bodyTimeout + c.BlockingBudget + responseTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// stopTimes are the two phases of a stop. In the first the servers go on serving, until load balancers have
// noticed; in the second they finish the requests under way.
type stopTimes struct{ drain, finish time.Duration }

// serve serves until ctx ends or a server fails. Then all servers drain. After that they stop in turn, so that
// the metrics show the end of the others: each closes its port and finishes its requests, all of them together
// within the time to finish.
func serve(ctx context.Context, times stopTimes, log *slog.Logger, servers []*httpServer) error {
	failures := make(chan error, len(servers))
	for _, s := range servers {
		go func() { failures <- fmt.Errorf("serve %s: %w", s.name, s.http.Serve(s.listener)) }()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failures:
	}
	for _, s := range servers {
		s.drain()
	}
	if err == nil && times.drain > 0 {
		log.Info("draining: not ready, and serving until the ports close", "delay", times.drain.String())
		select {
		case <-time.After(times.drain):
		case err = <-failures:
		}
	}
	log.Info("stopping: requests under way are finished", "timeout", times.finish.String())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), times.finish)
	defer cancel()
	for _, s := range servers {
		err = errors.Join(err, s.stop(ctx))
	}
	log.Info("stopped")
	return err
}

// stop waits for the requests under way, and ends the rest when ctx ends.
func (s *httpServer) stop(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(fmt.Errorf("requests to the %s were cut after the shutdown timeout", s.name), s.http.Close())
	}
	return err
}
