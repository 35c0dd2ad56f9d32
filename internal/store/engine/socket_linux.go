package engine

import (
	"errors"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitUnacknowledged is a Control of net.Dialer: the machine at the other end has
// postgresUnanswered to acknowledge what is sent. Without it Linux tries for 15 minutes.
func limitUnacknowledged(network, _ string, conn syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var set error
	err := conn.Control(func(fd uintptr) {
		set = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(postgresUnanswered.Milliseconds()))
	})
	return errors.Join(err, set)
}
