package webhook

import (
	"errors"
	"fmt"
	"net/netip"
	"syscall"
)

// errNotPublic: the receiver's address is inside a network that requests must not reach.
var errNotPublic = errors.New("is not a public address")

// publicOnly is a Control of net.Dialer: it sees the address that a name was resolved to,
// just before the connection is made. No DNS answer, now or later, gets around it.
func publicOnly(_, address string, _ syscall.RawConn) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s %w", address, errNotPublic)
	}
	if !isPublic(target.Addr()) {
		return fmt.Errorf("%s %w", target.Addr(), errNotPublic)
	}
	return nil
}

// globalIPv6 is all that IANA has given to the public internet.
var globalIPv6 = netip.MustParsePrefix("2000::/3")

// notPublic are the networks that are no one's on the internet, by the IANA registries
// of special-purpose addresses, and what clouds answer on for their own machines.
var notPublic = prefixes(
	"0.0.0.0/8",        // this host
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // carrier-grade NAT; a cloud's metadata at 100.100.100.200
	"127.0.0.0/8",      // loopback
	"168.63.129.16/32", // Azure's host
	"169.254.0.0/16",   // link-local; metadata at 169.254.169.254
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocol assignments; metadata at 192.0.0.192
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // 6to4 relays
	"192.168.0.0/16",   // private
	"198.18.0.0/15",    // benchmarks
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/4",      // multicast
	"240.0.0.0/4",      // reserved, broadcast
	"2001::/23",        // protocol assignments, Teredo
	"2001:db8::/32",    // documentation
	"2002::/16",        // 6to4: holds an IPv4 address
	"3fff::/20",        // documentation
)

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}

// isPublic reports whether an address is on the public internet. IPv6 outside 2000::/3 is
// not: loopback, link-local, unique local, multicast, NAT64.
func isPublic(addr netip.Addr) bool {
	addr = addr.Unmap()
	if addr.Zone() != "" || addr.Is6() && !globalIPv6.Contains(addr) {
		return false
	}
	for _, network := range notPublic {
		if network.Contains(addr) {
			return false
		}
	}
	return true
}
