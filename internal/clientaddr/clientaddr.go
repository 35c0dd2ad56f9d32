package clientaddr

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks of the reverse proxies whose X-Forwarded-For counts. Nil trusts
// none. IPv4 networks are written as IPv4.
type Proxies []netip.Prefix

// Trusts reports whether address is that of a trusted proxy.
func (p Proxies) Trusts(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(address) })
}

// Shared reports whether many clients may send from address, so that a limit by address
// must not hold them for one: a trusted proxy, which did not say for whom it sends, and
// the machine itself.
func (p Proxies) Shared(address netip.Addr) bool {
	return !address.IsValid() || address.Unmap().IsLoopback() || p.Trusts(address)
}

// Client is the address of the client that sent r: the connection's, or, when a trusted
// proxy made the connection, the last one in X-Forwarded-For that is no trusted proxy's.
// What stands before that one is the client's own claim, and is not read. When the header
// ends, or has something else where an address belongs, it is the last trusted proxy's.
// It is invalid for a connection without an IP address: a Unix socket, or a test's pipe.
func (p Proxies) Client(r *http.Request) netip.Addr {
	client := Peer(r.RemoteAddr)
	if !p.Trusts(client) {
		return client
	}
	lines := r.Header.Values("X-Forwarded-For")
	for _, line := range slices.Backward(lines) {
		for line != "" {
			i := strings.LastIndexByte(line, ',')
			hop, ok := parse(strings.TrimSpace(line[i+1:]))
			if !ok {
				return client
			}
			if client = hop; !p.Trusts(client) {
				return client
			}
			line = line[:max(i, 0)]
		}
	}
	return client
}

// Peer is the address in a connection's HOST:PORT, invalid if there is none.
func Peer(remoteAddr string) netip.Addr {
	peer, err := netip.ParseAddrPort(remoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

// parse reads an element of X-Forwarded-For: an address, which some proxies write with a
// port.
func parse(text string) (netip.Addr, bool) {
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		address = Peer(text)
	}
	return address.Unmap().WithZone(""), address.IsValid()
}

// Network is what a limit by address counts: an IPv4 address, and of IPv6 the network of
// 64 bits that one customer has.
func Network(address netip.Addr) netip.Addr {
	address = address.Unmap()
	if !address.Is6() {
		return address
	}
	network, _ := address.WithZone("").Prefix(64) // fits every IPv6 address
	return network.Addr()
}
