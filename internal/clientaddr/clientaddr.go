package clientaddr

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks of the reverse proxies whose X-Forwarded-For is trusted. Nil trusts none. IPv4
// networks are written as IPv4.
type Proxies []netip.Prefix

// Trusts reports whether address belongs to a trusted proxy.
func (p Proxies) Trusts(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(address) })
}

// Shared reports whether many clients may send from address, so that a limit must not count them as one: a
// trusted proxy that did not name its client, and the machine itself.
func (p Proxies) Shared(address netip.Addr) bool {
	return !address.IsValid() || address.Unmap().IsLoopback() || p.Trusts(address)
}

// Client returns the address of the client that sent r. That is the address of the connection or, if a
// trusted proxy made the connection, the last address in X-Forwarded-For that is not a trusted proxy.
// Anything before that address is the client's own claim and is not read. If the header ends first, or holds
// something else than an address, it is the address of the last trusted proxy. The result is invalid for a
// connection without an IP address, such as a Unix socket.
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

// Peer returns the address in a connection's HOST:PORT, invalid if there is none.
func Peer(remoteAddr string) netip.Addr {
	peer, err := netip.ParseAddrPort(remoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

// parse parses an element of X-Forwarded-For: an address, which some proxies write with a port.
func parse(text string) (netip.Addr, bool) {
	address, err := netip.ParseAddr(strings.Trim(text, "[]"))
	if err != nil {
		address = Peer(text)
	}
	return address.Unmap().WithZone(""), address.IsValid()
}

// Network returns what a limit by address counts: an IPv4 address, or the /64 network of an IPv6 address,
// because one customer has all of it.
func Network(address netip.Addr) netip.Addr {
	address = address.Unmap()
	if !address.Is6() {
		return address
	}
	network, _ := address.WithZone("").Prefix(64) // fits every IPv6 address
	return network.Addr()
}
