package harness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports that operating systems do not give to clients: while a process is killed and started again, no
// connection of another must take its port.
const firstPort, ports = 20_000, 12_000

// FreeAddress is a host:port of loopback where no process listens now.
func FreeAddress(ctx context.Context) (string, error) {
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
