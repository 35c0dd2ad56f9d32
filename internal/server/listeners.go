package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"

	"waybill/internal/config"
)

// listeners are the sockets of a server; metrics is nil when it is off.
type listeners struct{ api, metrics net.Listener }

// listen opens the sockets. A developer may run several servers: one whose metrics port is in use
// runs without metrics.
func listen(ctx context.Context, c config.Config, log *slog.Logger) (l listeners, err error) {
	if l.api, err = listenOn(ctx, c.Listen, "listen"); err != nil || c.MetricsListen == "" {
		return l, err
	}
	l.metrics, err = listenOn(ctx, c.MetricsListen, "metrics-listen")
	switch {
	case errors.Is(err, syscall.EADDRINUSE) && c.Environment == config.Development:
		log.WarnContext(ctx, "no metrics: their port is in use", "error", err)
		return l, nil
	case err != nil:
		l.close()
	}
	return l, err
}

func listenOn(ctx context.Context, address, setting string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w: name another address with --%s", err, setting)
	}
	return listener, nil
}

// close is for a start that fails; later the servers close their own.
func (l listeners) close() {
	_ = l.api.Close()
	if l.metrics != nil {
		_ = l.metrics.Close()
	}
}

// baseURL is the public URL, or without one, the URL on this machine.
func baseURL(c config.Config, address net.Addr) string {
	if c.PublicURL != "" {
		return c.PublicURL
	}
	return LocalURL(address.String())
}

// LocalURL is the URL on this machine of a server that listens on an address.
func LocalURL(address string) string {
	host, port, _ := net.SplitHostPort(address) // the setting was parsed the same way
	if host == "" || net.ParseIP(host).IsUnspecified() {
		host = "127.0.0.1" // an image has no names of hosts
	}
	return "http://" + net.JoinHostPort(host, port)
}
