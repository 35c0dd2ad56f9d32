package harness

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// Ports that operating systems do not give to clients: while a process is killed and started again, no
// connection of another must take its port.
const firstPort, ports = 20_000, 12_000

// given are the addresses that this process has given, which their processes may not have taken yet.
var given sync.Map

// FreeAddress is a host:port of loopback where no process listens now, another one at each call.
func FreeAddress(ctx context.Context) (string, error) {
	var err error
	for range 100 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(firstPort+rand.IntN(ports))) //nolint:gosec // no secret
		if _, taken := given.LoadOrStore(address, true); taken {
			continue
		}
		var listener net.Listener
		if listener, err = new(net.ListenConfig).Listen(ctx, "tcp", address); err == nil {
			return address, listener.Close()
		}
	}
	return "", fmt.Errorf("find a free port: %w", err)
}
