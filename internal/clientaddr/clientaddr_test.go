package clientaddr

import (
	"net/http"
	"net/netip"
	"testing"
)

// trusted holds a proxy on this machine and two networks.
var trusted = Proxies{
	netip.MustParsePrefix("127.0.0.1/32"),
	netip.MustParsePrefix("10.0.0.0/8"),
	netip.MustParsePrefix("2001:db8:ffff::/48"),
}

func TestClient(t *testing.T) {
	for _, c := range []struct {
		what      string
		proxies   Proxies
		peer      string
		forwarded []string
		want      string
	}{
		{"no proxy", nil, "203.0.113.7:1234", nil, "203.0.113.7"},
		{"a header from an untrusted client", trusted, "203.0.113.7:1234", []string{"198.51.100.1"}, "203.0.113.7"},
		{"a header from a neighbour, none trusted", nil, "10.1.2.3:1234", []string{"198.51.100.1"}, "10.1.2.3"},
		{"a header from this machine, none trusted", nil, "127.0.0.1:1234", []string{"198.51.100.1"}, "127.0.0.1"},
		{"another address of this machine", trusted, "127.0.0.2:1234", []string{"198.51.100.1"}, "127.0.0.2"},
		{"a trusted proxy", trusted, "127.0.0.1:1234", []string{"198.51.100.1"}, "198.51.100.1"},
		{"a proxy written as IPv6", trusted, "[::ffff:127.0.0.1]:1234", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"what the client claims", trusted, "127.0.0.1:1234", []string{"192.0.2.9, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", trusted, "127.0.0.1:1234", []string{"192.0.2.9,198.51.100.1 , 10.9.9.9"}, "198.51.100.1"},
		{"two lines", trusted, "127.0.0.1:1234", []string{"192.0.2.9, 198.51.100.1", "10.9.9.9"}, "198.51.100.1"},
		{"an empty line", trusted, "127.0.0.1:1234", []string{"198.51.100.1", ""}, "198.51.100.1"},
		{"an address in between that is trusted", trusted, "127.0.0.1:1234", []string{"10.1.1.1, 198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		{"no header", trusted, "127.0.0.1:1234", nil, "127.0.0.1"},
		{"a client inside", trusted, "127.0.0.1:1234", []string{"10.1.1.1, 10.9.9.9"}, "10.1.1.1"},
		{"no address", trusted, "127.0.0.1:1234", []string{"198.51.100.1, unknown, 10.9.9.9"}, "10.9.9.9"},
		{"an empty element", trusted, "127.0.0.1:1234", []string{"198.51.100.1, , 10.9.9.9"}, "10.9.9.9"},
		{"a trailing comma", trusted, "127.0.0.1:1234", []string{"198.51.100.1,"}, "127.0.0.1"},
		{"a port", trusted, "127.0.0.1:1234", []string{"198.51.100.1:5678"}, "198.51.100.1"},
		{"IPv6", trusted, "[2001:db8:ffff::1]:1234", []string{"2001:db8:1::2"}, "2001:db8:1::2"},
		{"IPv6 with a port", trusted, "127.0.0.1:1234", []string{"[2001:db8:1::2]:5678"}, "2001:db8:1::2"},
		{"IPv6 in brackets", trusted, "127.0.0.1:1234", []string{"[2001:db8:1::2]"}, "2001:db8:1::2"},
		{"a zone", nil, "[fe80::1%eth0]:1234", nil, "fe80::1"},
		{"a Unix socket", trusted, "@", []string{"198.51.100.1"}, "invalid IP"},
		{"a pipe", trusted, "pipe", []string{"198.51.100.1"}, "invalid IP"},
	} {
		r := &http.Request{RemoteAddr: c.peer, Header: http.Header{"X-Forwarded-For": c.forwarded}}
		if got := c.proxies.Client(r).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestShared(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1": true, "127.9.9.9": true, "::1": true, "::ffff:127.0.0.1": true, "10.1.2.3": true, "2001:db8:ffff::5": true,
		"203.0.113.7": false, "192.168.1.1": false, "2001:db8::1": false,
	} {
		if got := trusted.Shared(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
	if !trusted.Shared(netip.Addr{}) {
		t.Error("a connection without an address counts as one client")
	}
}

func TestNetwork(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::",
	} {
		if got := Network(netip.MustParseAddr(address)).String(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	if got := Network(netip.Addr{}); got.IsValid() {
		t.Errorf("no address: %s", got)
	}
}

// FuzzClient checks that no header panics, and that the address of an untrusted peer is always its own.
func FuzzClient(f *testing.F) {
	f.Add("127.0.0.1:1", "198.51.100.1, 10.0.0.1")
	f.Add("203.0.113.7:1", "[::1%x]:5,,")
	f.Fuzz(func(t *testing.T, peer, forwarded string) {
		r := &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": {forwarded}}}
		client := trusted.Client(r)
		if from := Peer(peer); !trusted.Trusts(from) && client != from {
			t.Errorf("%s from the untrusted %s", client, from)
		}
		if client.Zone() != "" || client.Is4In6() {
			t.Errorf("%s is not in its plain form", client)
		}
	})
}
