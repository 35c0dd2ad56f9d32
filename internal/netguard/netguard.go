package netguard

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// ErrNotPublic is returned for an address that is not on the public internet.
var ErrNotPublic = errors.New("is not a public address")

// Config configures a transport. Timeout is required.
type Config struct {
	PrivateNetwork bool          // connections to addresses that are not public are allowed
	Timeout        time.Duration // of a connection, and of its TLS handshake
}

// NewTransport returns a transport for requests whose address others choose. It uses no proxy, because a proxy would
// resolve names past the guard, and asks for no compression, which could hide a large response in a small one.
func NewTransport(c Config) *http.Transport {
	dialer := &net.Dialer{Timeout: c.Timeout}
	if !c.PrivateNetwork {
		dialer.Control = publicOnly
	}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    c.Timeout,
		IdleConnTimeout:        time.Minute,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true,
	}
}

// publicOnly is a Control of net.Dialer. It sees the address that a name was resolved to, just before the connection
// is made, so that no DNS response, now or later, gets around it.
func publicOnly(_, address string, _ syscall.RawConn) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s %w", address, ErrNotPublic)
	}
	if !isPublic(target.Addr()) {
		return fmt.Errorf("%s %w", target.Addr(), ErrNotPublic)
	}
	return nil
}

// guardian refuses the networks of the IANA registries of special-purpose addresses, and all of IPv6 outside
// 2000::/3.
var guardian = ssrf.New(ssrf.WithDeniedV4Prefixes(
	netip.MustParsePrefix("168.63.129.16/32"), // Azure's host, which has a public address
))

// isPublic reports whether an address is on the public internet.
func isPublic(addr netip.Addr) bool { return guardian.SafeAddr(addr.Unmap()) == nil }

// IsPrivate reports whether a host as it is written is not public: it is an address that is not public, or this machine's
// name. Other names are not resolved, because the response would tell the caller which names a private network has.
func IsPrivate(host string) bool {
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	addr, err := netip.ParseAddr(name)
	return err == nil && !isPublic(addr) || name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// NothingSent reports whether the error of a request is that no connection was made, so that nothing was sent: the
// address cannot be reached, its certificate is not the host's, or it does not speak TLS.
func NothingSent(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	_, ok := errors.AsType[tls.RecordHeaderError](err)
	return ok || errors.Is(err, http.ErrSchemeMismatch)
}
